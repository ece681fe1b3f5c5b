"""Which letters show nothing, which marks are piled up, and which names look the same (Unicode's report 39)."""

import pytest

from bot.systems.names import alike, piled, shows


@pytest.mark.parametrize("letter", ["a", "7", "é", "\u0416", "½", "+", "€", "\u4e2d", "Å", "\u0301"])
def test_letters_digits_marks_and_symbols_show(letter):
    assert shows(letter)


# The Hangul filler, the Braille blank, the combining grapheme joiner and a variation selector.
@pytest.mark.parametrize("letter", ["\u3164", "\u2800", "\u034f", "\ufe0f"])
def test_letters_and_marks_that_show_nothing_do_not(letter):
    assert not shows(letter)


@pytest.mark.parametrize(
    ("text", "is_piled"),
    [
        ("Ann", False),
        ("e\u0301", False),
        ("e\u0301\u0323\u0308", False),
        ("e\u0301\u0323\u0308\u0304", True),
        ("e\u0301e\u0323e\u0308e\u0304", False),
        # The same twice, or on nothing.
        ("e\u0301\u0301", True),
        ("\u00e9\u0301", True),
        ("\u0301e", True),
        ("e \u0301", True),
        ("7\u0301", False),
        ("e-\u0301", True),
    ],
)
def test_marks_are_piled_beyond_three_twice_or_on_nothing(text, is_piled):
    assert piled(text) is is_piled


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        # What any keyboard has is told apart.
        ("Il", "I1", False),
        ("Ann", "Ann", False),
        ("rn", "m", False),
        # Cyrillic and Greek letters that look like Latin ones.
        ("Ann", "\u0410nn", True),
        ("\u0410nn", "Ann", True),
        ("Bob", "B\u043eb", True),
        ("Bob", "B\u03bfb", True),
        ("B\u03bfb", "B\u043eb", True),
        ("Ann", "\u0410bb", False),
        ("ann", "\u0410nn", True),
        # Full-width and composed letters.
        ("Ann", "\uff21nn", True),
        ("Ren\u00e9", "Rene\u0301", True),
        ("Ren\u00e9", "Rene", False),
        ("\u4e2d", "\u56fd", False),
        # A small capital A and the Cherokee go, which look like each other and like nothing else.
        ("B\u1d00b", "B\uab7ab", True),
        ("B\uab7ab", "B\u1d00b", True),
        ("B\u1d00b", "Bab", False),
    ],
)
def test_names_that_look_the_same(one, other, same):
    assert alike(one, other) is same
