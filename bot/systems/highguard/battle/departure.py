"""Leaving a battle: energy for a jump, and agility for a chase (HG-C14 to C18, HG-C29, HG-C30)."""

from collections.abc import Iterable

from bot.systems.highguard.design.entries import Number

SCREENED = 2
JUMP_TURNS = 2


def jump_turns(energy: Number, free: Number, stored: Number = 0) -> int | None:
    """In how many turns `free` EP a turn and what is `stored` come to `energy`; None beyond two (HG-C15)."""
    return next((turns for turns in range(1, JUMP_TURNS + 1) if stored + free * turns >= energy), None)


def breakoff_agility(agilities: Iterable[int], *, screened: bool = False) -> int:
    """The agility at which a group breaks off: its slowest, +2 from an unbroken reserve (HG-C29, R-57)."""
    return min(agilities) + (SCREENED if screened else 0)


def can_pursue(pursuer: int, group: int) -> bool:
    """Whether a ship of agility `pursuer` catches a group that breaks off at agility `group` (HG-C30)."""
    return pursuer >= group
