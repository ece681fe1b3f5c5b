"""What is said by word of how it is: whose it is to say, and what of it stands in the answer (ruling R-161)."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.fields import Value, Values
from bot.engine.order import Order
from bot.engine.scene import Scene


def check_spoken_for(order: Order, scene: Scene, values: Values) -> None:
    """Raise RuleError where an order says what somebody does for whom its giver doesn't speak."""
    for field in order.fields:
        if field.speaks_for and field.name in values and field.departs(values[field.name], scene.settings):
            for unit in scene.units.get(field.speaks_for, ()):
                scene.check_own(unit)


def check_known(scene: Scene, name: str, known: Mapping[str, Value], said: Mapping[str, Any]) -> None:
    """Raise RuleError for a player who says of somebody otherwise than what is `known` of their turn, by fields.

    What is `said` holds None for what isn't. Whoever asks for odds may imagine anything.
    """
    if not scene.by or scene.only_odds:
        return
    for field, value in known.items():
        if said.get(field) not in {None, value}:
            raise RuleError(
                f"What {name} has done in this turn is known: leave “{field.replace('_', ' ')}” out; otherwise only "
                "the referee says it."
            )


def said_against(order: Order, scene: Scene) -> str:
    """What a player says against what a deck or a setting has of how it is just now, in a line; "" for nothing."""
    found = [*_denied(order, scene)] if scene.by and scene.said is not None else []
    return f"By word of who gives it: {sentence(found)}" if found else ""


def _denied(order: Order, scene: Scene) -> Iterator[str]:
    assert scene.said is not None
    given, decks = order.spread(scene.said.fields), any(role.foes for role in order.roles)
    for field in order.fields:
        if field.name in given and (words := field.denies(given[field.name], scene.settings, decks=decks)):
            yield words
