"""What can't be done on the table is refused in one sentence that says what to do instead."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.combat3000.building.structures import Structure, What
from bot.systems.combat3000.figure.sheet import Hand, Working
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.orders.heal import healed
from tests.systems.combat3000.table import KEMP, give, unit


def having(who, **changes):
    """Somebody whose first weapon has these changes."""
    return replace(who, sheet=who.sheet.with_carried(replace(who.sheet.weapons[0], **changes)))


ANN, LASER, BARE = unit("Ann", weapon="Rifle"), unit("Ann", weapon="Laser Rifle"), unit("Ann")
TANK = unit("Tank", template="Light Tank")
FLYER = unit("Ann", equipment="Flight Pack")
PILLS = unit("Ann", equipment="Speed Pill")
LIT = unit("Ann", weapon="Rifle", equipment="Searchlight")
RADIO = unit("Ann", equipment="Communicator")
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
    ],
)
def test_what_they_cannot_do_is_refused(verb, units, fields, sentence):
    assert sentence in told(verb, units, **fields)


def test_a_tenth_weapon_of_a_kind_is_refused():
    who = unit("Ann", weapon="Pistol")
    for _ in range(8):
        outcome, _ = give("give", [], Scene({"name": (who,)}), weapon="Pistol", values="another")
        who = replace(who, sheet=outcome.after["Ann"])
    assert [each.name for each in who.sheet.weapons][-1] == "Pistol 9"
    with pytest.raises(RuleError, match="There are nine weapons called Pistol already: take one away first"):
        give("give", [], Scene({"name": (who,)}), weapon="Pistol", values="another")


def test_a_vehicle_is_not_healed():
    with pytest.raises(RuleError, match="A vehicle is not healed: put its values right with /character edit"):
        healed(TANK.sheet, "everything")
