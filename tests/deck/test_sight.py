from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.board import as_drawn
from bot.deck.passage import can_pass, ways
from bot.deck.plan import At, Barrier, Edge, Facing, Fixture
from bot.deck.reading import read_plan
from bot.deck.sight import Obstruction, fire_line, sees, sight_line, step_beyond
from tests.deck.plans import board_of, boards


def at(x, y, level=0):
    return At(level, x, y)


ROOM = ("#######", "#. . .#", "#     #", "#. . .#", "#     #", "#. . .#", "#######")


def room(*changes):
    """The room of 3 x 3 squares with other lines in it, by number."""
    rows = list(ROOM)
    for number, row in changes:
        rows[number] = row
    return board_of(*rows)


@pytest.mark.rule("AHL-10a")
@pytest.mark.parametrize(
    ("sign", "open_"),
    [("|", False), ("=", False), ("#", False), ("D", False), ("I", False), ("H", False), ("M", False), ("A", False),
     ("P", False), (" ", True), ("+", True), ("d", True), ("i", True), ("h", True), ("m", True), ("a", True),
     ("p", True)],
)  # fmt: skip
def test_walls_bulkheads_and_closed_portals_block(sign, open_):
    board = room((3, f"#.{sign}. .#"))
    assert sees(board, at(0, 1), at(2, 1)) is open_
    assert sees(board, at(2, 1), at(0, 1)) is open_
    assert sees(board, at(0, 0), at(2, 0))


@pytest.mark.rule("AHL-10a")
def test_a_breached_wall_is_seen_through_and_a_door_that_was_opened():
    board = room((3, "#.|.D.#"))
    wall, door = Edge(0, 1, 1, Facing.WEST), Edge(0, 2, 1, Facing.WEST)
    assert not sees(replace(board, breached=frozenset({wall})), at(0, 1), at(2, 1))
    assert sees(replace(board, breached=frozenset({wall}), open=frozenset({door})), at(0, 1), at(2, 1))


def test_a_line_says_what_ends_it():
    line = sight_line(room((3, "#. .D.#")), at(0, 1), at(2, 1))
    assert line.squares == (at(0, 1), at(1, 1))
    assert line.obstruction == Obstruction(at(1, 1), Edge(0, 2, 1, Facing.WEST), Barrier.SLIDING_DOOR)
    assert line.obstruction.name == "closed sliding door"
    assert sight_line(room((3, "#. .|.#")), at(0, 1), at(2, 1)).obstruction.name == "wall"


# The corner in the middle of four squares; the line runs from the top left one to the bottom right one.
@pytest.mark.parametrize(
    ("north", "west", "east", "south", "open_"),
    [
        (" ", " ", " ", " ", True),
        ("|", " ", " ", " ", True),
        (" ", "-", " ", " ", True),
        (" ", " ", "-", " ", True),
        (" ", " ", " ", "|", True),
        ("|", " ", "-", " ", True),
        (" ", "-", " ", "|", True),
        ("|", "-", " ", " ", False),
        ("|", " ", " ", "|", False),
        (" ", "-", "-", " ", False),
        (" ", " ", "-", "|", False),
    ],
)
def test_a_corner_lets_through_where_one_way_round_it_is_open(north, west, east, south, open_):
    board = board_of("+++++", f"+.{north}.+", f"+{west}+{east}+", f"+.{south}.+", "+++++")
    assert can_pass(board, at(0, 0), at(1, 1)) is open_
    assert sees(board, at(0, 0), at(1, 1)) is open_
    assert sees(board, at(1, 1), at(0, 0)) is open_


def test_two_crates_that_touch_at_a_corner_hide_what_lies_between_them():
    assert not sees(room((1, "#. B .#"), (3, "#B . .#")), at(0, 0), at(1, 1))
    assert sees(room((1, "#. B .#")), at(0, 0), at(1, 1))


@pytest.mark.parametrize("sign", ["R", "G", "B"])
def test_a_line_ends_on_equipment_and_crates(sign):
    board = room((3, f"#. {sign} .#"))
    line = fire_line(board, at(0, 1), at(2, 1), 20)
    assert line.squares == (at(0, 1), at(1, 1))
    assert line.obstruction.at == at(1, 1)
    assert line.obstruction.fixture is board.plan.levels[0].fixtures[at(1, 1)]
    assert sees(board, at(0, 1), at(1, 1))
    assert sees(replace(board, wrecked=frozenset({at(1, 1)})), at(0, 1), at(2, 1))


