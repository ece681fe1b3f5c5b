"""`/wake`: the die that an unconscious character throws each decision phase (AHL 12.C)."""

from dataclasses import dataclass

from bot.engine.asked import typed_order
from bot.engine.cards import Card, modifier_line, signed
from bot.engine.dice import Check, Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import WakeOrder
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.turn.once import WAKES, still_due, thrown_for
from bot.systems.ahl.wounds.recovery import try_to_wake


@dataclass(frozen=True, slots=True)
class WakeReport:
    """Who threw to wake, the throw, and whether they did; and what is told against it in a turn that is kept."""

    tries: tuple[tuple[str, Check, bool], ...]
    told: tuple[str, ...] = ()


def wake_order() -> Order:
    """`/wake`: the die that an unconscious character throws each decision phase (AHL 12.C)."""

    def decide(scene: Scene, asked: WakeOrder, dice: Dice) -> Outcome:
        out = [unit for unit in scene.all("name") if unit.sheet.condition is Condition.UNCONSCIOUS]
        due, told = still_due(scene, out, WAKES)
        own = asked.own
        tries = tuple((unit, tried) for unit in due if (tried := try_to_wake(unit.sheet, dice, own)) is not None)
        if not tries:
            raise RuleError("Nobody named can wake: only an unconscious character without a serious wound can.")
        told_of = tuple((unit.name, recovery.check, recovery.woke) for unit, recovery in tries)
        after = {unit.name: recovery.after for unit, recovery in tries}
        return Outcome(after, WakeReport(told_of, told), ledger=thrown_for(scene, due, WAKES))

    return typed_order(WakeOrder, decide, _word_wake)


def _word_wake(report: WakeReport, faces: Faces) -> Card:
    tries = report.tries
    lines = tuple(
        f"{name}: {_throw(check, faces)} → {'conscious, prone' if woke else 'stays unconscious'}"
        for name, check, woke in tries
    )
    own = map(modifier_line, tries[0][1].modifiers)
    working = ("One die at the start of each decision phase, 6 recovers; stand up before moving (AHL 12.C)", *own)
    return Card("Start of a decision phase: who wakes?", (*lines, *report.told), working)


def _throw(check: Check, faces: Faces) -> str:
    (die,) = faces.take("waking")
    own = "".join(f" {signed(modifier.dm)} {modifier.label}" for modifier in check.modifiers)
    return f"{die}{own} = {check.total}" if own else str(die)
