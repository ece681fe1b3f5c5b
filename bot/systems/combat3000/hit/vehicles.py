"""A hit on a vehicle: a throw on the damage table for each point past its armour (C3K Hits on armoured targets)."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.engine.dice import Dice
from bot.systems.combat3000.figure.sheet import Vehicle, Working
from bot.systems.combat3000.hit.kills import Force, Piercing, pierce
from bot.systems.combat3000.options import BASIC, Options

# More than any effect exceeds an armour by: a die, the strongest shell in a confined space, and none.
MOST_POINTS = 30


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
class VehicleStruck:
    """What a hit did to a vehicle, by what it was before and after, and whether it got through the armour at all.

    No piercing where it cannot be harmed so. Two that came to the same are equal, whatever was thrown (see
    `figures.Struck`).
    """

    name: str
    before: Vehicle
    after: Vehicle
    pierced: bool = False
    piercing: Piercing | None = field(default=None, compare=False)

    @property
    def points(self) -> int:
        """By how much the throw exceeded the armour, which is the number of throws on the table."""
        return points_over(self.piercing) if self.piercing else 0

    @property
    def damage(self) -> tuple[Damage, ...]:
        """What is worse than before, in the order of the table, once for each weapon and each crewman."""
        before, after = self.before, self.after
        return (
            *[Damage.IMMOBILISED] * (after.immobilised > before.immobilised),
            *[Damage.WEAPON] * len(self.weapons_lost),
            *[Damage.CREWMAN] * (after.crew_killed - before.crew_killed),
            *[Damage.POWER] * (after.powerless > before.powerless),
            *[Damage.KNOCKED_OUT] * (after.knocked_out > before.knocked_out),
        )

    @property
    def weapons_lost(self) -> tuple[str, ...]:
        """The names of the weapons that it destroyed."""
        changed = zip(self.before.weapons, self.after.weapons, strict=True)
        return tuple(now.name for then, now in changed if then.working is not now.working)


def points_over(piercing: Piercing) -> int:
    """By how much a throw to pierce exceeded the armour, 0 where it didn't."""
    return max(0, piercing.check.total - piercing.value) if piercing.check else 0


def strike_vehicle(force: Force, name: str, vehicle: Vehicle, dice: Dice, options: Options = BASIC) -> VehicleStruck:
    """Resolve one hit on a vehicle; every result counts, and one that knocks it out ends it (ruling B-H4).

    Neutrons and stunning weapons don't harm a vehicle (ruling B-F30).
    """
    whole = VehicleStruck(name, vehicle, vehicle)
    if vehicle.knocked_out or force.living or force.stun:
        return whole
    key = ("strike", force, whole, options)
    return dice.fold((force,), whole, lambda thrower, hit, by: _strike(by, hit, thrower, options), key)


def _strike(force: Force, whole: VehicleStruck, dice: Dice, options: Options) -> VehicleStruck:
    vehicle = whole.before
    piercing = pierce(force, vehicle.armour, dice, weak=options.weak_pierce)
    points = points_over(piercing)
    after = dice.fold(range(1, points + 1), vehicle, _throw_damage)
    return replace(whole, after=after, pierced=points > 0, piercing=piercing)


def _throw_damage(dice: Dice, vehicle: Vehicle, number: int) -> Vehicle:
    """One throw on the damage table, unless the vehicle is knocked out already."""
    if vehicle.knocked_out:
        return vehicle
    found = damage(dice.roll(1, 10, why=f"vehicle damage {number}"))
    if found is Damage.WEAPON:
        return _destroy_weapon(vehicle, dice, number)
    if found is Damage.CREWMAN:
        return _kill_crewman(vehicle, dice, number)
    return replace(
        vehicle,
        immobilised=vehicle.immobilised or found is Damage.IMMOBILISED,
        powerless=vehicle.powerless or found is Damage.POWER,
        knocked_out=found is Damage.KNOCKED_OUT,
    )


def _destroy_weapon(vehicle: Vehicle, dice: Dice, number: int) -> Vehicle:
    """Dice to see which weapon goes, among those that aren't destroyed already (ruling B-H5)."""
    whole = [carried for carried in vehicle.weapons if carried.working is not Working.RUINED]
    if not whole:
        return vehicle
    gone = dice.pick(whole, why=f"which weapon {number}")
    return vehicle.with_carried(replace(gone, working=Working.RUINED))


def _kill_crewman(vehicle: Vehicle, dice: Dice, number: int) -> Vehicle:
    """Dice to see which of those aboard is killed, counted from the driver (ruling B-H5); the record has the face."""
    if not vehicle.crew:
        return vehicle
    dice.pick(range(1, vehicle.crew + 1), why=f"which crewman {number}")
    return replace(vehicle, crew=vehicle.crew - 1, crew_killed=vehicle.crew_killed + 1)
