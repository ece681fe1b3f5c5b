"""A battle of ships as a picture: both lines of battle with their reserves below, and who fired at whom."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import ceil, hypot

from PIL.ImageDraw import Draw, ImageDraw

from bot.engine.fleets import Fleets, ShipMark, ShipState, size_name
from renderers.lettering import shortened, size_within, write
from renderers.palette import Colour, new_picture, png

# A line longer than this keeps its largest ships apart and groups the others.
_MOST = 16
_APART = 8


@dataclass(frozen=True, slots=True)
class Row:
    """What one row shows: a ship, or several in its stead, and their places in the battle."""

    mark: ShipMark
    members: tuple[int, ...]


def rows_of(ships: Sequence[ShipMark], places: Sequence[int]) -> list[Row]:
    """The rows for the ships at some places, the largest first."""
    order = sorted(places, key=lambda place: (-ships[place].tons, place))
    apart = len(order) if len(order) <= _MOST else _APART
    rows = [Row(ships[place], (place,)) for place in order[:apart]]
    alike: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for place in order[apart:]:
        alike[-ships[place].size, ships[place].state].append(place)
    return rows + [_together(ships, alike[key]) for key in sorted(alike)]


def _together(ships: Sequence[ShipMark], places: list[int]) -> Row:
    """One row for ships of the same class and state: their number, the name that they share, their mean hurt."""
    first = ships[places[0]]
    if len(places) == 1:
        return Row(first, tuple(places))
    names = {re.sub(r"[\s\d]+$", "", ships[place].name) for place in places}
    name = names.pop() if len(names) == 1 else size_name(first.size)
    hurt = sum(ships[place].hurt for place in places) / len(places)
    return Row(replace(first, name=f"{len(places)}x {name}", hurt=hurt), tuple(places))


COLOURS = (Colour.BLUE, Colour.VERMILION, Colour.GREEN, Colour.PURPLE)
HEIGHT = 18
_SEGMENT = 18
_NOSE = 14


def draw_ship(pen: ImageDraw, bow: tuple[int, int], ahead: int, ship: ShipMark) -> None:
    """Draw a ship whose bow is at a point; `ahead` is 1 if it points right, −1 left. Who broke off points away."""
    x, y = bow
    segments, half = 3 + 2 * ship.size, HEIGHT // 2
    stern = x - ahead * (_NOSE + segments * _SEGMENT)
    ends = sorted((x, stern))
    if ship.state is ShipState.GONE:
        x, stern, ahead = stern, x, -ahead
    fills = [COLOURS[ship.side % len(COLOURS)]] * _whole(ship, segments)
    fills += [Colour.WHITE] * (segments - len(fills))
    for number, fill in enumerate(fills):
        aft, fore = sorted(stern + ahead * (number + end) * _SEGMENT for end in (0, 1))
        pen.rectangle((aft, y - half, fore, y + half), fill=fill, outline=Colour.INK, width=2)
    nose = [(x, y), (x - ahead * _NOSE, y - half), (x - ahead * _NOSE, y + half)]
    pen.polygon(nose, fill=fills[-1])
    pen.line([*nose, nose[0]], fill=Colour.INK, width=2)
    _strike(pen, ends, y, ship.state)


def _whole(ship: ShipMark, segments: int) -> int:
    """How many of its segments are whole: not all of the hurt, some of whoever has something left."""
    if ship.state is ShipState.DESTROYED or ship.hurt >= 1:
        return 0
    return segments - min(ceil(segments * max(ship.hurt, 0)), segments - 1)


def _strike(pen: ImageDraw, ends: list[int], y: int, state: ShipState) -> None:
    """A cross over the destroyed, one stroke over the disabled."""
    slopes = {ShipState.DESTROYED: (1, -1), ShipState.DISABLED: (-1,)}.get(state, ())
    for slope in slopes:
        for colour, width in ((Colour.FLOOR, 8), (Colour.INK, 4)):
            pen.line((ends[0], y - slope * 14, ends[1], y + slope * 14), fill=colour, width=width)


_DASH = 14
_ARROW = 16


def draw_fire(
    pen: ImageDraw, start: tuple[int, int], end: tuple[int, int], colour: Colour, width: int, *, dashed: bool
) -> None:
    """Draw an arrow between two points, whole or dashed; `width` is in pixels."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = max(hypot(across, down), 1)
    u, v = across / length, down / length

    def along(far: float, aside: float = 0) -> tuple[int, int]:
        return round(start[0] + far * u - aside * v), round(start[1] + far * v + aside * u)

    neck = max(length - _ARROW, 0)
    far = 0.0
    while far < neck:
        to = min(far + _DASH, neck) if dashed else neck
        pen.line((along(far), along(to)), fill=colour, width=width)
        far = to + _DASH * 0.7
    pen.polygon((along(length), along(neck, 6), along(neck, -6)), fill=colour)


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
