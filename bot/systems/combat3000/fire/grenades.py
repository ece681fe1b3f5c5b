"""Throwing: which grenades somebody can throw, and how far; and what launchers need (C3K Grenade throwing)."""

from bot.engine.cards import rating
from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.lists.others import Shell
from bot.systems.combat3000.lists.weapons import Class, Trajectory, Weapon

_RANGE = 30
_A_STRENGTH = 5


def largest_calibre(strength: int) -> int:
    """The largest grenade for a strength: calibre 1 up to 0, 2 from +1 to +3, 3 above."""
    if strength <= 0:
        return 1
    return 2 if strength <= 3 else 3


def throwing_range(strength: int) -> int:
    """How far grenades, knives, spears and axes can be thrown, in cm: 30, and 5 for each point of strength."""
    return max(0, _RANGE + _A_STRENGTH * strength)


def check_thrown_range(name: str, strength: int, cm: int) -> None:
    """Raise RuleError for a throw at somewhere too far away; a miss may still carry it farther."""
    if cm > throwing_range(strength):
        raise RuleError(
            f"{name} throws {throwing_range(strength)} cm with strength {rating(strength)}, and the range is {cm} cm "
            "(C3K Grenade throwing)."
        )


def check_grenade(name: str, strength: int, shell: Shell, cm: int) -> None:
    """Raise RuleError for a grenade that is too large for the thrower, or a place that is too far."""
    if shell.calibre > largest_calibre(strength):
        raise RuleError(
            f"{name} can throw calibre {largest_calibre(strength)} with strength {rating(strength)}, and {shell.name} "
            f"{shell.code} is of calibre {shell.calibre} (C3K Grenade throwing)."
        )
    check_thrown_range(name, strength, cm)


def check_throws_only(name: str, figure: Figure, hands_free: int) -> None:
    """Raise RuleError for a thrower without a free hand, or who has fired this turn (ruling B-F32)."""
    if hands_free < 1:
        raise RuleError(f"{name} needs a free hand to throw: put something away first (C3K Weapon use).")
    if figure.now.shot:
        raise RuleError(f"{name} has fired this turn, and a grenade leaves no strength for both (C3K Weapon use).")


def turns_to_change_target(weapon: Weapon) -> int:
    """How many turns a weapon takes to change to another target: mortars and their like two (ruling B-F28)."""
    return 2 if weapon.kind is Class.MEDIUM and weapon.trajectory is Trajectory.HIGH_ONLY else 0
