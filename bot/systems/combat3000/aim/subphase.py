"""The order of fire: the die for a sub-phase, and who loses their shot (C3K Firing procedure)."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied
from bot.systems.combat3000.aim.shot import Shot
from bot.systems.combat3000.asked import Mode
from bot.systems.combat3000.lists.weapons import Class

LAST = 6
S = TypeVar("S")
T = TypeVar("T")
Who = TypeVar("Who", bound=Hashable)


def _modifier(number: int, label: str) -> Modifier | None:
    return Modifier(number, label, "C3K Firing procedure") if number else None


def _reflex(shot: Shot) -> Modifier | None:
    return _modifier(-shot.profile.reflex, "reflex")


def _panic(shot: Shot) -> Modifier | None:
    return _modifier(2, "panic fire") if shot.situation.mode is Mode.PANIC else None


def _heavy(shot: Shot) -> Modifier | None:
    return _modifier(2, "H class") if shot.kind is Class.HEAVY else None


def _medium(shot: Shot) -> Modifier | None:
    return _modifier(1, "M class") if shot.kind is Class.MEDIUM else None


def _aimed(shot: Shot) -> Modifier | None:
    return _modifier(-2, "aimed") if shot.aimed else None


def _same_target(shot: Shot) -> Modifier | None:
    """Also after a turn in which the shot came too late (ruling B-F11)."""
    return _modifier(-2, "same target") if shot.tried_before else None


def _sight(shot: Shot) -> Modifier | None:
    """A sight's reflex counts only when it is used (ruling B-F12)."""
    return _modifier(-shot.sight.reflex, shot.sight.name) if shot.sight and shot.sight_used else None


def _mount(shot: Shot) -> Modifier | None:
    return _modifier(-shot.mount.reflex, shot.mount.name) if shot.mount else None


SUB_PHASE = (_reflex, _panic, _heavy, _medium, _aimed, _same_target, _sight, _mount)


@dataclass(frozen=True, slots=True)
class Timing:
    """When a weapon fires: the die with its modifiers, and the sub-phase, None where it comes too late."""

    check: Check

    @property
    def phase(self) -> int | None:
        """Scores of 0 or less are 1; 7 or more don't fire (ruling B-F11)."""
        score = self.check.total
        return None if score > LAST else max(1, score)


def throw_timing(shot: Shot, modifiers: ModifierRules[Shot], dice: Dice, why: str = "sub-phase") -> Timing:
    """Throw an ordinary die for the sub-phase in which a weapon fires (C3K Firing procedure)."""
    return Timing(Check(why, dice.roll(1, why=why), applied(modifiers, shot)))


def may_be_late(shot: Shot, modifiers: ModifierRules[Shot]) -> bool:
    """Whether the highest die would come too late, so that the die must be thrown even where nobody else fires."""
    return LAST + sum(modifier.dm for modifier in applied(modifiers, shot)) > LAST


def in_order(
    timed: Sequence[tuple[T, int | None]],
    firer: Callable[[T], Who],
    fire: Callable[[Sequence[T], S], tuple[S, Iterable[Who]]],
    lose: Callable[[T, S], S],
    state: S,
) -> S:
    """Carry a state through the shots in the order of their sub-phases; those without one come too late.

    `fire` gets all shots of one sub-phase, which happen at once, and tells who was hit or caught in a blast: those
    don't fire in a later one, even where they are unhurt, and `lose` their shots (C3K Special conditions, ruling
    B-F13).
    """
    struck: frozenset[Who] = frozenset()
    for phase in range(1, LAST + 1):
        due = [shot for shot, at in timed if at == phase]
        for shot in due:
            state = lose(shot, state) if firer(shot) in struck else state
        now = [shot for shot in due if firer(shot) not in struck]
        if now:
            state, hit = fire(now, state)
            struck |= frozenset(hit)
    return state
