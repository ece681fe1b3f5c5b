from dataclasses import replace

import pytest

from bot.deck.board import as_drawn
from bot.deck.plan import At, Edge, Facing
from bot.deck.reading import read_plan
from bot.engine.dice import ScriptedDice
from bot.systems.ahl.blast.reach import blast_squares, flight, heading, turned
from bot.systems.ahl.grenade.throw import Scatter, come_down, scatter_direction
from tests.deck.plans import board_of


def at(x, y, level=0):
    return At(level, x, y)


HALL = board_of("#" * 19, *[line for _ in range(7) for line in ("#" + " ".join("." * 9) + "#", "#" + " " * 17 + "#")])


@pytest.mark.parametrize(
    ("thrower", "target", "goes_on"),
    [
        ((0, 0), (4, 0), (1, 0)),
        ((4, 0), (0, 0), (-1, 0)),
        ((0, 0), (3, 3), (1, 1)),
        ((3, 3), (3, 0), (0, -1)),
        ((0, 0), (5, 2), (1, 0)),  # the line goes on from the middle of the square: half a square to its right side
        ((0, 0), (1, 3), (0, 1)),
    ],
)
def test_a_throw_goes_on_to_the_next_square_of_its_line(thrower, target, goes_on):
    assert heading(at(*thrower), at(*target), Facing.EAST) == goes_on


def test_a_throw_into_ones_own_square_or_down_a_ladder_goes_on_the_way_one_faces():
    assert heading(at(2, 2), at(2, 2), Facing.SOUTH) == (0, 1)
    assert heading(at(2, 2), at(2, 2, 1), Facing.WEST) == (-1, 0)
    assert heading(at(2, 2), at(4, 2, 1), Facing.WEST) == (1, 0)


def test_directions_turn_by_eighths_to_the_right():
    assert [turned((0, -1), eighths) for eighths in range(9)] == [
        (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1),
    ]  # fmt: skip


@pytest.mark.rule("AHL-16d")
def test_a_wall_a_closed_door_or_a_crate_stops_a_grenade_in_the_last_open_square():
    board = board_of("#################", "#. . . .D. . B .#", "#################")
    assert flight(board, at(0, 0), (1, 0), 6) == (at(1, 0), at(2, 0), at(3, 0))
    assert flight(board, at(2, 0), (-1, 0), 6) == (at(1, 0), at(0, 0))
    assert flight(board, at(4, 0), (1, 0), 6) == (at(5, 0),)
    opened = replace(board, open=frozenset({Edge(0, 4, 0, Facing.WEST)}))
    assert flight(opened, at(0, 0), (1, 0), 6)[-1] == at(5, 0)
    assert flight(opened, at(0, 0), (1, 0), 2) == (at(1, 0), at(2, 0))
    assert flight(board, at(0, 0), (0, 1), 6) == ()


@pytest.mark.rule("AHL-16d")
def test_a_corner_stops_a_grenade_where_both_ways_round_it_are_closed():
    shut = board_of("+++++", "+.|.+", "+-+++", "+. .+", "+++++")
    assert flight(shut, at(0, 0), (1, 1), 3) == ()
    ajar = board_of("+++++", "+.|.+", "+ +++", "+. .+", "+++++")
    assert flight(ajar, at(0, 0), (1, 1), 3) == (at(1, 1),)


PATH = (at(1, 0), at(2, 0), at(3, 0), at(4, 0))


@pytest.mark.rule("AHL-16e")
@pytest.mark.parametrize(
    ("crowd", "dice", "ends"),
    [
        ({}, [], (4, 0)),
        ({at(2, 0): 1}, [1], (2, 0)),
        ({at(2, 0): 1}, [2], (4, 0)),
        ({at(2, 0): 3, at(3, 0): 4}, [4, 4], (3, 0)),
        ({at(4, 0): 6}, [], (4, 0)),  # no die in the last square
        ({at(0, 0): 6}, [], (4, 0)),  # nor in the target square
    ],
)
def test_whoever_is_on_its_way_may_stop_a_grenade(crowd, dice, ends):
    thrown = ScriptedDice(dice)
    assert come_down(at(0, 0), PATH, crowd, thrown) == at(*ends)
    assert thrown.left == []


def test_a_grenade_that_cannot_leave_its_square_stays():
    assert come_down(at(0, 0), (), {at(0, 0): 4}, ScriptedDice([])) == at(0, 0)


def test_the_house_table_turns_the_throws_direction():
    assert scatter_direction(Scatter(7, "straight on", 3), (1, 0)) == (1, 0)
    assert scatter_direction(Scatter(8, "ahead to the right", 3), (1, 0)) == (1, 1)
    assert scatter_direction(Scatter(5, "to the left", 3), (1, 0)) == (0, -1)
    assert scatter_direction(Scatter(12, "straight back", 3), (1, 1)) == (-1, -1)
    assert scatter_direction(Scatter(12, "", 3), (1, 1)) is None


@pytest.mark.rule("AHL-15B-0")
def test_a_blast_reaches_two_squares():
    reached = blast_squares(HALL, at(4, 3), 2)
    assert len(reached) == 25
    assert [reached[at(x, 3)] for x in range(2, 7)] == [2, 1, 0, 1, 2]
    assert (reached[at(5, 4)], reached[at(6, 5)], reached[at(6, 4)]) == (1, 2, 2)
    assert sum(away == 1 for away in reached.values()) == 8


@pytest.mark.rule("AHL-15B-0")
def test_a_blast_needs_a_clear_line():
    board = board_of("#########", "#. .|. .#", "#   +   #", "#. . . .#", "#########")
    reached = blast_squares(board, at(1, 0), 2)
    assert reached == {at(0, 0): 1, at(1, 0): 0, at(0, 1): 1, at(1, 1): 1, at(2, 1): 1}


def test_a_blast_reaches_down_a_drop():
    text = "level: A\n\n . V .\nlevel: B\n\n . . ."
    board = as_drawn(read_plan(text, "test"))
    assert blast_squares(board, at(1, 0), 2)[at(1, 0, 1)] == 2
    assert at(0, 0, 1) not in blast_squares(board, at(1, 0), 2)
    near = as_drawn(read_plan("separation: 1\n" + text, "test"))
    assert blast_squares(near, at(1, 0), 2)[at(2, 0, 1)] == 2
