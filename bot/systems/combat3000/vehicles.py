"""A hit on a vehicle: a throw on the damage table for each point past its armour (C3K Hits on armoured targets)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from bot.engine.dice import Dice
from bot.engine.odds import exact
from bot.systems.combat3000.kills import Force, Piercing, pierce
from bot.systems.combat3000.options import BASIC, Options
from bot.systems.combat3000.sheet import Vehicle, Working


class Damage(StrEnum):
    """A row of the vehicle damage table."""

    NONE = "none"
    IMMOBILISED = "immobilised"
    WEAPON = "weapon destroyed"
    CREWMAN = "crewman killed"
    POWER = "all power lost"
    KNOCKED_OUT = "knocked out"


_TABLE = (
    Damage.NONE,
    Damage.NONE,
    Damage.IMMOBILISED,
    Damage.WEAPON,
    Damage.CREWMAN,
    Damage.POWER,
    *[Damage.KNOCKED_OUT] * 4,
)


def damage(die: int) -> Damage:
    """The damage table by a decimal die: 1 to 10, where the face 0 is 10 (rulings A1, A2)."""
    return _TABLE[die - 1]


@dataclass(frozen=True, slots=True)
class Loss:
    """One result of the table, with which weapon or crewman it met."""

    damage: Damage
    which: str = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """A vehicle after some results of the table, which are kept in the order of the table."""

    after: Vehicle
    losses: tuple[Loss, ...] = ()

    def and_lost(self, loss: Loss, after: Vehicle) -> "Broken":
        """The same after one result more."""
        rows = list(Damage)
        both = sorted((*self.losses, loss), key=lambda each: (rows.index(each.damage), each.which))
        return Broken(after, tuple(both))


@dataclass(frozen=True, slots=True)
class VehicleStruck:
    """What a hit did to a vehicle; no piercing where it cannot be harmed so."""

    name: str
    piercing: Piercing | None
    broken: Broken

    @property
    def points(self) -> int:
        """By how much the throw exceeded the armour: so many throws on the table."""
        return points_over(self.piercing) if self.piercing else 0


def points_over(piercing: Piercing) -> int:
    """By how much a throw to pierce exceeded the armour, 0 where it didn't."""
    return max(0, piercing.check.total - piercing.value) if piercing.check else 0


def strike_vehicle(force: Force, name: str, vehicle: Vehicle, dice: Dice, options: Options = BASIC) -> VehicleStruck:
    """Resolve one hit on a vehicle; every result counts, and one that knocks it out ends it (ruling B-H4).

    Neutrons and stunning weapons don't harm a vehicle (ruling B-F30).
    """
    if force.living or force.stun:
        return VehicleStruck(name, None, Broken(vehicle))
    piercing = pierce(force, vehicle.armour, dice, weak=options.weak_pierce)
    throws = range(1, points_over(piercing) + 1)
    return VehicleStruck(name, piercing, dice.fold(throws, Broken(vehicle), _throw_damage))


def _throw_damage(dice: Dice, broken: Broken, number: int) -> Broken:
    """One throw on the damage table, for somebody who isn't knocked out yet."""
    vehicle = broken.after
    if vehicle.knocked_out:
        return broken
    found = damage(dice.roll(1, 10, why=f"vehicle damage {number}"))
    if found is Damage.WEAPON:
        return _destroy_weapon(broken, dice)
    if found is Damage.CREWMAN:
        return _kill_crewman(broken, dice)
    after = replace(
        vehicle,
        immobilised=vehicle.immobilised or found is Damage.IMMOBILISED,
        powerless=vehicle.powerless or found is Damage.POWER,
        knocked_out=found is Damage.KNOCKED_OUT,
    )
    return broken.and_lost(Loss(found), after)


def _destroy_weapon(broken: Broken, dice: Dice) -> Broken:
    """Dice to see which weapon goes, among those that aren't destroyed already (ruling B-H5)."""
    whole = [carried for carried in broken.after.weapons if carried.working is not Working.RUINED]
    if not whole:
        return broken.and_lost(Loss(Damage.WEAPON), broken.after)
    gone = dice.pick(whole, why="which weapon")
    after = broken.after.with_carried(replace(gone, working=Working.RUINED))
    return broken.and_lost(Loss(Damage.WEAPON, gone.name), after)


def _kill_crewman(broken: Broken, dice: Dice) -> Broken:
    """Dice to see which of those aboard is killed (ruling B-H5)."""
    vehicle = broken.after
    if not vehicle.crew:
        return broken.and_lost(Loss(Damage.CREWMAN), vehicle)
    who = dice.pick(range(1, vehicle.crew + 1), why="which crewman")
    after = replace(vehicle, crew=vehicle.crew - 1, crew_killed=vehicle.crew_killed + 1)
    return broken.and_lost(Loss(Damage.CREWMAN, str(who)), after)


def knocked_out_chance(force: Force, vehicle: Vehicle, options: Options = BASIC) -> Fraction:
    """How likely one hit is to knock a vehicle out."""
    chances = exact(
        lambda dice: strike_vehicle(force, "", vehicle, dice, options).broken.after.knocked_out,
        of=bool,
    )
    return chances.get(True, Fraction(0))
