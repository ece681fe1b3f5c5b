"""What several orders have in common: fields, and reading their values."""

from typing import TypeVar

from bot.deck.board import Board
from bot.engine.cards import Card
from bot.engine.dice import Faces
from bot.engine.fields import dm_fields, setting_for_once
from bot.engine.modifiers import Modifier, referees_own
from bot.engine.system import Field, Kind, Scene, Values
from bot.systems.ahl.asked import shots
from bot.systems.ahl.settings import ENERGY_SHOTS, SETTINGS

T = TypeVar("T")
LARGEST_DM = 20
# The referee's own modifier, with its reason: every order that throws takes both.
REFEREES_OWN = dm_fields(LARGEST_DM)
# deck:no leaves out whatever the deck would say.
DECK = Field("deck", Kind.FLAG, default=True, referees="Leaving the deck out")

# Whether shots without a figure are counted is a setting, and never said with an order.
ENERGY = Field(ENERGY_SHOTS, Kind.TEXT, "not counted", referees=setting_for_once(ENERGY_SHOTS))
TRAVELLER = Field("traveller", Kind.FLAG, default=False, referees=setting_for_once("traveller"))


def chosen(name: str) -> Field:
    """The field for a setting of how the rules are played, with its values and its first one as the default."""
    values = SETTINGS[name].values
    return Field(name, Kind.CHOICE, values[0], values, referees=setting_for_once(name))


def energy_shots(values: Values) -> int:
    """How many shots a weapon without a figure has, by the field `ENERGY`; 0 where they aren't counted."""
    return shots(value_of(values, ENERGY_SHOTS, str, ""))


def value_of(values: Values, name: str, kind: type[T], default: T) -> T:
    """A field's value, or the default where it was left out."""
    value = values.get(name, default)
    assert isinstance(value, kind)
    return value


def board_for(scene: Scene, values: Values) -> Board | None:
    """The deck that an order is given on: None without one, or with deck:no."""
    return scene.board if value_of(values, "deck", bool, default=True) else None


def counts_by_size(values: Values) -> bool:
    """Whether robots and blobs count as more than one in a crowd, by the setting for crowding (ruling R-47)."""
    return value_of(values, "crowding", str, "") == "by size"


def own_modifier(values: Values) -> Modifier | None:
    """The referee's own modifier, from the values of REFEREES_OWN; None where he gave none."""
    return referees_own(value_of(values, "dm", int, 0), value_of(values, "because", str, ""))


def as_it_stands(card: Card, _: Faces) -> Card:
    """For orders without a throw, whose result needs no faces and is worded at once."""
    return card
