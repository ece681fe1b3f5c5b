"""The line from a ship to the one that it fired at."""

from math import hypot

from PIL.ImageDraw import ImageDraw

from renderers.palette import Colour

_DASH = 14
_HEAD = 16


def draw_fire(
    pen: ImageDraw, start: tuple[int, int], end: tuple[int, int], colour: Colour, width: int, *, dashed: bool
) -> None:
    """Draw an arrow between two points, so many pixels wide, whole or dashed."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = max(hypot(across, down), 1)
    u, v = across / length, down / length

    def along(far: float, aside: float = 0) -> tuple[int, int]:
        return round(start[0] + far * u - aside * v), round(start[1] + far * v + aside * u)

    neck = max(length - _HEAD, 0)
    far = 0.0
    while far < neck:
        to = min(far + _DASH, neck) if dashed else neck
        pen.line((along(far), along(to)), fill=colour, width=width)
        far = to + _DASH * 0.7
    pen.polygon((along(length), along(neck, 6), along(neck, -6)), fill=colour)
