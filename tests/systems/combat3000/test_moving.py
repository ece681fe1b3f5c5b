"""Movement by the book's gaits, on a deck and off it; all at once where a turn is kept (C3K Walk to Flying).

A walk is 5 cm, a square of a deck 1½: a walk reaches three squares, a run of 15 cm ten, a crawl of 2½ one.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.board import Standing, as_drawn
from bot.deck.plan import At, Facing, at_of
from bot.deck.reading import read_plan
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Said
from bot.engine.system import Scene
from bot.systems.combat3000.figure.sheet import Memory
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.moving.rates import Ground, crosses_bank, obstacle_cap, rate_on_foot, vehicle_range
from bot.systems.combat3000.moving.ways import climbed, facing_after
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.table import C3K, KEMP, give, unit


@pytest.mark.rule("C3K-M01", "C3K-M02", "C3K-M05")
@pytest.mark.parametrize(
    ("walk", "gait", "ground", "cm"),
    [
        (5, "walk", "level", 5),
        (5, "run", "level", 15),
        (5, "crawl", "level", Fraction(5, 2)),
        (8, "run", "level", 24),
        (5, "walk", "stairs", Fraction(5, 2)),
        (5, "run", "stairs", Fraction(15, 2)),
        (5, "walk", "difficult", Fraction(5, 2)),
        (5, "crawl", "difficult", Fraction(5, 4)),
    ],
)
def test_the_gaits_of_the_book(walk, gait, ground, cm):
    assert rate_on_foot(walk, gait, Ground(ground), None).cm == cm


@pytest.mark.rule("C3K-M03", "C3K-M04")
@pytest.mark.parametrize(
    ("ground", "faces", "cm"),
    [
        ("rope up", [], 1),
        ("rope down", [], 2),
        ("steep", [1], 2),
        ("steep", [3], 0),
        ("steep", [6], 0),
        ("vertical", [1], 4),
        ("vertical", [4], 1),
        ("vertical", [10], 0),
    ],
)
def test_ropes_and_climbs_of_a_walk_of_five(ground, faces, cm):
    dice = ScriptedDice(faces)
    assert rate_on_foot(5, "walk", Ground(ground), dice).cm == cm
    assert not dice.left


def off_deck(*units, turn=None, settings=None, said=None):
    known = {each.name: each for each in units}
    ledger = Ledger(turn=turn) if turn else None
    roles = {"name": units[:1], "target": (KEMP,), "others": ()}
    return Scene(roles, ledger, known={**known, "Kemp": KEMP}, settings=settings or {}, said=said)


def moved(*units, faces=(), **fields):
    outcome, card = give("move", faces, off_deck(*units), **fields)
    return replace(units[0], sheet=outcome.after[units[0].name]), card


@pytest.mark.rule("C3K-M01", "C3K-F26", "C3K-F22")
def test_a_walk_off_a_deck_is_remembered_by_fire():
    """50 at 20 cm, 10 less at a walk; at somebody who moved 12 cm 10 less, and 15 less over 20."""
    ann, card = moved(unit("Ann", weapon="Rifle"), to="4 cm")
    assert card.title == "Ann walks 4 cm"
    _, card = give("fire", [90], off_deck(ann), range=20)
    assert any("50 −10 walking = 40%" in line for line in card.lines)
    runner, _ = moved(unit("Kemp"), gait="run", to="12")
    firer = unit("Ann", weapon="Rifle")
    shot = replace(off_deck(firer), units={**off_deck(firer).units, "target": (runner,)})
    assert any("−10 moved" in line or "−10 target" in line for line in give("fire", [90], shot, range=20)[1].lines)


@pytest.mark.rule("C3K-F07", "C3K-M06", "C3K-M01")
def test_who_has_run_or_fired_does_nothing_else_in_the_turn():
    ann, card = moved(unit("Ann", weapon="Rifle", loaded=2, clips=12), gait="run")
    assert card.title == "Ann runs 15 cm"
    with pytest.raises(RuleError, match="Ann runs this turn: /phase ends the turn"):
        give("fire", [], off_deck(ann), range=20)
    with pytest.raises(RuleError, match="Ann has moved in this turn"):
        moved(ann)
    walked, _ = moved(unit("Ann", weapon="Rifle", loaded=2, clips=12))
    with pytest.raises(RuleError, match="Ann cannot reload while moving"):
        give("reload", [], off_deck(walked))
    fired = replace(ann, sheet=replace(ann.sheet, now=Memory(target="Kemp", shot=True)))
    with pytest.raises(RuleError, match="Ann has fired this turn"):
        moved(fired)
    ended = give("phase", units=off_deck(ann))[0].after["Ann"]
    assert ended.now == Memory()
    assert moved(replace(ann, sheet=ended))[1].title == "Ann walks 5 cm"


@pytest.mark.rule("C3K-M01", "C3K-O12")
def test_only_the_prone_crawl_and_they_do_nothing_else():
    with pytest.raises(RuleError, match="Ann is standing, and only the prone crawl"):
        moved(unit("Ann"), gait="crawl")
    with pytest.raises(RuleError, match="Ann is prone: crawl with gait:crawl, or stand up first"):
        moved(unit("Ann", posture="prone"))
    assert moved(unit("Ann", posture="prone"), gait="crawl")[1].title == "Ann crawls 2.5 cm"


@pytest.mark.rule("C3K-M12")
def test_a_wounded_leg_shortens_the_walk_and_the_run():
    """One point in a leg takes 1 cm of the walk, two or more 2."""
    assert moved(unit("Ann", wounds="1 left leg"))[1].title == "Ann walks 4 cm"
    assert moved(unit("Ann", wounds="2 left leg"), gait="run")[1].title == "Ann runs 9 cm"


@pytest.mark.rule("C3K-E17", "C3K-M04", "C3K-M03")
def test_weak_readings_of_climbs_are_the_referees_to_set():
    """A walk of 5: less a die of 4 and 2 is nothing, less what the die is over 2 it is 3; stairs take half of it."""
    steep = off_deck(unit("Ann"))
    assert give("move", [4], steep, values="ground steep")[1].title == "Ann climbs 0 cm, steep"
    kinder = {"steep climb": "less die, and 2 more"}
    assert give("move", [4], steep, kinder, values="ground steep")[1].title == "Ann climbs 3 cm, steep"
    armed = replace(on_deck(TOWER, Ann="2:A1"), units={"name": (unit("Ann", weapon="Knife"),)})
    _, card = give("move", units=armed, settings={"ladders": "as stairs"}, to="1:A1")
    assert card.lines == ("1 cm of ladder to go: /move goes on in the next turn",)


@pytest.mark.rule("C3K-M12", "C3K-W07", "C3K-W08")
def test_a_load_of_six_forbids_a_run_and_more_than_ten_any_move():
    """A rifle 2 with eight magazines 4 is 6; a machine gun 4 with twelve 12 is 16, and a strength of 3 carries 16; a
    launcher 4 with three rounds of calibre 2 is 5½.
    """
    counted = {"load": "counted"}
    ann = unit("Ann", weapon="Rifle", clips=8)
    with pytest.raises(RuleError, match="Ann carries 6 points, and walks only from 6 on"):
        give("move", units=off_deck(ann), settings=counted, gait="run")
    assert give("move", units=off_deck(ann), settings=counted)[1].title == "Ann walks 5 cm"
    assert moved(ann, gait="run")[1].title == "Ann runs 15 cm"
    light = unit("Ann", weapon="Rifle", clips=7)
    assert give("move", units=off_deck(light), settings=counted, gait="run")[1].title == "Ann runs 15 cm"
    gunner = {"weapon": "MM14 Machine Gun", "clips": 12}
    with pytest.raises(RuleError, match="Ann carries 16 points, and 10 are the most"):
        give("move", units=off_deck(unit("Ann", **gunner)), settings=counted)
    assert (
        give("move", units=off_deck(unit("Ann", strength=3, **gunner)), settings=counted)[1].title == "Ann walks 5 cm"
    )
    launcher = unit("Ann", weapon="MM23 Launcher", ammunition="102", clips=3)
    assert "Load: 5.5 of 10 points" in C3K.card(launcher).lines


@pytest.mark.rule("C3K-M03", "C3K-M04")
def test_a_rope_takes_both_hands_and_a_steep_climb_its_die():
    with pytest.raises(RuleError, match="Ann needs both hands free for a rope"):
        moved(unit("Ann", weapon="Knife"), values="ground rope up")
    assert moved(unit("Ann"), values="ground rope down")[1].title == "Ann climbs 2 cm, rope down"
    _, card = moved(unit("Ann", walk=8), faces=[4], values="ground steep")
    assert card.title == "Ann climbs 2 cm, steep"
    assert "The walk less a die of 4 is 2 cm (C3K Climbing, rulings B-M1 and B-M2)" in card.working


@pytest.mark.parametrize(
    ("who", "fields", "sentence"),
    [
        (unit("Ann"), {"to": "0"}, "That takes Ann nowhere: say how many cm, up to 5 cm."),
        (unit("Ann"), {"to": "10000"}, "Ann goes 5 cm at most so, and not 10000 cm (C3K Walk)."),
        (unit("Ann"), {"to": "6"}, "Ann goes 5 cm at most so, and not 6 cm (C3K Walk)."),
        (unit("Ann"), {"to": "the bar"}, "There is no vehicle to get into, nor a length in cm, “the bar” here."),
        (unit("Ann"), {"to": "out"}, "Ann rides in no vehicle."),
        (unit("Ann"), {"values": "ground loose"}, "Loose is ground of vehicles: on foot it is level or difficult"),
        (
            unit("Ann"),
            {"gait": "fly"},
            "Ann has nothing to fly by: /character edit field:equipment gives a Flight Pack",
        ),
        (unit("Ann", stunned=2), {}, "Ann is stunned and cannot move (C3K Special conditions)."),
        (unit("Ann", condition="killed"), {}, "Ann is killed and cannot move"),
        (unit("Tank", vehicle="Light Tank", knocked_out="yes"), {}, "Tank is a wreck, and goes nowhere"),
        (unit("Tank", vehicle="Light Tank", immobilised="yes"), {}, "Tank is immobilised, and goes nowhere"),
        (unit("Tank", vehicle="Light Tank"), {"to": "11"}, "Tank goes 0 cm to 10 cm in this turn, not 11 cm"),
        (unit("Tank", vehicle="Light Tank"), {"values": "ground stairs"}, "No vehicle goes by stairs"),
        (unit("Ann"), {"values": "up 9999"}, "Ann goes on foot, and takes no up"),
        (unit("Ann"), {"values": "up -1"}, "Ann goes on foot, and takes no up"),
        (unit("Ann"), {"values": "driver Nobody"}, "Ann goes on foot, and takes no driver"),
        (unit("Ann", flies="20/10/9/0"), {"gait": "fly", "values": "bank 1"}, "Ann flies, and takes no bank"),
        (
            unit("Ann", flies="20/10/9/0"),
            {"gait": "fly", "values": "ground difficult, up 9"},
            "Ann flies, and takes no ground",
        ),
        (unit("Tank", vehicle="Light Tank"), {"values": "up 1"}, "Tank is a vehicle, and takes no up"),
        (unit("Tank", vehicle="Light Tank"), {"gait": "run"}, "Tank is a vehicle, and takes no gait"),
        (
            unit("Tank", vehicle="Light Tank"),
            {"values": "bank 1, avoiding yes, ground steep"},
            "Tank crosses a bank, and takes no ground or avoiding",
        ),
        (unit("Ann"), {"facing": "N"}, "Ann goes on foot off the deck, and takes no facing"),
        (
            unit("Tank", vehicle="Light Tank"),
            {"values": "driver Nobody"},
            "A driver counts only where Tank is avoiding",
        ),
        (unit("Jeep", vehicle="Hover Jeep"), {"values": "bank 2.5"}, "Jeep is hover, and crosses no bank of 2.5 m"),
        (unit("Jeep", vehicle="Hover Jeep"), {"values": "bank 1"}, "Jeep is hover, and takes no notice of that: leave"),
    ],
)
def test_what_cannot_move_so_is_one_sentence(who, fields, sentence):
    with pytest.raises(RuleError) as refusal:
        give("move", [], off_deck(who), **fields)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.rule("C3K-M07", "C3K-M08", "C3K-M09")
@pytest.mark.parametrize(
    ("previous", "movement", "ground", "lowest", "highest"),
    [
        (0, "tracked", "level", 0, 10),
        (50, "tracked", "level", 20, 60),
        (60, "tracked", "level", 30, 60),
        (50, "tracked", "loose", 35, 60),
        (50, "hover", "level", 35, 60),
        (60, "tracked", "steep", 15, 30),
        (60, "tracked", "difficult", 15, 30),
        (60, "hover", "difficult", 45, 60),
    ],
)
def test_a_vehicle_of_sixty_goes_by_last_turns_speed(previous, movement, ground, lowest, highest):
    found = vehicle_range(previous, 10, 60, movement, Ground(ground))
    assert (found.lowest, found.highest) == (lowest, highest)


@pytest.mark.rule("C3K-M09")
def test_a_hover_vehicle_takes_no_notice_of_what_is_lower_than_two_metres():
    assert [crosses_bank("hover", Fraction(cm, 100)) for cm in (199, 200)] == [True, False]
    jeep = unit("Jeep", vehicle="Hover Jeep", crew=1)
    with pytest.raises(RuleError, match="Jeep is hover, and takes no notice of that: leave the bank out"):
        moved(jeep, values="bank 1.99")
    assert moved(jeep)[1].title == "Jeep goes 20 cm"


@pytest.mark.rule("C3K-M10", "C3K-M11")
def test_obstacles_vegetation_and_banks():
    """10 cm, and 2 for each point of dexterity and reflex; vegetation at 10; banks up to 1½ m."""
    assert [obstacle_cap(driver) for driver in (0, 2, -1)] == [10, 14, 8]
    assert vehicle_range(10, 10, 60, "tracked", Ground.LEVEL, 2).highest == 14
    assert vehicle_range(10, 10, 60, "four wheeled", Ground.VEGETATION).highest == 10
    assert vehicle_range(10, 20, 100, "hover", Ground.VEGETATION).highest == 30
    assert [crosses_bank(kind, Fraction(3, 2)) for kind in ("tracked", "multi wheeled", "half tracked", "hover")] == [
        True,
        True,
        False,
        True,
    ]
    assert not crosses_bank("tracked", Fraction(8, 5))


@pytest.mark.rule("C3K-M07", "C3K-M11")
@pytest.mark.parametrize(("speed", "goes"), [(0, "10 cm"), (30, "10 cm"), (40, "10 cm"), (41, "")])
def test_a_tank_brakes_for_vegetation_as_far_as_it_can(speed, goes):
    """Half of 60 is what it brakes by in a turn, and in vegetation it goes 10 cm."""
    tank = unit("Tank", vehicle="Light Tank", vehicle_speed=speed)
    if not goes:
        with pytest.raises(RuleError, match="Tank can't slow down to 10 cm in this turn: it goes 11 cm at least"):
            moved(tank, values="ground vegetation")
        return
    after, card = moved(tank, values="ground vegetation")
    assert card.title == f"Tank goes {goes}, vegetation"
    assert after.sheet.speed == 10


def being(who, owner="", **changes):
    return replace(who, owner=owner, sheet=replace(who.sheet, **changes))


DAN, EVE = unit("Dan", dexterity=1, reflex=1), unit("Eve")


@pytest.mark.rule("C3K-M10")
@pytest.mark.parametrize(
    ("dan", "others", "refused"),
    [
        # One of the crew, which has no sheets of its own; one who rides in it.
        (DAN, (EVE,), ""),
        (being(DAN, rides="Tank"), (EVE,), ""),
        (being(DAN, rides="Tank"), (being(EVE, rides="Tank"),), ""),
        (being(DAN, killed=True), (), "Dan is killed and drives nothing: name another driver"),
        (being(DAN, stunned=2), (), "Dan is stunned and drives nothing"),
        (being(DAN, rides="Jeep"), (), "Dan isn't aboard Tank: get in first, with /move to:Tank"),
        (DAN, (being(EVE, rides="Tank"),), "Dan isn't aboard Tank"),
        (replace(DAN, side="Blue"), (), "Dan isn't of the side that drives Tank: name one of its own"),
        # Whoever is one's own drives as well, of whichever side they are.
        (being(replace(DAN, side="Blue"), owner="1", rides="Tank"), (), ""),
    ],
)
def test_who_drives_is_able_and_aboard(dan, others, refused):
    """14 cm: 10 and twice the dexterity and reflex of 1 each (ruling B-M5). The referee may say anybody."""
    tank = unit("Tank", vehicle="Light Tank", vehicle_speed=12)

    def driven(by):
        people = {each.name: each for each in (tank, dan, *others)}
        scene = Scene({"name": (tank,)}, known=people, by=by)
        return give("move", (), scene, to="14", values="avoiding yes, driver Dan")[1].title

    assert driven("") == "Tank goes 14 cm"
    if refused:
        with pytest.raises(RuleError, match=refused):
            driven("1")
    else:
        assert driven("1") == "Tank goes 14 cm"


@pytest.mark.rule("C3K-M07", "C3K-M10", "C3K-M11")
def test_a_tank_gathers_speed_turn_by_turn_and_crosses_a_bank_in_three():
    tank, card = moved(unit("Tank", vehicle="Light Tank"))
    assert (card.title, tank.sheet.speed) == ("Tank goes 10 cm", 10)
    tank = replace(tank, sheet=give("phase", units=off_deck(tank))[0].after["Tank"])
    tank, card = moved(tank)
    assert (card.title, tank.sheet.speed) == ("Tank goes 20 cm", 20)
    tank = replace(tank, sheet=give("phase", units=off_deck(tank))[0].after["Tank"])
    driver = unit("Dan", dexterity=1, reflex=1)
    _, card = moved(tank, driver, values="avoiding yes, driver Dan")
    assert card.title == "Tank goes 14 cm"
    tank, card = moved(tank, values="bank 1.5")
    assert card.title == "Tank crosses a bank, which takes 3 turns"
    with pytest.raises(RuleError, match="Tank has moved in this turn"):
        moved(tank)
    # Its gun fires meanwhile.
    give("fire", [3, 90], off_deck(tank), range=20)
    for turns in ("2 turns", "1 turn"):
        tank = replace(tank, sheet=give("phase", units=off_deck(tank))[0].after["Tank"])
        with pytest.raises(RuleError, match=f"Tank crosses a bank for {turns} yet, and goes nowhere else"):
            moved(tank)
    tank = replace(tank, sheet=give("phase", units=off_deck(tank))[0].after["Tank"])
    assert moved(tank)[1].title == "Tank goes 10 cm"


@pytest.mark.rule("C3K-M13")
@pytest.mark.parametrize(("weapon", "taken"), [("Rifle", "3"), ("MM14 Machine Gun", "3.5"), ("Howitzer", "4")])
def test_an_m_weapon_takes_half_a_place_and_an_h_weapon_one(weapon, taken):
    """Four on a jeep, two of them its crew; whoever rides besides with that leaves no room for one with a Howitzer."""
    jeep, ann = unit("Jeep", vehicle="Hover Jeep", crew=2), unit("Ann", weapon=weapon)
    riding = replace(ann, sheet=replace(ann.sheet, rides="Jeep"))
    with pytest.raises(RuleError, match=rf"Jeep has 4 places and {taken} are taken, 2 by its crew"):
        moved(unit("Bob", weapon="Howitzer"), jeep, riding, to="Jeep")


@pytest.mark.rule("C3K-M13", "C3K-F26")
def test_a_vehicle_has_so_many_places_and_takes_its_riders_along():
    """Four on a jeep: a driver, who with a machine gun makes one and a half, and no more than two others."""
    jeep = unit("Jeep", vehicle="Hover Jeep", crew=2)
    ann = unit("Ann", weapon="MM14 Machine Gun")
    ann, card = moved(ann, jeep, to="Jeep")
    assert (card.title, ann.sheet.rides) == ("Ann gets into Jeep", "Jeep")
    with pytest.raises(RuleError, match=r"Jeep has 4 places and 3.5 are taken, 2 by its crew"):
        moved(unit("Bob"), jeep, ann, to="Jeep")
    with pytest.raises(RuleError, match="Ann rides in Jeep: move that, or get out with to:out"):
        moved(replace(ann, sheet=replace(ann.sheet, now=Memory())), jeep, to="3")
    driven, card = moved(jeep, ann)
    assert card.lines == ("With Ann",)
    firing = unit("Ann", weapon="Rifle")
    firing = replace(firing, sheet=replace(firing.sheet, rides="Jeep"))
    scene = replace(off_deck(firing), known={"Jeep": driven, "Ann": firing})
    assert any("50 −15" in line for line in give("fire", [90], scene, range=20)[1].lines)
    # The last place is one; what no list knows has places enough.
    assert moved(unit("Bob", weapon="Rifle"), jeep, firing, to="Jeep")[1].title == "Bob gets into Jeep"
    cart = unit("Cart", vehicle="Hover Jeep", crew=9)
    cart = replace(cart, sheet=replace(cart.sheet, vehicle=""))
    assert moved(unit("Bob"), cart, to="Cart")[1].title == "Bob gets into Cart"
    out, card = moved(replace(ann, sheet=replace(ann.sheet, now=Memory())), jeep, to="out")
    assert (card.title, out.sheet.rides) == ("Ann gets out of Jeep", "")
    # That is a walk of no length, which makes them no harder to hit.
    assert (out.sheet.now.gait, out.sheet.now.cm) == ("walk", 0)
    with pytest.raises(RuleError, match="Bob rides in no vehicle"):
        moved(unit("Bob"), jeep, to="out")
    assert C3K.renamed_on(ann.sheet, "Jeep", "Wagon").rides == "Wagon"
    assert C3K.renamed_on(ann.sheet, "Jeep", "").rides == ""


@pytest.mark.rule("C3K-V01", "C3K-V02", "C3K-V03")
def test_a_flyer_takes_off_climbs_and_lands_at_its_least_speed():
    """20/10/9/2: off the ground and onto it at 2 cm a turn, 10 more or less each turn, 9 up, 13½ down."""
    ann = unit("Ann", flies_by="20/10/9/2")
    with pytest.raises(RuleError, match="Ann takes off at 2 cm a turn, no faster or slower"):
        moved(ann, gait="fly", to="5", values="up 3")
    ann, card = moved(ann, gait="fly", to="2", values="up 9")
    assert (card.title, ann.sheet.height, ann.sheet.flown) == ("Ann flies 2 cm, 9 cm up", 9, 2)
    ann = replace(ann, sheet=give("phase", units=off_deck(ann))[0].after["Ann"])
    with pytest.raises(RuleError, match="Ann flies 2 cm to 12 cm in this turn, not 13 cm"):
        moved(ann, gait="fly", to="13")
    with pytest.raises(RuleError, match=r"Ann climbs 9 cm, dives 13.5 cm or goes 9 cm aside, and no more"):
        moved(ann, gait="fly", to="5", values="up 10")
    with pytest.raises(RuleError, match="Ann lands at 2 cm a turn"):
        moved(ann, gait="fly", to="5", values="down 9, land yes")
    landed, card = moved(ann, gait="fly", to="2", values="down 9, land yes")
    assert (card.title, landed.sheet.height, landed.sheet.flown) == ("Ann flies 2 cm and lands", 0, 0)


@pytest.mark.rule("C3K-V01", "C3K-V02", "C3K-E13")
def test_a_flight_packs_numbers_are_70_10_9_and_0():
    """From the ground it goes up on the spot; at 65 cm a turn up to 70 and down to 55, 9 cm up and aside, 13½ down."""
    ann = unit("Ann", equipment="Flight Pack")
    with pytest.raises(RuleError, match="Ann takes off at 0 cm a turn, no faster or slower"):
        moved(ann, gait="fly", to="1", values="up 3")
    ann = replace(ann, sheet=replace(ann.sheet, height=Fraction(20), flown=Fraction(65)))
    for beyond in ("71", "54"):
        with pytest.raises(RuleError, match=f"Ann flies 55 cm to 70 cm in this turn, not {beyond} cm"):
            moved(ann, gait="fly", to=beyond)
    for beyond in ("up 10", "down 14", "aside 10"):
        with pytest.raises(RuleError, match=r"Ann climbs 9 cm, dives 13.5 cm or goes 9 cm aside, and no more"):
            moved(ann, gait="fly", to="60", values=beyond)
    for bound in ("55", "70"):
        assert moved(ann, gait="fly", to=bound)[1].title == f"Ann flies {bound} cm, 20 cm up"


@pytest.mark.rule("C3K-V03", "C3K-F22")
def test_a_flyer_acts_as_if_walking_and_is_a_harder_target():
    ann = unit("Ann", weapon="Rifle", flies_by="20/10/9/0")
    ann, _ = moved(ann, gait="fly", to="0", values="up 9")
    assert any("50 −10 flying = 40%" in line for line in give("fire", [90], off_deck(ann), range=20)[1].lines)
    bob = off_deck(unit("Bob", weapon="Rifle"))
    at_her = replace(bob, units={**bob.units, "target": (ann,)})
    assert any("−15 flying target" in line for line in give("fire", [90], at_her, range=20)[1].lines)


# Twelve squares by three without walls; and two levels three metres apart, with a ladder.
HALL = board_of("+" * 25, *[line for _ in range(3) for line in (" ." * 12 + " ", "+" * 25)])
SHAFT = as_drawn(
    read_plan("separation: 3\n" + "".join(f"level: {n}\n\n L . \n\n" for n in ("One", "Two", "Three")), "test")
)
TOWER = as_drawn(read_plan("separation: 3\n" + "".join(f"level: {n}\n\n L . \n\n" for n in ("One", "Two")), "test"))
ANN, BOB, FOE = unit("Ann"), unit("Bob"), unit("Foe", side="Blue")


def on_deck(board, turn=None, said=None, **places):
    """Some of these three where they stand, all facing east; the first of them acts."""
    people = {each.name: each for each in (ANN, BOB, FOE) if each.name in places}
    standing = {name: Standing(at_of(places[name]), Facing.EAST) for name in people}
    first = next(iter(people.values()))
    roles = {"name": (first,)}
    board = replace(board, people=standing)
    return Scene(roles, Ledger(turn=turn) if turn else None, board, people, people, said=said)


@pytest.mark.rule("C3K-M01")
@pytest.mark.parametrize(
    ("gait", "to", "end", "title"),
    [
        ("walk", "D1", "D1", "Ann walks 4.5 cm to D1"),
        ("walk", "L1", "D1", "Ann walks 4.5 cm to D1"),
        ("run", "L1", "K1", "Ann runs 15 cm to K1"),
        ("walk", "E SE", "C2", "Ann walks 3 cm to C2"),
    ],
)
def test_a_gait_reaches_a_square_with_its_centre(gait, to, end, title):
    outcome, card = give("move", units=on_deck(HALL, Ann="A1"), gait=gait, to=to)
    assert card.title == title
    assert outcome.board.people["Ann"].at == at_of(end)
    assert (outcome.marks.trail[0], outcome.marks.trail[-1]) == (at_of("A1"), at_of(end))


@pytest.mark.rule("C3K-M05")
def test_difficult_ground_halves_the_way_on_a_deck():
    outcome, card = give("move", units=on_deck(HALL, Ann="A1"), gait="run", to="L1", values="ground difficult")
    assert card.title == "Ann runs 7.5 cm to F1, difficult"
    assert outcome.after["Ann"].now.difficult


def test_nobody_walks_into_an_enemy_or_stops_where_somebody_is():
    with pytest.raises(RuleError, match="An enemy stands at B1, and a move into contact is a charge: stop before"):
        give("move", units=on_deck(HALL, Ann="A1", Foe="B1"), to="Foe")
    outcome, _ = give("move", units=on_deck(HALL, Ann="A1", Bob="D1"), to="E E E")
    assert outcome.board.people["Ann"].at == at_of("C1")
    with pytest.raises(RuleError, match="No open way leads there"):
        give("move", units=on_deck(board_of("#######", "#. .|.#", "#######"), Ann="A1"), to="C1")
    with pytest.raises(RuleError, match="Something is in the way from B1 to C1: go round"):
        give("move", units=on_deck(board_of("#######", "#. .|.#", "#######"), Ann="A1"), to="E E")
    with pytest.raises(RuleError, match="Say where to"):
        give("move", units=on_deck(HALL, Ann="A1"))
    lying = replace(on_deck(HALL, Ann="A1"), units={"name": (unit("Ann", posture="prone"),)})
    with pytest.raises(RuleError, match=r"a crawl over such ground is 1\.25 cm, less than a square"):
        give("move", units=lying, gait="crawl", to="E", values="ground difficult")


def dead_on(scene, dead):
    """The same with one of them killed."""
    people = {**scene.known, dead.name: dead}
    return replace(scene, known=people, present=people)


@pytest.mark.parametrize("dead", [unit("Bob", condition="killed"), unit("Foe", side="Blue", condition="killed")])
def test_over_the_dead_one_may_stop(dead):
    """Else who lies at a door would keep it shut for good."""
    lies = {dead.name: "C1"}
    outcome, _ = give("move", units=dead_on(on_deck(HALL, Ann="A1", **lies), dead), to="E E")
    assert outcome.board.people["Ann"].at == at_of("C1")
    scene = plotted(dead_on(on_deck(HALL, Turn(phase=Phase.MOVEMENT), Ann="A1", **lies), dead), Ann="E E")
    outcome, card = give("phase", units=scene)
    assert outcome.board.people["Ann"].at == at_of("C1")
    assert card.lines[1:] == ("Ann walks 3 cm to C1",)


@pytest.mark.rule("C3K-M03")
def test_a_ladder_is_climbed_as_a_rope_turn_by_turn():
    """Three metres between two levels: three turns up, two down; where no turns are counted all of it."""
    climbing = on_deck(TOWER, Ann="2:A1")
    for number, left in enumerate(("2 cm of ladder to go", "1 cm of ladder to go", "")):
        outcome, card = give("move", units=climbing, to="" if number else "1:A1")
        assert card.title.startswith("Ann climbs 1 cm")
        assert (left in " ".join(card.lines)) if left else card.lines == ()
        climbing = replace(climbing, board=outcome.board)
    assert outcome.board.people["Ann"].at == at_of("1:A1")
    down = on_deck(TOWER, Ann="1:A1")
    outcome, _ = give("move", units=down, to="2:A1")
    outcome, _ = give("move", units=replace(down, board=outcome.board))
    assert outcome.board.people["Ann"].at == at_of("2:A1")
    at_once, _ = give("move", units=down, settings={"turns": "free"}, to="2:A1")
    assert at_once.board.people["Ann"].at == at_of("2:A1")
    armed = replace(down, units={"name": (unit("Ann", weapon="Knife"),)})
    with pytest.raises(RuleError, match="Ann needs both hands free for a ladder"):
        give("move", units=armed, to="2:A1")


def said(name, to, gait="walk"):
    return Said("move", {"name": ((name, None),)}, {"to": to, "gait": gait}, "7")


def plotted(scene, **moves):
    """The scene once those have said where they go, in this order."""
    for name, way in moves.items():
        to, gait = way.removesuffix(" run"), "run" if way.endswith(" run") else "walk"
        scene = replace(scene, units={**scene.units, "name": (scene.present[name],)}, said=said(name, to, gait))
        outcome, _ = give("move", units=scene, to=to, gait=gait)
        assert outcome.sealed
        assert outcome.board is None
        scene = replace(scene, ledger=outcome.ledger)
    return scene


@pytest.mark.rule("C3K-G06")
def test_all_move_at_once_and_are_shown_together():
    """Ann takes the square that Bob leaves, though she said so first."""
    scene = plotted(
        on_deck(HALL, Turn(phase=Phase.MOVEMENT), Ann="A1", Bob="C1", Foe="L3"), Ann="E E", Bob="E E", Foe="W"
    )
    assert C3K.sealed(scene.ledger) == "moves of turn 1 are secret"
    outcome, card = give("phase", units=scene)
    assert card.lines[1:] == ("Ann walks 3 cm to C1", "Bob walks 3 cm to E1", "Foe walks 1.5 cm to K3")
    assert {name: one.at for name, one in outcome.board.people.items()} == {
        "Ann": at_of("C1"),
        "Bob": at_of("E1"),
        "Foe": at_of("K3"),
    }
    assert [way[0] for way in outcome.marks.ways] == [at_of("A1"), at_of("C1"), at_of("L3")]
    assert outcome.after["Ann"].now.gait == "walk"
    assert not outcome.ledger.turn.moves


@pytest.mark.rule("C3K-G06")
def test_two_who_meet_in_one_square_stop_before_each_other():
    scene = plotted(on_deck(HALL, Turn(phase=Phase.MOVEMENT), Ann="A1", Foe="G1"), Ann="E E E", Foe="W W W")
    outcome, _ = give("phase", units=scene)
    assert {name: one.at for name, one in outcome.board.people.items()} == {"Ann": at_of("D1"), "Foe": at_of("E1")}
    assert outcome.after["Foe"].now.cm == 3


@pytest.mark.rule("C3K-G06")
@pytest.mark.parametrize(
    ("ann", "foe", "moves", "ends", "lines"),
    [
        # Three squares each, four between: after two of each they are face to face.
        ("A1", "F1", ("E E E", "W W W"), ("C1", "D1"), ("Ann walks 3 cm to C1, and meets Foe",)),
        # One stands beside another's way, and it isn't his that crosses.
        ("A1", "F2", ("E E E", "W W W"), ("D1", "C2"), ("Ann walks 4.5 cm to D1",)),
        # Who goes ahead at the same pace is never come upon.
        ("A1", "B1", ("E E E", "E E E"), ("D1", "E1"), ("Ann walks 4.5 cm to D1",)),
        # Whoever is faster comes upon them from behind.
        ("A1", "C1", ("E E E E run", "E"), ("C1", "D1"), ("Ann runs 3 cm to C1, and meets Foe",)),
        # A run of 15 cm is three times a walk: Foe has gone one square when Ann, at her fourth, finds them before her.
        ("A1", "G1", ("E E E E E E E run", "W W W"), ("E1", "F1"), ("Ann runs 6 cm to E1, and meets Foe",)),
    ],
)
def test_enemies_whose_ways_cross_meet_and_pass_nowhere_through_each_other(ann, foe, moves, ends, lines):
    scene = on_deck(HALL, Turn(phase=Phase.MOVEMENT), Ann=ann, Foe=foe)
    outcome, card = give("phase", units=plotted(scene, Foe=moves[1], Ann=moves[0]))
    assert (outcome.board.people["Ann"].at, outcome.board.people["Foe"].at) == (at_of(ends[0]), at_of(ends[1]))
    assert card.lines[2:3] == lines


def test_friends_pass_each_other():
    scene = plotted(on_deck(HALL, Turn(phase=Phase.MOVEMENT), Ann="A1", Bob="C1"), Ann="E E E", Bob="W W")
    outcome, _ = give("phase", units=scene)
    assert {name: one.at for name, one in outcome.board.people.items()} == {"Ann": at_of("D1"), "Bob": at_of("A1")}


@pytest.mark.rule("C3K-O08", "C3K-M06")
def test_what_a_task_forbids_is_forbidden_to_legs():
    walking = Turn(phase=Phase.MOVEMENT)
    for plan, gait, why in (
        ("crouch", "run", "Ann crouches, and may only walk meanwhile"),
        ("open door", "walk", "Ann opens a door, and moves no step meanwhile"),
        ("reload", "walk", "Ann reloads Rifle, and moves no step meanwhile"),
    ):
        ann = unit("Ann", weapon="Rifle", loaded=3, clips=12)
        scene = replace(off_deck(ann, turn=Turn()), units={"characters": (ann,), "name": (ann,)})
        shown = give("phase", units=replace(scene, ledger=give("plan", units=scene, plan=plan)[0].ledger))[0]
        busy = replace(ann, sheet=shown.after["Ann"])
        with pytest.raises(RuleError, match=why):
            give("move", units=off_deck(busy, turn=walking, said=said("Ann", "3")), gait=gait)
    crouching = give("phase", units=replace(scene, ledger=give("plan", units=scene, plan="crouch")[0].ledger))[0]
    busy = replace(ann, sheet=crouching.after["Ann"])
    outcome, card = give("move", units=off_deck(busy, turn=walking, said=said("Ann", "3")), to="3")
    assert card.lines == ("Ann walks 3 cm",)
    gone = give("phase", units=replace(off_deck(busy), ledger=outcome.ledger))[0]
    walked = replace(busy, sheet=gone.after["Ann"])
    with pytest.raises(RuleError, match="Ann crouches and walks, and fires or walks meanwhile, not both"):
        give("fire", [], off_deck(walked, turn=Turn(phase=Phase.FIRING)), range=20)


def test_off_a_deck_whoever_moves_is_offered_the_vehicles_and_the_way_out_of_them():
    (to,) = (field for field in C3K.order("move").fields if field.name == "to")
    jeep = unit("Jeep", vehicle="Light Tank")
    assert [*to.suggest(Scene({}, known={"Jeep": jeep, KEMP.name: KEMP}))] == ["Jeep", "out"]
    assert [*to.suggest(Scene({}, known={KEMP.name: KEMP}))] == []


@pytest.mark.parametrize(
    ("squares", "before", "faces"),
    [
        ([(0, 0)], "W", "W"),
        ([(0, 0), (0, 1)], "W", "S"),
        ([(1, 0), (0, 0)], "N", "W"),
        # A diagonal leaves whoever looks along one of its sides as they are, and turns others along the deck.
        ([(0, 0), (1, 1)], "S", "S"),
        ([(0, 0), (1, 1)], "E", "E"),
        ([(0, 0), (1, 1)], "N", "S"),
        ([(0, 1), (1, 0)], "W", "N"),
        ([(1, 1), (0, 1), (0, 0)], "E", "N"),
    ],
)
def test_which_way_somebody_faces_after_a_way(squares, before, faces):
    facing = {each.name[0]: each for each in Facing}
    assert facing_after([At(0, *each) for each in squares], facing[before]) is facing[faces]


@pytest.mark.rule("C3K-M01")
@pytest.mark.parametrize(
    ("start", "end", "cm", "level", "gone", "left"),
    [
        ("1:A1", "3:A1", 2, 0, 2, 4),
        ("1:A1", "3:A1", 3, 1, 0, 3),
        ("1:A1", "3:A1", 5, 1, 2, 1),
        ("1:A1", "3:A1", 6, 2, None, 0),
        ("3:A1", "1:A1", 4, 1, 1, 2),
        ("3:A1", "1:A1", None, 0, None, 0),
    ],
)
def test_on_a_ladder_of_several_levels_they_are_at_the_last_one_that_they_passed(start, end, cm, level, gone, left):
    """Each level is 3 cm: of six, five lead past the second one and 2 cm on from there."""
    board = replace(SHAFT, people={"Ann": Standing(at_of(start), Facing.EAST)})
    after, remains = climbed(board, "Ann", at_of(end), None if cm is None else Fraction(cm))
    standing = after.people["Ann"]
    assert (standing.at.level, standing.climb and standing.climb.gone, remains) == (level, gone, left)
