"""What happens to weapons that are dropped (C3K Weapon damage, an optional rule)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.engine.dice import Check, Dice, Modifier
from bot.systems.combat3000.figure.sheet import Carried, Working

DROPPED = "dropped"
FALLS = "falls"
_FALL_CM = 5
_MOST_ADDED = 3


def damage(score: int, *, explosive: bool = False) -> Working:
    """The table: other fire damages on 5 and destroys on 6, explosive weapons on 3 and 4, and on 5 and 6.

    A score above 6 is 6 (ruling B-D11).
    """
    ruined, damaged = (5, 3) if explosive else (6, 5)
    if score >= ruined:
        return Working.RUINED
    return Working.DAMAGED if score >= damaged else Working.WORKS


@dataclass(frozen=True, slots=True)
class Dropped:
    """A weapon that was dropped: the throw (None if none was made), and the weapon as it is now."""

    check: Check | None
    after: Carried


def throw_dropped(carried: Carried, dice: Dice, *, explosive: bool) -> Dropped:
    """Throw for a weapon that somebody dropped who was hit."""
    check = Check(DROPPED, dice.roll(1, why=DROPPED), ())
    return Dropped(check, _worse(carried, damage(check.total, explosive=explosive)))


def throw_fallen(carried: Carried, cm: int, dice: Dice) -> Dropped:
    """Throw for a weapon that fell from a height, in cm of the table: not below 5 cm, and +1 for each full 5 cm more,
    up to 3.
    """
    if cm < _FALL_CM:
        return Dropped(None, carried)
    added = min(_MOST_ADDED, cm // _FALL_CM - 1)
    modifiers = (Modifier(added, f"fall of {cm} cm", "C3K Weapon damage"),) if added else ()
    check = Check(FALLS, dice.roll(1, why=FALLS), modifiers)
    return Dropped(check, _worse(carried, damage(check.total)))


def drop_held(held: Iterable[Carried], cm: int, dice: Dice, *, explosive: bool | None) -> tuple[Dropped, ...]:
    """Throw for all that somebody lets go of: for the fire that struck them, and for a fall from a height in cm.

    `explosive` None is no wound and no kill: then only the fall is thrown for. Fire and fall each have their throw
    (ruling A7), and the worse result stands.
    """
    thrown: list[Dropped] = []
    for carried in held:
        by_fire = None if explosive is None else throw_dropped(carried, dice, explosive=explosive)
        fallen = throw_fallen(by_fire.after if by_fire else carried, cm, dice)
        thrown += [each for each in (by_fire, fallen) if each and each.check]
    return tuple(thrown)


def _worse(carried: Carried, found: Working) -> Carried:
    """The weapon after a result of the table, which mends nothing."""
    return replace(carried, working=max(carried.working, found, key=list(Working).index))
