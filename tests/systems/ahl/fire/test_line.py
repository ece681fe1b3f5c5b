from dataclasses import replace

import pytest

from bot.deck.board import Standing, as_drawn
from bot.deck.passage import is_dark, lit, switched_from
from bot.deck.plan import At, Barrier, Facing
from bot.deck.posture import check_lean, corners, is_corner
from bot.deck.reading import read_plan
from bot.deck.sight import fire_line
from bot.engine.errors import RuleError
from bot.systems.ahl.fire.on_deck import Cover, endangered, fires_from, line_of_fire
from tests.deck.plans import TRAINER, board_of


def at(x, y):
    return At(0, x, y)


def fire(board, start, end, facing="E", **target):
    """From a square at somebody in another one, who leans or crouches as told."""
    return line_of_fire(board, Standing(at(*start), Facing(facing)), Standing(at(*end), **target))


def can_fire(line):
    return line.blocked_by is None and line.in_field


# Three rows of corridor, an open door below their middle, two rows of a room.
DOORWAY = board_of(
    "###########",
    "#. . . . .#",
    "#         #",
    "#. . . . .#",
    "#         #",
    "#. . . . .#",
    "#----d----#",
    "#. . . . .#",
    "#         #",
    "#. . . . .#",
    "###########",
)


@pytest.mark.rule("AHL-14Aa")
@pytest.mark.parametrize(
    ("square", "into", "leans"),
    [
        ((1, 3), (2, 3), True),  # beside the doorway, into it
        ((3, 3), (2, 3), True),
        ((1, 2), (2, 2), True),  # from outside as well
        ((2, 3), (2, 2), True),  # out of the doorway
        ((0, 3), (1, 3), False),  # along the wall
        ((1, 4), (2, 4), False),  # in the middle of the room
        ((1, 3), (1, 2), False),  # through the wall
        ((1, 3), (2, 2), False),  # not beside it
        ((0, 0), (0, -1), False),  # out of the ship
    ],
)
def test_one_leans_round_doorways(square, into, leans):
    assert is_corner(DOORWAY, at(*square), at(*into)) is leans
    assert (at(*into) in corners(DOORWAY, at(*square))) is leans


def test_one_leans_round_bends_the_ends_of_walls_and_crates():
    bend = board_of("+-----+", "|. .|.|", "+--   +", "|. . .|", "+-----+")
    assert corners(bend, at(0, 1)) == (at(1, 1),)
    assert corners(bend, at(2, 0)) == (at(2, 1),)
    end_of_a_wall = board_of("       ", " . . . ", "   -   ", " . . . ", "       ")
    assert corners(end_of_a_wall, at(0, 0)) == (at(0, 1),)
    crate = board_of("       ", " . . . ", "       ", " . B . ", "       ")
    assert corners(crate, at(0, 1)) == (at(0, 0),)
    assert corners(crate, at(0, 0)) == ()


@pytest.mark.rule("AHL-14Aa")
def test_who_leans_round_a_corner_is_fired_at_in_the_square_they_lean_into_and_in_cover():
    behind = fire(DOORWAY, (2, 0), (1, 3), "S")
    assert not can_fire(behind)
    assert behind.blocked_by.barrier is Barrier.WALL
    leaning = fire(DOORWAY, (2, 0), (1, 3), "S", leaning=at(2, 3))
    assert can_fire(leaning)
    assert leaning.because == (Cover.CORNER,)
    assert leaning.range == 3
    assert leaning.squares == (at(2, 0), at(2, 1), at(2, 2), at(2, 3))


@pytest.mark.rule("AHL-14Aa")
def test_a_corner_is_no_cover_from_who_sees_the_square_itself():
    inside = fire(DOORWAY, (4, 4), (1, 3), "W", leaning=at(2, 3))
    assert can_fire(inside)
    assert not inside.cover
    assert inside.squares[-1] == at(1, 3)


@pytest.mark.rule("AHL-14Aa")
def test_who_leans_round_a_corner_fires_from_there():
    firer, target = Standing(at(1, 3), Facing.NORTH), Standing(at(2, 0))
    plain = line_of_fire(DOORWAY, firer, target)
    assert not can_fire(plain)
    assert plain.could_lean == (at(2, 3),)
    leaning = line_of_fire(DOORWAY, replace(firer, leaning=at(2, 3)), target)
    assert can_fire(leaning)
    assert not leaning.cover
    assert leaning.range == 3


# A1 to C3: a wall below B1, and one between the left column and the middle one in the rows below it.
ENDS_OF_A_WALL = board_of("       ", " . . . ", "   -   ", " .|. . ", "       ", " .|. . ", "       ")


