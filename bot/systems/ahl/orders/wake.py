"""`/wake`: the die that an unconscious character throws each decision phase (AHL 12.C)."""

from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Role, Scene, Unit, Values
from bot.systems.ahl.recovery import Recovery, try_to_wake


def wake_order() -> Order:
    """`/wake`: the die that an unconscious character throws each decision phase (AHL 12.C)."""

    def resolve(scene: Scene, _: Values, dice: Dice) -> Outcome:
        tries = [
            (unit, recovery)
            for unit in scene.all("characters")
            if (recovery := try_to_wake(unit.sheet, dice)) is not None
        ]
        if not tries:
            raise RuleError("Nobody named can wake: only an unconscious character without a serious wound can.")
        return Outcome({unit.name: recovery.after for unit, recovery in tries}, tries)

    return Order("wake", (Role("characters", many=True),), (), resolve, _word_wake)


def _word_wake(tries: list[tuple[Unit, Recovery]], _: Faces) -> Card:
    lines = tuple(
        f"{unit.name}: {recovery.die} → {'conscious, prone' if recovery.woke else 'stays unconscious'}"
        for unit, recovery in tries
    )
    working = ("One die at the start of each decision phase, 6 recovers; stand up before moving (AHL 12.C)",)
    return Card("Start of a decision phase: who wakes?", lines, working)
