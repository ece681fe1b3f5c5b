"""All that one viewer sees of their level at once, or several of all levels together: the same answer as `sees` for
every square, in far less time.

Whatever closes an edge hides a range of slopes from there on. So each quarter of the level is scanned away from
the viewer, row by row, keeping the ranges of slopes that are still open. Within its quarter a line reaches a
square through the square's near edge, and just beside the end of an open range it is still clear, so that a line at the
very end passes every corner on that side. What is left of a range that closes up is a single slope, which may
pass between two corners: a square that lies on one is looked at by `sees`.

Slopes are quotients of whole numbers below a thousand. Such quotients are equal as floats only if they are equal:
every comparison is exact.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from math import ceil, floor

from bot.deck.board import Board
from bot.deck.passage import Walls, can_pass, is_open_down, is_shut, is_solid, on_plan
from bot.deck.placing import walks
from bot.deck.plan import At, Facing, moved, range_between
from bot.deck.sight import sees

Ranges = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Lines:
    """A level's squares by rows, or by columns.

    Of each square n, a 1 tells in `across` that the edge to the row before is closed, in `along` that the edge to
    square n - 1 is, in `solid` that it is filled. `across` has a row more than there are, `along` a place more.
    """

    squares: Sequence[Sequence[At]]
    across: Sequence[bytearray]
    along: Sequence[bytearray]
    solid: Sequence[bytearray]


@dataclass(frozen=True, slots=True)
class Outlook:
    """One level of a board, prepared for all who look about on it."""

    board: Board
    level: int
    rows: Lines
    columns: Lines


def outlook(board: Board, level: int) -> Outlook:
    """Prepare a level of a board."""
    plan = board.plan.levels[level]
    width, height = plan.width, plan.height
    squares = [[At(level, x, y) for x in range(width)] for y in range(height)]
    turned = [list(column) for column in zip(*squares, strict=True)]
    rows = Lines(squares, _blank(height + 1, width), _blank(height, width + 1), _blank(height, width))
    columns = Lines(turned, _blank(width + 1, height), _blank(width, height + 1), _blank(width, height))
    for edge in plan.barriers:
        if is_shut(board, edge):
            _, x, y, side = edge
            if side is Facing.NORTH:
                rows.across[y][x] = columns.along[x][y] = 1
            else:
                rows.along[y][x] = columns.across[x][y] = 1
    for _, x, y in (at for at in plan.fixtures if is_solid(board, at)):
        rows.solid[y][x] = columns.solid[x][y] = 1
        rows.along[y][x] = rows.along[y][x + 1] = columns.along[x][y] = columns.along[x][y + 1] = 1
    return Outlook(board, level, rows, columns)


def _blank(number: int, length: int) -> list[bytearray]:
    return [bytearray(length) for _ in range(number)]


def view_from(about: Outlook, start: At) -> frozenset[At]:
    """Every square of floor on the viewer's level that they see, their own included."""
    seen = set[At]()
    _look_about(about, start, seen)
    return frozenset(seen & about.board.plan.levels[about.level].floor)


def seen_together(board: Board, viewers: Iterable[At]) -> frozenset[At]:
    """Every square of floor, on whatever level, that somebody sees who looks about from one of these."""
    views = _views(Walls(board))
    return frozenset().union(*(views.of(start) for start in viewers))


def seen_from(board: Board, start: At) -> frozenset[At]:
    """Every square of floor, on whatever level, that is seen from a square, and so all from which that is seen."""
    return _views(Walls(board)).of(start)


@dataclass(frozen=True, slots=True)
class _Views:
    """What is seen from the squares of a board, each worked out once, where somebody looks about from it."""

    board: Board
    shafts: Sequence[At]
    levels: dict[int, Outlook] = field(default_factory=dict)
    known: dict[At, frozenset[At]] = field(default_factory=dict)

    def of(self, start: At) -> frozenset[At]:
        """Every square of floor, on whatever level, that is seen from a square."""
        if start not in self.known:
            self.known[start] = self._seen_from(start)
        return self.known[start]

    def _seen_from(self, start: At) -> frozenset[At]:
        about = self.levels.get(start.level) or outlook(self.board, start.level)
        self.levels[start.level] = about
        seen = view_from(about, start)
        if not self.shafts:
            return seen
        through = _through(self.board, start, self.shafts) - seen
        return seen.union(at for at in through if sees(self.board, start, at))


# People move more often than doors: what is seen of a few boards is kept, with the plan, so that no other has its id.
@lru_cache(maxsize=8)
def _views(walls: Walls) -> _Views:
    return _Views(walls.board, _shafts(walls.board))


def look_anew() -> None:
    """Keep nothing of what was seen before, for whoever measures how long it takes."""
    _views.cache_clear()


def _look_about(about: Outlook, start: At, seen: set[At]) -> None:
    """Add what somebody sees of their level, floor or not, to what is `seen` of it already."""
    seen.update((start, *_diagonals(about.board, start)))
    for step in (-1, 1):
        _scan(about.board, about.rows, start, (start.y, start.x), step, seen)
        _scan(about.board, about.columns, start, (start.x, start.y), step, seen)


def _shafts(board: Board) -> list[At]:
    """The squares through whose floor one sees the level below."""
    fixtures = (at for level in board.plan.levels[:-1] for at in level.fixtures)
    return [at for at in fixtures if is_open_down(board, at)]


