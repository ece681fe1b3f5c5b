"""A PNG file holds the picture that was drawn, pixel for pixel, and any reader's checks pass."""

from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderers.palette import RGB, Colour, new_picture, png


@given(st.integers(1, 40), st.integers(1, 40), st.randoms(use_true_random=False))
def test_a_file_is_read_as_it_was_drawn(width, height, random):
    picture = new_picture((width, height), Colour.SPACE)
    picture.putdata([random.randrange(16) for _ in range(width * height)])
    content = png(picture)
    Image.open(BytesIO(content)).verify()
    read = Image.open(BytesIO(content))
    assert (read.format, read.mode, read.size) == ("PNG", "P", picture.size)
    assert read.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


def test_every_colour_is_as_the_palette_says():
    picture = new_picture((16, 1), Colour.SPACE)
    picture.putdata(list(Colour))
    read = Image.open(BytesIO(png(picture))).convert("RGB")
    assert [read.getpixel((place, 0)) for place in range(16)] == [RGB[colour] for colour in Colour]
