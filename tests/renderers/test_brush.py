"""What a brush measures: sixteenths of a cell around its middle, in whole pixels, turned in quarters."""

from math import cos, radians, sin

import pytest
from PIL.ImageDraw import Draw

from renderers.brush import Brush, draw_star
from renderers.palette import Colour, new_picture


def brush(side=16, turns=0):
    picture = new_picture((side, side), Colour.WHITE)
    return picture, Brush(Draw(picture), (side / 2, side / 2), side, turns)


@pytest.mark.parametrize(("cell", "units", "pixels"), [(16, 3, 3), (32, 3, 6), (64, 0.7, 3), (8, 1, 1), (16, 0.1, 1)])
def test_a_length_is_so_many_sixteenths_and_a_pixel_at_least(cell, units, pixels):
    assert brush(cell)[1].length(units) == pixels


@pytest.mark.parametrize(("turns", "there"), [(0, (6, 3)), (1, (13, 6)), (2, (10, 13)), (3, (3, 10)), (5, (13, 6))])
def test_a_point_is_turned_clockwise_around_the_middle(turns, there):
    """(-2, -5) from the middle (8, 8); what is above the middle is right of it after a quarter."""
    assert brush(turns=turns)[1].point((-2, -5)) == there


@pytest.mark.parametrize("corners", [((-4, -2), (3, 5)), ((3, 5), (-4, -2)), ((-4, 5), (3, -2))])
def test_a_box_is_the_same_by_any_two_opposite_corners_and_its_rim_is_inside(corners):
    picture, pen = brush()
    pen.box(*corners, Colour.SHADE, Colour.INK, 2)
    inked = {(x, y) for x in range(16) for y in range(16) if picture.getpixel((x, y)) == Colour.INK}
    filled = {(x, y) for x in range(16) for y in range(16) if picture.getpixel((x, y)) == Colour.SHADE}
    assert filled == {(x, y) for x in range(6, 10) for y in range(8, 12)}
    assert inked | filled == {(x, y) for x in range(4, 12) for y in range(6, 14)}


def test_what_has_no_rim_is_all_of_its_fill():
    picture, pen = brush()
    pen.box((-2, -2), (2, 2), Colour.SHADE)
    pen.disc((0, 0), 1, Colour.INK)
    assert {picture.getpixel((x, y)) for x in range(16) for y in range(16)} == {
        Colour.WHITE,
        Colour.SHADE,
        Colour.INK,
    }
    assert [picture.getpixel(at) for at in ((6, 6), (10, 10), (5, 6), (11, 10))] == [
        Colour.SHADE,
        Colour.SHADE,
        Colour.WHITE,
        Colour.WHITE,
    ]


def test_an_oval_is_as_wide_and_as_high_as_its_two_radii():
    picture, pen = brush(32)
    pen.oval((1, 0), (3, 1), Colour.INK)
    inked = [(x, y) for x in range(32) for y in range(32) if picture.getpixel((x, y)) == Colour.INK]
    # The middle is at 16 + 2; 3 units are 6 pixels, 1 is 2.
    assert (min(x for x, _ in inked), max(x for x, _ in inked)) == (12, 24)
    assert (min(y for _, y in inked), max(y for _, y in inked)) == (14, 18)


@pytest.mark.parametrize("shape", ["box", "disc", "oval"])
def test_a_rim_of_which_no_width_is_told_is_a_pixel_however_large_the_cell(shape):
    """In a cell of 64 pixels a sixteenth is 4 of them."""
    picture, pen = brush(64)
    corners = {"box": ((-4, -4), (4, 4)), "disc": ((0, 0), 4), "oval": ((0, 0), (4, 4))}
    getattr(pen, shape)(*corners[shape], Colour.SHADE, Colour.INK)
    assert [picture.getpixel((x, 32)) for x in (15, 16, 17)] == [Colour.WHITE, Colour.INK, Colour.SHADE]


@pytest.mark.parametrize("direction", range(0, 360, 45))
def test_a_star_is_a_filled_shape_with_two_rims_that_points_up_aside_and_between(direction):
    """Of a reach of 6 in cells of 160 pixels: filled to 0.85 × 60, inked to 1.1 × 60, white to 1.25 × 60 at its points;
    half as far between two of them.
    """
    picture, pen = brush(160)
    draw_star(pen, (0, 0), 6, Colour.SHADE)

    def colours(angle, *pixels):
        across, down = sin(radians(angle)), -cos(radians(angle))
        return [picture.getpixel((round(80 + far * across), round(80 + far * down))) for far in pixels]

    filled, inked, white = [Colour.SHADE] * 2, [Colour.INK] * 2, [Colour.WHITE] * 2
    assert colours(direction, 10, 48, 54, 62, 69, 72) == filled + inked + white
    assert colours(direction + 22.5, 10, 23, 29, 31, 35, 36) == filled + inked + white