def _through(board: Board, start: At, shafts: Iterable[At]) -> set[At]:
    """The squares of other levels to which a line may run from one square through these shafts.

    With n levels to go, a line comes to the first shaft after 1 / 2n of its length, on that square or beside it.
    """
    found, levels = set[At](), board.plan.levels
    for shaft in shafts:
        # The way down leads through the viewer's own floor, the way up through that of the level above.
        below = levels[start.level + 1 :] if shaft.level == start.level else ()
        above = levels[shaft.level :: -1] if shaft.level == start.level - 1 else ()
        for far, level in enumerate(below or above, start=1):
            x, y = (one + 2 * far * (other - one) for one, other in zip(start[1:], shaft[1:], strict=True))
            found.update(at for at in level.floor if abs(at.x - x) <= 2 * far and abs(at.y - y) <= 2 * far)
    return found


def _diagonals(board: Board, start: At) -> Iterator[At]:
    """The squares seen exactly along the diagonals, where the quarters meet."""
    for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        here, there = start, moved(start, dx, dy)
        while on_plan(board, there) and can_pass(board, here, there):
            yield there
            if is_solid(board, there):
                break
            here, there = there, moved(there, dx, dy)


def _scan(board: Board, lines: Lines, start: At, place: tuple[int, int], step: int, seen: set[At]) -> None:
    """Add the squares that are seen in the quarter of the rows before (-1) or behind (1) the viewer's."""
    row, column = place
    ranges: Ranges = [(-1.0, 1.0)]
    for depth in range(1, len(lines.squares)):
        near, row = (row if step < 0 else row + 1), row + step
        if not 0 <= row < len(lines.squares):
            return
        ranges = _hide(ranges, lines.across[near], column, depth)
        ranges = [each for each in ranges if _look(board, lines.squares[row], start, column, depth, each, seen)]
        ranges = _hide(ranges, lines.solid[row], column, depth)
        for post in _posts(lines.along[row], column, depth, ranges):
            ranges = _without(ranges, *sorted((post / (2 * depth + 1), post / (2 * depth - 1))))
        if not ranges:
            return


def _hide(ranges: Ranges, closed: bytearray, column: int, depth: int) -> Ranges:
    """What is left of the ranges behind the closed ones of the edges between a row and the one before it."""
    if not ranges:
        return ranges
    first = max(0, column + floor(ranges[0][0] * depth) - 1)
    stop = min(len(closed), column + ceil(ranges[-1][1] * depth) + 2)
    found = closed.find(1, first, stop)
    while found >= 0:
        end = closed.find(0, found, stop)
        end = stop if end < 0 else end
        ranges = _without(
            ranges, (2 * (found - column) - 1) / (2 * depth - 1), (2 * (end - column) - 1) / (2 * depth - 1)
        )
        found = closed.find(1, end, stop)
    return ranges


def _posts(along: bytearray, column: int, depth: int, ranges: Ranges) -> Iterator[int]:
    """Where closed edges stand within a row: twice their distance to the side of the viewer's column."""
    if ranges:
        first = max(0, column + floor(ranges[0][0] * depth) - 1)
        stop = min(len(along), column + ceil(ranges[-1][1] * depth) + 3)
        found = along.find(1, first, stop)
        while found >= 0:
            yield 2 * (found - column) - 1
            found = along.find(1, found + 1, stop)


def _without(ranges: Ranges, low: float, high: float) -> Ranges:
    """The ranges without what lies between two slopes; the slopes themselves stay, if only as a single one."""
    left: Ranges = []
    for start, end in ranges:
        if end <= low or start >= high:
            left.append((start, end))
            continue
        if start <= low:
            left.append((start, low))
        if high <= end:
            left.append((high, end))
    return left


def _look(
    board: Board,
    squares: Sequence[At],
    start: At,
    column: int,
    depth: int,
    between: tuple[float, float],
    seen: set[At],
) -> bool:
    """Add the squares of a row whose centres lie in a range of slopes; whether the range is worth keeping."""
    low, high = between
    # A product may be rounded over a whole number: the quotients tell.
    first, last = max(1 - depth, floor(low * depth) - 1), min(depth - 1, ceil(high * depth) + 1)
    while first / depth < low:
        first += 1
    while last / depth > high:
        last -= 1
    if low < high or first > last:
        seen.update(squares[max(0, column + first) : max(0, column + last + 1)])
        return True
    if not 0 <= column + first < len(squares):
        return False
    at = squares[column + first]
    # What somebody else sees needs no closer look: whatever lies behind it gets its own.
    clear = at in seen or sees(board, start, at)
    if clear:
        seen.add(at)
    return clear


# Farther nobody looks for cover.
_MOST_SQUARES = 1000


def hidden(
    board: Board, start: At, enemies: Collection[At], far: Callable[[At, At, int], int] = range_between
) -> Iterator[tuple[int, At]]:
    """Squares that no enemy sees and that lie no nearer to any who sees them at the start, the nearest first, with how
    many steps lead there. How `far` two squares are apart is as the book has it, by how far apart levels are.
    """
    separation = board.plan.separation
    seen = {at: far(start, at, separation) for at in enemies if sees(board, start, at)}
    in_view = seen_together(board, enemies)
    for at, steps in islice(walks(board, start), 1, _MOST_SQUARES):
        if at in in_view:
            continue
        if all(far(at, enemy, separation) >= apart for enemy, apart in seen.items()):
            yield steps, at
