"""Doors, hatches and lifts by where they are: which is nearest, what is at work, which stands open on which level."""

from dataclasses import replace

import pytest

from bot.deck.board import Airlock, Lift, Ride
from bot.deck.passage import is_over_drop
from bot.deck.placing import can_stand, find_square
from bot.deck.plan import At, Edge, Facing, at_of, named
from bot.deck.portals import (
    at_work,
    close_portal,
    lift_name,
    lift_of,
    lifts_dead,
    lifts_open,
    nearest_portal,
    open_portal,
    portal_named,
    portals_beside,
    reach,
    shaft_at,
    shaft_behind,
    squares_of,
    untried,
    where_is,
    with_lift,
)
from bot.engine.errors import RuleError
from tests.deck.plans import board_of

# A door between B1 and C1, one between A3 and A4, nothing else in the way.
DOORS = board_of(
    "#########", "#. .D. .#", "#       #", "#. . . .#", "#       #", "#. . . .#", "#D#######", "#. . . .#", "#########"
)
WEST, SOUTH = (portals_beside(DOORS, at_of(square))[side] for square, side in (("B1", "E"), ("A3", "S")))


@pytest.mark.parametrize(
    ("square", "portal"),
    [
        # From A1 the one is a square away, the other two; from A2 as far: then it is the northern square's.
        ("A1", WEST),
        ("A3", SOUTH),
        ("B3", SOUTH),
        ("D1", WEST),
        # Three squares along the wall, against one and three.
        ("D4", SOUTH),
    ],
)
def test_the_nearest_door_is_so_many_squares_to_the_side_and_ahead(square, portal):
    assert nearest_portal(DOORS, at_of(square)) == portal


def test_where_there_is_no_door_none_is_nearest():
    assert nearest_portal(board_of("#####", "#. .#", "#####"), at_of("A1")) is None


def test_what_opened_or_shut_shows_at_its_squares_and_what_is_at_work_at_its_own():
    """A lift that is out of order does nothing."""
    opened = open_portal(DOORS, WEST)
    for before, after in ((DOORS, opened), (opened, DOORS)):
        assert [named(at) for at in at_work(before, after)] == ["C1", "B1"] or [
            named(at) for at in at_work(before, after)
        ] == ["B1", "C1"]
    assert at_work(opened, opened) == ()
    lift, dead = Lift(level=0), Lift(level=0, dead=True)
    working = replace(DOORS, lifts={at_of("D4"): lift, at_of("D3"): dead}, airlocks={at_of("B4"): Airlock()})
    assert [named(at) for at in at_work(working, DOORS)] == ["B4", "D4"]
    assert at_work(DOORS, working) == ()


def test_a_door_is_opened_and_closed_once_and_one_that_is_broken_through_neither():
    opened = open_portal(DOORS, WEST)
    with pytest.raises(RuleError, match="The sliding door is open already"):
        open_portal(opened, WEST)
    assert close_portal(opened, WEST) == DOORS
    with pytest.raises(RuleError, match="The sliding door is closed already"):
        close_portal(DOORS, WEST)
    broken = replace(opened, breached=frozenset({WEST}))
    with pytest.raises(RuleError, match="The sliding door is open already"):
        open_portal(replace(broken, open=frozenset()), WEST)
    with pytest.raises(RuleError, match="The sliding door is destroyed and can't be closed"):
        close_portal(broken, WEST)


# A lift of two squares on three levels.
LIFT = ("l = place Lift A, lift",)
ROW = ("#########", "#l lD. .#", "#########")
STACK = board_of(
    *ROW, level="Top", notes=LIFT, more="\n".join(("level: Middle", *ROW, *LIFT, "level: Low", *ROW, *LIFT))
)
FIRST = min(at for at, fixture in STACK.plan.levels[0].fixtures.items() if fixture.value == "lift")


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_lift_stands_open_on_the_level_where_it_is_and_on_no_other(level):
    board = replace(STACK, lifts={FIRST: Lift(level=level)})
    assert {named(at, 9) for at in lifts_open(board, level)} == {f"{level + 1}:A1", f"{level + 1}:B1"}
    assert all(not lifts_open(board, other) for other in {0, 1, 2} - {level})


def test_a_lift_that_is_out_of_order_shows_once_somebody_has_tried_it():
    dead, secret = Lift(dead=True), Lift(dead=True, untried=True)
    assert len(lifts_dead(replace(STACK, lifts={FIRST: dead}))) == 6
    assert lifts_dead(replace(STACK, lifts={FIRST: secret})) == frozenset()
    assert lifts_dead(replace(STACK, lifts={FIRST: Lift(ride=Ride(0, 1, 1))})) == frozenset()
    assert untried(replace(STACK, lifts={FIRST: secret})) == (FIRST,)
    assert untried(replace(STACK, lifts={FIRST: dead})) == ()


