"""A whole view at once is what the exact rule says of each square."""

from random import Random

import pytest
from hypothesis import given

from bot.deck.outlook import outlook, view_from
from bot.deck.sight import sees
from tests.deck.plans import board_of, boards


@given(boards(most_levels=1, largest=9))
def test_a_whole_view_is_what_the_rule_says_of_each_square(board):
    about, floor = outlook(board, 0), board.plan.levels[0].floor
    for start in floor:
        assert view_from(about, start) == {at for at in floor if sees(board, start, at)}


@pytest.mark.parametrize("seed", range(6))
def test_so_it_is_on_crowded_decks(seed):
    """Walls on every third edge and crates on every tenth square, from all squares."""
    random = Random(seed)
    rows = []
    for _ in range(12):
        rows.append("+".join(["", *(random.choice("  -") for _ in range(13)), ""]))
        rows.append("".join(random.choice("  |") + random.choice(".........B") for _ in range(13)) + " ")
    board = board_of(*rows)
    about, floor = outlook(board, 0), board.plan.levels[0].floor
    for start in floor:
        assert view_from(about, start) == {at for at in floor if sees(board, start, at)}
