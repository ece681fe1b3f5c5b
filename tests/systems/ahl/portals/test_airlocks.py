"""Airlocks cycled, and doors worked by hand from phase to phase (AHL 8.B.1 to 8.B.8, ruling R-44)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.alttext import alt_text
from bot.deck.board import Airlock
from bot.deck.placing import turned
from bot.deck.plan import At, Edge, Facing
from bot.deck.portals import airlock_of, chamber_around
from bot.deck.view import View
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.orders.door import door_order
from bot.systems.ahl.turn.clock import Clock
from tests.deck.plans import board_of
from tests.deck.shipped import plan_of
from tests.reports import card_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, give, scene_on, stands
from tests.systems.ahl.people import BOOK

# A lock of one square, B1, between space beyond the west hull and the room from C1 on.
LOCK = board_of(
    "  #######",
    "  AaA. .#",
    "  #######",
    notes=["a = place Port airlock"],
)

OUTER, INNER = Edge(0, 1, 0, Facing.WEST), Edge(0, 2, 0, Facing.WEST)
CHAMBER = At(0, 1, 0)
# Rooms to the west and the east of a lock, C1, and a sliding door in the eastern one.
ROOMS = board_of("#############", "#. .A.A. .D.#", "#############")


def give_to(verb, board, *people, who="Ann", **fields):
    outcome, card = give(verb, scene_on(board, people, **{AHL.orders[verb].roles[0].name: who}), **fields)
    return outcome.board, card


def in_turn(board, *people, who="Ann", **fields):
    """What a hand at a door asks for in a turn that is kept, and the answer."""
    scene = replace(scene_on(board, people, at=who), ledger=Ledger(clock=Clock()))
    order = door_order(BOOK)
    outcome = order.resolve(scene, order.read(fields), ScriptedDice([]))
    return outcome.board, card_of(order, outcome, [])


def phase(board, *people, faces=()):
    outcome, card = give("phase", scene_on(board, people, name=", ".join(unit.name for unit, _ in people)), faces)
    return board if outcome.board is None else outcome.board, card


def ann(square="C1"):
    return body("Ann"), stands(square)


def bob(square):
    return body("Bob"), stands(square)


@pytest.mark.rule("AHL-8B7a", "AHL-8B7b")
def test_six_whole_phases_after_the_call_it_is_open_and_six_after_the_next_the_far_door():
    board, card = give_to("airlock", LOCK, ann())
    assert card.title == "Ann cycles Port airlock"
    assert card.lines == ("6 AP; it cycles for six phases after this one, and then the door between B1 and C1 opens",)
    assert card.working == (
        "Cycling costs 6 AP beside an entrance or within, and takes six whole phases (AHL 8.B.7), ruling R-44",
        "While it cycles it heeds no other command (AHL 8.B.8)",
    )
    assert board.airlocks == {CHAMBER: Airlock(called=frozenset({INNER}))}
    said = []
    for _ in range(7):
        assert board.open == frozenset()
        board, card = phase(board, ann())
        said += card.lines
    assert said == [
        "Port airlock begins to cycle: 6 more phases",
        *(f"Port airlock cycles: {left} more phases" for left in (5, 4, 3, 2)),
        "Port airlock cycles: one more phase",
        "Port airlock has cycled, and opens",
    ]
    assert (board.open, board.airlocks, board.airless) == ({INNER}, {}, frozenset())
    # From within: 6 AP, shut as the next phase begins, six phases more, and the air of the lock goes.
    board, card = give_to("airlock", board, ann("B1"))
    assert card.lines == (
        "6 AP; the open entrance shuts as the next phase begins, it cycles for six phases after this one, and then "
        "the door at B1 opens",
    )
    board, card = phase(board, ann("B1"))
    assert card.lines == ("Port airlock shuts, and begins to cycle: 6 more phases",)
    assert board.open == frozenset()
    for _ in range(5):
        board, _ = phase(board, ann("B1"))
        assert board.open == frozenset()
    board, card = phase(board, ann("B1"))
    assert (board.open, board.airless) == ({OUTER}, {CHAMBER})
    assert card.lines == ("Port airlock has cycled, and opens; the air is lost in a square",)
    # Back in: the lock fills again before its inner door opens, and nobody else loses air.
    board, _ = give_to("airlock", board, ann("B1"))
    for _ in range(7):
        board, card = phase(board, ann("B1"))
    assert (board.open, board.airless) == ({INNER}, frozenset())
    assert card.lines == ("Port airlock has cycled, and opens; there is air again in a square",)


def test_whoever_asked_from_within_stays_asked_whoever_asks_beside():
    board, _ = give_to("airlock", ROOMS, ann("C1"), side="E")
    assert board.airlocks[At(0, 2, 0)].inside
    board, _ = give_to("airlock", board, ann("B1"), side="E")
    assert board.airlocks[At(0, 2, 0)].inside
    board, _ = give_to("airlock", ROOMS, ann("B1"), side="E")
    assert not board.airlocks[At(0, 2, 0)].inside


def test_a_lock_between_rooms_without_air_lets_none_in():
    board = replace(ROOMS, airless=frozenset(At(0, x, 0) for x in (0, 1, 2)))
    board, _ = give_to("airlock", board, ann("B1"), side="E")
    for _ in range(7):
        board, _ = phase(board, ann("B1"))
    assert board.airless == {At(0, x, 0) for x in (0, 1, 2)}
    board, _ = give_to("airlock", board, ann("D1"))
    for _ in range(7):
        board, _ = phase(board, ann("D1"))
    assert board.airless == {At(0, x, 0) for x in (0, 1)}


@pytest.mark.rule("AHL-8B8a")
def test_opposed_commands_to_an_airlock_cancel():
    board, _ = give_to("airlock", ROOMS, ann("B1"))
    board, card = give_to("airlock", board, ann("B1"), bob("D1"), who="Bob", side="W")
    assert card.lines == ("6 AP, for nothing: opposed commands in one phase cancel",)
    assert card.working[-1] == "Opposed commands cost their AP all the same (AHL 8.B.8)"
    board, card = phase(board, ann("B1"), bob("D1"))
    assert card.lines == ("Airlock stays as it is: opposed commands",)
    assert (board.airlocks, board.open) == ({}, frozenset())


@pytest.mark.rule("AHL-8B8b")
def test_a_cycling_airlock_heeds_nobody():
    board, _ = give_to("airlock", ROOMS, ann("B1"))
    board, _ = phase(board, ann("B1"))
    with pytest.raises(RuleError, match="The airlock cycles for 6 more phases and heeds nobody: wait for it"):
        give_to("airlock", board, bob("D1"), who="Bob", side="W")
    with pytest.raises(RuleError, match="That is an airlock's door: cycle the airlock with /airlock"):
        give_to("door", board, ann("B1"))


@pytest.mark.rule("AHL-8B8b")
def test_an_open_lock_that_nobody_entered_shuts_for_a_call_from_its_other_side():
    near, far = Edge(0, 2, 0, Facing.WEST), Edge(0, 3, 0, Facing.WEST)
    here = replace(ROOMS, open=frozenset({near}))
    board, card = give_to("airlock", here, bob("D1"), who="Bob", side="W")
    assert card.lines[0].startswith("6 AP; the open entrance shuts as the next phase begins")
    emptied, card = phase(board, bob("D1"))
    assert card.lines == ("Airlock shuts, and begins to cycle: 6 more phases",)
    assert emptied.open == frozenset()
    for _ in range(6):
        emptied, _ = phase(emptied, bob("D1"))
    assert emptied.open == {far}
    # Somebody has entered it in that phase: it stays open, and their own command alone shuts it.
    held, card = phase(board, bob("D1"), ann("C1"))
    assert (held.open, held.airlocks) == ({near}, {})
    assert card.lines == ("Airlock stays open: somebody is in it",)
    both, _ = give_to("airlock", board, bob("D1"), ann("C1"))
    assert phase(both, bob("D1"), ann("C1"))[1].lines == ("Airlock shuts, and begins to cycle: 6 more phases",)


def test_what_is_no_airlock_or_open_already():
    with pytest.raises(RuleError, match="There is no door at D1"):
        give_to("airlock", LOCK, ann("D1"))
    with pytest.raises(RuleError, match="No airlock's entrance is beside E1"):
        give_to("airlock", ROOMS, ann("E1"), side="E")
    with pytest.raises(RuleError, match="The airlock is open: enter it, and cycle it from within"):
        give_to("airlock", replace(LOCK, open=frozenset({INNER})), ann())


def test_the_referees_hand_stops_a_cycle():
    board = replace(LOCK, airlocks={CHAMBER: Airlock(opens=INNER, phases=3)})
    assert turned(board, OUTER, is_open=True).airlocks == {}


def test_a_cycling_airlock_is_told_in_words():
    board = replace(LOCK, airlocks={CHAMBER: Airlock(opens=INNER, phases=3)})
    assert "Airlock cycling at B1, phases to go: 3." in alt_text(View(board, 0))
    assert "Airlock" not in alt_text(View(LOCK, 0))


@pytest.mark.parametrize(
    ("deck", "place", "squares"),
    [
        ("power_plant", "Port airlock", 4),
        ("power_plant", "Starboard airlock", 4),
        ("quarters", "Port airlock", 2),
        ("quarters", "Starboard airlock", 2),
        ("boat_dock", "Port airlock", 4),
        ("boat_dock", "Starboard airlock", 4),
        ("trader", "Port airlock", 4),
        ("trader", "Starboard airlock", 4),
    ],
)
def test_the_airlocks_of_the_shipped_decks(deck, place, squares):
    plan = plan_of(deck)
    chamber = chamber_around(plan, plan.places[place][0])
    assert len(chamber.squares) == squares
    assert all(airlock_of(plan, edge) == chamber for entrance in chamber.entrances for edge in entrance)


def test_locks_to_load_through():
    """The cargo lock is 12 to 14 squares wide, with two doors of two squares on each side."""
    plan = plan_of("cargo")
    room = next(room for room in plan.rooms if room.name == "Aft cargo lock")
    chamber = chamber_around(plan, min(room.squares))
    assert [len(entrance) for entrance in chamber.entrances] == [4, 4]


deeds = st.lists(
    st.sampled_from([("Ann", "B1", "E"), ("Bob", "D1", "W"), ("Ann", "C1", "W"), ("Ann", "C1", "E"), None, None, None]),
    max_size=40,
)


@given(deeds, st.sampled_from([frozenset(), frozenset({At(0, 0, 0), At(0, 1, 0)})]))
def test_whatever_is_asked_of_an_airlock_it_never_opens_to_both_sides(asked, airless):
    """Somebody asks (or nobody, and the phase ends), again and again; the rooms keep the air that they have."""
    board, near, far = replace(ROOMS, airless=airless), Edge(0, 2, 0, Facing.WEST), Edge(0, 3, 0, Facing.WEST)
    for deed in asked:
        people = (ann(deed[1]) if deed and deed[0] == "Ann" else ann("A1")), bob("D1")
        try:
            board = give_to("airlock", board, *people, who=deed[0], side=deed[2])[0] if deed else board
        except RuleError:
            continue
        if not deed:
            board, _ = phase(board, *people)
        assert not {near, far} <= board.open
        assert board.airless - {At(0, 2, 0)} == airless


# Doors by hand.

HALL = board_of("#############", "#. .D. .H. .#", "#############")
DOOR, HATCH = Edge(0, 2, 0, Facing.WEST), Edge(0, 4, 0, Facing.WEST)


@pytest.mark.rule("AHL-8B1a", "AHL-8B2a", "AHL-8B4a")
@pytest.mark.parametrize(("square", "side", "edge", "kind", "cost"), [
    ("B1", "E", DOOR, "sliding door between B1 and C1", 2), ("D1", "E", HATCH, "hatch between D1 and E1", 6),
])  # fmt: skip
def test_a_hand_opens_and_shuts_as_the_next_phase_begins(square, side, edge, kind, cost):
    board, card = in_turn(HALL, ann(square), side=side)
    assert card.title == f"Ann opens the {kind}"
    assert card.lines == (f"{cost} AP; it is open as the next phase begins",)
    assert card.working[0] == f"Opening or closing it costs {cost} AP beside it (AHL 8.B)"
    assert board.open == frozenset()
    board, card = phase(board, ann(square))
    assert (board.open, board.asked, card.lines) == ({edge}, {}, (f"The {kind} is open",))
    board, card = in_turn(board, ann(square), side=side)
    assert card.lines == (f"{cost} AP; it is shut as the next phase begins",)
    board, card = phase(board, ann(square))
    assert (board.open, card.lines) == (frozenset(), (f"The {kind} is shut",))


@pytest.mark.rule("AHL-8B1a", "AHL-8B2a")
def test_a_door_wants_who_began_the_phase_beside_it_and_a_hatch_who_is_beside_it():
    came = At(0, 0, 0)
    with pytest.raises(RuleError, match="Ann began this phase at A1, not beside that door"):
        in_turn(HALL, (body("Ann"), stands("B1", began=came)))
    assert in_turn(HALL, (body("Ann"), stands("B1", began=At(0, 1, 0))))[0].asked
    assert in_turn(HALL, (body("Ann"), stands("D1", began=came)), side="E")[0].asked
    assert give_to("airlock", ROOMS, (body("Ann"), stands("B1", began=came)))[0].airlocks


@pytest.mark.rule("AHL-8B8a")
@pytest.mark.parametrize("was_open", [False, True])
def test_opposed_commands_to_a_door_cancel_and_cost_their_points(was_open):
    hall = replace(HALL, open=frozenset({DOOR} if was_open else ()))
    board, _ = in_turn(hall, ann("B1"), open=not was_open)
    board, card = in_turn(board, ann("B1"), bob("C1"), who="Bob", open=was_open)
    assert card.lines == ("2 AP, for nothing: opposed commands in one phase cancel, and it stays as it is",)
    assert card.working[-1] == "Opposed commands cost their AP all the same (AHL 8.B.8)"
    board, card = phase(board, ann("B1"), bob("C1"))
    state = "open" if was_open else "shut"
    assert card.lines == (f"The sliding door between B1 and C1 stays {state}: opposed commands",)
    assert card.working == ("Opposed commands to one portal in one phase cancel (AHL 8.B.8)",)
    assert (board.open, board.asked) == (hall.open, {})


@pytest.mark.rule("AHL-8B1a")
def test_what_a_door_or_an_airlock_is_asked_already_is_not_paid_twice():
    board, _ = in_turn(HALL, ann("B1"))
    for who, asked in (("Ann", {}), ("Ann", {"open": True}), ("Bob", {"open": True})):
        with pytest.raises(RuleError, match="The sliding door between B1 and C1 is to be opened already"):
            in_turn(board, ann("B1"), bob("C1"), who=who, **asked)
    board, _ = give_to("airlock", LOCK, ann())
    with pytest.raises(RuleError, match="The airlock is asked to do that already in this phase"):
        give_to("airlock", board, ann())


def test_what_a_hand_cannot_do():
    for fields, why in (
        ({"open": False}, "The sliding door is closed already"),
        ({"side": "N"}, "There is no door on the north side of B1: the nearest is the sliding door between B1 and C1."),
        ({"side": "down"}, "There is no door in the floor of B1"),
    ):
        with pytest.raises(RuleError, match=why):
            in_turn(HALL, ann("B1"), **fields)
    gone = replace(HALL, airless=frozenset({At(0, 4, 0), At(0, 5, 0)}))
    with pytest.raises(RuleError, match="The hatch stays shut against the vacuum on one side of it"):
        in_turn(gone, ann("D1"))


def test_a_hatch_stays_shut_if_the_air_goes_in_the_same_phase():
    board, _ = in_turn(HALL, ann("D1"), side="E")
    board, card = phase(replace(board, airless=frozenset({At(0, 4, 0), At(0, 5, 0)})), ann("D1"))
    assert board.open == frozenset()
    assert card.lines[0].startswith("The hatch between D1 and E1 stays shut: The hatch stays shut against the vacuum")


@pytest.mark.rule("AHL-QA-2", "AHL-8B2a")
def test_a_hatch_in_the_floor_by_hand():
    trap = board_of("", " a", notes=["a = ladder with hatch"], more="level: Low\n\n L")
    for square, side in (("A1", "down"), ("2:A1", "up")):
        board, card = in_turn(trap, ann(square))
        assert (card.title, board.asked) == ("Ann opens the hatch in the floor of A1", {At(0, 0, 0): frozenset({True})})
        assert card.lines == ("6 AP; it is open as the next phase begins",)
        board, card = phase(board, ann(square))
        assert (board.open, card.lines) == ({At(0, 0, 0)}, ("The hatch in the floor of A1 is open",))
        assert in_turn(board, ann(square), side=side)[1].title == "Ann shuts the hatch in the floor of A1"


@pytest.mark.rule("AHL-8B1a", "AHL-8B2a", "AHL-8B4a")
@pytest.mark.parametrize(("square", "side", "edge", "kind", "cost"), [
    ("B1", "E", DOOR, "sliding door between B1 and C1", 2), ("D1", "E", HATCH, "hatch between D1 and E1", 6),
])  # fmt: skip
def test_where_no_turn_is_kept_a_hand_opens_and_shuts_at_once_and_is_told_what_the_book_says(
    square, side, edge, kind, cost
):
    """Nobody counts phases, so that nothing waits for one, nor for whoever walked up to the door in this one."""
    came = body("Ann"), stands(square, began=At(0, 0, 0))
    board, card = give_to("door", HALL, came, side=side)
    assert (card.title, board.open, board.asked) == (f"Ann opens the {kind}", {edge}, {})
    assert card.lines == (f"{cost} AP; by the book it is open as the next phase begins (AHL 8.B)",)
    board, card = give_to("door", board, came, side=side)
    assert (card.title, board.open) == (f"Ann shuts the {kind}", frozenset())
    assert card.lines == (f"{cost} AP; by the book it is shut as the next phase begins (AHL 8.B)",)


def test_a_door_that_opens_at_once_lets_the_air_out_at_once():
    """The hull of E1 is open to space: three squares lose their air through the door beside it, B1 and A1 none."""
    holed = board_of("#############", "#. .D. . . .#", "#############")
    holed = replace(holed, airless=frozenset({At(0, x, 0) for x in (2, 3, 4, 5)}))
    board, card = give_to("door", holed, ann("B1"), side="E")
    assert card.lines[1] == "The air is lost in 2 squares"
    assert At(0, 0, 0) in board.airless


def test_what_was_asked_in_a_turn_is_over_once_a_hand_does_it_at_once():
    board, _ = in_turn(HALL, ann("B1"), side="E")
    board, _ = give_to("door", board, ann("B1"), side="E")
    assert (board.open, board.asked) == ({DOOR}, {})
