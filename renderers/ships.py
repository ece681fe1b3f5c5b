"""A ship of a battle: what is known of it, and its sign, a bar that points at the enemy and empties as it is hurt."""

from math import ceil

from PIL.ImageDraw import ImageDraw

from bot.engine.fleets import ShipMark, ShipState
from renderers.palette import Colour

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
