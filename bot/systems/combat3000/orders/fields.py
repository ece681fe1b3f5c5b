"""What several orders have in common: fields, and reading their values."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.engine.cards import Card
from bot.engine.dice import Faces
from bot.engine.fields import dm_fields, setting_for_once
from bot.engine.system import Field, Kind, Scene, Values
from bot.systems.combat3000.settings import SETTINGS

T = TypeVar("T")
# Percentages are modified in larger steps than other throws.
LARGEST_DM = 100
LIGHT = "light"
REFEREES_OWN = dm_fields(LARGEST_DM)


def chosen(name: str) -> Field:
    """The field for a campaign setting, with the setting's values and its first one as the default.

    A setting that the referee may write themselves is a number from 0 to 10. How light it is anybody may say; how the
    rules are played is the referee's.
    """
    setting, referees = SETTINGS[name], "" if name == LIGHT else setting_for_once(name)
    if setting.pattern:
        return Field(name, Kind.WHOLE, int(setting.values[0]), low=0, high=10, referees=referees)
    return Field(name, Kind.CHOICE, setting.values[0], setting.values, referees=referees)


HOUSE = tuple(chosen(name) for name in SETTINGS if name != LIGHT)


def flag(name: str) -> Field:
    """A field for what is so or not."""
    return Field(name, Kind.FLAG, default=False)


def value_of(values: Values, name: str, kind: type[T], default: T) -> T:
    """A field's value, or the default where it was left out."""
    value = values.get(name, default)
    assert isinstance(value, kind)
    return value


def text_of(values: Values, name: str) -> str:
    """The text of a field, "" where it was left out."""
    return value_of(values, name, str, "")


def so(values: Values, name: str) -> bool:
    """Whether a flag is set."""
    return value_of(values, name, bool, default=False)


def number_of(values: Values, name: str) -> int:
    """The number of a field, 0 where it was left out."""
    return value_of(values, name, int, 0)


def carried_names(role: str) -> Callable[[Scene], Sequence[str]]:
    """What to offer for a weapon: what the unit in a role has."""

    def names(scene: Scene) -> Sequence[str]:
        units = scene.units.get(role, ())
        return [carried.name for carried in units[0].sheet.weapons] if units else ()

    return names


def as_it_stands(card: Card, _: Faces) -> Card:
    """For orders without a throw, whose result needs no faces and is worded at once."""
    return card