@pytest.mark.rule("AHL-14Aa")
@pytest.mark.parametrize(("end", "leans"), [((2, 2), (at(2, 0),)), ((0, 2), (at(0, 0),)), ((1, 2), (at(2, 0),))])
def test_of_two_corners_those_are_told_from_which_the_target_is_seen(end, leans):
    """From B1, with a corner on either side; from A1 the wall beside A2 hides what is right of it, and from C1 A3."""
    behind = fire(ENDS_OF_A_WALL, (1, 0), end, "S")
    assert corners(ENDS_OF_A_WALL, at(1, 0)) == (at(2, 0), at(0, 0))
    assert not can_fire(behind)
    assert behind.could_lean == leans


@pytest.mark.rule("AHL-14Ab")
def test_one_of_a_square_uses_a_corner_and_the_others_are_out_of_sight():
    people = {"Ann": Standing(at(1, 3), leaning=at(2, 3)), "Bob": Standing(at(1, 3)), "Cy": Standing(at(3, 3))}
    board = replace(DOORWAY, people=people)
    with pytest.raises(RuleError, match="Ann leans round a corner from that square already: only one"):
        check_lean(board, "Bob", at(2, 3))
    check_lean(board, "Ann", at(2, 3))
    check_lean(board, "Cy", at(2, 3))
    firer = Standing(at(2, 0), Facing.SOUTH)
    assert can_fire(line_of_fire(board, firer, people["Ann"]))
    assert not can_fire(line_of_fire(board, firer, people["Bob"]))


def test_one_does_not_lean_where_there_is_no_corner():
    board = replace(DOORWAY, people={"Ann": Standing(at(0, 3))})
    with pytest.raises(RuleError, match="Ann can't lean there: choose a square beside theirs, round a doorway"):
        check_lean(board, "Ann", at(1, 3))


def hall(*rows):
    return board_of("+" * 15, *[line for row in rows for line in (" " + " ".join(row) + " ", "+" * 15)])


@pytest.mark.rule("AHL-14Ba")
def test_who_is_behind_a_console_is_in_cover_from_fire_across_it():
    board = hall(".......", "...C...")
    assert fire(board, (0, 1), (4, 1)).because == (Cover.CONSOLE,)
    assert fire(board, (2, 1), (4, 1)).because == (Cover.CONSOLE,)
    assert not fire(board, (0, 1), (5, 1)).cover  # not beside it
    assert not fire(board, (0, 0), (4, 0)).cover  # the line passes by
    assert not fire(board, (0, 1), (3, 1)).cover  # in its square, not behind it
    assert not fire(replace(board, wrecked=frozenset({at(3, 1)})), (0, 1), (4, 1)).cover


@pytest.mark.rule("AHL-14Ba")
def test_who_crouches_behind_a_console_neither_fires_nor_is_fired_at_over_it():
    board = hall(".......", "...C...")
    assert fire(board, (0, 1), (4, 1), crouching=True).blocked_by is Cover.CONSOLE
    assert can_fire(fire(board, (6, 1), (4, 1), "W", crouching=True))
    firer = Standing(at(4, 1), Facing.WEST, crouching=True)
    assert line_of_fire(board, firer, Standing(at(0, 1))).blocked_by is Cover.CONSOLE
    assert can_fire(line_of_fire(board, replace(firer, crouching=False), Standing(at(0, 1))))


@pytest.mark.rule("AHL-14Ba")
def test_a_console_hides_only_who_crouches_beside_it():
    """Three squares behind it nobody is out of the line, nor does anybody crouching there lose their own fire."""
    board = hall(".......", "..C....")
    assert can_fire(fire(board, (0, 1), (5, 1), crouching=True))
    assert not fire(board, (0, 1), (5, 1), crouching=True).cover
    firer = Standing(at(5, 1), Facing.WEST, crouching=True)
    assert can_fire(line_of_fire(board, firer, Standing(at(0, 1))))
    beside = replace(firer, at=at(3, 1))
    assert line_of_fire(board, beside, Standing(at(0, 1))).blocked_by is Cover.CONSOLE


@pytest.mark.rule("AHL-14Ca")
@pytest.mark.parametrize(
    ("row", "start", "end", "passes"),
    [
        ("...X...", 0, 6, False),
        ("...X...", 2, 6, True),
        ("...X...", 0, 4, True),
        ("...X...", 2, 4, True),
        ("..XX...", 1, 4, True),
        ("..XXX..", 1, 5, False),  # nobody is beside the middle one
        ("X.....X", 0, 6, True),  # in it, not through it
    ],
)
def test_one_fires_through_close_machinery_only_from_or_at_its_side(row, start, end, passes):
    line = fire(hall("." * 7, row), (start, 1), (end, 1))
    assert can_fire(line) is passes
    assert line.blocked_by is (None if passes else Cover.MACHINERY)


