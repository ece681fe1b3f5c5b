"""Vessels and shots of a few words, for the tests of combat."""

from dataclasses import replace
from fractions import Fraction

from bot.engine.dice import Check, ScriptedDice
from bot.systems.highguard.combat.attack import DamageRoll, aim, obstacle, strike
from bot.systems.highguard.combat.shot import Battery, Range, Shot
from bot.systems.highguard.combat.tables import CRITICAL, SURFACE, Result, load_combat_tables
from bot.systems.highguard.combat.vessel import Armament, Factors, Vessel
from tests.systems.highguard.yard import DATA

COMBAT = load_combat_tables(DATA / "highguard")
LONG, SHORT = Range.LONG, Range.SHORT


def battery(weapon, factor=9, ep=0):
    return Battery(COMBAT.weapons[weapon], factor, Fraction(ep))


def shot(weapon="beam laser", factor=9, size="K", ep=0, **circumstances):
    """A shot at a target whose size gives no DM, unless told otherwise."""
    return Shot(battery(weapon, factor, ep), size=size, size_dm=COMBAT.size_dm(size), **circumstances)


def aimed(weapon="beam laser", factor=9, **circumstances):
    return aim(shot(weapon, factor, **circumstances), COMBAT)


def fire(weapon, factor, faces, defences=(), **circumstances):
    """One battery's fire with scripted faces; `defences` are pairs of a defence and its factor."""
    ready = aimed(weapon, factor, **circumstances)
    active = [obstacle(ready.shot, name, against, COMBAT) for name, against in defences]
    dice = ScriptedDice(faces)
    struck = strike(ready, active, dice, COMBAT)
    assert dice.left == []
    return struck


def by_label(modifiers):
    """DMs by their labels; no two of one throw have the same."""
    found = {modifier.label: modifier.dm for modifier in modifiers}
    assert len(found) == len(modifiers)
    return found


def vessel(*armament, tons=10_000, size="K", configuration=1, agility=4, **rest):
    """An undamaged cruiser of 10,000 tons: maneuver 5, plant 6 (600 EP), computer 5, all else as told."""
    names = {name for name in rest if name in Factors.__dataclass_fields__}
    plain = {"jump": 3, "maneuver": 5, "power": 6, "computer": 5, "crew": 3}
    factors = Factors(**(plain | {name: rest.pop(name) for name in names}), armament=armament)
    return Vessel(
        name="Target",
        size=size,
        tons=Fraction(tons),
        configuration=configuration,
        built=factors,
        now=factors,
        agility=agility,
        **{"fuel": Fraction(3000), "tankage": Fraction(3600), **rest},
    )


def arms(place, factor=5, batteries=1, bearing=None, *, weapon=None, spinal=False):
    kind = weapon or {"laser": "beam laser"}.get(place, place)
    return Armament(place, kind, factor, batteries, batteries if bearing is None else bearing, spinal)


def now(ship, **factors):
    """The vessel with some of its present factors changed."""
    return replace(ship, now=replace(ship.now, **factors))


def result(name, number=0, table=SURFACE):
    """A throw on a damage table that came to this."""
    return DamageRoll(table, Check(table, 7, ()), Result(name, number))


def critical(name, number=0):
    return result(name, number, CRITICAL)
