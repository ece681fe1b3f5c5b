"""What can't be done on the table is refused in one sentence that says what to do instead."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.combat3000.building.structures import Structure, What
from bot.systems.combat3000.figure.sheet import Hand, Plight, Working
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.orders.heal import healed
from tests.systems.combat3000.table import C3K, KEMP, give, unit


def having(who, **changes):
    """Somebody whose first weapon has these changes."""
    return replace(who, sheet=who.sheet.with_carried(replace(who.sheet.weapons[0], **changes)))


ANN, LASER, BARE = unit("Ann", weapon="Rifle"), unit("Ann", weapon="Laser Rifle"), unit("Ann")
TANK = unit("Tank", template="Light Tank")
FLYER = unit("Ann", equipment="Flight Pack")
PILLS = unit("Ann", equipment="Speed Pill")
LIT = unit("Ann", weapon="Rifle", equipment="Searchlight")
RADIO = unit("Ann", equipment="Communicator")
TORCH = unit("Ann", equipment="Torch")
BLASTER = unit("Ann", weapon="Ixtyl Autoblaster")
ZARQUIN = unit("Ann", creature="Zarquin")
ON_AIR = replace(RADIO, sheet=replace(RADIO.sheet, kit=replace(RADIO.sheet.kit, nets=("Bravo",))))
JAMMED = having(ANN, working=Working.JAMMED)
FIRED = replace(JAMMED, sheet=replace(JAMMED.sheet, now=replace(JAMMED.sheet.now, shot=True)))
CART = replace(TANK, name="Cart", sheet=replace(TANK.sheet, vehicle=""))


def scene(who, ledger=None, **roles):
    """One acts off any deck; the others by their roles."""
    cast = {"name": (who,), "target": (), "others": (), "by": (), "on": (), "people": (), "direct": ()}
    cast |= {role: units if isinstance(units, tuple) else (units,) for role, units in roles.items()}
    known = {each.name: each for units in cast.values() for each in units}
    return Scene(cast, ledger or Ledger(), known=known)


def told(verb, units, **fields):
    with pytest.raises(RuleError) as refusal:
        give(verb, [], units, **fields)
    return str(refusal.value)


STANDING = Ledger().with_structures(
    Structure("Hall"), Structure("Door 1", What.DOOR), Structure("Wall 1", What.WALL, armour=5)
)
DEAD = replace(unit("Bob"), sheet=replace(unit("Bob").sheet, killed=True))


@pytest.mark.parametrize(
    ("verb", "units", "fields", "sentence"),
    [
        ("fire", scene(BARE, target=KEMP), {"range": 5}, "Ann has no weapon: give one with /character give."),
        ("fire", scene(ANN, target=KEMP), {"range": 5, "weapon": "Rifle, Rifle"}, "A weapon is named twice"),
        ("fire", scene(ANN, target=KEMP), {"range": 5, "values": "stand Bob over"}, "name them with others:Name @cm"),
        ("grenade", scene(unit("Ann", grenades="101, 118")), {"range": 5}, "Ann has several kinds: name one"),
        ("move", scene(FLYER), {"gait": "fly", "to": "far"}, "is a length in cm, such as 4 or 2.5, not “far”."),
        ("reload", scene(unit("Ann", weapon="Knife")), {}, "Knife is not loaded with anything."),
        ("say", scene(ANN), {"words": " "}, 'Say what is said, as words:"Cover the door".'),
        ("say", scene(ANN), {"words": "Go", "link": True}, "A link is to a net: say which, as net:Bravo"),
        ("use", scene(unit("Ann", equipment="Torch")), {"item": "Torch"}, "Say on whom it falls, as on:Bob @20"),
        ("break", scene(ANN), {"how": "laser", "range": 2}, 'Say which door or wall, as what:"Door 3"'),
        ("break", scene(ANN), {"how": "sabotage"}, "Say what is meant, as what:Tank"),
        ("structure add", scene(ANN), {"name": " "}, "Say what it is called, as name:Bunker."),
        ("structure add", scene(ANN), {"name": "deck"}, "There is no deck with rooms here: put one up"),
        ("structure hit", scene(ANN, STANDING), {"name": "Door 1"}, "Say what hits it, as weapon:Howitzer"),
        ("structure hit", scene(ANN, STANDING, by=ANN), {"name": "Door 1"}, "give the range in cm on the table"),
        ("structure hit", scene(ANN, STANDING), {"name": "Door 1", "weapon": "Mortar (light)"}, "name the shell, such"),
        (
            "fire",
            scene(ANN, target=KEMP),
            {"range": 2, "values": "watch scanner, covers 4x4"},
            "Ann has no scanner: /character edit field:equipment gives one, or scan with a sight (C3K Scanning).",
        ),
        (
            "fire",
            scene(unit("Ann", weapon="Sword"), target=KEMP),
            {"range": 2, "weapon": "Sword"},
            "Sword is not for throwing: throw a throwing knife, a throwing spear or an axe.",
        ),
    ],
)
def test_an_order_that_lacks_something_is_told_what(verb, units, fields, sentence):
    assert sentence in told(verb, units, **fields)


@pytest.mark.parametrize(
    ("verb", "units", "fields", "sentence"),
    [
        ("fire", scene(having(ANN, working=Working.RUINED), target=KEMP), {"range": 5}, "Rifle is ruined: "),
        ("melee", scene(unit("Ann", weapon="Howitzer"), target=KEMP), {"weapon": "Howitzer"}, "has nothing in hand"),
        (
            "melee",
            scene(unit("Ann", weapon="Pistol"), target=KEMP),
            {"weapon": "Pistol"},
            "There is no weapon to strike with “Pistol” here.",
        ),
        ("use", scene(PILLS, on=(KEMP, ANN)), {"item": "Speed Pill"}, "A pill is for one: name one who takes it"),
        ("use", scene(PILLS, on=DEAD), {"item": "Speed Pill"}, "Bob is dead, and takes no pills"),
        ("use", scene(LIT, on=KEMP), {"item": "Searchlight"}, "Ann needs two free hands for a Searchlight"),
        ("break", scene(ANN, STANDING), {"how": "laser", "what": "Wall 1", "range": 2}, "Ann has no laser to cut with"),
        (
            "break",
            scene(ANN, STANDING),
            {"how": "laser", "what": "Wall 1", "weapon": "Rifle", "range": 2},
            "Rifle is no laser, and cuts nothing",
        ),
        (
            "break",
            scene(LASER, STANDING),
            {"how": "laser", "what": "Wall 1", "range": 5},
            "A laser cuts within 4 cm, and an H laser on a mount that stays still within 20: this is 5 cm away",
        ),
        (
            "break",
            scene(having(LASER, working=Working.DAMAGED), STANDING),
            {"how": "laser", "what": "Wall 1", "range": 2},
            "Laser Rifle is damaged, and cuts nothing",
        ),
        (
            "break",
            scene(having(LASER, hand=Hand.STOWED), STANDING),
            {"how": "laser", "what": "Wall 1", "range": 2},
            "Laser Rifle is stowed, and cuts nothing",
        ),
        (
            "break",
            scene(ANN, STANDING),
            {"how": "lock", "what": "Wall 1", "range": 5},
            "Wall 1 is a wall, and has no lock",
        ),
        ("break", scene(ANN, STANDING), {"what": "Hall"}, "Hall is a room: name a door or a wall of it"),
        ("structure add", scene(ANN), {"name": "Door 2", "kind": "door", "rooms": 2}, "Only a building has rooms"),
        ("structure add", scene(ANN, STANDING), {"name": "Hall", "kind": "wall"}, "Hall is a room: leave the kind out"),
        (
            "structure add",
            scene(ANN, STANDING, people=ANN),
            {"name": "Door 1"},
            "Door 1 is a door, and nobody is in it: name the room that it is of.",
        ),
        (
            "structure add",
            scene(ANN, STANDING),
            {"name": "Door 1", "building": "Fort"},
            "Door 1 is a door, and nobody is in it: name the room that it is of.",
        ),
        (
            "structure hit",
            scene(ANN, STANDING, by=ANN),
            {"name": "Hall", "range": 5, "spread": "area"},
            "A structure is hit by single shots and shells, not by fire at an area",
        ),
        ("structure hit", scene(ANN, STANDING), {"name": "Hall", "weapon": "107"}, "does nothing to a structure"),
        (
            "blast",
            scene(ANN, people=replace(KEMP, at=30)),
            {"cause": "101", "waiting": True},
            "No such charge waits with a proximity fuse",
        ),
        ("say", scene(ON_AIR), {"words": "Go", "net": "Bravo", "link": True}, "Ann is on Bravo already"),
        ("repair", scene(FIRED), {}, "Ann has fired this turn, and can repair in the next"),
        ("move", scene(CART), {"to": "5"}, "Cart is of no kind of the list: move it on the table"),
        (
            "use",
            scene(RADIO),
            {"item": "Communicator"},
            "Communicator works by itself, or on the sheet: pills, lights and flight packs are used.",
        ),
        (
            "use",
            scene(TORCH, on=replace(KEMP, at=51)),
            {"item": "Torch"},
            "A Torch reaches 50 cm, and Outlaw Kemp is 51 cm away (C3K Equipment).",
        ),
        ("give", scene(BARE), {"weapon": "Rifle", "ammunition": "103"}, "Rifle takes no shells: leave the ammunition"),
        (
            "give",
            scene(BARE),
            {"weapon": "Ixtyl Autoblaster", "clips": 2},
            "Ixtyl Autoblaster is not reloaded and takes no spares (C3K Weapon list).",
        ),
        ("give", scene(TANK), {"weapon": "101"}, "Tank is a vehicle: give grenades to its crew."),
        ("reload", scene(BLASTER), {}, "Ixtyl Autoblaster needs no reloading (C3K Weapon list)."),
        (
            "charge",
            scene(ANN, target=replace(KEMP, at=10)),
            {"values": "ground rope up"},
            "Nobody charges at a climb: the ground is level, difficult, or stairs (C3K Charges).",
        ),
        ("say", scene(ZARQUIN), {"words": "Go"}, "Ann is a Zarquin, and has no speech: they know each other's minds"),
    ],
)
def test_what_they_cannot_do_is_refused(verb, units, fields, sentence):
    assert sentence in told(verb, units, **fields)


def now(who, **changes):
    """The same in a turn in which this has happened to them."""
    return replace(who, sheet=replace(who.sheet, now=replace(who.sheet.now, **changes)))


def being(who, **changes):
    return replace(who, sheet=replace(who.sheet, **changes))


BLIND = being(ANN, plight=Plight(blinded=2))
DOWN = Ledger().with_structures(
    Structure("Door 1", What.DOOR, down=True), Structure("Door 2", What.DOOR, unlocked=True)
)
UP = being(unit("Ann", flies_by="20/10/9/0"), height=Fraction(12))


@pytest.mark.parametrize(
    ("verb", "units", "fields", "sentence"),
    [
        ("fire", scene(BLIND, target=KEMP), {"range": 5}, "Ann is blinded for 2 turns and sees nothing (C3K Shells"),
        ("plan", scene(BLIND, target=KEMP), {"plan": "aim at Kemp"}, "Ann is blinded and sees nothing to aim at (C3K"),
        (
            "plan",
            scene(ANN, target=DEAD),
            {"plan": "aim at Bob"},
            "Bob has been killed already: choose another target.",
        ),
        ("plan", scene(ANN, target=DEAD), {"plan": "aim at Ann"}, "Ann cannot aim at themselves: name another target."),
        ("reload", scene(having(ANN, hand=Hand.DROPPED)), {}, "Rifle lies on the ground: pick it up first (C3K Reload"),
        ("melee", scene(ANN, target=KEMP), {"weapon": "Fist, Fist"}, "is named twice: name each weapon once."),
        (
            "charge",
            scene(UP, target=KEMP),
            {},
            "Ann is 12 cm up, and close combat is on the ground: come down first, "
            "with /move values:down (C3K Flying, Close combat).",
        ),
        ("grenade", scene(unit("Ann", grenades="101")), {}, "Give the range in cm on the table, as range:20; a square"),
        (
            "break",
            scene(TANK, STANDING),
            {"how": "charge", "what": "Door 1"},
            "Tank is a vehicle: somebody on foot charges a door",
        ),
        ("break", scene(ANN, DOWN), {"how": "charge", "what": "Door 1"}, "Door 1 is down already: walk through (C3K"),
        (
            "break",
            scene(ANN, DOWN),
            {"how": "lock", "what": "Door 1", "range": 2},
            "Door 1 is down already: walk through",
        ),
        (
            "break",
            scene(ANN, DOWN),
            {"how": "lock", "what": "Door 2", "range": 2},
            "Door 2 is unlocked already: walk through",
        ),
        (
            "structure hit",
            scene(ANN, DOWN),
            {"name": "Door 1", "weapon": "Howitzer"},
            "Door 1 is down already: nothing",
        ),
        (
            "move",
            scene(UP),
            {"gait": "fly", "to": "0", "values": "land, down 5"},
            "Ann is 12 cm up: come down by just that to land (C3K Flying).",
        ),
    ],
)
def test_what_their_state_forbids_is_refused(verb, units, fields, sentence):
    assert sentence in told(verb, units, **fields)


def test_a_tenth_weapon_of_a_kind_is_refused():
    who = unit("Ann", weapon="Pistol")
    for _ in range(8):
        outcome, _ = give("give", [], Scene({"name": (who,)}), weapon="Pistol", values="another")
        who = replace(who, sheet=outcome.after["Ann"])
    assert [each.name for each in who.sheet.weapons][-1] == "Pistol 9"
    with pytest.raises(RuleError, match="There are nine weapons called Pistol already: take one away first"):
        give("give", [], Scene({"name": (who,)}), weapon="Pistol", values="another")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("flies by", "1/2", "A flight is four numbers such as 20/10/9/0: speed, change, pitch, least (C3K Flying)."),
        ("nets", "N" * 31, "A net's name is 30 letters long at most."),
        ("programme", "P" * 301, "A programme is 300 letters long at most."),
        ("setting", "kill", "Knife is no firearm: it has no such thing."),
        ("robotics", "wizard", "There is no training in robotics “wizard”: choose none, controller or engineer."),
    ],
)
def test_a_value_that_no_sheet_holds_is_refused(name, value, sentence):
    sheet = unit("Ann", weapon="Knife", equipment="Communicator").sheet
    with pytest.raises(RuleError) as refusal:
        C3K.with_traits(sheet, {name: value})
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(("name", "value"), [("nets", "N" * 30), ("programme", "P" * 300), ("flies by", "20/10/9/0")])
def test_the_longest_that_a_sheet_holds(name, value):
    sheet = C3K.with_traits(unit("Ann", equipment="Communicator").sheet, {name: value})
    assert C3K.traits[name].read(sheet) == value


def test_a_table_holds_so_many_structures_and_areas():
    full = Ledger().with_structures(*(Structure(f"Hut {number}") for number in range(200)))
    with pytest.raises(RuleError, match="A campaign keeps 200 structures at most"):
        full.with_structures(Structure("One more"))
    assert full.with_structures(Structure("Hut 7", What.ROOM, armour=5)).structures[7].armour == 5


def test_a_vehicle_is_not_healed():
    with pytest.raises(RuleError, match="A vehicle is not healed: put its values right with /character edit"):
        healed(TANK.sheet, "everything")
