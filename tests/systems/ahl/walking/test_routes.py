from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.deck.board import Standing
from bot.deck.plan import At, Facing, neighbours
from bot.engine.errors import RuleError
from bot.systems.ahl.walking.ground import Costs, Ground, Occupant, ends_movement
from bot.systems.ahl.walking.routes import Pace, Route, cheapest_route, cheapest_routes, within_reach
from bot.systems.ahl.walking.spreading import Leg
from tests.deck.plans import board_of, boards
from tests.systems.ahl.walking.steps import step_cost

# In halves of a point: the costs of somebody who walks.
WALK = Costs(
    forward=4, diagonal=6, aside=8, turn=2, machinery=12, stand=12, hatch=4, crowd=2, most=12, room=4
)  # fmt: skip
NORTH, EAST, SOUTH, WEST = Facing


def at(x, y=0):
    return At(0, x, y)


def route(board, start, facing, goal, costs=WALK, crowd=None, **standing):
    return cheapest_route(Ground(board, costs, crowd or {}), Standing(start, facing, **standing), goal)


HALL = board_of("+" * 13, *[line for _ in range(4) for line in (" " + " ".join("." * 6), "+" * 13)])


def test_straight_ahead():
    steps = route(HALL, at(0), EAST, at(3)).steps
    assert steps == (Pace(at(1), EAST, 4), Pace(at(2), EAST, 4), Pace(at(3), EAST, 4))


@pytest.mark.rule("AHL-8A3a", "AHL-3a")
def test_turns_are_paid_and_facing_is_kept_while_walking():
    found = route(HALL, at(0, 3), EAST, at(0, 0))
    assert [(step.at, step.facing, step.cost) for step in found.steps] == [
        (at(0, 3), NORTH, 2), (at(0, 2), NORTH, 4), (at(0, 1), NORTH, 4), (at(0, 0), NORTH, 4),
    ]  # fmt: skip
    about = route(HALL, at(5), EAST, at(0))
    assert about.cost == 2 + 2 + 5 * 4
    assert [step.facing for step in about.steps][1:] == [WEST] * 6


def test_a_single_step_back_is_cheaper_than_turning_about():
    assert route(HALL, at(1), EAST, at(0)).steps == (Pace(at(0), EAST, 8),)


def test_diagonals_are_used_where_they_are_cheaper():
    assert route(HALL, at(0, 3), NORTH, at(2, 0)).cost == 6 + 6 + 4


@pytest.mark.rule("AHL-8A6a")
def test_who_is_prone_stands_up_first():
    steps = route(HALL, at(0), EAST, at(1), prone=True).steps
    assert steps == (Pace(at(0), EAST, 12), Pace(at(1), EAST, 4))


def test_as_much_of_a_walk_as_the_points_pay_for():
    found = route(HALL, at(0), EAST, at(5))
    assert [step.at for step in found.within(12).steps] == [at(1), at(2), at(3)]
    assert found.within(15) == found.within(12)
    assert found.within(20) == found
    assert found.within(3).steps == ()


def test_no_way_is_said_to_be_none():
    board = board_of("#######", "#. .D.#", "#######")
    with pytest.raises(
        RuleError,
        match="No open way leads there: open the sliding door between B1 and C1 first, or choose another square",
    ):
        route(board, at(0), EAST, at(2))
    # Of two ways the one through fewer doors is told, and the first of them; a wall has none.
    board = board_of("#########", "#.D.D. .#", "# ##### #", "#. .I. .#", "#########")
    with pytest.raises(RuleError, match="open the iris valve between B2 and C2 first"):
        route(board, at(0), EAST, at(3))
    # Doors and valves come before hatches.
    board = board_of("#########", "#.D.D. .#", "# ##### #", "#. .M. .#", "#########")
    with pytest.raises(RuleError, match="open the sliding door between A1 and B1 first"):
        route(board, at(0), EAST, at(3))
    with pytest.raises(RuleError, match="No open way leads there: choose another square"):
        route(board_of("#######", "#. .#.#", "#######"), at(0), EAST, at(2))
    with pytest.raises(RuleError, match="There is no floor"):
        route(board, at(0), EAST, at(4))
    with pytest.raises(RuleError, match="That square is on another level: walk to a ladder"):
        route(board, at(0), EAST, At(1, 0, 0))
    assert route(board, at(0), EAST, at(0)).steps == ()


