"""`/wake`: the die that an unconscious character throws each decision phase (AHL 12.C)."""

from dataclasses import dataclass

from bot.engine.asked import typed_order
from bot.engine.cards import Card, modifier_line, signed
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.modifiers import Check
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.keeping import WakeOrder
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.turn.once import WAKES, still_due, thrown_for
from bot.systems.ahl.wounds.recovery import Recovery, try_to_wake


@dataclass(frozen=True, slots=True)
class WakeReport:
    """Who threw to wake and what came of it, and what is told against it in a turn that is kept."""

    tries: tuple[tuple[Unit, Recovery], ...]
    told: tuple[str, ...] = ()


def wake_order() -> Order:
    """`/wake`: the die that an unconscious character throws each decision phase (AHL 12.C)."""

    def decide(scene: Scene, asked: WakeOrder, dice: Dice) -> Outcome:
        out = [unit for unit in scene.all("characters") if unit.sheet.condition is Condition.UNCONSCIOUS]
        due, told = still_due(scene, out, WAKES)
        own = asked.own
        tries = tuple((unit, tried) for unit in due if (tried := try_to_wake(unit.sheet, dice, own)) is not None)
        if not tries:
            raise RuleError("Nobody named can wake: only an unconscious character without a serious wound can.")
        after = {unit.name: recovery.after for unit, recovery in tries}
        return Outcome(after, WakeReport(tries, told), things=thrown_for(scene, due, WAKES))

    return typed_order(WakeOrder, decide, _word_wake)


def _word_wake(report: WakeReport, faces: Faces) -> Card:
    tries = report.tries
    lines = tuple(
        f"{unit.name}: {_throw(recovery.check, faces)} → {'conscious, prone' if recovery.woke else 'stays unconscious'}"
        for unit, recovery in tries
    )
    own = map(modifier_line, tries[0][1].check.modifiers)
    working = ("One die at the start of each decision phase, 6 recovers; stand up before moving (AHL 12.C)", *own)
    return Card("Start of a decision phase: who wakes?", (*lines, *report.told), working)


def _throw(check: Check, faces: Faces) -> str:
    (die,) = faces.take("waking")
    own = "".join(f" {signed(modifier.dm)} {modifier.label}" for modifier in check.modifiers)
    return f"{die}{own} = {check.total}" if own else str(die)
