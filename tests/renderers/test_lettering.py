"""Text in pictures: every name can be written, and none is wider than its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL.ImageDraw import Draw

from renderers.lettering import SMALLEST, drawable, shortened, size_within, width_of, write, write_haloed
from renderers.palette import Colour, new_picture


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Élan", "Elan"),
        ("3 × Fighter", "3 x Fighter"),
        ("Deck — aft", "Deck - aft"),
        ("船長 Li", "?? Li"),
        ("a·b", "a·b"),
        ("a\tb\x00", "a?b?"),
    ],
)
def test_what_the_font_lacks_is_written_otherwise(text, written):
    assert drawable(text) == written


@given(st.text(max_size=30), st.integers(SMALLEST, 40), st.integers(40, 400))
def test_a_shortened_text_fits(text, size, width):
    assert width_of(shortened(text, width, size), size) <= width


@given(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=20), st.integers(0, 19))
def test_as_much_is_kept_as_fits(text, kept):
    """Exactly as wide as the text is room for the whole; as wide as a beginning with its dots, for just that."""
    assert shortened(text, width_of(text, 20), 20) == text
    beginning = f"{text[:kept]}…"
    if width_of(beginning, 20) < width_of(text, 20):
        assert len(shortened(text, width_of(beginning, 20), 20)) >= len(beginning)


def test_where_there_is_no_room_for_a_letter_there_are_the_dots_alone():
    assert [shortened("Bridge", width, 20) for width in (0, 1, width_of("…", 20))] == ["…", "…", "…"]


@given(st.text(min_size=1, max_size=30), st.integers(1, 300), st.integers(1, 60))
def test_a_size_is_the_largest_that_fits(text, width, largest):
    size = size_within(text, width, largest)
    assert size == SMALLEST or width_of(text, size) <= width
    assert size == max(largest, SMALLEST) or width_of(text, size + 1) > width


def pixels_of(paint, colour):
    """Where a colour is in a picture on which somebody wrote."""
    picture = new_picture((200, 60), Colour.FLOOR)
    paint(Draw(picture))
    return {(x, y) for x in range(200) for y in range(60) if picture.getpixel((x, y)) == colour}


@pytest.mark.parametrize("bold", [False, True])
def test_a_word_with_a_rim_is_written_as_one_without_and_not_bold_unless_told(bold):
    more = {"bold": True} if bold else {}
    plain = pixels_of(lambda pen: write(pen, (100, 30), "Bridge", 20, Colour.INK, **more), Colour.INK)
    haloed = pixels_of(
        lambda pen: write_haloed(pen, (100, 30), "Bridge", 20, Colour.INK, Colour.WHITE, **more), Colour.INK
    )
    assert haloed == plain
    other = pixels_of(lambda pen: write(pen, (100, 30), "Bridge", 20, Colour.INK, bold=not bold), Colour.INK)
    assert other != plain


@pytest.mark.parametrize(("size", "reach"), [(20, 2), (40, 4)])
def test_a_rim_reaches_a_tenth_of_the_letters_height_to_all_four_corners(size, reach):
    """Both measures are even here, as places across are."""
    word = pixels_of(lambda pen: write(pen, (100, 30), "Hi", size, Colour.INK), Colour.INK)
    rim = pixels_of(lambda pen: write_haloed(pen, (100, 30), "Hi", size, Colour.INK, Colour.WHITE), Colour.WHITE)
    corners = {(x + dx, y + dy) for x, y in word for dx in (-reach, reach) for dy in (-reach, reach)}
    assert rim == corners - word
