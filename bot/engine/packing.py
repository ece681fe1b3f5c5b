"""Text of which there is much, packed to be stored: whoever must find something in it can unpack it."""

import binascii
import zlib
from base64 import b64decode, b64encode

# The quickest packing makes a twentieth of it; the best would be no smaller and take ten times as long.
_LEVEL = 1
# How whatever was packed so begins.
PACKED = "eA"


def pack(text: str) -> str:
    """The text packed, as text of base 64."""
    return b64encode(zlib.compress(text.encode(), _LEVEL)).decode()


def unpack(packed: str) -> str:
    """The text that was packed; raises ValueError for what isn't packed."""
    try:
        return zlib.decompress(b64decode(packed, validate=True)).decode()
    except (binascii.Error, zlib.error) as problem:
        raise ValueError("that is no packed text") from problem


def packs(text: str) -> bool:
    """Whether a text is packed, whoever wrote it."""
    try:
        return bool(unpack(text))
    except ValueError:
        return False
