"""Rallying the panicked at the start of a decision phase (AHL 18.D)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.dice import Dice, Modifier, ModifierRules, applied
from bot.systems.ahl.morale.checks import Checked, Checker, Failures, throw_checks
from bot.systems.ahl.sheet.character import Character, Nerve


@dataclass(frozen=True, slots=True)
class Leader:
    """A friend in the same square, who needs no check of his own to help, whatever his rank.

    `beside` names those who share his square, None where all who rally do.
    """

    name: str
    side: str
    bonus: int
    beside: frozenset[str] | None = None

    def helps(self, checker: Checker) -> bool:
        """Whether he is a friend, somebody else, and in the same square."""
        in_square = self.beside is None or checker.name in self.beside
        return in_square and self.side == checker.side and self.name != checker.name


def helping(checker: Checker, leaders: Sequence[Leader], *, best_only: bool) -> tuple[Modifier, ...]:
    """The bonuses of the leaders who help somebody to rally: every friend but himself (AHL 18.D, R-121)."""
    friends = [leader for leader in leaders if leader.helps(checker)]
    if best_only:
        friends = sorted(friends, key=lambda leader: -leader.bonus)[:1]
    return tuple(Modifier(leader.bonus, f"{leader.name} leads", "AHL 18.D") for leader in friends)


def rally(
    checkers: Sequence[Checker],
    leaders: Sequence[Leader],
    changes: ModifierRules[Checker],
    dice: Dice,
    *,
    best_only: bool = False,
) -> tuple[Checked, ...]:
    """The one check of each cowering character in a decision phase (AHL 18.D); `best_only` is R-121's option."""

    def modifiers(checker: Checker, _: Failures) -> tuple[Modifier, ...]:
        return (*applied(changes, checker), *helping(checker, leaders, best_only=best_only))

    return throw_checks(checkers, modifiers, dice)


def rallied(checked: Checked) -> Character:
    """The character after his check: steady, or cowering on."""
    nerve = Nerve.STEADY if checked.passed else Nerve.COWERING
    return replace(checked.checker.character, nerve=nerve)
