"""What several orders have in common: how a result is worded that is worded already, and how a field is read."""

from typing import TypeVar

from bot.engine.cards import Card
from bot.engine.dice import Faces
from bot.engine.system import Values

T = TypeVar("T")


def value_of(values: Values, name: str, kind: type[T], default: T) -> T:
    """A field's value, or the default where it was left out."""
    value = values.get(name, default)
    assert isinstance(value, kind)
    return value


def as_it_stands(card: Card, _: Faces) -> Card:
    """For orders without a throw, whose result needs no faces and is worded at once."""
    return card
