"""What is posted is small enough, and large enough to be read on a phone, on every deck that ships."""

from dataclasses import replace
from random import Random

import pytest

from bot.deck.board import as_drawn
from bot.deck.framing import sheets_of, views_of
from bot.deck.plan import Facing
from bot.deck.view import Counter, Health, Marks
from bot.engine.system import Sign
from renderers import lettering
from renderers.deck import deck_png
from renderers.layout import layout_of
from tests.deck.shipped import NAMES, free, plan_of

# A phone's width in pixels, and the most bytes of what is posted for an order.
PHONE, MOST = 390, 15_000


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_of_an_order_is_small_and_its_squares_and_letters_are_large(name):
    """Ten people anywhere, one of whom fires at another: what the order posts."""
    board, random = as_drawn(plan_of(name)), Random(1977)
    stands = sorted(at for level in board.plan.levels for at in level.floor if free(board.plan, at))
    for _ in range(6):
        squares = random.sample(stands, 10)
        people = [
            Counter(f"Marine {n}", at, random.choice(list(Facing)), n % 3, n % 5, random.choice(list(Health)))
            for n, at in enumerate(squares)
        ]
        first = squares[0]
        marks = Marks(line=(squares[0], squares[1]), range=9, danger=tuple(at for at in stands if at.y == first.y))
        for view in views_of(board, people, marks):
            check_size(view)


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_of_a_whole_deck_is_as_large_and_as_small(name):
    board = as_drawn(plan_of(name))
    for number in range(len(board.plan.levels)):
        for view in sheets_of(board, number):
            check_size(view)


@pytest.fixture
def written(monkeypatch):
    """Every text that is written, with its size."""
    texts, stamp = [], lettering._stamp
    monkeypatch.setattr(lettering, "_stamp", lambda *how: (texts.append(how[:2]), stamp(*how))[1])
    return texts


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_written_can_be_read_on_a_phone(name, written):
    """The rim, the title, rooms, fixtures, labels, marks, wounds, signs and ranges, of no more than two in a square."""
    board, random = as_drawn(plan_of(name)), Random(1977)
    stands = sorted(at for level in board.plan.levels for at in level.floor if free(board.plan, at))
    squares = random.sample(stands, 8)
    people = [
        Counter(
            f"Marine {number}",
            squares[number // 2],
            random.choice(list(Facing)),
            number % 3,
            number % 6,
            random.choice(list(Health)),
            marks=(("surrendered", "neutral"), ())[number % 2],
            signs=frozenset(random.sample(list(Sign), 2)),
            age=(None, None, 0, 12)[number % 4],
        )
        for number in range(16)
    ]
    marks = Marks(
        line=(squares[0], squares[1]), range=9, rings=tuple((at, 15) for at in squares), centres=(squares[2],)
    )
    dark = replace(board, dark=frozenset(range(20)))
    whole = [sheet for number in range(len(board.plan.levels)) for sheet in sheets_of(dark, number, people)]
    for view in (*views_of(board, people, marks), *whole):
        written.clear()
        deck_png(view)
        shown = PHONE / layout_of(view).size[0]
        assert [(text, round(size * shown, 1)) for text, size in written if size * shown < 9] == []
        assert len(written) > 20


def check_size(view):
    """A square has 28 pixels, letters nine, on a screen as wide as a phone; the file isn't too large."""
    layout = layout_of(view)
    shown = PHONE / layout.size[0]
    assert layout.side * shown >= 28
    assert layout.letter * shown >= 9
    assert layout.columns <= 12
    assert len(deck_png(view)) <= MOST