@pytest.mark.rule("AHL-2f")
def test_enemies_are_gone_round_or_reached_but_not_passed():
    corridor = board_of("###########", "#. . . . .#", "###########")
    foe = {at(2): (Occupant(enemy=True),)}
    assert route(corridor, at(0), EAST, at(2), crowd=foe).cost == 4 + 4 + 2
    with pytest.raises(RuleError, match="No open way"):
        route(corridor, at(0), EAST, at(4), crowd=foe)
    assert at(2) not in [step.at for step in route(HALL, at(0), EAST, at(4), crowd=foe).steps]
    # Who stands beside an enemy in their own square may leave it.
    assert route(corridor, at(2), EAST, at(4), crowd=foe).cost == 8


def test_a_crowd_on_the_way_is_paid_for_or_gone_round():
    corridor = board_of("#######", "#. . .#", "#######")
    friends = {at(1): (Occupant(), Occupant())}
    assert route(corridor, at(0), EAST, at(2), crowd=friends).cost == 4 + 4 + 4
    full = {at(1): (Occupant(),) * 4}
    with pytest.raises(RuleError, match="No open way"):
        route(corridor, at(0), EAST, at(2), crowd=full)


def cheapest_by_brute_force(ground, start, facing, goal):
    """The cheapest walk, by trying every turn and step again and again until nothing gets cheaper."""
    squares = ground.board.plan.levels[start.level].floor
    actions = {(square, end, look): 0 for square in squares for end in neighbours(square) for look in Facing}
    for square, end, look in list(actions):
        try:
            actions[square, end, look] = step_cost(ground, square, look, end)
        except RuleError:
            del actions[square, end, look]
    best = {(start, facing): 0}
    while True:
        before = dict(best)
        for (square, look), cost in before.items():
            if square != start and ends_movement(ground, square):
                continue
            for other in Facing:
                turns = {0: 0, 1: 1, 2: 2, 3: 1}[abs(list(Facing).index(look) - list(Facing).index(other))]
                turned = cost + turns * (ground.costs.turn + ground.costs.action)
                best[square, other] = min(best.get((square, other), turned), turned)
            for end in neighbours(square):
                if (square, end, look) in actions:
                    there = cost + actions[square, end, look]
                    best[end, look] = min(best.get((end, look), there), there)
        if best == before:
            break
    found = [cost for (square, _), cost in best.items() if square == goal]
    return min(found, default=None)


costs = st.builds(
    lambda **some: replace(WALK, **some),
    forward=st.integers(1, 6), diagonal=st.integers(1, 9), aside=st.integers(1, 12), turn=st.integers(0, 4),
    action=st.sampled_from([0, 2]),
)  # fmt: skip


@settings(max_examples=80)
@given(boards(most_levels=1, largest=5), costs, st.data())
def test_no_walk_is_cheaper(board, paid, data):
    squares = sorted(board.plan.levels[0].floor)
    start, goal = data.draw(st.sampled_from(squares)), data.draw(st.sampled_from(squares))
    facing = data.draw(st.sampled_from(Facing))
    others = st.lists(st.builds(Occupant, enemy=st.booleans()), max_size=4).map(tuple)
    ground = Ground(board, paid, data.draw(st.dictionaries(st.sampled_from(squares), others, max_size=3)))
    try:
        found = cheapest_route(ground, Standing(start, facing), goal)
    except RuleError:
        found = None
    if start != goal:
        assert (found.cost if found else None) == cheapest_by_brute_force(ground, start, facing, goal)
    if found and found.steps:
        assert found.steps[-1].at == goal
        places = [(start, facing), *((step.at, step.facing) for step in found.steps)]
        for (here, look), (there, looks), step in zip(*zip(*pairwise(places), strict=True), found.steps, strict=True):
            turned = here == there
            assert step.cost == (paid.turn + paid.action if turned else step_cost(ground, here, look, there))
            assert turned is (look is not looks)


