"""Which parts of a deck the pictures of one answer show: wide rather than tall, and no square too small on a phone."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from bot.deck.board import Board
from bot.deck.outlook import outlook, view_from
from bot.deck.passage import room_at
from bot.deck.plan import At, Level, Plan
from bot.deck.view import Counter, Marks, View, plan_seen

# Of what is posted for an order: twelve columns are 28 pixels each on a phone that is 390 wide.
COLUMNS, ROWS = 12, 9
_LEAST_COLUMNS, _LEAST_ROWS = 10, 8
_MARGIN = 2
# How many pictures an order has, how many the deck as it stands, and how many sheets a whole level: Discord takes ten.
OF_AN_ORDER, OF_A_DECK, _SHEETS = 2, 6, 9
# How high a sheet is at most while there are sheets left.
_SHEET_ROWS = 12


class Box(NamedTuple):
    """Squares of one level from the first column and row to the last ones, all included."""

    level: int
    left: int
    top: int
    right: int
    bottom: int

    def with_(self, at: At) -> "Box":
        """The same grown so that it holds a square of its level."""
        return Box(self.level, min(self.left, at.x), min(self.top, at.y), max(self.right, at.x), max(self.bottom, at.y))

    def holds(self, at: At) -> bool:
        """Whether a square is in it."""
        return at.level == self.level and self.left <= at.x <= self.right and self.top <= at.y <= self.bottom

    @property
    def fits(self) -> bool:
        """Whether one picture takes it."""
        return self.right - self.left < COLUMNS and self.bottom - self.top < ROWS

    @property
    def crop(self) -> tuple[At, At]:
        """Its top left and its bottom right square."""
        return At(self.level, self.left, self.top), At(self.level, self.right, self.bottom)


def views_of(
    board: Board,
    counters: Iterable[Counter] = (),
    marks: Marks | None = None,
    *,
    level: int | None = None,
    most: int = OF_AN_ORDER,
) -> tuple[View, ...]:
    """What the pictures of an answer show: first what has just happened, then people, in groups that fit into one.

    There are at most so many; the first one knows who is in none. Without `level` every level counts. Where nothing has
    happened and nobody is, it is the whole level in sheets.
    """
    marks, everybody = marks or Marks(), tuple(counters)
    places = [place.at for counter in everybody for place in counter.places if level in {None, place.at.level}]
    marked = [at for at in marks.squares if level in {None, at.level}]
    if not (places or marked):
        return sheets_of(board, level or 0, everybody)
    return _views(board, _crops(board.plan, marked, places, most), everybody, marks)


def _views(
    board: Board, crops: Sequence[Box], everybody: tuple[Counter, ...], marks: Marks | None = None
) -> tuple[View, ...]:
    places = [(counter, place) for counter in everybody for place in counter.places]
    shown = {counter.name for counter, place in places if any(crop.holds(place.at) for crop in crops)}
    views = [
        View(
            board,
            crop.level,
            tuple(place for _, place in places if place.at.level == crop.level),
            (marks or Marks()).on(crop.level),
            crop.crop,
        )
        for crop in crops
    ]
    left_out = tuple(counter for counter in everybody if counter.name not in shown)
    return (replace(views[0], left_out=left_out), *views[1:])


def sheets_of(board: Board, number: int, counters: Iterable[Counter] = ()) -> tuple[View, ...]:
    """A whole level in sheets as alike as can be, those left out on which nothing is.

    They are no wider than what is posted for an order, however high that makes them, up to twice their width; a level
    for which there are not enough such sheets has wider ones.
    """
    everybody = tuple(counters)
    places = [place.at for counter in everybody for place in counter.places if place.at.level == number]
    squares = {*board.plan.levels[number].floor, *places} or {At(number, 0, 0)}
    whole = _around(squares)
    columns, rows = whole.right - whole.left + 1, whole.bottom - whole.top + 1
    widest = COLUMNS
    while ceil(columns / widest) * ceil(rows / (2 * widest)) > _SHEETS:
        widest += 1
    beside = ceil(columns / widest)
    below = min(_SHEETS // beside, ceil(rows / _SHEET_ROWS))
    across, down = ceil(columns / beside), ceil(rows / below)
    sheets = [
        Box(number, x, y, min(x + across - 1, whole.right), min(y + down - 1, whole.bottom))
        for y in range(whole.top, whole.bottom + 1, down)
        for x in range(whole.left, whole.right + 1, across)
    ]
    return _views(board, [sheet for sheet in sheets if any(map(sheet.holds, squares))], everybody)


def seen_by(
    board: Board,
    viewers: Sequence[At],
    counters: Iterable[Counter],
    marks: Marks | None = None,
    within: frozenset[At] | None = None,
) -> tuple[View, ...]:
    """What those see together who look about from some squares, each on their level: first around the first of them,
    then the others, and whom and what they see beyond; no more than is `within` some squares, if any are handed in.

    Nothing else has a part in it: not even where the pictures end.
    """
    people = tuple(counters)
    levels = dict.fromkeys(at.level for at in viewers)
    most = max(1, OF_A_DECK // len(levels))
    return tuple(
        view
        for level in levels
        for view in _seen_on(board, [at for at in viewers if at.level == level], people, marks, most, within)
    )


def _seen_on(
    board: Board,
    viewers: Sequence[At],
    counters: Sequence[Counter],
    marks: Marks | None,
    most: int,
    within: frozenset[At] | None,
) -> tuple[View, ...]:
    """What those see who look about on one level, in at most so many pictures."""
    first, level = viewers[0], viewers[0].level
    about = outlook(board, level)
    seen = frozenset(at for viewer in dict.fromkeys(viewers) for at in view_from(about, viewer))
    seen = seen if within is None else seen & within
    here = tuple(counter for counter in counters if any(place.at in seen for place in counter.places))
    marks = (marks or Marks()).on(level)
    window = _window(board.plan.levels[level], _around({first, *seen}), first)
    people = [place.at for counter in here for place in counter.places if place.at in seen]
    others = [at for at in (*viewers, *marks.squares, *people) if not window.holds(at)]
    crops = [window, *(_crops(plan_seen(board.plan, level, seen), others, (), most - 1) if others else ())]
    return tuple(
        replace(view, seen=seen, counters=tuple(_as_seen(each, seen) for each in view.counters if each.at in seen))
        for view in _views(board, crops, here, marks)
    )


def _as_seen(counter: Counter, seen: Collection[At]) -> Counter:
    return replace(counter, body=tuple(at for at in counter.body if at in seen))


def _window(level: Level, seen: Box, viewer: At) -> Box:
    """The part of what is seen, with a margin, that one picture takes around its viewer."""

    def span(at: int, low: int, high: int, most: int, size: int) -> tuple[int, int]:
        length = min(most, high - low + 3)
        first = max(0, min(max(at - length // 2, low - 1), high + 2 - length))
        return first, min(first + length, size) - 1

    left, right = span(viewer.x, seen.left, seen.right, COLUMNS, level.width)
    top, bottom = span(viewer.y, seen.top, seen.bottom, ROWS, level.height)
    return Box(viewer.level, left, top, right, bottom)


def _crops(plan: Plan, marked: Sequence[At], people: Sequence[At], most: int) -> list[Box]:
    """What the pictures show: all that is marked, as far as so many take it, then the largest groups of people."""
    crops: list[Box] = []
    for group in _groups(marked, people):
        if len(crops) < most:
            crops.append(_crop_of(plan, group))
    rest = [at for at in people if not any(crop.holds(at) for crop in crops)]
    levels = [at.level for at in (*marked, *people)]
    groups = sorted(_groups(rest), key=lambda group: (group.level != levels[0], -sum(map(group.holds, rest))))
    return crops + [_crop_of(plan, group) for group in groups[: most - len(crops)]]


def _groups(squares: Sequence[At], more: Sequence[At] = ()) -> Iterator[Box]:
    """Squares in groups that fit into a picture each, the first one's first; `more` join where there is room."""
    waiting = list(dict.fromkeys(squares))
    while waiting:
        first = waiting[0]
        group = _grown(Box(first.level, first.x, first.y, first.x, first.y), waiting)
        group = _grown(group, more)
        waiting = [at for at in waiting if not group.holds(at)]
        yield group


