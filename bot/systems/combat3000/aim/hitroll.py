"""The two decimal dice to hit: a hit, a miss or a jam, and one roll for each figure under an area of fire."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.dice import Dice


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
