"""What a vessel can do as it stands: its energy, agility, computer and black globe, and which of its batteries can
act.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from bot.engine.cards import whose
from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.highguard.combat.vessel import SCREENS, Armament, Readied, Vessel
from bot.systems.highguard.design.choices import Number

LEVELS_EACH_TENTH = 2


def highest_flicker(factor: int) -> int:
    """The highest rate of a globe in percent, short of wholly on (HG-G01)."""
    return factor * 10


def globe_levels(flicker: int) -> int:
    """The levels of armor that a rate in percent counts as (HG-G02, HG-G03)."""
    return flicker // 10 * LEVELS_EACH_TENTH


def flickering_agility(agility: int, flicker: int) -> int:
    """Agility behind a globe that flickers at this rate in percent: the nearest whole, halves up (HG-G09)."""
    return (agility * (100 - flicker) + 50) // 100


def absorbed(energy: Number, flicker: int) -> Fraction:
    """Energy points of a hit that reach the capacitors; all at 100 percent, wholly on (HG-G05)."""
    return Fraction(energy) * flicker / 100


def discharge(output: Number, flicker: int) -> Fraction:
    """Energy points that may leave the capacitors in a turn; none at 100 percent, wholly on (HG-G08)."""
    return Fraction(output) * (100 - flicker) / 100


def jump_energy(tons: Number, jump: int) -> Fraction:
    """Energy points that a jump takes: two turns of a power plant of that number (R-34)."""
    return Fraction(tons) * jump * 2 / 100


def skill_bonus(skill: int) -> int:
    """What a captain's ship tactics add to the computer, or a pilot's skill to agility (HG-I01 to I03, R-91).

    Nothing up to the average of 2 (HG-I05, HG-I06). Ship's boat counts as pilot in small craft.
    """
    return max(0, (skill - 1) // 2)


def fleet_tactics_dm(skill: int) -> int:
    """What the commander of a fleet adds to the throw for initiative (HG-I04)."""
    return max(0, skill)


OFFENSIVE = ("laser", "energy", "particle", "meson", "missile")
# Missiles and sandcasters need no energy (HG-C19).
WITHOUT_ENERGY = {"missile", "sand"}


def output(vessel: Vessel) -> Fraction:
    """Energy points that the power plant makes in a turn (R-16); none with shattered fuel tanks (HG-H21)."""
    return Fraction(0) if vessel.shattered else vessel.now.power * vessel.percent


def powered(vessel: Vessel) -> bool:
    """Whether the power plant makes any energy at all: asked so often in a battle that no fraction is worked out."""
    return vessel.now.power > 0 and not vessel.shattered


def draw(vessel: Vessel) -> Fraction:
    """Energy points that all working systems ask for, without those that are switched off (R-16)."""
    return sum((ep for name, ep in _present_draws(vessel) if not switched_off(vessel, name)), Fraction(0))


def _present_draws(vessel: Vessel) -> list[tuple[str, Fraction]]:
    return [(name, ep * _share(vessel, name)) for name, ep in vessel.draws]


def _share(vessel: Vessel, name: str) -> Fraction:
    """How much of a system still draws: batteries by their number, all else until it is gone."""
    built, now = vessel.built.weapon(name), vessel.now.weapon(name)
    if built and now:
        return Fraction(now.batteries, built.batteries) if now.factor else Fraction(0)
    if name in SCREENS:
        return Fraction(1 if vessel.now.screen(name) else 0)
    return Fraction(1 if name != "computer" or vessel.now.computer else 0)


def switched_off(vessel: Vessel, system: str) -> bool:
    """Whether its side keeps a system silent: for want of energy, or for emergency agility (HG-C19)."""
    emergency = vessel.stance.emergency and system not in {"computer", *SCREENS, *WITHOUT_ENERGY}
    return emergency or system in vessel.stance.silent


def shortage(vessel: Vessel) -> Fraction:
    """Energy points that its side must save by switching systems off, before anything fires (R-16)."""
    if not powered(vessel):
        return Fraction(0)
    return max(Fraction(0), draw(vessel) + vessel.stance.to_jump - output(vessel))


def bridge_lost(vessel: Vessel) -> bool:
    """Whether the bridge is destroyed and no auxiliary has taken over (HG-H18)."""
    return "bridge" in vessel.criticals and not vessel.bridges


def maneuver(vessel: Vessel) -> int:
    """The maneuver number that the vessel can use: none without bridge or power (HG-H18, R-16).

    With drop tanks on it is what the drive achieves in a ship of that tonnage (HG-D24).
    """
    stopped = vessel.destroyed or bridge_lost(vessel) or not powered(vessel) or vessel.stance.globe_on
    if stopped:
        return 0
    return min(vessel.now.maneuver, vessel.tanks.maneuver) if vessel.tanks else vessel.now.maneuver


def jump(vessel: Vessel) -> int:
    """The jump number that the vessel can use: none without bridge or with its computer destroyed (HG-H17).

    Drop tanks are gone before it jumps (R-09).
    """
    stopped = vessel.destroyed or bridge_lost(vessel) or "computer" in vessel.criticals
    return 0 if stopped else vessel.now.jump


def agility(vessel: Vessel) -> int:
    """The agility that counts in this turn (HG-H24, HG-C16, HG-C19, HG-G09, HG-I02).

    One less for each power plant factor lost, at most the maneuver number; the emergency rating where it was
    declared; both less what goes into a jump; reduced by the globe's flicker; raised by a good pilot.
    """
    drive = maneuver(vessel)
    whole = min(vessel.agility, vessel.tanks.agility) if vessel.tanks else vessel.agility
    rated = min(drive, whole - (vessel.built.power - vessel.now.power))
    if vessel.stance.to_jump:
        spare = output(vessel) - vessel.stance.to_jump - draw(vessel)
        rated = min(rated, (spare * 100 / vessel.burden).__floor__())
    if vessel.stance.emergency:
        free = (output(vessel) - vessel.stance.to_jump) * 100 / vessel.burden
        rated = max(rated, min(drive, free.__floor__()))
    flickering = flickering_agility(max(0, rated), vessel.stance.flicker)
    return flickering + skill_bonus(vessel.pilot) if flickering >= 1 else 0


def computer_level(vessel: Vessel) -> int:
    """The computer's level in attack and defence (HG-A25, HG-H18, HG-I01, R-16, R-18, R-31).

    One less in a small craft built without a bridge, half with the bridge destroyed, 0 without the energy that it
    needs, or silenced with its fuel tanks (R-94); raised by a good captain where it is 1 at least.
    """
    level = vessel.now.computer
    if bridge_lost(vessel):
        level //= 2
    elif vessel.small and not vessel.bridges:
        level = max(0, level - 1)
    unpowered = not powered(vessel) or switched_off(vessel, "computer")
    if vessel.silenced or (unpowered and _needs_energy(vessel, "computer")):
        level = 0
    return level + skill_bonus(vessel.captain) if level >= 1 else 0


def _needs_energy(vessel: Vessel, system: str) -> bool:
    return any(name == system for name, _ in vessel.draws)


def screen_factor(vessel: Vessel, name: str) -> int:
    """The factor at which a screen works: 0 without energy; black globes need none (R-16)."""
    dead = name != "globe" and (not powered(vessel) or switched_off(vessel, name))
    return 0 if dead else vessel.now.screen(name)


def why_silent(vessel: Vessel, place: str) -> str:
    """Why the batteries of a place can't act, in a sentence with its rule; empty where they can.

    It is about the vessel alone: bearing, range and what has fired already are the battle's.
    """
    weapon = vessel.now.weapon(place)
    if weapon is None:
        return f"{vessel.name} has no {place} batteries (HG-H15)."
    return _damage_silences(vessel, weapon) or _stance_silences(vessel, place)


def _damage_silences(vessel: Vessel, weapon: Armament) -> str:
    name = vessel.name
    if vessel.destroyed:
        return f"{name} is destroyed (HG-H30)."
    if not weapon.batteries or not weapon.factor:
        return f"{name} has lost its {weapon.place} batteries (HG-H27)."
    if vessel.now.crew < vessel.built.crew:
        return f"{name} has lost crew and can't fire until its crew factor is restored (HG-H19)."
    if "fire control" in vessel.criticals and not weapon.spinal:
        return f"{name} has lost its fire control: only a spinal mount may fire (HG-H28)."
    if vessel.silenced or not (powered(vessel) or weapon.place in WITHOUT_ENERGY):
        rule = "R-94" if vessel.silenced else "HG-H21"
        return f"{name} has no power for its {weapon.place} batteries ({rule})."
    return ""


def _stance_silences(vessel: Vessel, place: str) -> str:
    if vessel.stance.globe_on:
        return f"{vessel.name} is behind its black globe and can't fire (HG-G10)."
    if vessel.stance.emergency and place not in WITHOUT_ENERGY:
        return f"{vessel.name} uses emergency agility: only missiles and sand may fire (HG-C19)."
    if place in vessel.stance.silent:
        return f"The {place} batteries of {vessel.name} are switched off (R-16)."
    return ""


def shots(vessel: Vessel, place: str) -> int:
    """How many batteries of a place can act in a turn: those that bear, as far as they are left (R-26)."""
    weapon = vessel.now.weapon(place)
    if weapon is None or why_silent(vessel, place):
        return 0
    return min(weapon.bearing, weapon.batteries)


def can_attack(vessel: Vessel) -> bool:
    """Whether damage has left it an offensive weapon that can fire (HG-C26); its stance doesn't count."""
    return any(each.place in OFFENSIVE and not _damage_silences(vessel, each) for each in vessel.now.armament)


