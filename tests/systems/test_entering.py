"""Who is put on a scenario's deck by turns before it begins, and by which ways others come later."""

import pytest

from bot.engine.errors import RuleError
from bot.engine.scenario import Special
from bot.engine.scene import Scene
from tests.systems.small_ship import OUT, Ship

SIDES = {"Ann": "Red", "Abe": "Red", "Bob": "Blue", "Bea": "Blue", "Ben": "Blue", "Cid": "Blue"}
CHOSEN = dict.fromkeys(("Ann", "Abe", "Bob", "Bea", "Ben"), 0)
TURNS = Special("placed by turns", "Red 1, Blue 2")
ROOMS = Special("placed by turns", "Red 1, Blue 2, Red not in Lobby, Blue not in shut rooms without others")
ENTER = Special("enter", "Red, Shaft, Crates / Mess")


def ship(special=TURNS, at=(), **more):
    made = Ship(sides=SIDES, at=dict(at), specials=(special,), playing={"kept": {"choice": CHOSEN}}, **more)
    return made, *made.stages[0]


def asked(**more):
    _, ruling, stage = ship(**more)
    return [(due.owes, due.decides, due.what, due.asks) for due in ruling.owes(stage)]


RED = (("Ann", "Abe"), ("of Red",), "put one of the Red on the deck, before it begins", ("at",))
BLUE = (("Bob", "Bea", "Ben"), ("of Blue",), "put one of the Blue on the deck, before it begins", ("at",))


@pytest.mark.parametrize(
    ("there", "turn"),
    [
        ("", "Red"),
        ("Ann", "Blue"),
        ("Ann Bob", "Blue"),
        ("Ann Bob Bea", "Red"),
        ("Ann Bob Bea Abe", "Blue"),
        # Where one side is all there, it is the other's.
        ("Bob Bea Ben", "Red"),
        ("Ann Abe Bob Bea", "Blue"),
        ("Ann Abe Bob Bea Ben", ""),
        # Whoever has no choice doesn't count.
        ("Cid", "Red"),
    ],
)
def test_one_of_the_first_side_is_put_there_for_two_of_the_second(there, turn):
    at = dict(zip(there.split(), ("A1", "B1", "A2", "B2", "C2"), strict=False))
    assert [what.split()[4] for _, _, what, _ in asked(at=at)] == ([turn] if turn else [])


def test_it_asks_whose_they_are_for_those_who_are_not_there_yet():
    assert asked() == [RED]
    assert asked(at={"Ann": "A1"}) == [BLUE]
    # In fog neither knows how many the other has put there.
    assert asked(fog="on") == [RED, BLUE]


@pytest.mark.parametrize(("turn", "asks"), [(None, True), ((1, 0), True), ((1, 1), False), ((2, 0), False)])
def test_only_before_play_begins(turn, asks):
    assert bool(asked(turn=turn)) is asks


@pytest.mark.parametrize(
    ("verb", "name", "given", "refusal"),
    [
        ("place", "Bob", {}, "Bob can't be placed yet: it is the turn of the Red, with Ann say."),
        ("place", "Ann", {"at": {"Abe": "A1"}}, "Ann can't be placed yet: it is the turn of the Blue, with Bob say."),
        ("place", "Ann", {}, ""),
        ("move", "Bob", {}, ""),
        # Who is there already, who has no choice, in fog, and once it has begun.
        ("place", "Bob", {"at": {"Bob": "A1", "Bea": "B1", "Ann": "C1"}}, ""),
        ("place", "Cid", {}, ""),
        ("place", "Bob", {"fog": "on"}, ""),
        ("place", "Bob", {"turn": (1, 1)}, ""),
    ],
)
def test_nobody_is_put_there_out_of_turn(verb, name, given, refusal):
    made, ruling, stage = ship(**given)
    assert ruling.bars(stage, verb, made.game.units[name]) == refusal


def noted(special, before, after, verb="place", opened=False, turn=None):
    """Put some on the deck, where others stand already; why that is refused, "" where it isn't."""
    made, _, _ = ship(special, before, turn=turn)
    scene = Scene.of(made.game)
    made, ruling, stage = ship(special, {**dict(before), **dict(after)}, turn=turn)
    if opened:
        ((ruling, stage),) = made.opened().stages
    try:
        ruling.notes(stage, scene, verb)
    except RuleError as refused:
        return str(refused)
    return ""


SHUT = "Bob can't begin in Mess: it is shut, and none of the others is in it."


