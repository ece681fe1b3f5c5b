"""Throws of one side against the other, thrown again while they tie: initiative and boarding."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.dice import Dice
from bot.engine.modifiers import Check, Modifier

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