@pytest.mark.rule("AHL-14Cb")
@pytest.mark.parametrize(
    ("row", "start", "end", "covered"),
    [
        ("...X...", 0, 4, True),
        ("...X...", 2, 4, False),  # both beside the same square
        ("...X...", 2, 6, False),  # the firer is, not the target
        ("..XX...", 1, 4, True),
        (".......", 3, 4, False),
    ],
)
def test_close_machinery_covers_who_is_beside_it(row, start, end, covered):
    line = fire(hall("." * 7, row), (start, 1), (end, 1))
    assert line.because == ((Cover.MACHINERY,) if covered else ())


def test_who_are_adjacent_have_no_cover_from_each_other():
    board = hall("..X....", ".X.....")
    assert not fire(board, (1, 0), (2, 1)).cover


def test_fire_goes_only_where_one_faces():
    board = hall(".......", ".......")
    line = fire(board, (3, 1), (0, 1))
    assert (line.in_field, can_fire(line), line.blocked_by) == (False, False, None)
    assert can_fire(fire(board, (3, 1), (0, 1), "W"))


def test_a_room_without_light_is_dark_until_it_is_switched_on():
    board = as_drawn(read_plan(TRAINER, "trainer"))
    assert is_dark(board, at(4, 0))
    assert not is_dark(board, at(0, 0))
    assert not is_dark(board, at(5, 1))
    off = lit(board, switched_from(board, at(1, 0)), light=False)
    assert is_dark(off, at(0, 0))
    assert fire(off, (0, 0), (3, 0)).dark
    assert not fire(board, (0, 0), (3, 0)).dark
    assert lit(off, switched_from(off, at(2, 1)), light=True) == board


def test_a_switch_out_of_reach_or_behind_a_wall_switches_nothing():
    board = as_drawn(read_plan(TRAINER, "trainer"))
    for square in (at(0, 0), at(4, 0), at(5, 1)):
        assert switched_from(board, square) is None
    assert switched_from(replace(board, wrecked=frozenset({at(2, 1)})), at(2, 1)) is None


def in_danger(board, people, end, longest):
    """Who is in the danger space of the firer's fire."""
    board = replace(board, people=people)
    squares = fire_line(board, fires_from(people["Firer"], end), end, longest).squares
    return endangered(board, "Firer", end, squares)


def names(found):
    return [[name for name, _ in square] for square in found]


@pytest.mark.rule("AHL-10b")
def test_all_in_the_danger_space_are_endangered_nearest_first():
    """Friend or foe, before the target and behind it; not who stands aside, nor beyond the weapon's last range."""
    board = hall(".......", ".......")
    people = {
        "Far": Standing(at(6, 0)), "Target": Standing(at(3, 0)), "Near": Standing(at(1, 0)), "Mate": Standing(at(3, 0)),
        "Firer": Standing(at(0, 0), Facing.EAST), "Aside": Standing(at(3, 1)), "Beside": Standing(at(0, 0)),
    }  # fmt: skip
    found = in_danger(board, people, at(3, 0), 20)
    assert names(found) == [["Near"], ["Target", "Mate"], ["Far"]]
    assert [line.range for square in found for _, line in square] == [1, 3, 3, 6]
    assert names(in_danger(board, people, at(3, 0), 5)) == [["Near"], ["Target", "Mate"]]
    assert names(in_danger(board, people, at(0, 0), 5)) == [["Beside"]]


def test_in_the_danger_space_each_has_their_own_cover_and_some_are_hidden():
    board = hall("..C....", "X......")
    people = {
        "Firer": Standing(at(0, 0), Facing.EAST),
        "Crouching": Standing(at(3, 0), crouching=True),
        "Behind": Standing(at(3, 0)),
        "Target": Standing(at(5, 0)),
    }
    ((behind,), (target,)) = in_danger(board, people, at(5, 0), 20)
    assert (behind[0], behind[1].because) == ("Behind", (Cover.CONSOLE,))
    assert (target[0], target[1].because) == ("Target", ())
    assert target[1] == line_of_fire(board, people["Firer"], people["Target"])


def test_a_switch_behind_a_wall_is_out_of_reach():
    notes = ("a = room 1 Left", "b = room 2 Right")
    board = board_of("#########", "#a S|b .#", "#########", notes=notes)
    assert switched_from(board, at(2, 0)) is None
    assert at(1, 0) in switched_from(board, at(0, 0)).squares
