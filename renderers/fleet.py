"""A battle of ships as a picture: both lines of battle with their reserves below, and who fired at whom."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from PIL.ImageDraw import Draw, ImageDraw

from bot.engine.fleets import Fleets, ShipMark
from renderers.battleline import Row, rows_of
from renderers.lettering import shortened, size_within, write
from renderers.palette import Colour, new_picture
from renderers.png import png
from renderers.salvo import draw_fire
from renderers.ships import COLOURS, draw_ship

_WIDTH = 780
_MARGIN = 16
_COLUMN = 270
_HEAD = 100
_ROW = 62
_RESERVE = 48


@dataclass(frozen=True, slots=True)
class _Berth:
    """A row with its place in the picture: the bow of its ship, and 1 if that points right, −1 if left."""

    row: Row
    bow: tuple[int, int]
    ahead: int


def fleet_png(fleets: Fleets) -> bytes:
    """The battle as PNG, 780 pixels wide: side 0 on the left, others on the right, the largest ships on top.

    KeyError if a shot names a ship that isn't there.
    """
    lines, reserves = (list(_opposed(fleets.ships, reserve)) for reserve in (False, True))
    below = _HEAD + len(lines) * _ROW
    height = below + (_RESERVE + len(reserves) * _ROW if reserves else 0) + _MARGIN
    picture = new_picture((_WIDTH, height), Colour.FLOOR)
    pen = Draw(picture)
    _draw_head(pen, fleets)
    berths = list(_berths(lines, _HEAD))
    if reserves:
        pen.rectangle((0, below + 4, _WIDTH, height), fill=Colour.GRID)
        write(pen, (_WIDTH / 2, below + 4 + _RESERVE / 2), "in reserve", 26, Colour.MUTED, bold=True)
        berths += _berths(reserves, below + _RESERVE)
    _draw_shots(pen, berths, fleets)
    for berth in berths:
        _draw_berth(pen, berth)
    return png(picture)


def _opposed(ships: tuple[ShipMark, ...], reserve: bool) -> Iterator[tuple[Row | None, Row | None]]:
    """The rows of both lines, or both reserves, side by side."""
    places = [place for place, ship in enumerate(ships) if ship.reserve is reserve]
    left = rows_of(ships, [place for place in places if ships[place].side == 0])
    right = rows_of(ships, [place for place in places if ships[place].side != 0])
    return zip_longest(left, right)


def _berths(pairs: list[tuple[Row | None, Row | None]], top: int) -> Iterator[_Berth]:
    for number, pair in enumerate(pairs):
        y = top + number * _ROW + _ROW - 18
        for row, x, ahead in zip(pair, (_COLUMN, _WIDTH - _COLUMN), (1, -1), strict=True):
            if row is not None:
                yield _Berth(row, (x, y), ahead)


def _draw_head(pen: ImageDraw, fleets: Fleets) -> None:
    """The title, and the sides' names over their columns."""
    pen.rectangle((0, 0, _WIDTH, 48), fill=Colour.SPACE)
    size = size_within(fleets.title, _WIDTH - 2 * _MARGIN, 32)
    write(pen, (_WIDTH / 2, 24), shortened(fleets.title, _WIDTH - 2 * _MARGIN, size), size, Colour.WHITE, bold=True)
    for name, x, anchor, colour in zip(fleets.sides, (_MARGIN, _WIDTH - _MARGIN), ("lm", "rm"), COLOURS, strict=False):
        write(pen, (x, 74), shortened(name, _WIDTH / 2 - 2 * _MARGIN, 30), 30, colour, anchor, bold=True)


def _draw_berth(pen: ImageDraw, berth: _Berth) -> None:
    """A ship's name with its sign below, both at the inner end of its column."""
    x, y = berth.bow
    name = shortened(berth.row.mark.name, _COLUMN - _MARGIN, 24)
    write(pen, (x, y - 26), name, 24, Colour.INK, "rm" if berth.ahead > 0 else "lm", bold=True)
    draw_ship(pen, berth.bow, berth.ahead, berth.row.mark)


def _draw_shots(pen: ImageDraw, berths: list[_Berth], fleets: Fleets) -> None:
    """A line for each pair of rows that fired, thicker for more shots; those of the right side are dashed."""
    home = {place: berth for berth in berths for place in berth.row.members}
    for (firer, target), times in Counter((home[a], home[b]) for a, b in fleets.shots).items():
        side = firer.row.mark.side
        start = (firer.bow[0] + 6 * firer.ahead, firer.bow[1] - 5)
        end = (target.bow[0] + 6 * target.ahead, target.bow[1] + 5)
        draw_fire(pen, start, end, COLOURS[side % len(COLOURS)], 1 + min(times, 4), dashed=side != 0)
