"""What the pictures of an order show of people: what it has just done to them, whatever the rules."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.chat.pictures import deck_views
from bot.deck.board import Standing
from bot.deck.plan import At
from bot.deck.view import Attacked, Hurt, Marks, Scored
from bot.engine.scene import Game, Unit, Units
from bot.engine.system import Mark
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
