"""A ship whose design is changed: what a battle has left of it, its fuel and its fate stay with it (HG-R07)."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from bot.engine.errors import RuleError
from bot.engine.ships import Redrawn
from bot.systems.highguard.combat.vessel import (
    Armament,
    Carried,
    DropTanks,
    Facilities,
    Factors,
    People,
    Vessel,
    rested,
)
from bot.systems.highguard.ships.ship import Ship
from bot.systems.highguard.ships.traits import Refit

_COUNTED = tuple(field.name for field in fields(Factors) if field.name != "armament")
_PEOPLE = tuple(field.name for field in fields(People) if field.name != "security_dead")
_FACILITIES = tuple(field.name for field in fields(Facilities))
# What a critical hit may have taken that is no factor of the profile.
_BESIDES = ("bridge", "fire control")


def redrawn(before: Ship, after: Ship, refit: Refit) -> Redrawn:
    """A ship by another design, with all that has become of it since it was built, as far as there is room for it.

    It forgets the damage of what it has no more, or less of than was lost: what is built in again later is whole. Of
    what is made larger it regains what was lost.
    """
    kept = replace(after, fate=before.fate, jury=before.jury)
    if before.vessel is None:
        return Redrawn(kept)
    old, new = rested(before.vessel), refit.new(after)
    was = _as_built(before, refit)
    vessel = replace(
        new,
        now=_factors(old, new),
        bridges=max(0, new.bridges - (was.bridges - old.bridges)),
        fuel=min(old.fuel, new.tankage),
        shattered=old.shattered,
        silenced=old.silenced,
        stored=min(old.stored, new.capacity),
        people=_people(old.people, was.people, new.people),
        watch_revived=old.watch_revived,
        craft=_craft(old, was, new),
        facilities=_facilities(old, was, new),
        hits=tuple((system, count) for system, count in old.hits if _has(new, system)),
        criticals=tuple(system for system in old.criticals if _has(new, system)),
        destroyed=old.destroyed,
        captain=old.captain,
        pilot=old.pilot,
        tanks=_tanks(old, was, new),
    )
    return Redrawn(refit.keep(kept, vessel), tuple(_forgotten(old, was, new)), tuple(_regained(old, was, vessel)))


def _as_built(ship: Ship, refit: Refit) -> Vessel:
    """The ship before anything was lost; one whose design can't be read any more has lost nothing but factors."""
    assert ship.vessel is not None
    try:
        return refit.new(ship)
    except RuleError:
        return ship.vessel


def _has(vessel: Vessel, system: str) -> bool:
    """Whether a vessel is built with what a hit has struck."""
    name = system.replace(" ", "_")
    return system in _BESIDES or vessel.built.weapon(system) is not None or bool(getattr(vessel.built, name, 0))


def _factors(old: Vessel, new: Vessel) -> Factors:
    """The factors of the new design, lower by what had been lost; what a critical hit destroyed is still gone."""
    changes: dict[str, Any] = {}
    for name in _COUNTED:
        left = max(0, getattr(new.built, name) - getattr(old.built, name) + getattr(old.now, name))
        changes[name] = 0 if name.replace("_", " ") in old.criticals else min(left, getattr(new.built, name))
    armament = tuple(_armament(each, old) for each in new.built.armament)
    return replace(new.built, **changes, armament=armament)


def _armament(mounted: Armament, old: Vessel) -> Armament:
    built, now = old.built.weapon(mounted.place), old.now.weapon(mounted.place)
    if built is None or now is None:
        return mounted
    batteries = max(0, mounted.batteries - max(0, built.batteries - now.batteries))
    factor = max(0, mounted.factor - max(0, built.factor - now.factor))
    return replace(mounted, batteries=batteries, factor=factor)


def _people(old: People, was: People, new: People) -> People:
    """Whoever was lost is still missing, and whoever had come aboard is still there."""
    told: dict[str, Any] = {
        name: max(0, getattr(new, name) + getattr(old, name) - getattr(was, name)) for name in _PEOPLE
    }
    return replace(new, **told, security_dead=old.security_dead)


