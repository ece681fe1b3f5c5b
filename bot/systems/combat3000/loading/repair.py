"""Repairing a weapon that has jammed, or was damaged when it was dropped (C3K Breakdowns and repairs)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from bot.engine.dice import Check, Dice, Modifier, applied, referees_own
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.combat3000.asked import Gait
from bot.systems.combat3000.figure.sheet import Carried, Figure, Working
from bot.systems.combat3000.loading.reloading import hands_free

NEEDED = 9
LOST_BELOW = 3


class Mending(StrEnum):
    """What came of an attempt."""

    MENDED = "repaired"
    AGAIN = "try again"
    LOST = "beyond repair"


@dataclass(frozen=True, slots=True)
class Repairer:
    """Who tries: their dexterity as it is now, and the referee's own modifier."""

    dexterity: int = 0
    dm: int = 0
    because: str = ""


def _dexterity(repairer: Repairer) -> Modifier | None:
    return Modifier(repairer.dexterity, "dexterity", "C3K Breakdowns and repairs") if repairer.dexterity else None


def _referee(repairer: Repairer) -> Modifier | None:
    return referees_own(repairer.dm, repairer.because)


REPAIR = (_dexterity, _referee)


@dataclass(frozen=True, slots=True)
class RepairAttempt:
    """One attempt: the throw, and what it did; a mended weapon fires from the next turn on."""

    check: Check
    mending: Mending


def repair(repairer: Repairer, dice: Dice) -> RepairAttempt:
    """Throw a decimal die plus dexterity: 9 or more mends it, below 3 it never will be (ruling B-R6)."""
    check = Check("repair", dice.roll(1, 10, why="repair"), applied(REPAIR, repairer), NEEDED)
    if check.made:
        return RepairAttempt(check, Mending.MENDED)
    return RepairAttempt(check, Mending.LOST if check.total < LOST_BELOW else Mending.AGAIN)


def check_can_repair(name: str, figure: Figure, carried: Carried, gait: Gait, arms: int = 2) -> None:
    """Raises RuleError for a weapon that needs or allows no repair, or if the figure can't try.

    Walking is allowed, firing in the same turn is not, and two hands are needed (C3K Breakdowns and repairs).
    """
    if carried.working not in {Working.JAMMED, Working.DAMAGED}:
        why = "works" if carried.working is Working.WORKS else "is beyond repair"
        raise RuleError(f"{carried.name} {why}: there is nothing to repair.")
    if gait not in {Gait.STILL, Gait.WALK, Gait.FLY}:
        raise RuleError(f"{name} can repair standing still or walking only (C3K Breakdowns and repairs).")
    if figure.now.shot:
        raise RuleError(f"{name} has fired this turn, and can repair in the next (C3K Breakdowns and repairs).")
    if hands_free(figure, arms, besides=carried.name) < 2:
        raise RuleError(f"{name} needs both hands to repair: put something away first (C3K Breakdowns and repairs).")


def after_attempt(carried: Carried, mending: Mending) -> Carried:
    """The weapon after an attempt; a dropped weapon that was damaged is repaired as a jammed one is."""
    found = {Mending.MENDED: Working.WORKS, Mending.LOST: Working.RUINED}
    return replace(carried, working=found.get(mending, carried.working))


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
