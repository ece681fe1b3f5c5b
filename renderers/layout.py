"""Where the squares of a view are in its picture."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from bot.deck.plan import At
from bot.deck.view import View

# The sides of a square that are tried, in pixels: the first with which the picture is no longer than PLEASANT; from
# READABLE down, the first that Discord takes.
_SIDES = (64, 56, 48, 40, 32, 28, 24, 20, 16, 12, 8, 4, 2)
_READABLE = 32
_PLEASANT = 2400
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Layout:
    """The part of a level that is shown, in squares, and its measures in pixels.

    A rim with the squares' names runs around it, the title stands above.
    """

    level: int
    left: int
    top: int
    columns: int
    rows: int
    side: int

    @property
    def rim(self) -> int:
        """How wide the rim is: enough for a name to be read when the whole picture is on a phone."""
        return max(12, self.side // 2, self.columns * self.side // 36)

    @property
    def head(self) -> int:
        """How high the title is."""
        return max(20, self.side * 3 // 4, self.columns * self.side // 24)

    @property
    def letter(self) -> int:
        """How large letters must be to be read when the whole picture is on a phone: 9 pixels of its 390."""
        return -(-9 * self.size[0] // 390)

    @property
    def size(self) -> tuple[int, int]:
        """The picture's width and height."""
        return 2 * self.rim + self.columns * self.side, self.head + 2 * self.rim + self.rows * self.side

    @property
    def field(self) -> tuple[int, int, int, int]:
        """The squares' part of the picture: left, top, right, bottom."""
        left, top = self.rim, self.head + self.rim
        return left, top, left + self.columns * self.side, top + self.rows * self.side

    def corner(self, x: int, y: int) -> tuple[int, int]:
        """The top left corner of a square."""
        return self.rim + (x - self.left) * self.side, self.head + self.rim + (y - self.top) * self.side

    def middle(self, at: At) -> tuple[int, int]:
        """The middle of a square, whatever its level."""
        x, y = self.corner(at.x, at.y)
        return x + self.side // 2, y + self.side // 2

    def shows(self, at: At) -> bool:
        """Whether the square is in the picture."""
        beside = self.left <= at.x < self.left + self.columns
        return beside and at.level == self.level and self.top <= at.y < self.top + self.rows

    def shown(self, squares: Iterable[At]) -> list[At]:
        """Those of some squares that are in the picture, in an order of their own."""
        return sorted(filter(self.shows, squares))


def layout_of(view: View) -> Layout:
    """How a view is laid out: as large as is pleasant on a phone, and never larger than Discord takes.

    A picture has at most 4,000 pixels a side up to 1,800 squares a side.
    """
    left, top, right, bottom = _shown_part(view)
    columns, rows = right - left + 1, bottom - top + 1
    layouts = [Layout(view.level, left, top, columns, rows, side) for side in _SIDES]
    pleasant = [each for each in layouts if each.side >= _READABLE and max(each.size) <= _PLEASANT]
    possible = [each for each in layouts if max(each.size) <= _LONGEST]
    return (pleasant or possible or layouts[-1:])[0]


def _shown_part(view: View) -> tuple[int, int, int, int]:
    """The squares that are shown: first column and row, last column and row.

    They are the crop as far as it is on the level; without one, all that has a floor or somebody on it.
    """
    level = view.board.plan.levels[view.level]
    people = (counter.at for counter in view.counters if counter.at.level == view.level)
    corners = view.crop or (*level.floor, *people)
    columns, rows = [at.x for at in corners] or [0], [at.y for at in corners] or [0]
    right, bottom = level.width - 1, level.height - 1
    return (
        _within(min(columns), right),
        _within(min(rows), bottom),
        _within(max(columns), right),
        _within(max(rows), bottom),
    )


def _within(number: int, most: int) -> int:
    return min(max(number, 0), most)


def runs(squares: Iterable[At]) -> Iterator[list[At]]:
    """The squares of a level cut into rows in which each is beside the last, as one reads."""
    rows = sorted(squares, key=lambda at: (at.y, at.x))
    for _, run in groupby(enumerate(rows), key=lambda pair: (pair[1].y, pair[1].x - pair[0])):
        yield [at for _, at in run]
