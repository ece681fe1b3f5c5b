"""Morale: who checks, in what order, what leaders add, and what failing does (AHL 18, 20, 23)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from bot.engine.dice import Dice, Modifier, ModifierRules, applied, referees_own
from bot.engine.scene import Unit
from bot.systems.ahl.sheet.character import PANICKED, Being, Character, Condition, Nerve

# What a mark begins with by which somebody follows leaders of their own kind alone, in a scenario.
FOLLOWS = "follows "
_CATEGORIES = {"O": 1, "W": 2, "N": 2}
_THE_REST = 3
# After everybody with a rank; the book ranks all its characters, so here the referee's own order holds.
_UNRANKED = (4, 0)


def side_followed(unit: Unit) -> str:
    """Whose leaders count for somebody: those of their side, or in it of their own kind alone."""
    return next((f"{unit.side}, {mark}" for mark in unit.marks if mark.startswith(FOLLOWS)), unit.side)


class Cause(StrEnum):
    """The situations that call for a check (AHL 18.A)."""

    CASUALTY = "casualty"
    SURPRISE = "surprise"
    EXPOSURE = "exposure"
    ADJACENT = "adjacent"

    @property
    def move(self) -> bool:
        """Whether it is checked before a move; the others are checked at the end of the phase."""
        return self in {Cause.EXPOSURE, Cause.ADJACENT}


@dataclass(frozen=True, slots=True)
class Checker:
    """Somebody who checks: how often, whether in darkness, and the referee's own DM to the morale value."""

    name: str
    side: str
    character: Character
    times: int = 1
    dark: bool = False
    dm: int = 0
    because: str = ""


def _light_wounds(checker: Checker) -> Modifier | None:
    wounds = checker.character.light_wounds
    if not wounds:
        return None
    label = "light wound" if wounds == 1 else f"{wounds} light wounds"
    return Modifier(-wounds, label, "AHL 12.B.1")


def _stun(checker: Checker) -> Modifier | None:
    stun = checker.character.lowered - checker.character.light_wounds
    return Modifier(-stun, "stun", "AHL 17.C.2") if stun else None


def _darkness(checker: Checker) -> Modifier | None:
    return Modifier(-1, "darkness", "AHL 23") if checker.dark else None


def _referee(checker: Checker) -> Modifier | None:
    return referees_own(checker.dm, checker.because)


# They change the morale value, not the throw.
MORALE = (_light_wounds, _stun, _darkness, _referee)


@dataclass(frozen=True, slots=True)
class Led:
    """What a leader's own check in this step means for those who check after them."""

    name: str
    bonus: int
    passed: bool


def leadership(leaders: Iterable[Led]) -> tuple[Modifier, ...]:
    """Each leader's bonus: added where they passed, subtracted where they failed, all of them (AHL 18.C, R-119)."""
    return tuple(
        Modifier(led.bonus, f"{led.name} passes", "AHL 18.C")
        if led.passed
        else Modifier(-led.bonus, f"{led.name} fails", "AHL 18.C")
        for led in leaders
        if led.bonus
    )


@dataclass(frozen=True, slots=True)
class Checked:
    """Somebody's checks: what changed their morale value, and which check they failed (0 for none)."""

    checker: Checker
    modifiers: tuple[Modifier, ...]
    failed_on: int

    @property
    def needed(self) -> int:
        """The modified morale value, which 2D must not exceed; 12 always passes, 1 never (R-123)."""
        return modified(self.checker, self.modifiers)

    @property
    def passed(self) -> bool:
        """Whether every check was passed."""
        return not self.failed_on

    @property
    def throws(self) -> int:
        """How many checks were thrown: none after a failed one, which would change nothing."""
        return self.failed_on or self.checker.times


@dataclass(frozen=True, slots=True)
class Morale:
    """One step's checks for one cause, in the order in which they were made."""

    cause: Cause
    checked: tuple[Checked, ...]

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of those who failed."""
        return tuple(checked.checker.name for checked in self.checked if not checked.passed)

    def after(self, checked: Checked) -> Character:
        """One of those who checked, with their nerve as it is then."""
        character = checked.checker.character
        return replace(character, nerve=nerve_after(character.nerve, self.cause, passed=checked.passed))


Sees = Callable[[str, str], bool]
# For each who checked, in order: which of their checks they failed, 0 for none.
Failures = tuple[int, ...]


def _everybody_in_sight(_: str, __: str) -> bool:
    return True


def check_morale(
    checkers: Sequence[Checker],
    cause: Cause,
    changes: ModifierRules[Checker],
    dice: Dice,
    sees: Sees = _everybody_in_sight,
    first: Sequence[str] = (),
) -> Morale:
    """Make a step's checks in order of rank; each is 2D at or under the modified morale (AHL 18.B, 18.C).

    `changes` are those of the morale value. `sees` is given a leader's name and a follower's, and says whether the
    leader has them in sight; `first` are those who check first among their equals.
    """
    order = in_order(checkers, dice, first)

    def modifiers(checker: Checker, failed: Failures) -> tuple[Modifier, ...]:
        # Who leads nobody is not asked for: a line of sight takes longer than all the rest.
        leaders = (
            Led(leader.name, leader.character.leadership, not on)
            for leader, on in zip(order, failed, strict=False)
            if leader.character.leadership and leader.side == checker.side and sees(leader.name, checker.name)
        )
        return (*applied(changes, checker), *leadership(leaders))

    return Morale(cause, throw_checks(order, modifiers, dice))


def throw_checks(
    order: Sequence[Checker], modifiers: Callable[[Checker, Failures], tuple[Modifier, ...]], dice: Dice
) -> tuple[Checked, ...]:
    """Throw everybody's checks; `modifiers` is given somebody, and which check each before them failed."""

    # The state is who failed which check and no more, so that odds need few branches.
    def check(dice: Dice, failed: Failures, checker: Checker) -> Failures:
        return (*failed, _throw(checker, modified(checker, modifiers(checker, failed)), dice))

    failed: Failures = dice.fold(order, (), check)
    return tuple(
        Checked(checker, modifiers(checker, failed[:index]), failed[index]) for index, checker in enumerate(order)
    )


