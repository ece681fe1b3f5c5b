"""`/character heal` by whatever rules: the referee's or an owner's word that somebody is well again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.engine.asked import Asked, typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Outcome, Scene

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Healed(Generic[S]):
    """Who is healed, how they were and how they are."""

    name: str
    before: S
    after: S


def heal_order(
    asked: type[Asked], shape: type[S], heal: Callable[[Any, str], Any], state: Callable[[Any], str], unhealed: str
) -> Order:
    """The order whose class says which `wounds` are healed. `heal` gives the sheet without these, whose `shape` the
    report holds; `state` words either. One who has none of them is `unhealed`: what is said of them before their state.
    """

    def decide(scene: Scene, order: Any, _: Dice) -> Outcome:
        unit = scene.one("name")
        after = heal(unit.sheet, order.wounds)
        if after == unit.sheet:
            raise RuleError(f"{unit.name} {unhealed}{state(unit.sheet)}.")
        return Outcome({unit.name: after}, Healed(unit.name, unit.sheet.shape, after.shape))

    def word(healed: Healed[S], _: Faces) -> Card:
        lines = (f"Now: {state(healed.after)}", f"Was: {state(healed.before)}")
        return Card(f"{healed.name} is healed", lines)

    return typed_order(asked, decide, word, reports=Healed[shape])  # type: ignore[valid-type]
