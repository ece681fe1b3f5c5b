"""What the sides of a square offer: shelter for whoever evades there, and handholds in zero-G."""

from bot.deck.board import Board
from bot.deck.passage import fixture_at, is_shut, is_solid
from bot.deck.plan import At, Facing, Fixture
from bot.deck.squares import AHEAD, edge_of, moved


def is_beside_obstruction(board: Board, at: At) -> bool:
    """Whether a side of a square is an obstruction: a wall, a closed portal, a filled square (AHL 11.C.2.e)."""
    return any(is_shut(board, edge_of(at, side)) or is_solid(board, moved(at, *AHEAD[side])) for side in Facing)


def has_handhold(board: Board, at: At) -> bool:
    """Whether a square has handholds: a wall or closed portal at its side, machinery in it or beside it (AHL 26.A)."""
    beside = [at, *(moved(at, *step) for step in AHEAD.values())]
    walls = any(is_shut(board, edge_of(at, side)) for side in Facing)
    return walls or any(fixture_at(board, each) is Fixture.MACHINERY for each in beside)
