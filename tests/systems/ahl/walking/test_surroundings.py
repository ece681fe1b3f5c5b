from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.passage import has_handhold, is_beside_obstruction
from bot.deck.plan import At, Edge, Facing
from bot.systems.ahl.fire.on_deck import line_of_fire
from tests.deck.plans import board_of

# Three open squares with a door before the fourth, and crate and machinery in the second row.
BOARD = board_of(
    "+++++++++++", "+. . .D. .+", "+ + + + + +", "+. . . . .+", "+ + + + + +", "+B . . . X+", "+++++++++++"
)


@pytest.mark.parametrize(
    ("x", "y", "beside"), [(0, 0, False), (2, 0, True), (3, 0, True), (0, 1, True), (1, 1, False), (4, 1, False)]
)
def test_a_side_may_be_an_obstruction(x, y, beside):
    """A closed door or a crate; machinery can be entered."""
    assert is_beside_obstruction(BOARD, At(0, x, y)) is beside
    there = line_of_fire(BOARD, Standing(At(0, 1, 0), Facing.SOUTH), Standing(At(0, x, y)))
    assert there.sheltered is beside
    opened = replace(BOARD, open=frozenset({Edge(0, 3, 0, Facing.WEST)}), wrecked=frozenset({At(0, 0, 2)}))
    assert not is_beside_obstruction(opened, At(0, x, y))


@pytest.mark.rule("AHL-26Aa")
@pytest.mark.parametrize(
    ("x", "y", "handhold"), [(0, 0, False), (2, 0, True), (4, 1, True), (4, 2, True), (3, 2, True), (3, 1, False)]
)
def test_walls_and_machinery_have_handholds(x, y, handhold):
    assert has_handhold(BOARD, At(0, x, y)) is handhold
