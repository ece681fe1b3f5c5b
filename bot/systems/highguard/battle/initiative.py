"""Who is the attacker of a turn (HG-C08 to C11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.dice import Dice
from bot.engine.modifiers import Modifier, applied, referees_own
from bot.systems.highguard.battle.contest import Contest, contest


@dataclass(frozen=True, slots=True)
class Fleet:
    """What initiative depends on: the agility of the slowest ship, line ships that fire and move, fleet tactics.

    `dm` and `because` are the referee's own modifier.
    """

    slowest: int
    ready: int
    tactics: int = 0
    dm: int = 0
    because: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """One fleet against the other."""

    own: Fleet
    enemy: Fleet


def _faster_fleet(compared: Compared) -> Modifier | None:
    """+1 for the fleet whose slowest ship is the more agile one (HG-C09)."""
    return Modifier(1, "faster fleet", "HG-C09") if compared.own.slowest > compared.enemy.slowest else None


def _longer_line(compared: Compared) -> Modifier | None:
    """+1 for more ships in the line that can fire and move (HG-C10)."""
    return Modifier(1, "more ships in the line", "HG-C10") if compared.own.ready > compared.enemy.ready else None


def _fleet_tactics(compared: Compared) -> Modifier | None:
    """The commander's fleet tactics (HG-C11, HG-I04)."""
    return Modifier(compared.own.tactics, "fleet tactics", "HG-C11") if compared.own.tactics else None


def _referee(compared: Compared) -> Modifier | None:
    """The referee's own modifier."""
    return referees_own(compared.own.dm, compared.own.because)


INITIATIVE = (_faster_fleet, _longer_line, _fleet_tactics, _referee)
DICE = 2


def initiative_modifiers(fleets: tuple[Fleet, Fleet]) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """Each side's modifiers, in their order."""
    first, second = fleets
    return applied(INITIATIVE, Compared(first, second)), applied(INITIATIVE, Compared(second, first))


def throw_initiative(names: Sequence[str], fleets: tuple[Fleet, Fleet], dice: Dice) -> Contest:
    """2D a side, ties again; the winner is the attacker of the turn (HG-C08, R-35)."""
    whys = [f"initiative of {name}" for name in names]
    return contest(whys, initiative_modifiers(fleets), dice, DICE)
