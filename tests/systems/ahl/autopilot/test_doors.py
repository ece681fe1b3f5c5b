"""Lifts and airlocks on the way of somebody who acts by themselves (AHL 8.B.6, 8.B.7)."""

from dataclasses import replace

import pytest

from bot.deck.board import Airlock, Lift, Ride
from bot.deck.plan import At, Edge, Facing, at_of
from bot.engine.autopilot import Mission
from bot.systems.ahl.autopilot.ways import on_their_way
from tests.deck.plans import board_of
from tests.systems.ahl.autopilot.pilots import MOVES, order_of, pilot
from tests.systems.ahl.table import one

# A lift of two squares whose door leads east; a room behind it. An airlock between space and a room.
CAR = board_of("###########", "#a bD. . .#", "###########", notes=["a = place Car, lift", "b = place Car, lift"])
LOCK = board_of("  #########", "  AaA. . .#", "  #########", notes=["a = place Port airlock"])
OUTER, INNER = Edge(0, 1, 0, Facing.WEST), Edge(0, 2, 0, Facing.WEST)
LIFT, CHAMBER = At(0, 0, 0), At(0, 1, 0)
GUARD = Mission.GUARD


def goes(square, board, to, *, began=None, clock=MOVES):
    unit, stands = one("Ann", "1", square)
    ann = unit, replace(stands, began=at_of(began) if began else None)
    return [
        (order_of(idea), idea.why) for idea in on_their_way(pilot(ann, board=board, orders=GUARD, to=to, clock=clock))
    ]


def lift(**state):
    return replace(CAR, lifts={LIFT: Lift(**state)})


def lock(**state):
    return replace(LOCK, airlocks={CHAMBER: Airlock(**state)})


WAITS = [("phase ready Ann", "goes to E1: waits for Car")]


@pytest.mark.rule("AHL-8B6a")
@pytest.mark.parametrize(
    ("square", "to", "board", "does"),
    [
        ("B1", "E1", CAR, [("lift call Ann", "goes to E1: has Car opened")]),
        ("C1", "A1", CAR, [("lift call Ann W", "goes to A1: calls Car")]),
        # It is called already, or on its way.
        ("B1", "E1", lift(calls=frozenset({0})), WAITS),
        ("B1", "E1", lift(ride=Ride(0, 0, 2)), WAITS),
        # That it is dead shows by trying.
        ("B1", "E1", lift(dead=True, untried=True), [("lift call Ann", "goes to E1: has Car opened")]),
        ("B1", "E1", lift(dead=True), [("phase ready Ann", "goes to E1: can't, for Car is out of order")]),
    ],
)
def test_whoever_stands_in_a_lift_has_it_opened_and_whoever_goes_there_calls_it(square, to, board, does):
    assert goes(square, board, to) == does


def test_a_lift_is_called_by_who_began_the_phase_at_its_door_with_the_points():
    """Within, or beside it."""
    assert goes("C1", CAR, "A1", began="D1") == [("phase ready Ann", "goes to A1: waits for Car")]
    assert goes("C1", CAR, "A1", began="C1") == goes("C1", CAR, "A1")
    assert goes("B1", CAR, "E1", began="A1") == goes("B1", CAR, "E1")
    # Of the 6 points the 2 that a call costs are left, or half a one less, or none.
    assert goes("B1", CAR, "E1", clock=MOVES.did("Ann", spent=8)) == goes("B1", CAR, "E1")
    assert goes("B1", CAR, "E1", clock=MOVES.did("Ann", spent=9)) == WAITS
    assert goes("B1", CAR, "E1", clock=MOVES.did("Ann", spent=12)) == WAITS


@pytest.mark.parametrize(
    ("board", "does"),
    [
        (LOCK, [("airlock Ann E", "goes to E1: cycles the airlock")]),
        (lock(called=frozenset({INNER})), [("phase ready Ann", "goes to E1: waits for the airlock to cycle")]),
        (lock(opens=INNER, phases=6), [("phase ready Ann", "goes to E1: waits for the airlock to cycle")]),
    ],
)
def test_whoever_stands_in_an_airlock_cycles_it_and_waits(board, does):
    assert goes("B1", board, "E1") == does


@pytest.mark.rule("AHL-8B7b")
def test_an_airlock_is_cycled_with_all_the_points_of_a_phase_and_not_with_less():
    assert goes("B1", LOCK, "E1", clock=MOVES.did("Ann", spent=1)) == [
        ("phase ready Ann", "goes to E1: waits for the airlock to cycle")
    ]


# A sliding door costs 2 points to open (AHL 8.B.1).
DOOR = board_of("#########", "#. .D. .#", "#########")


@pytest.mark.rule("AHL-8B1a")
@pytest.mark.parametrize(
    ("more", "order"),
    [
        ({}, "door Ann E True"),
        ({"began": "B1"}, "door Ann E True"),
        ({"began": "C1"}, "door Ann E True"),
        ({"began": "A1"}, "phase ready Ann"),
        ({"clock": MOVES.did("Ann", spent=8)}, "door Ann E True"),
        ({"clock": MOVES.did("Ann", spent=9)}, "phase ready Ann"),
        ({"board": replace(DOOR, asked={INNER: frozenset({True})})}, "phase ready Ann"),
    ],
)
def test_a_door_is_opened_by_who_began_the_phase_beside_it_with_the_points_and_once(more, order):
    ((found, _),) = goes("B1", to="D1", **{"board": DOOR, **more})
    assert found == order