@pytest.mark.parametrize("sign", ["C", "X", "L", "E", "S", "V", "F", "O"])
def test_other_fixtures_hide_nothing(sign):
    assert sees(room((3, f"#. {sign} .#")), at(0, 1), at(2, 1))


HALL = board_of("+" * 23, *(["+" + " ".join("." * 11) + "+", "+" * 23] * 4))


# Typed by hand: two squares down over five across, and on beyond the target.
@pytest.mark.rule("AHL-10b")
def test_the_danger_space_holds_every_square_on_the_line_and_beyond_the_target():
    squares = fire_line(HALL, at(0, 0), at(5, 2), 20).squares[1:]
    assert squares == (
        at(1, 0), at(1, 1), at(2, 1), at(3, 1), at(4, 1), at(4, 2), at(5, 2),
        at(6, 2), at(6, 3), at(7, 3), at(8, 3), at(9, 3),
    )  # fmt: skip


@pytest.mark.rule("AHL-10b")
def test_the_danger_space_ends_at_the_first_obstruction():
    board = board_of("#############", "#. . . . .D.#", "#############")
    assert fire_line(board, at(0, 0), at(2, 0), 20).squares[1:] == (at(1, 0), at(2, 0), at(3, 0), at(4, 0))
    assert fire_line(board, at(0, 0), at(2, 0), 20).obstruction.name == "closed sliding door"
    assert fire_line(board, at(4, 0), at(2, 0), 20).obstruction.name == "outer hull"
    opened = replace(board, open=frozenset({Edge(0, 5, 0, Facing.WEST)}))
    assert fire_line(opened, at(0, 0), at(2, 0), 20).squares[-1] == at(5, 0)


@pytest.mark.rule("AHL-10b")
def test_the_danger_space_ends_with_the_longest_range():
    assert fire_line(HALL, at(0, 0), at(1, 0), 3).squares[1:] == (at(1, 0), at(2, 0), at(3, 0))
    # Diagonally 1½ a square: two of them are three.
    assert fire_line(HALL, at(0, 0), at(1, 1), 3).squares[1:] == (at(1, 1), at(2, 2))


def test_a_fire_line_at_the_own_square_is_that_square():
    assert fire_line(HALL, at(3, 3), at(3, 3), 20).squares == (at(3, 3),)


def test_a_line_that_leaves_the_plan_ends_without_an_obstruction():
    line = fire_line(HALL, at(9, 0), at(10, 0), 50)
    assert (line.squares, line.obstruction) == ((at(9, 0), at(10, 0)), None)


DECKS = """level: Upper

 . . V . .

 . L . . .
level: Lower

 . . . . .

 . L . . .
"""


@pytest.mark.parametrize(
    ("upper", "lower", "open_"),
    [
        ((2, 0), (2, 0), True),  # straight down the drop
        ((1, 0), (3, 0), True),  # the line passes the floor in the drop's middle
        ((0, 0), (4, 0), True),
        ((1, 0), (2, 0), True),  # it passes the floor on the edge between two squares, one of them the drop
        ((0, 0), (3, 0), True),
        ((0, 0), (2, 0), False),  # it passes the floor in the square before the drop
        ((0, 0), (0, 0), False),
        ((1, 1), (1, 1), True),  # the ladder
        ((1, 1), (2, 1), True),
        ((0, 1), (2, 1), True),
        ((0, 1), (3, 1), True),
        ((1, 1), (3, 1), False),
        ((1, 0), (2, 1), True),  # it passes the floor where four squares meet, the drop and the ladder among them
    ],
)
def test_between_levels_one_sees_through_drops_and_ladders(upper, lower, open_):
    board = as_drawn(read_plan(DECKS, "test"))
    assert sees(board, at(*upper), at(*lower, 1)) is open_
    assert sees(board, at(*lower, 1), at(*upper)) is open_


def test_a_ladder_that_does_not_go_on_and_a_lift_are_closed():
    board = as_drawn(read_plan("level: A\n\n L E\nlevel: B\n\n . E", "test"))
    assert not sees(board, at(0, 0), at(0, 0, 1))
    assert not sees(board, at(1, 0), at(1, 0, 1))
    assert sight_line(board, at(1, 0), at(1, 0, 1)).obstruction.name == "deck"