def modified(checker: Checker, modifiers: Iterable[Modifier]) -> int:
    """The morale value with its modifiers."""
    return checker.character.morale + sum(modifier.dm for modifier in modifiers)


def throw_name(name: str) -> str:
    """What somebody's throws are recorded under."""
    return f"morale of {name}"


def _throw(checker: Checker, needed: int, dice: Dice) -> int:
    """Throw one check for each occurrence until one fails (AHL 18.A): which one that was, 0 for none."""

    def once(dice: Dice, failed_on: int, number: int) -> int:
        if failed_on:
            return failed_on
        return number if dice.roll(2, why=throw_name(checker.name)) > needed else 0

    return dice.fold(range(1, checker.times + 1), 0, once)


def standing(rank: str) -> tuple[int, int]:
    """Where a rank checks: officers, warrants and NCOs, everybody else; then by number (AHL 18.B)."""
    if not rank:
        return _UNRANKED
    return _CATEGORIES.get(rank[0], _THE_REST), int(rank[1:])


def in_order(checkers: Sequence[Checker], dice: Dice, first: Sequence[str] = ()) -> list[Checker]:
    """Side by side in order of rank, of equal ranks those who are to be `first`, and then at random (AHL 18.B, R-118);
    those without one as named.
    """
    sides = list(dict.fromkeys(checker.side for checker in checkers))

    def place(checker: Checker) -> tuple[int, tuple[int, int]]:
        return sides.index(checker.side), standing(checker.character.rank)

    order: list[Checker] = []
    for (_, stands), group in groupby(sorted(checkers, key=place), key=place):
        equals = list(group)
        chosen = [checker for name in first for checker in equals if checker.name == name and stands != _UNRANKED]
        others = [checker for checker in equals if checker not in chosen]
        order += [*chosen, *(others if stands == _UNRANKED else _shuffled(others, dice))]
    return order


def equals_of(people: Iterable[tuple[str, Character]]) -> list[tuple[str, ...]]:
    """Those of some of one side, by their names, who are equal in rank and one of whom leads: who of them checks first
    makes a difference to the others (AHL 18.B, 18.C).
    """
    by_rank: dict[tuple[int, int], list[tuple[str, Character]]] = {}
    for name, character in people:
        if character.rank:
            by_rank.setdefault(standing(character.rank), []).append((name, character))
    equal = (group for _, group in sorted(by_rank.items()) if len(group) > 1)
    return [tuple(name for name, _ in group) for group in equal if any(one.leadership for _, one in group)]


def _shuffled(equals: list[Checker], dice: Dice) -> list[Checker]:
    """Equals in random order; where none of them leads, the order would change nothing, and stays."""
    if not any(checker.character.leadership for checker in equals):
        return equals
    order = []
    while equals:
        chosen = dice.pick(equals, why="who of equal rank checks first")
        order.append(chosen)
        equals = [checker for checker in equals if checker.name != chosen.name]
    return order


def nerve_after(nerve: Nerve, cause: Cause, *, passed: bool) -> Nerve:
    """What a check makes of somebody's nerve (AHL 18.D).

    Whoever has panicked is steadied by a rally alone, and can't be made worse.
    """
    if nerve in PANICKED:
        return nerve
    if passed:
        return Nerve.STEADY if cause.move else nerve
    return Nerve.HALTED if cause.move else Nerve.FLEEING


def spared(character: Character, cause: Cause | None = None) -> str:
    """Why somebody makes no check (of that cause), to be read after their name; empty where they do."""
    if character.condition is not Condition.ACTIVE:
        return f"is {character.condition.value}"
    if character.being is Being.BLOB:
        return "is a blob, and blobs never check (AHL 20)"
    if cause is not None and cause.move and character.nerve is Nerve.COWERING:
        return "is cowering and goes nowhere (AHL 18.D)"
    return ""


@dataclass(frozen=True, slots=True)
class Leader:
    """A friend in the same square, who needs no check of their own to help, whatever their rank.

    `beside` names those who share their square, None where all who rally do.
    """

    name: str
    side: str
    bonus: int
    beside: frozenset[str] | None = None

    def helps(self, checker: Checker) -> bool:
        """Whether they are a friend, somebody else, and in the same square."""
        in_square = self.beside is None or checker.name in self.beside
        return in_square and self.side == checker.side and self.name != checker.name


def helping(checker: Checker, leaders: Sequence[Leader], *, best_only: bool) -> tuple[Modifier, ...]:
    """The bonuses of the leaders who help somebody to rally: every friend but themselves (AHL 18.D, R-121)."""
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
    """The character after their check: steady, or cowering on."""
    nerve = Nerve.STEADY if checked.passed else Nerve.COWERING
    return replace(checked.checker.character, nerve=nerve)
