"""What lies on the floor: the squares themselves, and hatching over some of them."""

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.deck.plan import At
from renderers.layout import Layout, runs
from renderers.palette import Colour


class Pattern(Enum):
    """How squares are filled; each can be told from the others without its colour."""

    FULL = "full"
    GRID = "lines between the squares"
    DARK = "strokes rising to the right, close together"
    AIRLESS = "small rings"
    DANGER = "strokes falling to the right"
    BLAST = "large dots"
    PALE = "every other pixel"
    MIST = "short strokes one above the other"


def cover(pen: ImageDraw.ImageDraw, layout: Layout, squares: Iterable[At], pattern: Pattern, colour: Colour) -> None:
    """Fill some squares with a pattern that runs on from one to the next."""
    for run in runs(layout.shown(squares)):
        pen.bitmap(layout.corner(run[0].x, run[0].y), strip(pattern, layout.side, len(run)), fill=colour)


@lru_cache(maxsize=256)
def strip(pattern: Pattern, side: int, length: int) -> Image.Image:
    """A pattern over a number of squares beside each other."""
    tile, strip = _tile(pattern, side), Image.new("1", (side * length, side))
    for number in range(length):
        strip.paste(tile, (number * side, 0))
    return strip


@lru_cache(maxsize=64)
def _tile(pattern: Pattern, side: int) -> Image.Image:
    """One square of a pattern; strokes that leave it come in again at the other side."""
    tile = Image.new("1", (side, side))
    pen, thin = ImageDraw.Draw(tile), max(1, side // 24)
    if pattern is Pattern.FULL:
        pen.rectangle((0, 0, side, side), fill=1)
    elif pattern is Pattern.GRID:
        pen.line((0, 0, side, 0), fill=1)
        pen.line((0, 0, 0, side), fill=1)
    elif pattern is Pattern.DARK:
        # So flat, its rows come again after half as many as at 45 degrees, which a PNG is smaller by.
        _strokes(pen, side, side // 4, 2 * thin, shift=2)
    elif pattern is Pattern.DANGER:
        _strokes(pen, side, side // 2, 2 * thin, shift=-1)
    elif pattern is Pattern.PALE:
        _strokes(pen, side, 2, 1, shift=1)
    elif pattern is Pattern.MIST:
        for left, y in ((1, 1), (4, 3), (1, 5), (4, 7)):
            pen.rectangle((side * left // 8, side * y // 8, side * (left + 3) // 8, side * y // 8 + thin - 1), fill=1)
    else:
        for x, y in ((1, 1), (3, 3)) if pattern is Pattern.AIRLESS else ((1, 1), (3, 1), (1, 3), (3, 3)):
            _dot(pen, side * x / 4, side * y / 4, side / 14, hollow=pattern is Pattern.AIRLESS)
    return tile


def _strokes(pen: ImageDraw.ImageDraw, side: int, apart: int, width: int, *, shift: int) -> None:
    """Diagonals as pixels, so that they meet across the tile's sides; `apart` and `width` go along a row.

    Each row is so many pixels `shift`ed to the left of the one above it.
    """
    apart = max(apart, 2)
    for y in range(side):
        for x in range(side):
            if (x + shift * y) % side % apart < min(width, apart - 1):
                pen.point((x, y), fill=1)


def _dot(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, *, hollow: bool) -> None:
    bounds = (round(x - radius), round(y - radius), round(x + radius), round(y + radius))
    pen.ellipse(bounds, fill=0 if hollow else 1, outline=1, width=max(1, round(radius / 3)))
