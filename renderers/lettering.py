"""Text in pictures: one font that Pillow carries with it, so that no picture depends on the machine's."""

import unicodedata
from functools import lru_cache

from PIL import Image, ImageFont
from PIL.ImageDraw import Draw, ImageDraw

from renderers.palette import Colour

SMALLEST = 7
# What the font has beyond ASCII.
_MORE = set("«±·»‘’“”‹›©°")
_ALIKE = str.maketrans("×–—−", "x---")


@lru_cache(maxsize=128)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels."""
    found = ImageFont.load_default(max(size, SMALLEST))
    assert isinstance(found, ImageFont.FreeTypeFont)
    return found


def drawable(text: str) -> str:
    """The text in characters that the font has: accents are dropped, others become question marks."""
    letters = unicodedata.normalize("NFKD", text.translate(_ALIKE))
    has = {char for char in letters if (char.isascii() and char.isprintable()) or char in _MORE}
    return "".join(char if char in has else "?" for char in letters if not unicodedata.combining(char))


@lru_cache(maxsize=4096)
def width_of(text: str, size: int) -> int:
    """How many pixels a line of text takes from left to right."""
    return round(font(size).getlength(drawable(text)))


def size_within(text: str, width: float, largest: float) -> int:
    """The largest size, at most `largest`, at which the text is no wider than `width` pixels; the smallest if none."""
    size = max(round(largest), SMALLEST)
    while size > SMALLEST and width_of(text, size) > width:
        size -= 1
    return size


def shortened(text: str, width: float, size: int) -> str:
    """The text, or as much of its beginning as fits into `width` pixels with an ellipsis after it."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


@lru_cache(maxsize=1024)
def _stamp(text: str, size: int, anchor: str, bold: bool) -> tuple[Image.Image, tuple[int, int]]:
    """A line of text as a mask, and where its top left corner is from the point it is written at."""
    letters = drawable(text)
    left, top, right, bottom = (round(side) for side in font(size).getbbox(letters, mode="1", anchor=anchor))
    mask = Image.new("1", (max(right - left, 0) + bold + 2, max(bottom - top, 0) + 2))
    pen = Draw(mask)
    for shift in range(1 + bold):
        pen.text((1 - left + shift, 1 - top), letters, fill=1, font=font(size), anchor=anchor)
    return mask, (left - 1, top - 1)


def write(
    pen: ImageDraw, at: tuple[float, float], text: str, size: int, fill: Colour, anchor: str = "mm", bold: bool = False
) -> None:
    """Write a line of text at a point; bold is the same again one pixel to the right."""
    mask, (left, top) = _stamp(text, size, anchor, bold)
    # A file holds two pixels a byte: from even places the same word is the same bytes, which pack better.
    x = (round(at[0]) + left) // 2 * 2
    pen.bitmap((x, round(at[1]) + top), mask, fill=fill)


def write_haloed(
    pen: ImageDraw, at: tuple[float, float], text: str, size: int, fill: Colour, halo: Colour, bold: bool = False
) -> None:
    """Write a line of text in the middle of a point with a rim around it, so that it stands out from hatching."""
    reach = max(1, size // 10)
    for dx, dy in ((-reach, -reach), (-reach, reach), (reach, -reach), (reach, reach)):
        write(pen, (at[0] + dx, at[1] + dy), text, size, halo, bold=bold)
    write(pen, at, text, size, fill, bold=bold)
