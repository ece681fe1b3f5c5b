from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.alttext import LONGEST, alt_text
from bot.deck.board import as_drawn
from bot.deck.plan import At, Facing
from bot.deck.reading import read_plan
from bot.deck.view import MOST_SQUARES, Counter, Health, Marks, view_of
from tests.deck.plans import TRAINER, board_of

TRAINERS = as_drawn(read_plan(TRAINER, "trainer"))
WIDE = board_of("+" * 101, *[line for _ in range(40) for line in (" " + " ".join("." * 50), "+" * 101)])


def at(x, y, level=0):
    return At(level, x, y)


def somebody(*square, **more):
    return Counter("Ann", at(*square), more.pop("facing", Facing.NORTH), 0, **more)


def crop(*counters, marks=None, board=WIDE):
    first, last = view_of(board, 0, counters, marks).crop
    return (first.x, first.y), (last.x, last.y)


def test_the_crop_has_a_margin_of_two():
    assert crop(somebody(10, 10), somebody(14, 12)) == ((8, 8), (16, 14))


def test_the_crop_stays_within_the_deck():
    assert crop(somebody(0, 1), somebody(49, 39, facing=Facing.EAST), marks=Marks(trail=(at(0, 1),))) == (
        (0, 0),
        (2, 3),
    )
    assert crop(somebody(0, 0), board=TRAINERS) == ((0, 0), (2, 1))


def test_of_what_is_too_wide_the_crop_shows_what_has_just_happened():
    people = (somebody(0, 20), somebody(49, 20))
    assert crop(*people, marks=Marks(line=(at(30, 20), at(40, 20)))) == ((28, 18), (42, 22))
    # A long shot: where it ended.
    assert crop(*people, marks=Marks(line=(at(5, 20), at(40, 20)))) == ((38, 18), (42, 22))


def test_what_just_fits_has_a_smaller_margin():
    assert crop(somebody(10, 20), somebody(29, 20)) == ((10, 18), (29, 22))
    assert crop(somebody(10, 20), somebody(28, 20)) == ((9, 18), (28, 22))


def test_a_view_without_anything_shows_the_whole_level():
    assert view_of(WIDE, 0).crop is None


def test_a_view_holds_one_level():
    board = as_drawn(read_plan("level: A\n\n . .\nlevel: B\n\n . .", "test"))
    marks = Marks(line=(at(0, 0), at(1, 0, 1)), danger=(at(1, 0), at(1, 0, 1)), blast=(at(0, 0),))
    view = view_of(board, 1, (somebody(0, 0), Counter("Bob", at(1, 0, 1), Facing.WEST, 1)), marks)
    assert [counter.name for counter in view.counters] == ["Bob"]
    assert view.marks == Marks(danger=(at(1, 0, 1),))


squares = st.builds(at, st.integers(0, 49), st.integers(0, 39))


@given(st.lists(squares, max_size=8), st.lists(squares, max_size=5), st.none() | st.tuples(squares, squares))
def test_no_crop_is_larger_than_twenty_squares(people, danger, line):
    view = view_of(WIDE, 0, [somebody(one.x, one.y) for one in people], Marks(line, tuple(danger)))
    if not (people or danger or line):
        return
    first, last = view.crop
    assert 0 <= first.x <= last.x < 50
    assert 0 <= first.y <= last.y < 40
    assert last.x - first.x < MOST_SQUARES
    assert last.y - first.y < MOST_SQUARES
    if line:
        assert first.x <= line[1].x <= last.x
        assert first.y <= line[1].y <= last.y


def test_a_picture_in_words():
    people = (
        Counter("Marine E1", at(0, 0), Facing.EAST, 0),
        Counter("Pirate", at(4, 0), Facing.WEST, 1, wounds=2, health=Health.PRONE),
        Counter("Captain", at(1, 1), Facing.SOUTH, 0, wounds=1, health=Health.OUT),
        Counter("Cook", at(5, 1), Facing.SOUTH, 0),
    )
    marks = Marks(line=(at(0, 0), at(3, 0)), danger=(at(1, 0), at(2, 0)), trail=(at(0, 1), at(0, 0)))
    assert alt_text(view_of(TRAINERS, 0, people, marks)) == (
        "Main deck of Trainer, from A1 to F2. "
        "In Bridge: Marine E1 at A1, facing east; Captain at B2, out of action, 1 light wound. "
        "In Locker: Pirate at E1, facing west, prone, 2 light wounds. "
        "At Store: Cook at F2, facing south. "
        "Line of fire from A1 to D1. Danger space: B1, C1. Path from A2 to A1. Dark: Locker."
    )


def test_a_blast_and_an_empty_deck_in_words():
    assert alt_text(view_of(TRAINERS, 0)) == "Main deck of Trainer. Dark: Locker."
    marks = Marks(blast=(at(0, 0), at(1, 0)))
    assert alt_text(view_of(TRAINERS, 0, (), marks)) == (
        "Main deck of Trainer, from A1 to D2. The explosion reaches A1, B1."
    )


def test_dark_and_airless_places_are_told_as_far_as_they_are_seen():
    whole = view_of(replace(TRAINERS, airless=frozenset({at(0, 0), at(4, 0)})), 0)
    assert alt_text(whole) == "Main deck of Trainer. Dark: Locker. Without air: 2 squares, in Bridge, Locker."
    seen = replace(whole, seen=frozenset({at(0, 0), at(1, 0)}))
    assert alt_text(seen) == "Main deck of Trainer. Without air: 1 square, in Bridge."
    assert alt_text(view_of(TRAINERS, 0, (), Marks(line=(at(0, 0), at(0, 0)), trail=(at(0, 0),)))) == (
        "Main deck of Trainer, from A1 to C2."
    )


@pytest.mark.parametrize("number", [1, 200])
def test_the_words_are_never_too_long(number):
    people = [Counter(f"Somebody with a long name {n}", at(0, 0), Facing.NORTH, 0) for n in range(number)]
    text = alt_text(view_of(TRAINERS, 0, people))
    assert len(text) <= LONGEST
    assert text.endswith("…") is (number == 200)
