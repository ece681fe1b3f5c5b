"""What damage results do to a vessel, in the damage step (HG-H14 to H30)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.engine.dice import Dice
from bot.systems.highguard.combat.damage import DamageRoll
from bot.systems.highguard.combat.hangars import hangars_destroyed
from bot.systems.highguard.combat.loss import Loss, Suffered, nothing_lost
from bot.systems.highguard.combat.spread import (
    HEAVIEST_FIRST,
    Preference,
    disable_screen,
    lose_screen_factors,
    lose_weapons,
)
from bot.systems.highguard.combat.tables import RADIATION, Result
from bot.systems.highguard.combat.vessel import Factors, Vessel, burnt
from bot.systems.highguard.design.entries import Number

LEAST_FUEL_LOST = 10
VAPORIZED = "vaporized"


@dataclass(frozen=True, slots=True)
class Hit:
    """A result that strikes a vessel: on which table it fell, and what the firing player would have lost first.

    With `tanks_silence` shattered fuel tanks silence all weapons and computers (R-94).
    """

    result: Result
    table: str
    preference: Preference
    dice: Dice
    tanks_silence: bool = False


def fuel_left(current: Number, tankage: Number, number: int) -> Fraction:
    """Tons of fuel after a Fuel-n result: n percent of the full tankage are lost, ten tons at least (HG-H20)."""
    lost = max(Fraction(tankage) * number / 100, Fraction(LEAST_FUEL_LOST))
    return max(Fraction(0), Fraction(current) - lost)


def suffer(
    vessel: Vessel,
    rolls: Iterable[DamageRoll],
    dice: Dice,
    preference: Preference = HEAVIEST_FIRST,
    *,
    tanks_silence: bool = False,
) -> tuple[Vessel, tuple[Loss, ...]]:
    """The vessel after all that was thrown against it in a turn, and what each result did.

    `dice` are thrown only for the craft lost with a hangar. What is left of a vaporized ship takes no more.
    """
    losses: list[Loss] = []
    for roll in rolls:
        if vessel.destroyed:
            break
        vessel = lower_armor(vessel, roll.criticals)
        last = roll.last
        hit = Hit(last.result, last.table, preference, dice, tanks_silence)
        vessel, lost = EFFECTS[last.result.name](vessel, hit)
        losses += lost
    return vessel, tuple(losses)


def lower_armor(vessel: Vessel, criticals: int) -> Vessel:
    """Each critical hit takes one factor of armor, as far as there is any (HG-H14, R-86)."""
    if not criticals or not vessel.now.armor:
        return vessel
    return replace(vessel, now=replace(vessel.now, armor=max(0, vessel.now.armor - criticals)))


Effect = Callable[[Vessel, Hit], Suffered]


def _set(vessel: Vessel, hit: Hit, field: str, after: int) -> Suffered:
    """One factor of the profile as it is after a hit."""
    before: int = getattr(vessel.now, field)
    if before == after:
        return nothing_lost(vessel, hit.result)
    now = _with(vessel.now, field, after)
    return replace(vessel, now=now), (Loss(hit.result, field, before, after),)


def _with(factors: Factors, field: str, value: int) -> Factors:
    changes: dict[str, int] = {field: value}
    return replace(factors, **changes)  # type: ignore[arg-type]


def _lowers(field: str) -> Effect:
    """A result that takes its number from one factor (HG-H19, HG-H23)."""
    return lambda vessel, hit: _set(vessel, hit, field, max(0, getattr(vessel.now, field) - hit.result.number))


def _disables(field: str) -> Effect:
    """A critical that brings one factor to 0, beyond emergency repair (HG-H17, HG-H23, R-59)."""

    def effect(vessel: Vessel, hit: Hit) -> Suffered:
        if not getattr(vessel.built, field):
            return nothing_lost(vessel, hit.result)
        return _set(critically_lost(vessel, field), hit, field, 0)

    return effect


def critically_lost(vessel: Vessel, system: str) -> Vessel:
    """The vessel with a system marked as lost to a critical hit."""
    if system in vessel.criticals:
        return vessel
    return replace(vessel, criticals=(*vessel.criticals, system))


def _computer(vessel: Vessel, hit: Hit) -> Suffered:
    """Computer-n; a fibre optic one ignores it on the radiation table (HG-H16)."""
    if vessel.fib and hit.table == RADIATION:
        return nothing_lost(vessel, hit.result)
    return _lowers("computer")(vessel, hit)


def _fuel(vessel: Vessel, hit: Hit) -> Suffered:
    """Drop tanks count while they are carried, and lose their fuel first (R-62)."""
    carried = vessel.tanks.tons if vessel.tanks else 0
    left = fuel_left(vessel.all_fuel, vessel.tankage + carried, hit.result.number)
    if left == vessel.all_fuel:
        return nothing_lost(vessel, hit.result)
    return burnt(vessel, vessel.all_fuel - left), (Loss(hit.result, "fuel", vessel.all_fuel, left),)


def _tanks(vessel: Vessel, hit: Hit) -> Suffered:
    """All fuel is gone, and so is all energy (HG-H21); by the errata every weapon and computer as well (R-94)."""
    if vessel.shattered:
        return nothing_lost(vessel, hit.result)
    after = replace(burnt(vessel, vessel.all_fuel), shattered=True, silenced=hit.tanks_silence)
    return after, (Loss(hit.result, "fuel", vessel.all_fuel, 0),)


def _vaporized(vessel: Vessel, hit: Hit) -> Suffered:
    return replace(vessel, destroyed=VAPORIZED), (Loss(hit.result, "ship", 1, 0),)


def _bridge(vessel: Vessel, hit: Hit) -> Suffered:
    """An auxiliary bridge takes over, if one is left (HG-H18)."""
    if not vessel.bridges:
        return nothing_lost(vessel, hit.result)
    left = vessel.bridges - 1
    after = replace(critically_lost(vessel, "bridge"), bridges=left)
    return after, (Loss(hit.result, "bridges", vessel.bridges, left),)


def _spinal(vessel: Vessel, hit: Hit) -> Suffered:
    """The spinal mount's factor goes to 0 (HG-H28); ignored where there is none (R-63)."""
    mount = next((each for each in vessel.now.armament if each.spinal), None)
    if mount is None:
        return nothing_lost(vessel, hit.result)
    vessel = critically_lost(vessel, mount.place)
    if not mount.factor:
        return nothing_lost(vessel, hit.result)
    armament = tuple(replace(each, factor=0) if each.spinal else each for each in vessel.now.armament)
    after = replace(vessel, now=replace(vessel.now, armament=armament))
    return after, (Loss(hit.result, f"{mount.place} factor", mount.factor, 0),)


