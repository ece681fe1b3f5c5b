"""How large a picture is, and which squares it shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.board import as_drawn
from bot.deck.plan import At, Level, Plan
from bot.deck.view import View
from renderers.layout import layout_of


def view(columns, rows, crop=None):
    level = Level("Deck", columns, rows, frozenset(), {}, {})
    return View(as_drawn(Plan("", "", (level,), 3, (), {})), 0, crop=crop)


@pytest.mark.parametrize(("columns", "rows"), [(20, 20), (1, 1), (20, 3)])
def test_twenty_squares_have_at_least_32_pixels_each(columns, rows):
    assert layout_of(view(columns, rows)).side >= 32


def test_a_whole_deck_of_40_by_60_stays_readable():
    assert layout_of(view(40, 60)).side >= 32


@given(st.integers(1, 1900), st.integers(1, 1900))
def test_no_picture_is_larger_than_discord_takes(columns, rows):
    assert max(layout_of(view(columns, rows)).size) <= 4000


def test_a_crop_shows_its_corners_and_nothing_beyond():
    layout = layout_of(view(40, 60, (At(0, 5, 6), At(0, 9, 8))))
    assert (layout.columns, layout.rows) == (5, 3)
    assert layout.shown([At(0, 4, 6), At(0, 5, 6), At(0, 9, 8), At(0, 9, 9), At(1, 6, 7)]) == [At(0, 5, 6), At(0, 9, 8)]


def test_a_crop_beyond_the_level_is_cut_off_at_its_sides():
    layout = layout_of(view(10, 10, (At(0, -3, 8), At(0, 2, 14))))
    assert (layout.left, layout.top, layout.columns, layout.rows) == (0, 8, 3, 2)
