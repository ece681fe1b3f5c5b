"""Repairing a weapon that has jammed, or was damaged when it was dropped (C3K Breakdowns and repairs)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bot.engine.dice import Dice
from bot.engine.modifiers import Check, Modifier, applied, referees_own
from bot.engine.odds import exact

NEEDED = 9
LOST_BELOW = 3


class Mending(StrEnum):
    """What came of an attempt."""

    MENDED = "repaired"
    AGAIN = "try again"
    LOST = "beyond repair"


@dataclass(frozen=True, slots=True)
class Repairer:
    """Who tries: his dexterity as it is now, and the referee's own modifier."""

    dexterity: int = 0
    dm: int = 0
    because: str = ""


def _dexterity(repairer: Repairer) -> Modifier | None:
    return Modifier(repairer.dexterity, "dexterity", "C3K Breakdowns and repairs") if repairer.dexterity else None


def _referee(repairer: Repairer) -> Modifier | None:
    return referees_own(repairer.dm, repairer.because)


REPAIR = (_dexterity, _referee)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt: the throw, and what it did; a mended weapon fires from the next turn on."""

    check: Check
    mending: Mending


def repair(repairer: Repairer, dice: Dice) -> Attempt:
    """Throw a decimal die plus dexterity: 9 or more mends it, below 3 it never will be (ruling B-R6)."""
    check = Check("repair", dice.roll(1, 10, why="repair"), applied(REPAIR, repairer), NEEDED)
    if check.made:
        return Attempt(check, Mending.MENDED)
    return Attempt(check, Mending.LOST if check.total < LOST_BELOW else Mending.AGAIN)


def chances(repairer: Repairer) -> dict[Mending, Fraction]:
    """How likely one attempt is to mend the weapon, to end all attempts, or neither."""
    found = exact(lambda dice: repair(repairer, dice).mending, of=lambda mending: mending)
    return {mending: found.get(mending, Fraction(0)) for mending in Mending}


def ever_mended(repairer: Repairer) -> Fraction:
    """How likely it is that somebody who keeps trying mends the weapon in the end.

    Attempts that settle nothing are made again, so that only the others count against each other.
    """
    one = chances(repairer)
    return one[Mending.MENDED] / (one[Mending.MENDED] + one[Mending.LOST])
