"""A side's decisions for a vessel in a turn, and what its globe's capacitors take and lose (HG-G01, G05 to G11)."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from bot.engine.cards import whose
from bot.engine.errors import RuleError
from bot.engine.matching import quoted
from bot.systems.highguard.combat.globe import discharge, highest_flicker
from bot.systems.highguard.combat.readiness import output
from bot.systems.highguard.combat.vessel import Stance, Vessel
from bot.systems.highguard.design.entries import Number

OVERLOADED = "overloaded"


def declared(vessel: Vessel, stance: Stance) -> Vessel:
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


def _check_silent(vessel: Vessel, stance: Stance) -> None:
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
