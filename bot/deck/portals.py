"""Opening and closing doors, iris valves and hatches (rule 8.B)."""

from dataclasses import replace

from bot.deck.board import Board
from bot.deck.plan import At, Barrier, Edge, Facing
from bot.deck.pressure import check_pressure, lose_air
from bot.deck.squares import edge_of
from bot.engine.errors import RuleError


def portals_beside(board: Board, at: At) -> dict[Edge, Barrier]:
    """The portals on the sides of a square, which somebody there can open and close."""
    barriers = board.plan.levels[at.level].barriers
    beside = {edge: barriers[edge] for edge in (edge_of(at, side) for side in Facing) if edge in barriers}
    return {edge: barrier for edge, barrier in beside.items() if barrier.portal}


def open_portal(board: Board, edge: Edge) -> Board:
    """The board with a portal open, and without the air that this lets out.

    Raises RuleError where there is no closed portal, or pressure on one side only keeps it shut.
    """
    if edge in board.open or edge in board.breached:
        raise RuleError(f"The {_portal(board, edge).value} is open already: close it, or walk through.")
    _portal(board, edge)
    check_pressure(board, edge)
    return lose_air(replace(board, open=board.open | {edge}))


def close_portal(board: Board, edge: Edge) -> Board:
    """The board with a portal closed; raises RuleError where there is no open one, or it is breached."""
    barrier = _portal(board, edge)
    if edge in board.breached:
        raise RuleError(f"The {barrier.value} is destroyed and can't be closed: choose another way to hold them off.")
    if edge not in board.open:
        raise RuleError(f"The {barrier.value} is closed already: open it, or leave it so.")
    return replace(board, open=board.open - {edge})


def _portal(board: Board, edge: Edge) -> Barrier:
    barrier = board.plan.levels[edge.level].barriers.get(edge)
    if barrier is None or not barrier.portal:
        raise RuleError("There is no door, valve or hatch: choose a side of the square that has one.")
    return barrier
