"""What is said by word of how it is: whose it is to say, and what of it stands in the answer (ruling R-161)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.engine.cards import sentence
from bot.engine.errors import KnownError, RuleError
from bot.engine.fields import Value, Values
from bot.engine.order import Order
from bot.engine.scene import Scene
from bot.engine.several import read_each


def check_spoken_for(order: Order, scene: Scene, values: Values) -> None:
    """Raise RuleError where an order says what somebody does for whom its giver doesn't speak."""
    for field in order.fields:
        if field.speaks_for and field.name in values and field.departs(values[field.name], scene.settings):
            for unit in scene.units.get(field.speaks_for, ()):
                scene.check_own(unit)


def check_known(
    scene: Scene, name: str, known: Mapping[str, Value], said: Mapping[str, Any], where: str = "in this turn"
) -> None:
    """Raise RuleError for a player who says of somebody otherwise than what is `known` of their turn, by fields, or of
    where they stand, which `where` names.

    What is `said` holds None for what isn't. Whoever asks for odds may imagine anything.
    """
    if not scene.by or scene.only_odds:
        return
    for field, value in known.items():
        called = field.replace("_", " ")
        if said.get(called) not in {None, value}:
            told = f"“{called}” is known of {name} {where}: leave it out; otherwise only the referee says it."
            raise KnownError(told, called)


def off_deck(names: Sequence[str]) -> RuleError:
    """The refusal where some stand nowhere who are at what is on the deck, or at whom people on it are."""
    are = "is" if len(names) == 1 else "are"
    return RuleError(
        f"{sentence(names)} {are} not on the deck that is up: the referee puts them on it by /place, or says how far "
        "apart they are."
    )


def said_against(order: Order, scene: Scene) -> str:
    """What a player says against what a deck or a setting has of how it is just now, in a line; "" for nothing."""
    if not scene.by or scene.said is None:
        return ""
    given = order.spread(scene.said.fields)
    found = [*_denied(order, scene, given)]
    for field in order.fields:
        if field.apiece and given.get(field.name):
            own = read_each(
                str(given[field.name]), [unit.name for unit in scene.all(order.roles[0].name)], order.fields
            )
            found += [f"{name}: {words}" for name, said in own.items() for words in _denied(order, scene, said)]
    return f"By word of who gives it: {sentence(found)}" if found else ""


def _denied(order: Order, scene: Scene, given: Values) -> Iterator[str]:
    up = scene.board is not None
    for field in order.fields:
        if field.name in given and (words := field.denies(given[field.name], scene.settings, decks=up)):
            yield words
