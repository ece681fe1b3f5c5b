"""What the pictures of an order show of people: what it has just done to them, whatever the rules."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.chat.pictures import deck_views
from bot.deck.alttext import alt_text
from bot.deck.board import Standing
from bot.deck.framing import seen_by
from bot.deck.plan import At, Facing
from bot.deck.view import Attacked, Counter, Hurt, Marks, Scored
from bot.engine.scene import Game, Unit, Units
from bot.engine.system import Mark
from renderers.deck import deck_png
from tests.deck.plans import board_of

BOARD = replace(board_of("+" * 41, *(line for _ in range(9) for line in (" " + " ".join("." * 20), "+" * 41))))
BOOK = SimpleNamespace(squads=SimpleNamespace(mark=lambda sheet: sheet))


def game(**marks):
    """A game whose sheets are their own marks, everybody in the first row."""
    people = {name: Standing(At(0, x, 0)) for x, name in enumerate(marks)}
    units = Units(marks, lambda name: Unit(name, "", marks[name]))
    return Game(units, ("",), board=replace(BOARD, people=people))


@pytest.mark.parametrize(
    ("before", "after", "hurt"),
    [
        (Mark(), Mark(), None),
        (Mark(1), Mark(1), None),
        (Mark(), Mark(1), Hurt.WOUNDED),
        (Mark(), Mark(1, out=True), Hurt.FELL),
        (Mark(1, out=True), Mark(1, out=True), None),
        (Mark(1, out=True), Mark(1, dead=True), Hurt.FELL),
        (Mark(1), Mark(1, dead=True), Hurt.FELL),
        (Mark(2, out=True), Mark(1), None),
    ],
)
def test_whoever_is_hurt_by_an_order_shows_it(before, after, hurt):
    (view,) = deck_views(game(Ann=after), BOOK, Marks(), was=game(Ann=before))
    assert [counter.hurt for counter in view.counters] == [hurt]


def test_of_several_attacks_on_somebody_the_worst_shows():
    marks = Marks(struck=(Attacked("Ann", Scored.HIT), Attacked("Ann", Scored.MISSED)))
    (view,) = deck_views(game(Ann=Mark(), Bob=Mark()), BOOK, marks)
    assert [counter.struck and counter.struck.how for counter in view.counters] == [Scored.HIT, None]


def test_whoever_was_attacked_far_away_is_in_a_picture():
    now = game(**{f"P{x}": Mark() for x in range(20)})
    marks = Marks(line=(At(0, 0, 0), At(0, 3, 0)), struck=(Attacked("P19", Scored.MISSED),))
    assert any(view.shows(At(0, 19, 0)) for view in deck_views(now, BOOK, marks))


def test_who_is_large_fills_squares_behind_them():
    """Ann, of three squares, looks north at A1: A2 and B2 lie behind her. the picture and its words show it."""
    (view,) = deck_views(game(Ann=Mark(fills=3), Bob=Mark()), BOOK, Marks())
    assert [counter.body for counter in view.counters] == [(At(0, 0, 1), At(0, 1, 1)), ()]
    assert "Ann at A1, facing north, fills A2, B2 too" in alt_text(view)
    bare = replace(view, counters=tuple(replace(counter, body=()) for counter in view.counters))
    assert deck_png(view) != deck_png(bare)


def test_of_a_large_body_only_squares_that_are_seen_show():
    wall = board_of("+" * 9, " . .|. .", "+" * 9)
    (view,) = seen_by(
        wall, [At(0, 0, 0)], [Counter("Ann", At(0, 1, 0), Facing.NORTH, 0, body=(At(0, 0, 0), At(0, 2, 0)))]
    )
    assert [counter.body for counter in view.counters] == [(At(0, 0, 0),)]
