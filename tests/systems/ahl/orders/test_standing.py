"""`/standing`: what may be said beforehand to what, how it is kept and how it is told."""

from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.systems.ahl.orders.standing import at_least
from tests.systems.ahl.table import Table, one


def table():
    return Table(one("Ann", "1", "A2"), one("Abe", "1", "A3"), one("Bob", "2", "F2", "W", "red"))


@pytest.mark.parametrize(
    ("text", "chance"),
    [("2+", 36), ("7+", 21), ("8+ or better", 15), ("12+", 1), ("1+", None), ("13+", None), ("x", None)],
)
def test_how_likely_a_throw_is_that_is_named(text, chance):
    if chance is None:
        with pytest.raises(RuleError, match=r"from 2\+ to 12\+"):
            at_least(text)
    else:
        assert at_least(text) == Fraction(chance, 36)


@pytest.mark.parametrize(
    ("when", "takes", "refuses"),
    [
        # A shot may hang on its chance, a dive or help is done or not, and the rest can't be left.
        ("snap", ["always", "never", "8+"], []),
        ("aim", ["always", "never", "8+"], []),
        ("dive", ["always", "never"], ["8+"]),
        ("help", ["always", "never"], ["8+"]),
        ("fight", ["always"], ["never", "8+"]),
        ("flight", ["always"], ["never"]),
        ("landing", ["always"], ["never"]),
        ("order of checks", ["always"], ["never"]),
    ],
)
def test_what_may_be_said_to_what(when, takes, refuses):
    for say in takes:
        game = table()
        game.give("standing", name="Ann", when=when, say=say)
        assert {name: {**says} for name, says in game.ledger.standing.items()} == {"Ann": {when: say}}
    for say in refuses:
        assert "says always" in table().refused("standing", name="Ann", when=when, say=say)


def test_answers_are_told_when_they_are_given_and_when_they_are_asked_for():
    game = table()
    card = game.give("standing", name="Ann, Abe", when="snap", say="8+ or better")
    assert (card.title, card.lines) == (
        "Ann and Abe have standing answers",
        ("Ann: snap 8+ or better", "Abe: snap 8+ or better"),
    )
    card = game.give("standing", name="Ann", when="dive", say="never")
    assert (card.title, card.lines) == ("Ann has standing answers", ("Ann: snap 8+ or better, dive never",))
    # To ask takes back what was said to that alone.
    game.give("standing", name="Ann", when="snap", say="ask")
    card = game.give("standing", name="Ann, Abe, Bob")
    assert (card.title, card.lines) == (
        "Standing answers",
        ("Ann: dive never", "Abe: snap 8+ or better", "Bob: asked every time"),
    )
    game.give("standing", name="Ann", when="dive", say="ask")
    assert "Ann" not in game.ledger.standing
