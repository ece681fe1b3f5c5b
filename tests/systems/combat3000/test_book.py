"""A book is a value: another one throws for kills and for armour by its own modifiers, and this one stays as it is."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import Modifier
from bot.engine.odds import imagined_odds
from bot.systems.combat3000.hit.kills import KILL, PIERCE, Kills
from bot.systems.combat3000.orders import orders
from tests.systems.combat3000.shots import TABLES as BOOK

OTHER = replace(
    BOOK,
    kills=Kills((*KILL, lambda _: Modifier(3, "deadly", "C3K Kills")), (*PIERCE, lambda _: Modifier(1, "keen", "C3K"))),
)


def odds(book, **fields):
    return dict(imagined_odds(orders(book)["fire"], {"weapon": "Light Laser", "range": 30, **fields}, {}))


@pytest.mark.parametrize(("book", "killed"), [(BOOK, Fraction(45, 100)), (OTHER, Fraction(72, 100))])
def test_a_hit_kills_by_the_modifiers_of_its_book(book, killed):
    """With effect 0 two decimal dice of 12 or more, 45 of 100; with three added 9 or more do, 72 of 100."""
    chances = odds(book)
    assert chances["Killed"] / (chances["Killed"] + chances["No effect"]) == killed


@pytest.mark.parametrize(("book", "held"), [(BOOK, Fraction(3, 6)), (OTHER, Fraction(2, 6))])
def test_armour_holds_by_the_modifiers_of_its_book(book, held):
    """A die must exceed the suit's 3: three faces don't, and with one added two."""
    chances = odds(book, armour="Body Armour")
    hit = sum(chances.get(each, 0) for each in ("Killed", "No effect", "Armour holds"))
    assert chances["Armour holds"] / hit == held
