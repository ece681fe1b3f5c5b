"""When each order of Combat 3000 is given in a turn, what it needs to be written down, and what is offered for it."""

from dataclasses import replace

import pytest

from bot.engine.scene import Scene
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.turn import Phase
from tests.systems.combat3000.table import C3K, HALE, KEMP, unit


def asked(verb, **fields):
    order = C3K.orders[verb]
    return order.made(order.read(fields))


WRITTEN, FIRING, CLOSE = Phase.ORDERS, Phase.FIRING, Phase.CLOSE_COMBAT


@pytest.mark.parametrize(
    ("verb", "fields", "phase"),
    [
        # What is done in the turn's last phase, and what of that has to be written down before all else.
        ("reload", {}, Phase.ACTIONS),
        ("repair", {}, Phase.ACTIONS),
        ("morale", {}, Phase.ACTIONS),
        ("rally", {}, Phase.ACTIONS),
        ("control", {"how": "take over"}, Phase.ACTIONS),
        ("say", {"link": True}, Phase.ACTIONS),
        ("control", {"how": "programme"}, WRITTEN),
        ("break", {"how": "charge"}, WRITTEN),
        ("break", {"how": "laser"}, WRITTEN),
        ("break", {"how": "sabotage"}, WRITTEN),
        ("break", {"how": "mend"}, WRITTEN),
        ("plan", {"plan": "R"}, WRITTEN),
        ("plan", {"plan": "drop Rifle; R"}, WRITTEN),
        # Shots of every kind; panic fire comes as somebody charges.
        ("fire", {}, FIRING),
        ("fire", {"fire": "aimed"}, FIRING),
        ("grenade", {}, FIRING),
        ("structure hit", {}, FIRING),
        ("break", {"how": "lock"}, FIRING),
        ("fire", {"fire": "panic"}, CLOSE),
        ("charge", {}, CLOSE),
        ("receive", {}, CLOSE),
        ("melee", {}, CLOSE),
        ("move", {}, Phase.MOVEMENT),
        # At any time: another setting, a robot's order, words, what is shown, dropped or given up.
        ("reload", {"setting": "stun"}, None),
        ("control", {"how": "order"}, None),
        ("say", {"words": "Down!"}, None),
        ("give", {}, None),
        ("plan", {}, None),
        ("plan", {"plan": " Abandon "}, None),
        ("plan", {"plan": "drop Rifle; DW"}, None),
        ("plan", {"orders": "hold the door"}, None),
    ],
)
def test_in_which_phase_an_order_is_given(verb, fields, phase):
    place = asked(verb, **fields).place
    assert (place and place[0]) == phase


@pytest.mark.parametrize(
    ("verb", "fields", "task"),
    [
        # Normal fire needs no order; fire at a place or through a wall does, and covering fire, and a scan.
        ("fire", {}, ""),
        ("fire", {"fire": "normal"}, ""),
        ("fire", {"fire": "aimed"}, ""),
        ("fire", {"fire": "speculative"}, "F"),
        ("fire", {"fire": "indirect"}, "F"),
        ("fire", {"wall": "3x5 light"}, "F"),
        ("fire", {"at": "C7"}, "F"),
        ("fire", {"fire": "covering"}, "C:"),
        ("fire", {"watch": "scanning"}, "Scan"),
        ("fire", {"watch": "scanner"}, "Scan"),
        ("fire", {"watch": "covering"}, ""),
        ("fire", {"watch": "scanner", "fire": "covering"}, "C:"),
        ("reload", {}, "R"),
        ("reload", {"setting": "stun"}, ""),
        ("repair", {}, "Rep"),
        ("move", {}, ""),
    ],
)
def test_under_which_code_an_order_has_to_be_written_down(verb, fields, task):
    assert asked(verb, **fields).task == task


@pytest.mark.parametrize(
    ("verb", "looks", "unchosen"),
    [
        # A charger may have begun to draw; a test is nobody's one thing; a fight comes to whoever is in it.
        ("charge", True, False),
        ("morale", True, False),
        ("rally", True, False),
        ("receive", True, True),
        ("melee", True, True),
        ("fire", False, False),
        ("move", False, False),
    ],
)
def test_what_bars_an_order(verb, looks, unchosen):
    order = asked(verb)
    assert (order.looks_itself, order.unchosen) == (looks, unchosen)


