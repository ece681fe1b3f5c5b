"""Weapons and screens lost: the firing player chooses, within the even spread (HG-H25 to H27, R-48, R-49)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.systems.highguard.combat.loss import Loss, Suffered, nothing_lost
from bot.systems.highguard.combat.tables import Result
from bot.systems.highguard.combat.vessel import SCREENS, Armament, Factors, Vessel


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
