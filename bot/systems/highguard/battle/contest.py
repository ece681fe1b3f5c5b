"""Throws of one side against the other, thrown again while they tie; and initiative (HG-C08 to C11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.dice import Check, Dice, Modifier, applied, referees_own

Modifiers = tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """Every pair of throws, the last of which decided; `winner` is 0 for the first side and 1 for the second."""

    throws: tuple[tuple[Check, Check], ...]

    @property
    def totals(self) -> tuple[int, int]:
        """What the deciding throws came to."""
        first, second = self.throws[-1]
        return first.total, second.total

    @property
    def winner(self) -> int:
        """The side that threw higher."""
        first, second = self.totals
        return int(second > first)


def throw_pair(names: Sequence[str], modifiers: tuple[Modifiers, Modifiers], dice: Dice, count: int) -> Contest:
    """Each side's `count` dice with its modifiers, once; it may be a tie."""
    first, second = (Check(why, dice.roll(count, why=why), mods) for why, mods in zip(names, modifiers, strict=True))
    return Contest(((first, second),))


def contest(names: Sequence[str], modifiers: tuple[Modifiers, Modifiers], dice: Dice, count: int) -> Contest:
    """Throw until one side is higher; `names` say what each side's throw is for (HG-C08, HG-B05)."""
    throws: tuple[tuple[Check, Check], ...] = ()
    while not throws or throws[-1][0].total == throws[-1][1].total:
        throws += throw_pair(names, modifiers, dice, count).throws
    return Contest(throws)


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
