from collections import deque
from fractions import Fraction
from itertools import product
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.plan import (
    At,
    Bearing,
    Facing,
    bearing,
    height_apart,
    in_field_of_fire,
    neighbours,
    range_between,
    squares_apart,
)
from tests.cases import AHL as CASES

HERE = At(0, 10, 10)


def off(dx, dy):
    return At(0, HERE.x + dx, HERE.y + dy)


def case_distance(dx, dy, levels_squares):
    return squares_apart(dx, dy, levels_squares)


def case_in_field_of_fire(facing, dx, dy):
    """The cases' y grows to the north."""
    return in_field_of_fire(Facing(facing), HERE, off(dx, -dy))


ADAPTERS = {"distance": case_distance, "in_field_of_fire": case_in_field_of_fire}
OURS = [case for case in CASES if case["call"] in ADAPTERS]


@pytest.mark.rule("AHL-11C1a", "AHL-11C1b", "AHL-11A2a")
@pytest.mark.parametrize("case", OURS, ids=lambda case: case["id"])
def test_shared_cases(case):
    assert ADAPTERS[case["call"]](**case["inputs"]) == case["expected"]


@pytest.mark.rule("AHL-11C1a")
@pytest.mark.parametrize(
    ("dx", "dy", "squares"),
    [(0, 0, 0), (1, 0, 1), (0, -7, 7), (1, 1, 2), (2, 2, 3), (-3, 3, 5), (5, 2, 6), (-4, -1, 5), (6, 5, 9)],
)
def test_a_diagonal_counts_one_and_a_half_rounded_up_once(dx, dy, squares):
    assert range_between(HERE, off(dx, dy), 3) == squares


@pytest.mark.rule("AHL-11C1b")
@pytest.mark.parametrize(
    ("dx", "levels", "separation", "squares"),
    [(4, 1, 3, 6), (0, 1, 3, 2), (4, 2, 3, 8), (4, 1, 4, 7), (0, 2, 4, 6), (0, 3, 4, 8)],
)
def test_the_height_between_levels_is_added(dx, levels, separation, squares):
    """4 m are 2⅔ squares: one level is 3, two 5⅓ and so 6, three just 8."""
    assert range_between(HERE, At(levels, HERE.x + dx, HERE.y), separation) == squares


def test_the_height_and_the_diagonal_are_rounded_together():
    """Two squares on, one aside and 2 m up: 2½ + 1⅓ = 3⅚, so 4; each rounded for itself would make 5."""
    assert height_apart(HERE, At(1, 0, 0), 2) == Fraction(4, 3)
    assert range_between(HERE, At(1, HERE.x + 2, HERE.y + 1), 2) == 4


def searched(dx, dy):
    """The shortest path of squares by searching all of them, in half squares."""
    best, waiting = {(0, 0): 0}, deque([(0, 0)])
    while waiting:
        x, y = waiting.popleft()
        for step_x, step_y in product((-1, 0, 1), repeat=2):
            there, cost = (x + step_x, y + step_y), best[x, y] + (3 if step_x and step_y else 2)
            if abs(there[0]) <= 7 and abs(there[1]) <= 7 and cost < best.get(there, 99) and (step_x or step_y):
                best[there] = cost
                waiting.append(there)
    return ceil(Fraction(best[dx, dy], 2))


@given(st.integers(-7, 7), st.integers(-7, 7))
def test_no_path_of_squares_is_shorter(dx, dy):
    assert squares_apart(dx, dy) == searched(dx, dy)


@pytest.mark.rule("AHL-3b")
def test_neighbours_are_three_in_front_two_at_the_sides_and_three_behind():
    by_bearing = {
        kind: {(at.x - HERE.x, at.y - HERE.y) for at in neighbours(HERE) if bearing(Facing.EAST, HERE, at) is kind}
        for kind in Bearing
    }
    assert by_bearing == {
        Bearing.FRONT: {(1, -1), (1, 0), (1, 1)},
        Bearing.SIDE: {(0, -1), (0, 1)},
        Bearing.REAR: {(-1, -1), (-1, 0), (-1, 1)},
    }


@pytest.mark.rule("AHL-3a", "AHL-3b")
@pytest.mark.parametrize(("facing", "step"), [("N", (0, -1)), ("E", (1, 0)), ("S", (0, 1)), ("W", (-1, 0))])
def test_each_of_the_four_facings_has_its_own_front(facing, step):
    in_front = [at for at in neighbours(HERE) if bearing(Facing(facing), HERE, at) is Bearing.FRONT]
    assert len(in_front) == 3
    assert off(*step) in in_front


@pytest.mark.rule("AHL-11A2a")
@pytest.mark.parametrize("ahead", range(-3, 6))
def test_the_field_of_fire_fans_out(ahead):
    """3, 5, 7 ... squares at 1, 2, 3 ... ahead; of their own row only the square itself, nothing behind."""
    for facing, at in (
        (Facing.NORTH, lambda aside: off(aside, -ahead)),
        (Facing.EAST, lambda aside: off(ahead, aside)),
        (Facing.SOUTH, lambda aside: off(aside, ahead)),
        (Facing.WEST, lambda aside: off(-ahead, aside)),
    ):
        width = sum(in_field_of_fire(facing, HERE, at(aside)) for aside in range(-9, 10))
        assert width == {-3: 0, -2: 0, -1: 0, 0: 1, 1: 3, 2: 5, 3: 7, 4: 9, 5: 11}[ahead]


def test_height_counts_from_level_to_level_wherever_they_lie():
    """Levels 3 m apart are two squares."""
    assert [height_apart(At(one, 0, 0), At(other, 0, 0), 3) for one, other in ((1, 2), (2, 1), (1, 3), (2, 2))] == [
        2,
        2,
        4,
        0,
    ]
