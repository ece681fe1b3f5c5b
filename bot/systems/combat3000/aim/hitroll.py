"""The dice of a fire: the order of the shots, and two decimal dice for each to hit: a hit, a miss or a jam (C3K
Firing).
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied
from bot.systems.combat3000.aim.shot import Shot
from bot.systems.combat3000.asked.circumstances import Mode
from bot.systems.combat3000.lists.weapons import Class


class Roll(StrEnum):
    """What came of a throw to hit."""

    HIT = "hit"
    MISS = "miss"
    JAM = "jam"


class Mishap(StrEnum):
    """What a thermite charge may do instead of going where it was thrown."""

    IN_HANDS = "explodes in hands"
    DUD = "fails to go off"


def thermite_mishap(thrown: int) -> Mishap | None:
    """By the unmodified throw to hit: 01 and 02 explode in the thrower's hands, 03 to 15 don't go off (C3K 118)."""
    if thrown <= 2:
        return Mishap.IN_HANDS
    return Mishap.DUD if thrown <= 15 else None


@dataclass(frozen=True, slots=True)
class HitRoll:
    """A throw to hit: what came of it, the chance in per cent, and the weapon's breakdown number.

    `why` is the name under which the dice recorded what fell, from 1 to 100 (00 is 100); `mishap` is a thermite
    charge's own.
    """

    why: str
    result: Roll
    percent: int
    breakdown: int = 0
    mishap: Mishap | None = None


def judge(thrown: int, percent: int, breakdown: int) -> Roll:
    """What a throw comes to: at or below the breakdown number a jam, even where it would have hit (ruling B-R3).

    No number always hits or misses (ruling A5).
    """
    if thrown <= breakdown:
        return Roll.JAM
    return Roll.HIT if thrown <= percent else Roll.MISS


def throw_to_hit(percent: int, breakdown: int, dice: Dice, why: str = "to hit", *, thermite: bool = False) -> HitRoll:
    """Throw once for a chance in per cent; a breakdown number of 0 is that of grenades and thrown weapons.

    Thermite, stick or arrow, looks at its own malfunctions before anything else. The throw is folded, so that exact
    odds look at its few ends and not at a hundred numbers.
    """

    def step(thrower: Dice, roll: HitRoll, _: str) -> HitRoll:
        thrown = thrower.roll(1, 100, why=why)
        mishap = thermite_mishap(thrown) if thermite else None
        return replace(roll, result=judge(thrown, percent, breakdown), mishap=mishap)

    missed = HitRoll(why, Roll.MISS, percent, breakdown)
    return dice.fold((why,), missed, step, ("to hit", missed, thermite))


@dataclass(frozen=True, slots=True)
class Aim:
    """A figure under the template of an area fire, and the chance to hit it in per cent."""

    name: str
    percent: int


def sweep(aims: Sequence[Aim], breakdown: int, dice: Dice) -> tuple[HitRoll, ...]:
    """Throw for each figure under the template, in order; only the first throw can jam the weapon.

    A jam spends the burst, so that nobody else is thrown for (C3K Fire modes, ruling B-F22).
    """
    rolls: tuple[HitRoll, ...] = ()
    for aim in aims:
        rolls += (throw_to_hit(aim.percent, 0 if rolls else breakdown, dice, f"to hit {aim.name}"),)
        if rolls[0].result is Roll.JAM:
            break
    return rolls


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
