"""Text that is packed to be stored: it comes out as it went in, and what isn't packed is known."""

import pytest

from bot.engine.packing import PACKED, pack, packs, unpack

TEXT = "Ann fires at Bob. " * 20


def test_what_was_packed_is_shorter_and_comes_out_as_it_went_in():
    packed = pack(TEXT)
    assert packed.startswith(PACKED)
    assert len(packed) < len(TEXT) / 4
    assert unpack(packed) == TEXT
    assert packs(packed)


@pytest.mark.parametrize(
    "text",
    [TEXT, "", "eA", pack(TEXT)[:-4], pack(TEXT)[:8] + "!\n" + pack(TEXT)[8:]],
    ids=["plain", "nothing", "its beginning", "cut", "with other letters in it"],
)
def test_what_is_not_packed_is_known(text):
    assert not packs(text)
    with pytest.raises(ValueError, match="no packed text"):
        unpack(text)
