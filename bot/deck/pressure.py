"""Air and vacuum: where pressure is lost to, and what stays shut against a difference."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from bot.deck.board import Board
from bot.deck.passage import Walls, is_open_down, kind_of
from bot.deck.plan import AHEAD, At, Barrier, Edge, Fixture, Portal, edge_of, moved, sides_of
from bot.engine.errors import RuleError

_STAY_SHUT = {Barrier.IRIS_VALVE, Barrier.HATCH, Barrier.MAINTENANCE_HATCH}


def holds_air(board: Board, edge: Edge) -> bool:
    """Whether an edge keeps air from vacuum: an airtight barrier that is shut and whole."""
    barrier = board.plan.levels[edge.level].barriers.get(edge)
    return barrier is not None and barrier.airtight and edge not in board.open | board.breached | board.holed


def lose_air(board: Board) -> Board:
    """The board after vacuum has spread as far as it goes.

    It comes from the squares that are airless already, and through portals that are open, breached or holed where
    they lead off the plan. It spreads through open portals, doors and walls (open or closed), holed bulkheads, and
    from level to level through drops, ladders and lifts, unless a hatch is shut between them.
    """
    return replace(board, airless=_lost(Hull(board)))


class Hull(Walls):
    """A board by all on it that lets air through as well, and by what stays shut for want of it."""

    __slots__ = ()

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._told = (*self._told, board.holed, board.airless)


# Whether vacuum goes any further is asked with every order, and hulls change seldom.
@lru_cache(maxsize=8)
def _lost(hull: Hull) -> frozenset[At]:
    board = hull.board
    lost = set(board.airless | _open_to_space(board))
    waiting = list(lost)
    while waiting:
        for at in _reached(board, waiting.pop()):
            if at not in lost:
                lost.add(at)
                waiting.append(at)
    return frozenset(lost)


def _open_to_space(board: Board) -> frozenset[At]:
    """The squares beside an opening in the plan's outside, of a plan that is whole."""
    found = set[At]()
    if not board.plan.whole:
        return frozenset()
    for edge in _edges(board.open) | board.breached | board.holed:
        inside = [at for at in sides_of(edge) if at in board.plan.levels[edge.level].floor]
        found.update(inside if len(inside) == 1 else [])
    return frozenset(found)


def _edges(portals: frozenset[Portal]) -> frozenset[Edge]:
    """The portals that stand on edges: a hatch in a floor leads nowhere off the plan."""
    return frozenset(portal for portal in portals if isinstance(portal, Edge))


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
    if not (_is_floor(board, upper) and _is_floor(board, lower)):
        return False
    lifts = levels[upper.level].fixtures.get(upper) is levels[lower.level].fixtures.get(lower) is Fixture.LIFT
    return lifts or is_open_down(board, upper)


def is_between_air_and_vacuum(board: Board, portal: Portal) -> bool:
    """Whether there is pressure on one side of a portal only; outside a plan that is whole there is none.

    The hatch in a floor below which nothing is drawn has the pressure of its own level on both sides, and so has what
    leads to where nothing is known.
    """
    if isinstance(portal, At):
        below = portal._replace(level=portal.level + 1)
        return _is_floor(board, below) and (portal in board.airless) is not (below in board.airless)
    beside = sides_of(portal)
    if not (board.plan.whole or all(_is_floor(board, at) for at in beside)):
        return False
    one, other = (_is_floor(board, at) and at not in board.airless for at in beside)
    return one is not other


def _is_floor(board: Board, at: At) -> bool:
    return at.level < len(board.plan.levels) and at in board.plan.levels[at.level].floor


def stays_shut(board: Board, portal: Portal) -> bool:
    """Whether it is an iris valve or a hatch with air on one side and none on the other."""
    return kind_of(board.plan, portal) in _STAY_SHUT and is_between_air_and_vacuum(board, portal)


def check_pressure(board: Board, portal: Portal) -> None:
    """Raises RuleError where an iris valve or a hatch stays shut against a difference in pressure."""
    barrier = kind_of(board.plan, portal)
    if barrier is not None and stays_shut(board, portal):
        raise RuleError(
            f"The {barrier.value} stays shut against the vacuum on one side of it: go round, or let the air out first."
        )
