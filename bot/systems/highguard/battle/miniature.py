"""A smaller copy of a large battle, of which some are soon played to their end: one ship stands for several.

Fleets in the same proportion fare alike, if not the same: the fewer they are, the more often the weaker side wins.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Any

from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.standing.gunnery import firepower
from bot.systems.highguard.battle.state import Battle, Ship, Station
from bot.systems.highguard.combat.vessel import Factors, Vessel

# What counts of a vessel, and what share of all of it there is each side has with each of its designs.
MEASURES: tuple[Callable[[Vessel], float], ...] = (firepower, lambda vessel: float(vessel.tons))
# What makes ships alike, whatever they are called: their tons, configuration and all that they were built with.
Design = tuple[Any, ...]
Shares = Mapping[tuple[int, Design], float]
# To play a ship until a battle's end takes as long as to fire so many batteries.
SHIP = 100
# A battle of more work than this has a copy, of as little as COPY and of about LARGE at most.
LARGE = 8_000
COPY = 2_000
# All battles of a copy come to so much work together.
ALTOGETHER = 12 * COPY
# How unlike the battle a copy is, from which on it is good enough, and up to which it is any good.
GOOD, FAIR = 0.05, 0.1


@dataclass(frozen=True, slots=True)
class Miniature:
    """A battle in which one ship of either side stands for several, and how many such battles make an estimate."""

    battle: Battle
    one_in: int
    battles: int


def miniature(battle: Battle) -> Miniature | None:
    """The smallest good copy of a large battle whose fights all stand between two turns, else the best fair one.

    None of a small one; nor where no copy is like it, as that of one ship against a hundred.
    """
    size, whole = work(battle), shares(battle)
    best, least = None, FAIR
    for one_in in range(ceil(size / COPY), ceil(size / LARGE) - 1, -1) if size > LARGE else ():
        copy = thinned(battle, one_in)
        off = unlike(whole, shares(copy))
        if off <= least:
            best, least = Miniature(copy, one_in, max(1, ALTOGETHER // work(copy))), off
        if off <= GOOD:
            break
    return best


def work(battle: Battle) -> int:
    """How much a battle takes to be played, in batteries, by the ships that are still there."""
    return sum(SHIP + sum(each.batteries for each in ship.vessel.now.armament) for ship in _there(battle))


def _there(battle: Battle) -> Iterator[Ship]:
    return (ship for ship in all_ships(battle) if ship.present or ship.place is Station.ABOARD)


def shares(battle: Battle) -> tuple[Shares, ...]:
    """By each measure, what share of all that is there each side has with each design."""
    return tuple(_shared(_there(battle), measure) for measure in MEASURES)


def _shared(ships: Iterable[Ship], measure: Callable[[Vessel], float]) -> Shares:
    amounts = defaultdict[tuple[int, Design], float](float)
    for ship in ships:
        amounts[ship.side, design(ship.vessel)] += measure(ship.vessel)
    whole = sum(amounts.values())
    return {of: amount / whole for of, amount in amounts.items()} if whole else {}


def design(vessel: Vessel) -> Design:
    """What two ships of one design share, in an order of their own."""
    return (vessel.tons, vessel.configuration, _numbers(vessel.built))


@lru_cache(maxsize=1_000)
def _numbers(factors: Factors) -> Design:
    return astuple(factors)


def unlike(whole: Sequence[Shares], part: Sequence[Shares]) -> float:
    """How large a share went over to other designs or to the other side, by the measure where that is most: 0 to 1."""
    return max(
        sum(max(0.0, share - now.get(of, 0.0)) for of, share in was.items())
        for was, now in zip(whole, part, strict=True)
    )


def thinned(battle: Battle, one_in: int) -> Battle:
    """The battle with one ship for every `one_in`, one at least of either side, and without those that have left it.

    Its chases are thinned alike; of those with fewer ships on a side, one in as many stays whole.
    """
    few = [chase for chase in battle.apart if _fewest(chase) < one_in]
    stay = few[(one_in - 1) // 2 :: one_in]
    apart = [chase if chase in few else _thinned(chase, one_in) for chase in battle.apart]
    return replace(_thinned(battle, one_in), apart=tuple(each for each in apart if each in stay or each not in few))


def _fewest(fight: Battle) -> int:
    """How many ships the smaller side has."""
    return min(len(list(fight.fleet(side))) for side in (0, 1))


def _thinned(fight: Battle, one_in: int) -> Battle:
    """One ship for every `one_in` of each side, of each design and state in proportion."""
    ships = [ship for side in (0, 1) for ship in _some(ranked(fight.fleet(side)), one_in)]
    craft = [craft for side in (0, 1) for craft in _carried(fight, side, ships, one_in)]
    kept = {ship.name for ship in (*ships, *craft)}
    return replace(fight, ships={name: ship for name, ship in fight.ships.items() if name in kept})


def ranked(ships: Iterable[Ship]) -> list[Ship]:
    """The largest first, those of a design together, and of those the strongest first."""
    return sorted(ships, key=lambda ship: (-ship.vessel.tons, design(ship.vessel), -firepower(ship.vessel)))


def _some(ships: list[Ship], one_in: int) -> list[Ship]:
    """One of every `one_in` in a row, from the middle of the first of them; one at least, if there are any."""
    return ships[min(one_in, len(ships)) // 2 :: one_in]


def _carried(fight: Battle, side: int, ships: Iterable[Ship], one_in: int) -> Iterator[Ship]:
    """The craft aboard these ships, as many at most as are in proportion."""
    carriers, aboard = {ship.name for ship in ships}, ranked(fight.aboard(side))
    carried = [craft for craft in aboard if craft.carrier in carriers]
    wanted = min(len(carried), round(len(aboard) / one_in))
    return (carried[number * len(carried) // wanted] for number in range(wanted))
