"""A whole view at once is what the exact rule says of each square."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.deck.board import as_drawn
from bot.deck.outlook import outlook, seen_from, seen_together, view_from
from bot.deck.plan import At, Fixture, Level, Plan
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


@given(boards(most_levels=3, largest=5), st.data())
def test_what_several_see_together_is_what_the_rule_says_of_each_of_them_on_every_level(board, data):
    floor = {at for level in board.plan.levels for at in level.floor}
    viewers = data.draw(st.lists(st.sampled_from(sorted(floor)), max_size=4)) if floor else []
    assert seen_together(board, viewers) == {at for at in floor if any(sees(board, viewer, at) for viewer in viewers)}


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_so_it_is_through_drops_in_several_floors(data):
    """Three open levels of nine by nine squares, with a few drops and shut or open hatches over them."""
    squares = [At(level, x, y) for level in range(3) for x in range(9) for y in range(9)]
    drops = data.draw(st.lists(st.sampled_from(squares), min_size=1, max_size=6, unique=True))
    drops += [at._replace(level=at.level + 1) for at in drops if at.level < 2]
    hatches = data.draw(st.frozensets(st.sampled_from(drops), max_size=2))
    board = _open_levels(3, 9, drops, hatches)
    viewers = data.draw(st.lists(st.sampled_from(squares), min_size=1, max_size=3))
    assert seen_together(board, viewers) == {at for at in squares if any(sees(board, viewer, at) for viewer in viewers)}


def _open_levels(number, size, drops, hatches):
    """So many levels without walls, with drops in their floors."""
    levels = [
        Level(
            f"Level {level}",
            size,
            size,
            frozenset(At(level, x, y) for x in range(size) for y in range(size)),
            {},
            {at: Fixture.DROP for at in drops if at.level == level},
            frozenset(at for at in hatches if at.level == level),
        )
        for level in range(number)
    ]
    return as_drawn(Plan("Open", "", tuple(levels), 3, (), {}))


@given(boards(), st.data())
def test_where_one_square_is_seen_from_as_the_exact_rule_says_it(board, data):
    """Of two who look at each other it is enough to look about from where one stands."""
    floor = sorted(at for level in board.plan.levels for at in level.floor)
    assume(floor)
    start, square = data.draw(st.sampled_from(floor)), data.draw(st.sampled_from(floor))
    assert (start in seen_from(board, square)) is sees(board, start, square)
