"""Which parts of a deck are shown: nobody is left out unsaid, what happened comes first, and all is large enough."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.alttext import alt_text, left_out
from bot.deck.board import as_drawn
from bot.deck.framing import seen_by, sheets_of, views_of
from bot.deck.plan import At, Facing
from bot.deck.reading import read_plan
from bot.deck.view import Counter, Marks
from tests.deck.plans import board_of
from tests.deck.shipped import NAMES, plan_of

ROWS = ["+" * 101, *[line for _ in range(40) for line in (" " + " ".join("." * 50), "+" * 101)]]
WIDE = board_of(*ROWS, more="\n".join(["level: Low", *ROWS]))


def at(x, y, level=0):
    return At(level, x, y)


def somebody(*square, name="Ann"):
    return Counter(name, at(*square), Facing.NORTH, 0)


def crowd(*squares):
    return [somebody(*square, name=f"Guard {number}") for number, square in enumerate(squares)]


def crops(*squares, marks=None, **more):
    """The crops around people, as their corners."""
    return [
        ((first.x, first.y), (last.x, last.y))
        for first, last in (view.crop for view in views_of(WIDE, crowd(*squares), marks, **more))
    ]


def test_a_crop_has_a_margin_of_two():
    assert crops((10, 10), (17, 12)) == [((8, 7), (19, 14))]


def test_one_person_in_the_open_has_ten_by_eight_squares():
    assert crops((20, 20)) == [((15, 16), (24, 23))]


def test_one_person_has_all_of_their_room_if_a_picture_takes_it():
    board = as_drawn(plan_of("bridge"))
    # The officers' wardroom goes from W20 to AB26.
    (view,) = views_of(board, [somebody(24, 24)])
    assert view.shows(at(22, 19)) and view.shows(at(27, 25))  # noqa: PT018


def test_a_crop_stays_within_the_deck():
    assert crops((0, 1)) == [((0, 0), (9, 7))]
    assert crops((49, 39)) == [((40, 32), (49, 39))]


def test_what_just_fits_has_no_margin():
    assert crops((10, 20), (21, 28)) == [((10, 20), (21, 28))]


def test_a_tall_group_has_a_wide_crop():
    assert crops((20, 10), (20, 18)) == [((15, 10), (24, 18))]


def test_groups_far_apart_have_a_picture_each():
    assert crops((3, 3), (4, 3), (40, 3)) == [((0, 0), (9, 7)), ((35, 0), (44, 7))]


def test_what_has_happened_comes_first_and_the_largest_group_next():
    shot = Marks(line=(at(20, 20), at(24, 20)))
    people = [(20, 20), (24, 20), (2, 2), (45, 2), (46, 2)]
    assert crops(*people, marks=shot) == [((17, 16), (26, 23)), ((40, 0), (49, 7))]


def test_of_a_long_shot_its_end_comes_first():
    shot = Marks(line=(at(5, 20), at(40, 20)))
    assert crops((5, 20), (40, 20), marks=shot) == [((35, 16), (44, 23)), ((0, 16), (9, 23))]


def test_people_on_several_levels_have_a_picture_each():
    views = views_of(WIDE, [*crowd((3, 3), (3, 4)), somebody(30, 30, 1, name="Bob")])
    assert [view.level for view in views] == [0, 1]
    assert [[counter.name for counter in view.counters] for view in views] == [["Guard 0", "Guard 1"], ["Bob"]]


def test_of_one_level_alone_the_others_are_told():
    people = [*crowd((3, 3), (3, 4)), somebody(30, 30, 1, name="Bob")]
    (view,) = views_of(WIDE, people, level=0)
    assert left_out(view) == "1 below: Bob at 2:AE31"


squares = st.builds(at, st.integers(0, 49), st.integers(0, 39), st.integers(0, 1))
marks = st.builds(Marks, st.none() | st.tuples(squares, squares), st.just(()), st.lists(squares, max_size=9).map(tuple))


@given(st.lists(squares, min_size=1, max_size=30), marks, st.integers(1, 6))
def test_everybody_is_in_a_picture_or_named_and_no_picture_is_large(where, happened, most):
    """Counted anew: in the crops by their corners, in the words by their numbers and names."""
    people = [Counter(f"Zed {number}", square, Facing.NORTH, 0) for number, square in enumerate(where)]
    views = views_of(WIDE, people, happened, most=most)
    assert 1 <= len(views) <= most
    boxes = [view.crop for view in views]
    for first, last in boxes:
        assert 0 <= first.x <= last.x < 50
        assert 0 <= first.y <= last.y < 40
        assert 10 <= last.x - first.x + 1 <= 12
        assert 8 <= last.y - first.y + 1 <= 9
    inside = {
        one.name
        for one in people
        for first, last in boxes
        if one.at.level == first.level and first.x <= one.at.x <= last.x and first.y <= one.at.y <= last.y
    }
    words = left_out(views[0])
    assert sum(int(number) for number in re.findall(r"(\d+) (?:more|below|above):", words)) == len(people) - len(inside)
    assert set(re.findall(r"Zed \d+", words)) == {one.name for one in people} - inside
    told = " ".join(map(alt_text, views))
    assert set(re.findall(r"Zed \d+", told)) == {one.name for one in people}
    if happened.squares:
        assert views[0].shows(happened.squares[0])


@given(st.lists(squares, min_size=1, max_size=9), st.lists(squares, min_size=1, max_size=4))
def test_whoever_looks_sees_everybody_in_a_picture_or_named(where, viewers):
    people = [Counter(f"Zed {number}", square, Facing.NORTH, 0) for number, square in enumerate((*viewers, *where))]
    views = seen_by(WIDE, viewers, people)
    told = " ".join(map(alt_text, views))
    levels = {viewer.level for viewer in viewers}
    assert set(re.findall(r"Zed \d+", told)) == {one.name for one in people if one.at.level in levels}
    assert views[0].shows(viewers[0])
    assert len(views) <= 6


@pytest.mark.parametrize("name", NAMES)
def test_sheets_of_a_whole_level_show_every_square_once(name):
    board = as_drawn(plan_of(name))
    for number, level in enumerate(board.plan.levels):
        sheets = sheets_of(board, number)
        assert len(sheets) <= 9
        for square in level.floor:
            assert sum(sheet.shows(square) for sheet in sheets) == 1


def test_a_deck_without_anybody_is_shown_whole_and_one_without_floor_as_well():
    assert len(views_of(WIDE)) == len(sheets_of(WIDE, 0)) == 8
    assert len(views_of(as_drawn(read_plan("level: A\n\n .", "test")))) == 1


def test_of_those_who_are_left_the_level_on_which_it_happened_comes_first():
    people = [*crowd((3, 3), (3, 4), (4, 4)), somebody(30, 30, 1, name="Bob")]
    views = views_of(WIDE, people, Marks(line=(at(10, 10, 1), at(11, 10, 1))), most=2)
    assert [view.level for view in views] == [1, 1]
    assert views[0].shows(at(10, 10, 1))


def test_of_more_that_has_happened_than_pictures_take_the_first_is_shown():
    """Four explosions far apart: each has a picture of its own, as long as there is one."""
    happened = Marks(blast=tuple(at(x, 20) for x in (5, 20, 35, 49)))
    shown = [view.crop[0].x for view in views_of(WIDE, [], happened, most=2)]
    assert shown == [0, 15]


@pytest.mark.parametrize(
    ("viewer", "corners"),
    [
        # 12 by 9 squares around whoever looks about in the open, where there is deck on that side.
        ((20, 20), ((14, 16), (25, 24))),
        ((0, 0), ((0, 0), (11, 8))),
        ((49, 39), ((39, 32), (49, 39))),
        ((49, 20), ((39, 16), (49, 24))),
    ],
)
def test_whoever_looks_about_is_in_the_middle_of_their_own_picture_as_far_as_there_is_deck(viewer, corners):
    (view,) = seen_by(WIDE, [at(*viewer)], [])
    first, last = view.crop
    assert ((first.x, first.y), (last.x, last.y)) == corners


# A cell, D3 to F4, amid a deck of ten by six squares.
PLAIN, SHUT = " " + " ".join("." * 10), " . . .#. . .#. . . ."
CELL = board_of(
    *("+" * 21, PLAIN, "+" * 21, PLAIN, "++++++#######++++++++", SHUT, "++++++#+++++#++++++++", SHUT),
    *("++++++#######++++++++", PLAIN, "+" * 21, PLAIN, "+" * 21),
)


def test_whoever_sees_little_has_no_more_in_their_picture_than_that_and_a_margin():
    (view,) = seen_by(CELL, [at(5, 3)], [])
    first, last = view.crop
    assert ((first.x, first.y), (last.x, last.y)) == ((2, 1), (6, 4))
