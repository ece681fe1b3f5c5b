"""How large a picture is, and which squares it shows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.board import as_drawn
from bot.deck.plan import At, Facing, Level, Plan
from bot.deck.view import Counter, View
from renderers.layout import layout_of


def view(columns, rows, crop=None):
    floor = frozenset({At(0, 0, 0), At(0, columns - 1, rows - 1)})
    level = Level("Deck", columns, rows, floor, {}, {})
    return View(as_drawn(Plan("", "", (level,), 3, (), {})), 0, crop=crop)


@pytest.mark.parametrize(("columns", "rows"), [(20, 20), (1, 1), (20, 3)])
def test_twenty_squares_have_at_least_32_pixels_each(columns, rows):
    assert layout_of(view(columns, rows)).side >= 32


@pytest.mark.parametrize(
    ("columns", "rows", "side", "size"),
    [
        # A rim of a 36th of the width, at least half a square; a head of a 24th, at least three quarters of one.
        (1, 1, 64, (128, 176)),
        (20, 20, 64, (1350, 1403)),
        # 2,364 pixels are pleasant on a phone, 2,432 aren't: 35 and 36 columns of 64.
        (35, 1, 64, (2364, 281)),
        (36, 1, 56, (2128, 252)),
        # With 32 pixels a square nothing is too small to be read: 71 columns are 2,398 wide.
        (71, 1, 32, (2398, 252)),
    ],
)
def test_how_large_a_picture_is(columns, rows, side, size):
    layout = layout_of(view(columns, rows))
    assert (layout.side, layout.size) == (side, size)


@pytest.mark.parametrize(
    ("columns", "rows", "crop", "shown"),
    [
        (2, 5, ((0, 0), (9, 9)), (0, 0, 2, 5)),
        (5, 2, ((0, 0), (9, 9)), (0, 0, 5, 2)),
        (5, 9, ((1, 2), (3, 6)), (1, 2, 3, 5)),
        (5, 2, ((-1, -1), (1, 0)), (0, 0, 2, 1)),
    ],
)
def test_a_crop_is_shown_as_far_as_it_is_on_the_level(columns, rows, crop, shown):
    layout = layout_of(view(columns, rows, tuple(At(0, *corner) for corner in crop)))
    assert (layout.left, layout.top, layout.columns, layout.rows) == shown


def test_a_whole_deck_of_40_by_60_stays_readable():
    assert layout_of(view(40, 60)).side >= 32


@given(st.integers(1, 1800), st.integers(1, 1800))
def test_no_picture_is_larger_than_discord_takes(columns, rows):
    assert max(layout_of(view(columns, rows)).size) <= 4000


def test_a_crop_shows_its_corners_and_nothing_beyond():
    layout = layout_of(view(40, 60, (At(0, 5, 6), At(0, 9, 8))))
    assert (layout.columns, layout.rows) == (5, 3)
    assert layout.shown([At(0, 4, 6), At(0, 5, 6), At(0, 9, 8), At(0, 9, 9), At(1, 6, 7)]) == [At(0, 5, 6), At(0, 9, 8)]


def test_a_crop_beyond_the_level_is_cut_off_at_its_sides():
    layout = layout_of(view(10, 10, (At(0, -3, 8), At(0, 2, 14))))
    assert (layout.left, layout.top, layout.columns, layout.rows) == (0, 8, 3, 2)


def test_a_whole_deck_is_shown_without_the_space_around_it_but_with_who_floats_there():
    level = Level("Deck", 30, 30, frozenset({At(0, 10, 12), At(0, 15, 13)}), {}, {})
    board = as_drawn(Plan("", "", (level,), 3, (), {}))
    layout = layout_of(View(board, 0))
    assert (layout.left, layout.top, layout.columns, layout.rows) == (10, 12, 6, 2)
    outside = Counter("Ann", At(0, 4, 12), Facing.EAST, 0)
    layout = layout_of(View(board, 0, (outside, replace(outside, at=At(1, 0, 0)))))
    assert (layout.left, layout.top, layout.columns, layout.rows) == (4, 12, 12, 2)


def test_a_level_without_any_floor_has_a_picture():
    layout = layout_of(View(as_drawn(Plan("", "", (Level("Deck", 5, 5, frozenset(), {}, {}),), 3, (), {})), 0))
    assert (layout.columns, layout.rows) == (1, 1)
