"""A smaller copy of a large battle, one ship in so many, of which some are soon played to their end.

Fleets in the same proportion fare alike, if not the same: the fewer they are, the more often the weaker side wins.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import TypeVar

from bot.systems.highguard.battle.likeness import Part, ranked, unlike
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Battle, Place, Ship

T = TypeVar("T")

# To play a ship until a battle's end takes as long as to fire so many batteries.
SHIP = 100
# A battle of more work than this has a copy, of as little as COPY and of about LARGE at most.
LARGE = 8_000
COPY = 2_000
# All battles of a copy come to so much work together.
ALTOGETHER = 12 * COPY
# How unlike the battle a copy is, from which on it is good enough, and up to which it is any good.
GOOD, FAIR = 0.2, 0.3


@dataclass(frozen=True, slots=True)
class Miniature:
    """A battle with one ship in so many of either side, and how many such battles make an estimate."""

    battle: Battle
    one_in: int
    battles: int


def miniature(battle: Battle) -> Miniature | None:
    """The smallest good copy of a large battle whose fights all stand between two turns, else the best fair one.

    None of a small one; nor where no copy is like it, as that of one ship against a hundred.
    """
    size, whole = work(battle), _sides(battle)
    best, least = None, FAIR
    for one_in in range(ceil(size / COPY), ceil(size / LARGE) - 1, -1) if size > LARGE else ():
        copy = thinned(battle, one_in)
        off = unlike(whole, _sides(copy))
        if off <= least:
            best, least = Miniature(copy, one_in, max(1, ALTOGETHER // work(copy))), off
        if off <= GOOD:
            break
    return best


def work(battle: Battle) -> int:
    """How much a battle takes to be played, in batteries, by the ships that are still there."""
    return sum(SHIP + sum(each.batteries for each in ship.vessel.now.armament) for ship in _there(battle))


def _there(battle: Battle) -> Iterator[Ship]:
    return (ship for ship in all_ships(battle) if ship.present or ship.place is Place.ABOARD)


def _sides(battle: Battle) -> list[Part]:
    return [Part.of([ship for ship in _there(battle) if ship.side == side]) for side in (0, 1)]


def thinned(battle: Battle, one_in: int) -> Battle:
    """The battle with one ship in so many, one at least of either side, and without those that have left it.

    Its chases are thinned alike; of those with fewer ships on a side, one in so many stays whole.
    """
    few = [chase for chase in battle.apart if _fewest(chase) < one_in]
    stay = few[(one_in - 1) // 2 :: one_in]
    apart = [chase if chase in few else _thinned(chase, one_in) for chase in battle.apart]
    return replace(_thinned(battle, one_in), apart=tuple(each for each in apart if each in stay or each not in few))


def _fewest(fight: Battle) -> int:
    """How many ships the smaller side has."""
    return min(len(list(fight.fleet(side))) for side in (0, 1))


def _thinned(fight: Battle, one_in: int) -> Battle:
    """One ship in so many of each design and state, begun with those that make it the least unlike the fight."""
    fleets = [ranked(fight.fleet(side)) for side in (0, 1)]
    parts = [[Part.of(ships) for ships in _shares(fleet, one_in)] for fleet in fleets]
    whole = [Part.of(fleet) for fleet in fleets]
    both = min(product(*parts), key=lambda pair: unlike(whole, pair))
    ships = [ship for part in both for ship in part.ships]
    craft = [craft for side in (0, 1) for craft in _carried(fight, side, ships, one_in)]
    kept = {ship.name for ship in (*ships, *craft)}
    return replace(fight, ships={name: ship for name, ship in fight.ships.items() if name in kept})


def _shares(things: Sequence[T], one_in: int) -> list[Sequence[T]]:
    """Every choice of one of each so many in a row, that of those in the middle first; all, where there is nothing."""
    starts = sorted(range(min(one_in, len(things))), key=lambda start: abs(2 * start + 1 - one_in))
    return [things[start::one_in] for start in starts] or [things]


def _carried(fight: Battle, side: int, ships: Iterable[Ship], one_in: int) -> Iterator[Ship]:
    """The craft aboard these ships, as many at most as are in proportion."""
    carriers, aboard = {ship.name for ship in ships}, ranked(fight.aboard(side))
    carried = [craft for craft in aboard if craft.carrier in carriers]
    wanted = min(len(carried), round(len(aboard) / one_in))
    return (carried[number * len(carried) // wanted] for number in range(wanted))
