"""`/character heal`: the referee's or an owner's word that somebody is well again."""

from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.combat3000.asked import HealOrder
from bot.systems.combat3000.figure.sheet import Figure, Plight, Shape, Sheet
from bot.systems.combat3000.wording.sheets import state


@dataclass(frozen=True, slots=True)
class Healed:
    """Who is healed, how they were and how they are."""

    name: str
    before: Shape
    after: Shape


def heal_order() -> Order:
    """`/character heal`: everything, or wounds, stun, or what special weapons have done."""

    def decide(scene: Scene, asked: HealOrder, _: Dice) -> Outcome:
        unit = scene.one("character")
        after = _healed(unit.sheet, asked.wounds)
        if after == unit.sheet:
            raise RuleError(f"{unit.name} has nothing of that kind: {state(unit.sheet)}.")
        return Outcome({unit.name: after}, Healed(unit.name, unit.sheet.shape, after.shape))

    return typed_order(HealOrder, decide, _healed_card)


def _healed_card(healed: Healed, _: Faces) -> Card:
    lines = (f"{healed.name}: {state(healed.after)}", f"Was: {state(healed.before)}")
    return Card(f"{healed.name} is healed", lines)


def _healed(sheet: Sheet, what: str) -> Figure:
    if not isinstance(sheet, Figure):
        raise RuleError("A vehicle is not healed: put its values right with /character edit.")
    if what in {"everything", "wounds"}:
        sheet = replace(sheet, wounds=(), killed=False)
    if what in {"everything", "stun"}:
        sheet = replace(sheet, stunned=0)
    return replace(sheet, plight=Plight()) if what in {"everything", "plight"} else sheet
