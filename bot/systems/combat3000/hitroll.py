"""The two decimal dice to hit: a hit, a miss or a jam, and one roll for each figure under an area of fire."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.dice import Dice


class Roll(StrEnum):
    """What came of a throw to hit."""

    HIT = "hit"
    MISS = "miss"
    JAM = "jam"


@dataclass(frozen=True, slots=True)
class HitRoll:
    """A throw to hit: what came of it, the chance in per cent, and the weapon's breakdown number.

    `why` is the name under which the dice recorded what fell, from 1 to 100 (00 is 100).
    """

    why: str
    result: Roll
    percent: int
    breakdown: int = 0


def judge(thrown: int, percent: int, breakdown: int) -> Roll:
    """What a throw comes to: at or below the breakdown number a jam, even where it would have hit (ruling B-R3).

    No number always hits or misses (ruling A5).
    """
    if thrown <= breakdown:
        return Roll.JAM
    return Roll.HIT if thrown <= percent else Roll.MISS


def throw_to_hit(percent: int, breakdown: int, dice: Dice, why: str = "to hit") -> HitRoll:
    """Throw once for a chance in per cent; a breakdown number of 0 is that of grenades and thrown weapons.

    It is folded, so that exact odds look at three ends and not at a hundred.
    """

    def step(thrower: Dice, _: Roll, chance: int) -> Roll:
        return judge(thrower.roll(1, 100, why=why), chance, breakdown)

    return HitRoll(why, dice.fold((percent,), Roll.MISS, step), percent, breakdown)


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
