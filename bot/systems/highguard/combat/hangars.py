"""Hangars and boat deck destroyed: craft and a launch facility are lost, which ones by the dice (HG-H22, R-77)."""

from dataclasses import replace
from fractions import Fraction

from bot.engine.dice import Dice
from bot.systems.highguard.combat.loss import Loss, Suffered, nothing_lost
from bot.systems.highguard.combat.tables import Result
from bot.systems.highguard.combat.vessel import Carried, Facilities, Vessel

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