def test_ways_lead_through_what_is_shut_at_its_price_and_by_ladders_only_for_who_climbs():
    """By the door it is 2 squares to C1 and 6 more for what is shut; round there is no way."""
    found = reach(DOORS, at_of("A1"), 6)
    assert (found.far[at_of("B1")], found.far[at_of("C1")], found.far[at_of("C2")]) == (1, 4, 3)
    assert found.first[at_of("C1")] is None
    assert [named(at) for at in found.way(at_of("A4"))] == ["A1", "A2", "A3", "A4"]
    assert (found.far[at_of("A4")], found.first[at_of("A4")]) == (9, SOUTH)
    ladder = board_of("", " . L", level="Upper", more="level: Lower\n\n . L")
    assert find_square(ladder, "2:B1", 0) not in reach(ladder, at_of("A1"), 6).far
    assert reach(ladder, at_of("A1"), 6, climbs=True).far[find_square(ladder, "2:A1", 0)] == 9


def test_nobody_opens_a_door_from_a_square_on_which_they_can_not_stop():
    """The door is north of B2 and south of B1: who comes from the north can't, by the side where somebody lies."""
    board = board_of("#######", "#. . .#", "###D###", "#. . .#", "#######")
    reached = reach(board, at_of("A1"), 6, crowded=frozenset({at_of("B1")}))
    assert at_of("B2") not in reached.far
    assert reach(board, at_of("A1"), 6, crowded=frozenset({at_of("B2")})).far[at_of("B2")] == 8


def test_a_portal_is_named_by_the_squares_beside_it():
    assert (where_is(DOORS.plan, WEST), portal_named(DOORS, WEST)) == (
        "between B1 and C1",
        "the sliding door between B1 and C1",
    )
    assert [named(at) for at in sorted(squares_of(DOORS.plan, (SOUTH,)))] == ["A3", "A4"]
    assert not is_over_drop(DOORS, at_of("A1"))


def test_a_lift_is_kept_by_its_shaft_and_forgotten_where_it_is_as_at_first():
    """The trunk of two squares on three levels, and another lift at D1 of the top."""
    shaft, other = shaft_at(STACK.plan, FIRST), at_of("D1")
    assert {named(at, 9) for at in shaft} == {f"{level}:{square}" for level in (1, 2, 3) for square in ("A1", "B1")}
    assert shaft_at(STACK.plan, at_of("C1")) == frozenset()
    board = replace(STACK, lifts={other: Lift(level=2)})
    called = with_lift(board, shaft, Lift(level=1))
    assert called.lifts == {other: Lift(level=2), FIRST: Lift(level=1)}
    assert (lift_of(called, shaft), lift_of(board, shaft)) == (Lift(level=1), Lift())
    assert with_lift(called, shaft, Lift()).lifts == {other: Lift(level=2)}
    assert lift_name(STACK.plan, shaft) == "Lift A"
    unnamed = board_of("", " E .", more="level: Low\n\n E .")
    assert lift_name(unnamed.plan, shaft_at(unnamed.plan, at_of("A1"))) == "The lift at A1"


def test_a_lifts_door_is_on_its_edge_and_no_other_door_is():
    door = portals_beside(STACK, at_of("C1"))["W"]
    assert shaft_behind(STACK, door) == shaft_at(STACK.plan, FIRST)
    assert shaft_behind(DOORS, WEST) == frozenset()
    # An edge between two squares of one lift is none of its doors.
    assert shaft_behind(STACK, Edge(0, 1, 0, Facing.WEST)) == frozenset()


@pytest.mark.parametrize(
    ("sign", "notes", "walked"),
    [
        (".", (), True),
        ("V", (), False),
        ("F", (), False),
        ("G", (), False),
        ("c", ("c = drop with hatch",), True),
        ("c", ("c = drop with open hatch",), False),
        ("L", (), True),
        ("C", (), True),
    ],
)
def test_a_way_leads_over_no_drop_and_through_nothing_that_fills_a_square(sign, notes, walked):
    """From A1 to C1, with something on B1 between; the other way is by the squares below."""
    board = board_of(
        "#######",
        f"#. {sign} .#",
        "#     #",
        "#. . .#",
        "#######",
        notes=notes,
        more="level: Below\n#######\n#. . .#\n#     #\n#. . .#\n#######",
    )
    start, goal = At(0, 0, 0), At(0, 2, 0)
    assert reach(board, start, 6).far[goal] == (2 if walked else 4)
    assert (At(0, 1, 0) in reach(board, start, 6).far) is walked
    assert can_stand(board, At(0, 1, 0)) is walked


def test_where_the_floor_ends_on_every_way_there_is_none():
    board = board_of("#######", "#. V .#", "#######", more="level: Below\n#######\n#. . .#\n#######")
    assert {*reach(board, At(0, 0, 0), 6).far} == {At(0, 0, 0)}
