"""`/character heal`: the referee's or an owner's word that wounds are gone."""

from bot.engine.asked import typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.order import as_it_stands
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import HealOrder
from bot.systems.ahl.sheet.character import state
from bot.systems.ahl.wounds.damage import heal


def heal_order() -> Order:
    """`/character heal`: the referee's or an owner's word that wounds are gone."""

    def decide(scene: Scene, asked: HealOrder, _: Dice) -> Outcome:
        unit = scene.one("character")
        after = heal(unit.sheet, asked.wounds)
        if after == unit.sheet:
            raise RuleError(f"{unit.name} has no such wound: they are {state(unit.sheet)}.")
        card = Card(f"{unit.name} is healed", (f"{unit.name}: {state(after)}", f"Was: {state(unit.sheet)}"))
        return Outcome({unit.name: after}, card)

    return typed_order(HealOrder, decide, as_it_stands)
