"""Dice modifiers: each with its reason and its rule, so that a total is the list of its reasons."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Modifier:
    """A DM, what it is for in a word or two, and the rule that it comes from (book and number)."""

    dm: int
    label: str
    rule: str


def referees_own(dm: int, because: str) -> Modifier | None:
    """The modifier that the referee adds: it says that it is theirs, with the reason that they gave; None for 0."""
    return Modifier(dm, f"referee: {because}" if because else "referee", "referee") if dm else None


ModifierRule = Callable[[T], Modifier | None]
# All that may change one kind of throw, in the order in which they are told.
ModifierRules = tuple[ModifierRule[T], ...]


def applied(rules: Iterable[ModifierRule[T]], situation: T) -> tuple[Modifier, ...]:
    """The modifiers that a situation calls for, in the order of the rules."""
    return tuple(modifier for rule in rules if (modifier := rule(situation)) is not None)


@dataclass(frozen=True, slots=True)
class Check:
    """A throw worked out: the faces' total, each modifier, and what they had to reach.

    `why` is the name under which the dice recorded it; `needed` is None for a throw that is looked up in a
    table.
    """

    why: str
    thrown: int
    modifiers: tuple[Modifier, ...]
    needed: int | None = None

    @property
    def dm(self) -> int:
        """The modifiers added."""
        return sum(modifier.dm for modifier in self.modifiers)

    @property
    def total(self) -> int:
        """The throw as modified."""
        return self.thrown + self.dm

    @property
    def made(self) -> bool:
        """Whether the total reached what was needed."""
        return self.needed is not None and self.total >= self.needed
