"""What one damage result took from a vessel."""

from dataclasses import dataclass

from bot.systems.highguard.combat.tables import Result
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.entries import Number


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
