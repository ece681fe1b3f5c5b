"""Whom a grenade may reach on a deck, wherever it comes down (AHL 15, 16)."""

import pytest

from bot.deck.plan import at_of
from bot.engine.scene import Scene
from bot.systems.ahl.grenade.on_deck import ThrowOnDeck, comes_down_near
from tests.deck.plans import board_of
from tests.systems.ahl.table import Table, one

CORRIDOR = board_of("+" * 25, " " + ". " * 12, "+" * 25)
# Two squares of it, with a wall between them and a third.
CELL = board_of("+++++++", " . .|. ", "+++++++")


@pytest.mark.parametrize(("square", "reached"), [("A1", True), ("I1", True), ("J1", False), ("L1", False)])
def test_it_scatters_six_squares_at_the_most_and_its_explosion_reaches_two_beyond(square, reached):
    """Thrown at A1 it may come down at G1, two squares from I1 and three from J1."""
    table = Table(one("Ann", "1", square), board=CORRIDOR)
    throw = ThrowOnDeck(table.board, at_of("B1"), at_of("A1"), 1, cover=False)
    assert bool(comes_down_near(Scene.of(table.game), throw, 2)) is reached


def test_a_wall_keeps_it_from_whoever_is_near():
    table = Table(one("Ann", "1", "B1"), one("Bob", "2", "C1"), board=CELL)
    throw = ThrowOnDeck(table.board, at_of("B1"), at_of("A1"), 1, cover=False)
    assert [unit.name for unit in comes_down_near(Scene.of(table.game), throw, 2)] == ["Ann"]