def _fire_control(vessel: Vessel, hit: Hit) -> Suffered:
    if not vessel.built.armament or "fire control" in vessel.criticals:
        return nothing_lost(vessel, hit.result)
    return critically_lost(vessel, "fire control"), (Loss(hit.result, "fire control", 1, 0),)


def _low_berths(vessel: Vessel, hit: Hit) -> Suffered:
    """All in low berths die, the frozen watch among them (HG-H29)."""
    asleep = vessel.people.low
    if not asleep:
        return nothing_lost(vessel, hit.result)
    people = replace(vessel.people, low=0, frozen_watch=0)
    return replace(vessel, people=people), (Loss(hit.result, "low berths", asleep, 0),)


def _troops(vessel: Vessel, hit: Hit) -> Suffered:
    """Troops, marines and security troops die (HG-H29)."""
    aboard = vessel.people
    losses = []
    if lost := aboard.troops + aboard.marines:
        losses.append(Loss(hit.result, "troops", lost, 0))
    if aboard.service and not aboard.security_dead:
        losses.append(Loss(hit.result, "security troops", 1, 0))
    people = replace(aboard, troops=0, marines=0, security_dead=True)
    return (replace(vessel, people=people), tuple(losses)) if losses else nothing_lost(vessel, hit.result)


EFFECTS: Mapping[str, Effect] = {
    "Weapon": lambda vessel, hit: lose_weapons(vessel, hit.result, hit.preference),
    "Screens": lambda vessel, hit: lose_screen_factors(vessel, hit.result, hit.preference),
    "Fuel": _fuel,
    "Maneuver": _lowers("maneuver"),
    "Jump": _lowers("jump"),
    "Power Plant": _lowers("power"),
    "Crew": _lowers("crew"),
    "Computer": _computer,
    "Fuel Tanks Shattered": _tanks,
    "No Effect": lambda vessel, hit: nothing_lost(vessel, hit.result),
    "Ship Vaporized": _vaporized,
    "Bridge Destroyed": _bridge,
    "Computer Destroyed": _disables("computer"),
    "Maneuver Drive Disabled": _disables("maneuver"),
    "Jump Drive Disabled": _disables("jump"),
    "Power Plant Disabled": _disables("power"),
    "One Screen Disabled": lambda vessel, hit: disable_screen(vessel, hit.result, hit.preference),
    "Hangars Destroyed": lambda vessel, hit: hangars_destroyed(vessel, hit.result, hit.dice),
    "Spinal Mount Out": _spinal,
    "Fire Control Out": _fire_control,
    "Low Berths Dead": _low_berths,
    "Troops Dead": _troops,
}
