"""`/character heal`: the referee's or an owner's word that wounds are gone."""

from dataclasses import dataclass

from bot.engine.asked import typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import HealOrder
from bot.systems.ahl.sheet.character import Shape, state
from bot.systems.ahl.wounds.damage import heal


@dataclass(frozen=True, slots=True)
class Healed:
    """Who is healed, how they were and how they are."""

    name: str
    before: Shape
    after: Shape


def heal_order() -> Order:
    """`/character heal`: the referee's or an owner's word that wounds are gone."""

    def decide(scene: Scene, asked: HealOrder, _: Dice) -> Outcome:
        unit = scene.one("character")
        after = heal(unit.sheet, asked.wounds)
        if after == unit.sheet:
            raise RuleError(f"{unit.name} has no such wound: they are {state(unit.sheet)}.")
        return Outcome({unit.name: after}, Healed(unit.name, unit.sheet.shape, after.shape))

    return typed_order(HealOrder, decide, _healed_card)


def _healed_card(healed: Healed, _: Faces) -> Card:
    lines = (f"{healed.name}: {state(healed.after)}", f"Was: {state(healed.before)}")
    return Card(f"{healed.name} is healed", lines)
