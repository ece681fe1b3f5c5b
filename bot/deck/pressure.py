"""Air and vacuum: where pressure is lost to, and what stays shut against a difference (rule 22)."""

from collections.abc import Iterator
from dataclasses import replace

from bot.deck.board import Board
from bot.deck.passage import is_open_down
from bot.deck.plan import At, Barrier, Edge, Fixture
from bot.deck.squares import AHEAD, edge_of, moved, sides_of
from bot.engine.errors import RuleError

_STAY_SHUT = {Barrier.IRIS_VALVE, Barrier.HATCH, Barrier.MAINTENANCE_HATCH}


def holds_air(board: Board, edge: Edge) -> bool:
    """Whether an edge keeps air from vacuum: an airtight barrier that is shut and whole."""
    barrier = board.plan.levels[edge.level].barriers.get(edge)
    return barrier is not None and barrier.airtight and edge not in board.open | board.breached | board.holed


def lose_air(board: Board) -> Board:
    """The board after vacuum has spread as far as it goes (rule 22, ruling R-97).

    It comes from the squares that are airless already, and through portals that are open, breached or holed where
    they lead off the plan. It spreads through open portals, doors and walls (open or closed), holed bulkheads, and
    from level to level through drops, ladders and lifts.
    """
    lost = set(board.airless | _open_to_space(board))
    waiting = list(lost)
    while waiting:
        for at in _reached(board, waiting.pop()):
            if at not in lost:
                lost.add(at)
                waiting.append(at)
    return replace(board, airless=frozenset(lost))


def _open_to_space(board: Board) -> frozenset[At]:
    """The squares beside an opening in the plan's outside."""
    found = set()
    for edge in board.open | board.breached | board.holed:
        inside = [at for at in sides_of(edge) if at in board.plan.levels[edge.level].floor]
        found.update(inside if len(inside) == 1 else [])
    return frozenset(found)


def _reached(board: Board, at: At) -> Iterator[At]:
    """The squares to which vacuum spreads at once."""
    floor = board.plan.levels[at.level].floor
    for side, step in AHEAD.items():
        beside = moved(at, *step)
        if beside in floor and not holds_air(board, edge_of(at, side)):
            yield beside
    below, above = at._replace(level=at.level + 1), at._replace(level=at.level - 1)
    if _joined(board, at):
        yield below
    if at.level and _joined(board, above):
        yield above


def _joined(board: Board, upper: At) -> bool:
    """Whether air passes between a square and the one below it, both of them floor."""
    levels = board.plan.levels
    lower = upper._replace(level=upper.level + 1)
    if lower.level >= len(levels) or upper not in levels[upper.level].floor or lower not in levels[lower.level].floor:
        return False
    lifts = levels[upper.level].fixtures.get(upper) is levels[lower.level].fixtures.get(lower) is Fixture.LIFT
    return lifts or is_open_down(board, upper)


def is_between_air_and_vacuum(board: Board, edge: Edge) -> bool:
    """Whether there is pressure on one side of an edge only; outside the plan there is none."""
    floor = board.plan.levels[edge.level].floor
    one, other = (at in floor and at not in board.airless for at in sides_of(edge))
    return one is not other


def check_pressure(board: Board, edge: Edge) -> None:
    """Raises RuleError where an iris valve or a hatch stays shut against a difference in pressure (rule 22)."""
    barrier = board.plan.levels[edge.level].barriers.get(edge)
    if barrier in _STAY_SHUT and is_between_air_and_vacuum(board, edge):
        raise RuleError(
            f"The {barrier.value} stays shut against the vacuum on one side of it: go round, or let the air out first."
        )
