"""`/character heal`: the referee's or an owner's word that somebody is well again."""

from dataclasses import replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.order import as_it_stands
from bot.engine.system import Order, Outcome, Scene
from bot.systems.combat3000.asked import HealOrder
from bot.systems.combat3000.figure.sheet import Figure, Plight, Sheet
from bot.systems.combat3000.wording.sheets import state


def heal_order() -> Order:
    """`/character heal`: everything, or wounds, stun, or what special weapons have done."""

    def decide(scene: Scene, asked: HealOrder, _: Dice) -> Outcome:
        unit = scene.one("character")
        after = _healed(unit.sheet, asked.wounds)
        if after == unit.sheet:
            raise RuleError(f"{unit.name} has nothing of that kind: {state(unit.sheet)}.")
        card = Card(f"{unit.name} is healed", (f"{unit.name}: {state(after)}", f"Was: {state(unit.sheet)}"))
        return Outcome({unit.name: after}, card)

    return typed_order(HealOrder, decide, as_it_stands)


def _healed(sheet: Sheet, what: str) -> Sheet:
    if not isinstance(sheet, Figure):
        raise RuleError("A vehicle is not healed: put its values right with /character edit.")
    if what in {"everything", "wounds"}:
        sheet = replace(sheet, wounds=(), killed=False)
    if what in {"everything", "stun"}:
        sheet = replace(sheet, stunned=0)
    return replace(sheet, plight=Plight()) if what in {"everything", "plight"} else sheet
