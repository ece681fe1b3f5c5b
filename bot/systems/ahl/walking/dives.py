"""Diving into a square that is full: who is thrown out of it (AHL 8.C.7, ruling R-48)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.dice import Check, Dice, Modifier

DIVER = Modifier(-1, "dive", "AHL 8.C.7")


@dataclass(frozen=True, slots=True)
class ThrownOut:
    """The throw of everybody in a full square, by name, and who is thrown out: all with the highest."""

    checks: dict[str, Check]
    out: tuple[str, ...]


def throw_out(diver: str, others: Sequence[str], dice: Dice, own: Modifier | None = None) -> ThrownOut:
    """Everybody in a full square throws one die, the diver with −1; the highest go, all that tie.

    `own` is the referee's own modifier on the diver's die.
    """
    checks = {}
    for name in (diver, *others):
        why = f"{name} is thrown"
        modifiers = tuple(each for each in (DIVER, own) if each) if name == diver else ()
        checks[name] = Check(why, dice.roll(1, why=why), modifiers, None)
    highest = max(check.total for check in checks.values())
    return ThrownOut(checks, tuple(name for name, check in checks.items() if check.total == highest))