def _grown(group: Box, squares: Iterable[At]) -> Box:
    """The group with all of these squares that still fit, the nearest first."""
    middle = ((group.left + group.right) / 2, (group.top + group.bottom) / 2)
    for at in sorted(squares, key=lambda at: max(abs(at.x - middle[0]), abs(at.y - middle[1]))):
        if at.level == group.level and group.with_(at).fits:
            group = group.with_(at)
    return group


def _crop_of(plan: Plan, group: Box) -> Box:
    """A group with a margin as far as there is room; somebody alone with all of their room, if one picture takes it."""
    level = plan.levels[group.level]
    if group.left == group.right and group.top == group.bottom:
        room = room_at(plan, At(group.level, group.left, group.top))
        whole = _around(room.squares) if room else group
        group = whole if whole.fits else group
    return _crop(level, group, _LEAST_COLUMNS, _LEAST_ROWS)


def _crop(level: Level, group: Box, columns: int, rows: int) -> Box:
    """A group with a margin, of at least so many columns and rows, within its level."""
    left, right = _span(group.left, group.right, columns, COLUMNS, level.width)
    top, bottom = _span(group.top, group.bottom, rows, ROWS, level.height)
    return Box(group.level, left, top, right, bottom)


def _span(low: int, high: int, least: int, most: int, size: int) -> tuple[int, int]:
    """From where to where a picture goes along one axis."""
    length = max(high - low + 1, min(most, max(least, high - low + 1 + 2 * _MARGIN)))
    first = (low + high + 1 - length) // 2
    first = max(0, min(first, size - length))
    return min(first, low), max(min(first + length, size) - 1, high)


def _around(squares: Collection[At]) -> Box:
    """The smallest box with all of some squares of one level."""
    xs, ys = [at.x for at in squares], [at.y for at in squares]
    return Box(next(iter(squares)).level, min(xs), min(ys), max(xs), max(ys))