@pytest.mark.rule("AHL-QA-2")
@pytest.mark.parametrize("fixture", ["ladder", "drop"])
@pytest.mark.parametrize(
    ("upper", "lower", "through"),
    [
        (1, 1, True),  # straight up and down
        (0, 2, True),  # the line passes the floor in the middle of its square
        (1, 2, True),
        (0, 1, True),
        (0, 0, False),  # beside it there is the deck
    ],
)
def test_along_a_ladder_or_a_drop_one_sees_as_usual_unless_its_hatch_is_shut(fixture, upper, lower, through):
    below = ". L ." if fixture == "ladder" else ". . ."
    for hatch, seen in (("open hatch", through), ("hatch", False)):
        text = f"level: A\n\n . a .\na = {fixture} with {hatch}\nlevel: B\n\n {below}"
        board = as_drawn(read_plan(text, "test"))
        assert sees(board, at(upper, 0), at(lower, 0, 1)) is seen
        assert sees(board, at(lower, 0, 1), at(upper, 0)) is seen
    assert sight_line(board, at(1, 0), at(1, 0, 1)).obstruction.name == "closed hatch"
    assert sight_line(board, at(1, 0, 1), at(1, 0)).obstruction.name == "closed hatch"
    assert fire_line(board, at(1, 0), at(1, 0, 1), 99).squares == (at(1, 0),)


# From before the drop on the upper level to behind it on the lower one: walls before and behind the drop.
@pytest.mark.parametrize(
    ("upper", "lower", "open_"),
    [(" V ", " . ", True), ("|V ", " . ", False), (" V|", " . ", True), (" V ", "|. ", True), (" V ", " .|", False)],
)
def test_a_line_between_levels_meets_walls_on_the_level_it_is_on(upper, lower, open_):
    board = as_drawn(read_plan(f"level: A\n\n .{upper}.\nlevel: B\n\n .{lower}.", "test"))
    assert sees(board, at(0, 0), at(2, 0, 1)) is open_


def test_fire_down_a_drop_goes_no_further_than_the_next_deck():
    board = as_drawn(read_plan(DECKS, "test"))
    line = fire_line(board, at(1, 0), at(3, 0, 1), 50)
    assert line.squares == (at(1, 0), at(2, 0), at(2, 0, 1), at(3, 0, 1), at(4, 0, 1))
    assert line.obstruction.name == "deck"


def passes_inside(start, end, square):
    """Whether the straight line between two centres meets the inside of a square, by clipping it: brute force."""
    low, high = Fraction(0), Fraction(1)
    for a, b, c in ((start.x, end.x, square.x), (start.y, end.y, square.y)):
        near, far = Fraction(c) - a - Fraction(1, 2), Fraction(c) - a + Fraction(1, 2)
        if a == b:
            if not near < 0 < far:
                return False
            continue
        first, last = sorted((near / (b - a), far / (b - a)))
        low, high = max(low, first), min(high, last)
    return low < high


squares = st.builds(at, st.integers(0, 10), st.integers(0, 3))


@given(squares, squares)
def test_a_line_passes_just_the_squares_that_it_crosses(start, end):
    every = {at(x, y) for x in range(11) for y in range(4)}
    crossed = {square for square in every if passes_inside(start, end, square)} | {start}
    line = sight_line(HALL, start, end).squares
    assert set(line) == crossed
    assert len(line) == len(crossed)


@given(boards(largest=5), st.data())
def test_who_sees_is_seen(board, data):
    everywhere = sorted(square for level in board.plan.levels for square in level.floor)
    start, end = data.draw(st.sampled_from(everywhere)), data.draw(st.sampled_from(everywhere))
    assert sees(board, start, end) is sees(board, end, start)
    line = sight_line(board, start, end)
    assert line.obstruction is None or line.squares[-1] != end
    assert fire_line(board, start, end, 999).squares[: len(line.squares)] == line.squares


def test_the_ways_round_a_corner():
    assert set(ways(at(0, 0), at(1, 1))) == {(at(0, 0), at(1, 0), at(1, 1)), (at(0, 0), at(0, 1), at(1, 1))}
    assert list(ways(at(0, 0), at(0, 1))) == [(at(0, 0), at(0, 1))]


def test_a_fixture_that_fills_a_square_is_named():
    assert Fixture.CRATE.solid
    assert sight_line(room((3, "#. B .#")), at(0, 1), at(2, 1)).obstruction.name == "crate"


@pytest.mark.parametrize(
    ("end", "step"),
    [
        ((2, 0), (1, 0)),
        ((0, 2), (0, 1)),
        ((-3, -3), (-1, -1)),
        # It leaves the square of (5, 3) where that ends in the east, three tenths of a square south of its middle.
        ((5, 3), (1, 0)),
        ((-5, 3), (-1, 0)),
        ((3, 5), (0, 1)),
        ((1, -3), (0, -1)),
    ],
)
def test_where_the_line_goes_on_beyond_its_end(end, step):
    assert step_beyond(At(0, 9, 9), At(0, 9 + end[0], 9 + end[1])) == step
