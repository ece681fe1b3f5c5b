"""The sixteen colours of every picture, told apart by the colour-blind too; and a picture in them as PNG."""

import struct
import zlib
from enum import IntEnum

from PIL import Image


class Colour(IntEnum):
    """A place in the palette; pens are handed these."""

    SPACE = 0
    FLOOR = 1
    GRID = 2
    INK = 3
    SHADE = 4
    WHITE = 5
    MUTED = 6
    BLUE = 7
    VERMILION = 8
    YELLOW = 9
    GREEN = 10
    PURPLE = 11
    SKY = 12
    AMBER = 13
    ROSE = 14
    HULL = 15


RGB: dict[Colour, tuple[int, int, int]] = {
    Colour.SPACE: (43, 49, 61),
    Colour.FLOOR: (246, 243, 234),
    Colour.GRID: (221, 215, 201),
    Colour.INK: (20, 22, 28),
    Colour.SHADE: (139, 138, 134),
    Colour.WHITE: (255, 255, 255),
    Colour.MUTED: (92, 90, 86),
    Colour.BLUE: (0, 91, 156),
    Colour.VERMILION: (200, 70, 0),
    Colour.YELLOW: (244, 226, 86),
    Colour.GREEN: (0, 112, 80),
    Colour.PURPLE: (124, 58, 140),
    Colour.SKY: (64, 150, 210),
    Colour.AMBER: (238, 165, 30),
    Colour.ROSE: (243, 178, 150),
    Colour.HULL: (74, 82, 97),
}


def new_picture(size: tuple[int, int], ground: Colour) -> Image.Image:
    """An empty picture of a size in pixels, in the palette."""
    picture = Image.new("P", size, ground)
    picture.putpalette([part for colour in Colour for part in RGB[colour]])
    return picture


_FOUR_BITS, _PALETTE_COLOURS = 4, 3
# Of zlib's levels the last before time doubles for little.
_LEVEL = 7


def png(picture: Image.Image) -> bytes:
    """The PNG file of a picture of at most sixteen colours in palette mode: two pixels a byte, by Python's zlib.

    Pillow's own writer makes the same pixels a tenth larger and takes half as long again (bench/picture.py).
    """
    palette = picture.getpalette()
    assert palette is not None, "every picture here is in palette mode"
    header = struct.pack(">IIBBBBB", *picture.size, _FOUR_BITS, _PALETTE_COLOURS, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(palette)[: 3 * 2**_FOUR_BITS]),
        (b"IDAT", zlib.compress(_rows(picture), _LEVEL)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)


def _rows(picture: Image.Image) -> bytes:
    """The picture's rows, each padded to whole bytes behind a zero: it is not filtered."""
    packed = picture.tobytes("raw", "P;4")
    width, height = (picture.width + 1) // 2, picture.height
    rows = Image.new("L", (1 + width, height))
    rows.paste(Image.frombytes("L", (width, height), packed), (1, 0))
    return rows.tobytes()


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