def disabled(vessel: Vessel) -> bool:
    """Whether it may be boarded: no maneuver, no offensive weapon, no globe (HG-H31)."""
    return not (maneuver(vessel) or can_attack(vessel) or vessel.now.globe or vessel.destroyed)


OVERLOADED = "overloaded"


def declared(vessel: Vessel, stance: Readied) -> Vessel:
    """The vessel with its side's decisions for the turn (HG-G01, HG-G11).

    Raises RuleError for a rate that its globe doesn't have, or a system that needs no energy to be switched off.
    """
    _check_silent(vessel, stance)
    highest = highest_flicker(vessel.now.globe)
    if (stance.flicker or stance.globe_on) and not vessel.now.globe:
        raise RuleError(f"{vessel.name} has no working black globe: leave its rate at 0 (HG-G01).")
    if not 0 <= stance.flicker <= highest or stance.flicker % 10:
        raise RuleError(f"{whose(vessel.name)} globe flickers in tens from 0 to {highest} percent (HG-G01).")
    if stance.flicker and stance.globe_on:
        raise RuleError(f"{whose(vessel.name)} globe either flickers or is wholly on: choose one (HG-G10).")
    return replace(vessel, stance=stance, just_off=vessel.stance.globe_on and not stance.globe_on)


def _check_silent(vessel: Vessel, stance: Readied) -> None:
    hungry = [name for name, _ in vessel.draws]
    for system in stance.silent:
        if system not in hungry:
            known = ", ".join(hungry) or "nothing"
            raise RuleError(f"{vessel.name} can't save energy with {quoted(system)}: what draws any is {known} (R-16).")


def take_energy(vessel: Vessel, hits: Iterable[Number]) -> Vessel:
    """The vessel after these energy points have come to its capacitors, hit by hit.

    One that can't be stored completely destroys it; exactly full it survives (HG-G07, R-52).
    """
    stored = vessel.stored
    for energy in hits:
        if energy and stored + energy > vessel.capacity:
            return replace(vessel, stored=vessel.capacity, destroyed=vessel.destroyed or OVERLOADED)
        stored += Fraction(energy)
    return replace(vessel, stored=stored)


def discharged(vessel: Vessel) -> Vessel:
    """The vessel after what may leave its capacitors in a turn has left them (HG-G08)."""
    rate = 100 if vessel.stance.globe_on else vessel.stance.flicker
    return replace(vessel, stored=max(Fraction(0), vessel.stored - discharge(output(vessel), rate)))