def _facilities(old: Vessel, was: Vessel, new: Vessel) -> Facilities:
    lost = {name: max(0, getattr(was.facilities, name) - getattr(old.facilities, name)) for name in _FACILITIES}
    left = {name: max(0, getattr(new.facilities, name) - lost[name]) for name in _FACILITIES}
    return replace(new.facilities, **left)


def _counts(craft: tuple[Carried, ...]) -> Mapping[str, int]:
    return {each.name: sum(other.count for other in craft if other.name == each.name) for each in craft}


def _craft(old: Vessel, was: Vessel, new: Vessel) -> tuple[Carried, ...]:
    """The craft of the new design without those that were lost, and whatever others had come aboard."""
    there, built = _counts(old.craft), _counts(was.craft)
    kept = tuple(
        replace(each, count=max(0, each.count + there.get(each.name, 0) - built.get(each.name, 0)))
        for each in new.craft
    )
    own = {*built, *_counts(new.craft)}
    return (*kept, *(each for each in old.craft if each.name not in own))


def _tanks(old: Vessel, was: Vessel, new: Vessel) -> DropTanks | None:
    """The drop tanks, gone where they had gone; new ones come empty to a ship that has been out."""
    if new.tanks is None or (was.tanks is not None and old.tanks is None):
        return None
    return replace(new.tanks, fuel=min(old.tanks.fuel if old.tanks else Fraction(0), new.tanks.tons))


def _forgotten(old: Vessel, was: Vessel, new: Vessel) -> Iterator[str]:
    """The systems whose damage the new design has no room for."""
    for name in _COUNTED:
        if getattr(new.built, name) < getattr(old.built, name) - getattr(old.now, name):
            yield name.replace("_", " ")
    for built in old.built.armament:
        now, mounted = old.now.weapon(built.place), new.built.weapon(built.place)
        lost = (built.batteries - now.batteries, built.factor - now.factor) if now else (0, 0)
        if max(lost) > 0 and (mounted is None or mounted.batteries < lost[0] or mounted.factor < lost[1]):
            yield built.place
    for name in _PEOPLE:
        if getattr(new.people, name) < getattr(was.people, name) - getattr(old.people, name):
            yield name.replace("_", " ")
    if new.bridges < was.bridges - old.bridges:
        yield "bridges"
    if was.tanks is not None and old.tanks is None and new.tanks is None:
        yield "drop tanks"
    there, carried = _counts(old.craft), _counts(new.craft)
    for name, count in _counts(was.craft).items():
        if carried.get(name, 0) < count - there.get(name, 0):
            yield name


def _regained(old: Vessel, was: Vessel, now: Vessel) -> Iterator[str]:
    """The systems and people of which some were lost, and of which there are more by the new design than were left."""
    measures = _measures(old, was, now)
    yield from dict.fromkeys(name for name, built, left, there in measures if left < min(built, there))


def _measures(old: Vessel, was: Vessel, now: Vessel) -> Iterator[tuple[str, int, int, int]]:
    """All of which a ship may have lost something: how much was built, is left of it, and is there from now on."""
    for name in _COUNTED:
        yield name.replace("_", " "), getattr(old.built, name), getattr(old.now, name), getattr(now.now, name)
    for mounted in old.built.armament:
        own, new = old.now.weapon(mounted.place), now.now.weapon(mounted.place)
        if own and new:
            yield mounted.place, mounted.batteries, own.batteries, new.batteries
            yield mounted.place, mounted.factor, own.factor, new.factor
    for name in _PEOPLE:
        yield name.replace("_", " "), getattr(was.people, name), getattr(old.people, name), getattr(now.people, name)
    for name in _FACILITIES:
        built, left, there = (getattr(each.facilities, name) for each in (was, old, now))
        yield "launch facilities", built, left, there
    yield "bridges", was.bridges, old.bridges, now.bridges
    carried, kept = _counts(old.craft), _counts(now.craft)
    for name, count in _counts(was.craft).items():
        yield name, count, carried.get(name, 0), kept.get(name, 0)