@settings(max_examples=25)
@given(boards(most_levels=1, largest=4), costs, st.data())
def test_of_the_ways_whose_first_leg_ends_well_none_is_left_out_or_another(board, paid, data):
    """What so many points pay for may end in some squares alone: whatever ends there is found as without that."""
    squares = sorted(board.plan.levels[0].floor)
    start = Standing(data.draw(st.sampled_from(squares)), data.draw(st.sampled_from(Facing)))
    others = st.lists(st.builds(Occupant, enemy=st.booleans()), max_size=4).map(tuple)
    ground = Ground(board, paid, data.draw(st.dictionaries(st.sampled_from(squares), others, max_size=3)))
    halves, good = data.draw(st.integers(0, 12)), data.draw(st.sets(st.sampled_from(squares)))

    def ends_well(found):
        last = found.within(halves).steps[-1:]
        return bool(last) and last[0].at in good

    goals = [goal for goal in squares if goal != start.at]
    every = dict(cheapest_routes(ground, start, goals))
    found = dict(cheapest_routes(ground, start, goals, Leg(halves, lambda place: place[0] in good)))
    assert {goal: way for goal, way in every.items() if ends_well(way)} == {
        goal: way for goal, way in found.items() if ends_well(way)
    }
    assert found.items() <= every.items()


def test_a_search_is_over_where_no_first_leg_can_end_well():
    """From the west end of six squares in a row, eastwards at 4 halves a square: 4 pay for one, and that one is bad."""
    goals = [at(x) for x in range(1, 6)]
    ground, start = Ground(HALL, WALK, {}), Standing(at(0), Facing.EAST)
    assert [goal for goal, _ in cheapest_routes(ground, start, goals)] == goals
    assert [goal for goal, _ in cheapest_routes(ground, start, goals, Leg(4, lambda _: False))] == [at(1)]


@given(boards(most_levels=1, largest=4), costs, st.data())
def test_what_is_within_reach_costs_as_much_as_the_cheapest_walk_there(board, paid, data):
    squares = sorted(board.plan.levels[0].floor)
    start = Standing(data.draw(st.sampled_from(squares)), data.draw(st.sampled_from(Facing)))
    others = st.lists(st.builds(Occupant, enemy=st.booleans()), max_size=4).map(tuple)
    ground = Ground(board, paid, data.draw(st.dictionaries(st.sampled_from(squares), others, max_size=3)))
    halves = data.draw(st.integers(0, 12))
    wanted = {}
    for goal in squares:
        for facing in Facing:
            with suppress(RuleError):
                cost = cheapest_route(ground, start, goal, facing).cost
                wanted |= {(goal, facing): cost} if cost <= halves else {}
    assert within_reach(ground, start, halves) == wanted | {(start.at, start.facing): 0}


@pytest.mark.rule("AHL-6b")
@pytest.mark.parametrize(
    ("costs", "phases"),
    [
        ((4, 4, 4), 1),
        ((6, 6, 4), 2),
        # 4 AP and 4 AP: a phase each.
        ((8, 8, 8), 3),
        # 2, 3 and 3 AP: 1 is lost.
        ((4, 6, 6), 2),
        # A step and then a whole phase's action; a ladder of 3 m after a step.
        ((2, 12), 2),
        ((2, 36), 4),
        # Evading, then turning for nothing.
        ((12, 0, 0), 1),
        ((), 1),
    ],
)
def test_a_step_that_is_too_dear_waits_for_the_next_phase(costs, phases):
    """In halves of a point: what is left of a phase is lost (ruling R-40)."""
    assert Route(tuple(Pace(at(0), EAST, cost) for cost in costs)).phases(12) == phases