@pytest.mark.parametrize(
    ("fields", "lasts", "drops"),
    [
        ({}, False, False),
        ({"plan": "R"}, False, False),
        ({"plan": "drop Rifle; dw"}, False, True),
        ({"plan": "drop Rifle; R"}, False, False),
        ({"orders": "hold"}, True, False),
        ({"priority": "Bob"}, True, False),
        ({"strikes": "Sword"}, True, False),
        ({"group": True}, True, False),
    ],
)
def test_what_of_a_plan_lasts_and_what_takes_no_time(fields, lasts, drops):
    plan = asked("plan", **fields)
    assert (plan.lasts, plan.drops) == (lasts, drops)


@pytest.mark.parametrize(("turns", "counts"), [("counted", True), ("shown", False), ("free", False)])
def test_one_thing_a_turn_is_counted_where_nobody_says_otherwise(turns, counts):
    assert asked("fire", turns=turns).counts_turns is counts
    assert asked("fire").counts_turns


@pytest.mark.parametrize(("gait", "walks"), [("still", 0), ("walk", 1), ("fly", 1), ("run", 0), ("crawl", 0)])
def test_who_flies_fires_as_who_walks_and_who_says_nothing_stands_still(gait, walks):
    shot = asked("fire", gait=gait)
    assert (shot.walks, str(shot.moves)) == (bool(walks), gait)
    assert (asked("fire").walks, str(asked("fire").moves)) == (False, "still")


@pytest.mark.parametrize(
    ("fields", "area", "high"),
    [({}, False, False), ({"spread": "area"}, True, False), ({"trajectory": "high"}, False, True)],
)
def test_fire_at_an_area_and_of_high_trajectory(fields, area, high):
    shot = asked("fire", **fields)
    assert (shot.area, shot.high) == (area, high)


def offered(verb, field, scene):
    return list(next(each for each in C3K.orders[verb].fields if each.name == field).suggest(scene))


TANK = unit("Tank", template="Light Tank")
HELD = HALE.sheet.weapons


def having(*rounds):
    """Somebody with weapons 1, 2, … in which so many rounds are left."""
    made = (
        replace(HELD[0], name=str(number), loaded=replace(HELD[0].loaded, rounds=left))
        for number, left in enumerate(rounds, 1)
    )
    return replace(HALE, sheet=replace(HALE.sheet, weapons=tuple(made)))


@pytest.mark.parametrize(
    ("verb", "field", "units", "known", "names"),
    [
        # Empty weapons are offered last to fire with; to be loaded, the emptiest first.
        ("fire", "weapon", {"name": (having(0, 5, 3),)}, {}, ["2", "3", "1"]),
        ("reload", "weapon", {"name": (having(4, 0, 3),)}, {}, ["2", "3", "1"]),
        ("fire", "weapon", {}, {}, []),
        ("fire", "weapon", {"name": ()}, {}, []),
        # Of all who strike each weapon once, and the fist.
        ("melee", "weapon", {"name": (having(1, 1), having(1))}, {}, ["1", "2", "Fist"]),
        ("melee", "back", {"target": (having(1),)}, {}, ["1", "Fist"]),
        ("melee", "back", {}, {}, ["Fist"]),
        # Vehicles, to get into or out of, and to sabotage.
        ("move", "to", {}, {"Hale": HALE, "Tank": TANK}, ["Tank", "out"]),
        ("move", "to", {}, {"Hale": HALE}, []),
        ("break", "what", {}, {"Hale": HALE, "Tank": TANK}, ["Tank"]),
        # The radio nets of who speaks, and what is off the board; a vehicle has none.
        ("say", "net", {"name": (TANK,)}, {}, ["off-board"]),
    ],
)
def test_what_is_offered(verb, field, units, known, names):
    assert offered(verb, field, Scene(units, Ledger(), known=known)) == names


def test_the_nets_of_who_speaks_are_offered():
    speaker = replace(KEMP, sheet=replace(KEMP.sheet, kit=replace(KEMP.sheet.kit, nets=("Blue", "Red"))))
    assert offered("say", "net", Scene({"name": (speaker,)})) == ["Blue", "Red", "off-board"]
    assert offered("say", "net", Scene({})) == ["off-board"]


def test_whom_an_order_is_meant_for_are_enemies_alone():
    foes = {(verb, role.name) for verb, order in C3K.orders.items() for role in order.roles if role.foes}
    assert foes == {("fire", "target"), ("charge", "target"), ("receive", "target"), ("melee", "target")}
