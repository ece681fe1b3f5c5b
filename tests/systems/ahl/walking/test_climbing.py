"""Who is between two levels: how far they have to climb, and where they land."""

import pytest

from bot.deck.board import Standing, as_drawn, lands, let_go, placed
from bot.deck.plan import At, Facing
from bot.deck.reading import read_plan
from bot.systems.ahl.walking.climbing import climbing, hanging, higher, still_to_climb

# The first level is the highest; six metres are between two of them.
TOP, MIDDLE, LOWEST = (At(level, 0, 0) for level in range(3))
LEVELS = "".join(f"level: {name}\n\n L . \n\n" for name in ("One", "Two", "Three"))
TOWER = as_drawn(read_plan(f"separation: 6\n{LEVELS}", "test"))


def ann(at):
    return placed(TOWER, "Ann", Standing(at, Facing.EAST))


@pytest.mark.parametrize(
    ("begins", "to", "gone", "at", "left"),
    [
        (LOWEST, TOP, 0, LOWEST, 12),
        (LOWEST, TOP, 5, LOWEST, 7),
        (LOWEST, TOP, 6, MIDDLE, 6),
        (MIDDLE, TOP, 6, TOP, 0),
        (TOP, MIDDLE, 2, TOP, 4),
        (TOP, MIDDLE, 6, MIDDLE, 0),
    ],
)
def test_a_climber_counts_on_the_level_that_they_left_until_they_are_on_the_next(begins, to, gone, at, left):
    board = higher(climbing(ann(begins), "Ann", to), "Ann", gone)
    assert (board.people["Ann"].at, still_to_climb(board, "Ann")) == (at, left)


def test_who_loses_their_hold_lands_on_the_lower_level_of_the_two():
    up, down = climbing(ann(MIDDLE), "Ann", TOP), climbing(ann(MIDDLE), "Ann", LOWEST)
    assert (lands(up, "Ann"), lands(down, "Ann")) == (MIDDLE, LOWEST)
    assert let_go(down, "Ann").people["Ann"].at == LOWEST
    over = hanging(ann(At(0, 1, 0)), "Ann", At(0, 1, 0), At(1, 1, 0))
    assert lands(over, "Ann") == At(1, 1, 0)


def test_who_stands_on_a_floor_or_is_on_no_deck_has_no_hold_to_lose():
    board = ann(TOP)
    assert lands(board, "Ann") is lands(board, "Bob") is None
    assert let_go(board, "Ann") == let_go(board, "Bob") == board
    assert still_to_climb(board, "Ann") == 0