@pytest.mark.parametrize(
    ("before", "after", "more", "refusal"),
    [
        ({}, {"Ann": "E1"}, {}, ""),
        ({}, {"Ann": "A1"}, {}, "Ann can't begin in Lobby: the scenario has none of that side there."),
        ({}, {"Bob": "E1"}, {}, SHUT),
        ({}, {"Bob": "E1"}, {"opened": True}, ""),
        ({"Ann": "F1"}, {"Bob": "E1"}, {}, ""),
        ({"Ann": "A1"}, {"Bob": "E1"}, {}, SHUT),
        ({"Bea": "F1"}, {"Bob": "E1"}, {}, SHUT),
        # The lobby's door is shut as well.
        ({}, {"Bob": "A1"}, {}, SHUT.replace("Mess", "Lobby")),
        ({"Ann": "C1"}, {"Bob": "A1"}, {}, ""),
        ({}, {"Ann": "E1", "Bob": "A1"}, {}, "They are placed by turns: one at a time."),
        # Not those who stand there already, nor who has no choice, nor by another order.
        ({"Ann": "A1"}, {}, {}, ""),
        ({}, {"Cid": "E1"}, {}, ""),
        ({}, {"Ann": "A1"}, {"verb": "move"}, ""),
    ],
)
def test_where_a_side_puts_nobody(before, after, more, refusal):
    assert noted(ROOMS, before, after, **more) == refusal


def test_a_room_without_a_door_is_not_shut():
    """On the middle deck the bay has none at all."""
    more = {"sides": SIDES, "specials": (ROOMS,), "playing": {"kept": {"choice": CHOSEN}}}
    scene = Scene.of(Ship(1, at={}, **more).game)
    ((ruling, stage),) = Ship(1, at={"Bob": "E1"}, **more).stages
    assert ruling.notes(stage, scene, "place") == stage


# --- by ways, later ---


def enters(square, *, turn=(1, 0), name="Dot", verb="place", before=()):
    sides = {**SIDES, "Dot": "Red", "Eve": "Blue"}
    more = {"sides": sides, "specials": (ENTER,), "playing": {"kept": {"choice": CHOSEN}}, "turn": turn}
    scene = Scene.of(Ship(at=dict(before), **more).game)
    ((ruling, stage),) = Ship(at={**dict(before), name: square}, **more).stages
    try:
        ruling.notes(stage, scene, verb)
    except RuleError as refused:
        return str(refused)
    return ""


FIRST, LATER = "Dot comes onto the deck in turn 1 by Shaft alone.", "by Crates or Mess alone."


@pytest.mark.parametrize(
    ("square", "given", "refusal"),
    [
        # Beside the ladder at C1, or on it, in the first turn; beside the crate at F2 later.
        ("C1", {}, ""),
        ("B2", {}, ""),
        ("A1", {}, FIRST),
        ("E2", {}, FIRST),
        ("E2", {"turn": (2, 0)}, ""),
        ("E2", {"turn": (1, 4)}, FIRST),
        ("C1", {"turn": (2, 1)}, "Dot comes onto the deck in turn 2 " + LATER),
        ("A1", {"turn": None}, ""),
        ("A1", {"verb": "move"}, ""),
        # Others, those who were chosen a place, and whoever is there already.
        ("A1", {"name": "Eve"}, ""),
        ("A1", {"name": "Ann"}, ""),
        ("A1", {"before": {"Dot": "C1"}}, ""),
    ],
)
def test_they_come_by_their_ways_alone(square, given, refusal):
    assert enters(square, **given) == refusal


@pytest.mark.parametrize(
    ("at", "kept", "states", "new"),
    [
        ({"Ann": "C1", "Bob": "A1"}, {}, {}, {"Ann": 1}),
        ({"Ann": "C1", "Abe": "B1"}, {"Ann": 1}, {}, {"Ann": 1, "Abe": 1}),
        ({"Ann": "C1"}, {"Ann": 1}, {}, None),
        ({"Bob": "A1"}, {}, {}, None),
        ({"Ann": "C1"}, {}, {"Ann": OUT}, None),
    ],
)
def test_who_has_come_is_planned_to_move_once(at, kept, states, new):
    made = Ship(sides=SIDES, at=at, states=states, turn=(1, 1), specials=(ENTER,), playing={"kept": {ENTER.key: kept}})
    ((ruling, stage),) = made.stages
    act = ruling.happens(stage)
    if new is None:
        assert act is None
        return
    after = act(None)
    assert after.kept == new
    planned = [name for name in at if after.game.ledger.clock.of(name).plan]
    assert planned == [name for name in at if name in new and name not in kept]


@pytest.mark.parametrize(
    ("special", "side", "told"),
    [
        (
            TURNS,
            "Red",
            "Before it begins the sides put their people on the deck by turns, 1 of the Red and then 2 of the Blue: "
            "/place name: at:",
        ),
        (
            ROOMS,
            "Blue",
            "Before it begins the sides put their people on the deck by turns, 1 of the Red and then 2 of the Blue: "
            "/place name: at:; yours not in shut rooms with none of the others in them",
        ),
        (
            ROOMS,
            "Red",
            "Before it begins the sides put their people on the deck by turns, 1 of the Red and then 2 of the Blue: "
            "/place name: at:; yours not in Lobby",
        ),
        (TURNS, "Green", ""),
        (
            ENTER,
            "Red",
            "Of the Red whoever has no place as it begins comes in the first turn by Shaft, later by Crates or Mess: "
            "/place name: at: beside it",
        ),
        (ENTER, "Blue", ""),
    ],
)
def test_what_a_side_is_told_of_its_own_placing(special, side, told):
    made, ruling, _ = ship(special)
    assert ruling.briefs(made.scenario, special, side) == told
