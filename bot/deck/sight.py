"""Lines of sight, exact, and the danger space of a fire."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile, pairwise, takewhile
from math import lcm

from bot.deck.board import Board
from bot.deck.passage import Walls, can_pass, fixture_at, is_hatch_shut, is_open, is_shut, is_solid, on_plan, ways
from bot.deck.plan import At, Barrier, Edge, Fixture, edge_between, range_between


@dataclass(frozen=True, slots=True)
class Obstruction:
    """What ends a line: a barrier on an edge, a fixture that fills a square, or neither: the deck between levels.

    `at` is the last square before a barrier or a deck, and the square that a fixture fills. A shut hatch in a floor
    is a barrier without an edge.
    """

    at: At
    edge: Edge | None = None
    barrier: Barrier | None = None
    fixture: Fixture | None = None

    @property
    def name(self) -> str:
        """It in words, such as `closed hatch`."""
        if self.barrier:
            return f"closed {self.barrier.value}" if self.barrier.portal else self.barrier.value
        return self.fixture.value if self.fixture else "deck"


@dataclass(frozen=True, slots=True)
class Sightline:
    """A straight line from the centre of a square: the squares it passes, the first one included, and what ends it.

    Nothing ends a line that comes to its end, or leaves the plan.
    """

    squares: tuple[At, ...]
    obstruction: Obstruction | None


def sees(board: Board, start: At, end: At) -> bool:
    """Whether a clear line runs from the centre of one square to that of another; the same both ways."""
    return sight_line(board, start, end).squares[-1] == end


def nearest_seen(board: Board, start: At, squares: Iterable[At]) -> At | None:
    """The nearest of some squares to which a clear line runs from one, the first of equals; None where none does."""
    by_range = sorted(squares, key=lambda at: range_between(start, at, board.plan.separation))
    return next((at for at in by_range if sees(board, start, at)), None)


def sight_line(board: Board, start: At, end: At) -> Sightline:
    """The line between two squares, as far as it is clear.

    Between levels the line sinks evenly and must pass every floor where there is a drop, or a ladder that goes
    on below; walls count on the level on which it meets them.
    """
    return _lined(Walls(board), start, end)


# People fire and look from few squares to few others, and doors move less often than they do.
@lru_cache(maxsize=20_000)
def _lined(walls: Walls, start: At, end: At) -> Sightline:
    return _follow(walls.board, start, crossed(start, end))


def fire_line(board: Board, start: At, end: At, longest: int) -> Sightline:
    """The line from one square through another and beyond, up to the first obstruction, the longest range in
    squares, or the edge of the plan.
    """
    near = takewhile(lambda at: range_between(start, at, board.plan.separation) <= longest, _line(start, end))
    return _follow(board, start, near)


def step_beyond(start: At, end: At) -> tuple[int, int]:
    """How far to the east and to the south the next square lies on the line beyond its end, both on one level."""
    beyond = dropwhile(lambda at: at != end, _line(start, end))
    next(beyond)
    after = next(beyond)
    return after.x - end.x, after.y - end.y


def _follow(board: Board, start: At, line: Iterable[At]) -> Sightline:
    """As far along the squares of a line as it is clear, and on the plan."""
    squares = [start]
    for at in line:
        obstruction = _obstruction(board, start, squares[-1], at)
        if obstruction or not on_plan(board, at):
            return Sightline(tuple(squares), obstruction)
        squares.append(at)
    return Sightline(tuple(squares), None)


def crossed(start: At, end: At) -> Iterator[At]:
    """The squares behind the first one that the line between two centres enters, up to the second."""
    for at in _line(start, end):
        yield at
        if at == end:
            return


def _line(start: At, end: At) -> Iterator[At]:
    """The squares behind the first one that the line between two centres enters, on and on beyond the second.

    With d squares to go along an axis, the line passes from square to square there at (2n + 1) / 2d of its
    length: whole numbers, once multiplied by twice what the ds have in common.
    """
    way = [new - old for old, new in zip(start, end, strict=True)]
    if not any(way):
        return
    whole = lcm(*(abs(d) for d in way if d))
    every = [whole // abs(d) if d else 0 for d in way]
    coming = list(every)
    at = list(start)
    while True:
        moment = min(next_ for next_ in coming if next_)
        for axis, next_ in enumerate(coming):
            if next_ == moment:
                at[axis] += 1 if way[axis] > 0 else -1
                coming[axis] += 2 * every[axis]
        yield At(*at)


def _obstruction(board: Board, start: At, here: At, there: At) -> Obstruction | None:
    """What keeps a line from going on from one of its squares to the next."""
    if here != start and is_solid(board, here):
        return Obstruction(here, fixture=fixture_at(board, here))
    if not 0 <= there.level < len(board.plan.levels):
        return Obstruction(here, barrier=_hatch_below(board, here, there))
    if can_pass(board, here, there):
        return None
    return _between(board, here, there)


def _between(board: Board, here: At, there: At) -> Obstruction:
    """What stands in the first of the ways between two squares that are closed to each other."""
    way = next(ways(here, there))
    for one, other in pairwise(way):
        if one.level == other.level and is_shut(board, edge := edge_between(one, other)):
            return Obstruction(here, edge, board.plan.levels[edge.level].barriers[edge])
        if not is_open(board, (one, other)):
            return Obstruction(here, barrier=_hatch_below(board, one, other))
        if is_solid(board, other):
            return Obstruction(other, fixture=fixture_at(board, other))
    raise AssertionError(f"{here} and {there} are open to each other")


def _hatch_below(board: Board, one: At, other: At) -> Barrier | None:
    """The shut hatch between two squares straight above each other, if it is one that closes them."""
    upper = min(one, other)
    return Barrier.HATCH if on_plan(board, upper) and is_hatch_shut(board, upper) else None
