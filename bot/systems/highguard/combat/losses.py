"""What damage results do to a vessel, in the damage step (HG-H14 to H30).

The firing player chooses weapons and screens, within the even spread (HG-H25 to H27, R-48, R-49).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.engine.dice import Dice
from bot.systems.highguard.combat.attack import DamageRoll
from bot.systems.highguard.combat.tables import RADIATION, Result
from bot.systems.highguard.combat.vessel import SCREENS, Armament, Carried, Facilities, Factors, Vessel, burnt
from bot.systems.highguard.design.choices import Number


@dataclass(frozen=True, slots=True)
class Loss:
    """A result and what it did: the system in plain words with its number before and after.

    What has no number goes from 1 to 0. `system` is empty where there was nothing to lose (HG-H15).
    """

    result: Result
    system: str = ""
    before: Number = 0
    after: Number = 0


Suffered = tuple[Vessel, tuple[Loss, ...]]


def nothing_lost(vessel: Vessel, result: Result) -> Suffered:
    """A result that finds nothing to damage (HG-H15)."""
    return vessel, (Loss(result),)


@dataclass(frozen=True, slots=True)
class Preference:
    """What the firing player would have lost first: places of weapons, and screens.

    By default the heaviest weapons first, then what defends.
    """

    weapons: tuple[str, ...] = ("meson", "particle", "missile", "energy", "laser", "repulsor", "sand")
    screens: tuple[str, ...] = ("globe", "meson screen", "damper")


HEAVIEST_FIRST = Preference()


def open_to_a_hit(hits: Mapping[str, int], systems: Sequence[str]) -> tuple[str, ...]:
    """Of the systems that can still lose something those with the fewest hits: the next hit must fall there."""
    fewest = min((hits.get(system, 0) for system in systems), default=0)
    return tuple(system for system in systems if hits.get(system, 0) == fewest)


def _chosen(allowed: Sequence[str], wanted: Sequence[str]) -> str:
    """The first of the allowed systems that is wanted; those that nobody named come last."""
    return min(allowed, key=lambda system: wanted.index(system) if system in wanted else len(wanted))


def screens_left(vessel: Vessel) -> tuple[str, ...]:
    """The screens that can still lose something."""
    return tuple(name for name in SCREENS if vessel.now.screen(name))


def battery_lost(weapon: Armament) -> Armament:
    """The batteries of a place after one hit: one fewer, or a factor less of the last one (HG-H27)."""
    if weapon.batteries > 1:
        return replace(weapon, batteries=weapon.batteries - 1)
    return replace(weapon, factor=max(0, weapon.factor - 1))


def lose_weapons(vessel: Vessel, result: Result, preference: Preference) -> Suffered:
    """Weapon-n: n hits, each on a place that the even spread allows (R-48)."""
    armament = {each.place: each for each in vessel.now.armament}
    hits, losses = dict(vessel.hits), []
    for _ in range(result.number):
        left = [place for place, each in armament.items() if each.batteries and each.factor]
        if not left:
            break
        place = _chosen(open_to_a_hit(hits, left), preference.weapons)
        before, armament[place] = armament[place], battery_lost(armament[place])
        hits[place] = hits.get(place, 0) + 1
        losses.append(_weapon_loss(result, before, armament[place]))
    if not losses:
        return nothing_lost(vessel, result)
    now = replace(vessel.now, armament=tuple(armament.values()))
    return replace(vessel, hits=tuple(hits.items()), now=now), tuple(losses)


def _weapon_loss(result: Result, before: Armament, after: Armament) -> Loss:
    if after.batteries < before.batteries:
        return Loss(result, f"{before.place} batteries", before.batteries, after.batteries)
    return Loss(result, f"{before.place} factor", before.factor, after.factor)


def lose_screen_factors(vessel: Vessel, result: Result, preference: Preference) -> Suffered:
    """Screens-n: one hit, in which one screen loses n factors (HG-H26)."""
    left = screens_left(vessel)
    if not left:
        return nothing_lost(vessel, result)
    hits = dict(vessel.hits)
    name = _chosen(open_to_a_hit(hits, left), preference.screens)
    hits[name] = hits.get(name, 0) + 1
    after = max(0, vessel.now.screen(name) - result.number)
    loss = Loss(result, name, vessel.now.screen(name), after)
    now = with_screen(vessel.now, name, after)
    return replace(vessel, hits=tuple(hits.items()), now=now), (loss,)


def disable_screen(vessel: Vessel, result: Result, preference: Preference) -> Suffered:
    """One Screen Disabled: any that the firing player chooses goes to 0, beyond emergency repair (HG-H25)."""
    left = screens_left(vessel)
    if not left:
        return nothing_lost(vessel, result)
    name = _chosen(left, preference.screens)
    loss = Loss(result, name, vessel.now.screen(name), 0)
    after = replace(vessel, now=with_screen(vessel.now, name, 0), criticals=(*vessel.criticals, name))
    return after, (loss,)


def with_screen(factors: Factors, name: str, factor: int) -> Factors:
    """The factors with a screen at another one."""
    if name == "damper":
        return replace(factors, damper=factor)
    if name == "globe":
        return replace(factors, globe=factor)
    return replace(factors, meson_screen=factor)


MOST_TONS = 600


def hangars_destroyed(vessel: Vessel, result: Result, dice: Dice) -> Suffered:
    """Craft of 600 tons together, or one that has 600 or more, and one launch facility.

    The first craft is thrown for; if it is smaller, others that still fit into the 600 tons follow.
    """
    craft, lost = _craft_lost(vessel.craft, dice)
    facilities, facility = _facility_lost(vessel.facilities, dice)
    losses = [Loss(result, name, before, after) for name, before, after in (*lost, *facility)]
    if not losses:
        return nothing_lost(vessel, result)
    return replace(vessel, craft=craft, facilities=facilities), tuple(losses)


def _craft_lost(craft: tuple[Carried, ...], dice: Dice) -> tuple[tuple[Carried, ...], list[tuple[str, int, int]]]:
    counts, left, first = [each.count for each in craft], Fraction(MOST_TONS), True
    while fitting := [n for n, each in enumerate(craft) if counts[n] and (each.tons <= left or first)]:
        chosen = dice.pick([n for n in fitting for _ in range(counts[n])], why="craft lost")
        counts[chosen] -= 1
        left -= craft[chosen].tons
        first = False
    after = tuple(replace(each, count=count) for each, count in zip(craft, counts, strict=True))
    lost = [(each.name, each.count, count) for each, count in zip(craft, counts, strict=True) if count < each.count]
    return tuple(each for each in after if each.count), lost


def _facility_lost(facilities: Facilities, dice: Dice) -> tuple[Facilities, list[tuple[str, int, int]]]:
    """One facility or launch tube of those that are left."""
    kinds = {
        "launch facilities": facilities.ordinary,
        "launch tubes": facilities.tubes,
        "bays with craft": facilities.bays,
    }
    left = [name for name, count in kinds.items() for _ in range(count)]
    if not left:
        return facilities, []
    chosen = dice.pick(left, why="launch facility lost")
    after = kinds | {chosen: kinds[chosen] - 1}
    kept = Facilities(after["launch facilities"], after["launch tubes"], after["bays with craft"])
    return kept, [(chosen, kinds[chosen], after[chosen])]


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
    """The spinal mount's factor goes to 0 (HG-H28); ignored if there is none (R-63)."""
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
