"""A smaller copy of a large battle, one ship in so many, of which some are soon played to their end.

Fleets in the same proportion fare alike, if not the same: the fewer they are, the more often the weaker side wins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TypeVar

from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.standing.strength import firepower
from bot.systems.highguard.battle.state import Battle, Place, Ship

T = TypeVar("T")

# To play a ship until a battle's end takes as long as to fire so many batteries.
SHIP = 100
# A battle of more work than this has a copy, of as little as COPY and of LARGE at most.
LARGE = 8_000
COPY = 2_000
# All battles of a copy come to so much work together.
ALTOGETHER = 12 * COPY
# So many times as strong as in the whole battle a side may be against the other in the copy.
OFF = 1.1


@dataclass(frozen=True, slots=True)
class Miniature:
    """A battle with one ship in so many of either side, and how many such battles make an estimate."""

    battle: Battle
    one_in: int
    battles: int


def miniature(battle: Battle) -> Miniature | None:
    """The smallest good copy of a large battle whose fights all stand between two turns.

    None of a small one; nor where every copy would be too large, or change the proportion of the sides much, as
    that of one ship against a hundred.
    """
    size = work(battle)
    for one_in in range(ceil(size / COPY), ceil(size / LARGE) - 1, -1) if size > LARGE else ():
        copy = thinned(battle, one_in)
        if _in_proportion(battle, copy):
            return Miniature(copy, one_in, max(1, ALTOGETHER // work(copy)))
    return None


def work(battle: Battle) -> int:
    """How much a battle takes to be played, in batteries, by the ships that are still there."""
    return sum(SHIP + sum(each.batteries for each in ship.vessel.now.armament) for ship in _there(battle))


def _there(battle: Battle) -> Iterator[Ship]:
    return (ship for ship in all_ships(battle) if ship.present or ship.place is Place.ABOARD)


def thinned(battle: Battle, one_in: int) -> Battle:
    """The battle with one ship in so many, one at least of either side, and without those that have left it.

    Its chases are thinned alike; of those with fewer ships on a side, one in so many stays whole.
    """
    few = [chase for chase in battle.apart if _fewest(chase) < one_in]
    gone = [chase for chase in few if chase not in _each(few, one_in)]
    apart = [chase if chase in few else _thinned(chase, one_in) for chase in battle.apart if chase not in gone]
    return replace(_thinned(battle, one_in), apart=tuple(apart))


def _fewest(fight: Battle) -> int:
    """How many ships the smaller side has."""
    return min(len(list(fight.fleet(side))) for side in (0, 1))


def _each(things: Sequence[T], one_in: int) -> Sequence[T]:
    """One of every so many, from the middle of each lot."""
    return things[(one_in - 1) // 2 :: one_in]


def _thinned(fight: Battle, one_in: int) -> Battle:
    kept = {ship.name for side in (0, 1) for ship in _chosen(fight, side, one_in)}
    return replace(fight, ships={name: ship for name, ship in fight.ships.items() if name in kept})


def _chosen(fight: Battle, side: int, one_in: int) -> Iterator[Ship]:
    """One ship in so many of each design and state, and of the craft aboard those as many as are in proportion."""
    fleet, aboard = (sorted(ships, key=_rank) for ships in (fight.fleet(side), fight.aboard(side)))
    ships = _each(fleet, one_in) or fleet[len(fleet) // 2 :][:1]
    carriers = {ship.name for ship in ships}
    carried = [craft for craft in aboard if craft.carrier in carriers]
    wanted = min(len(carried), round(len(aboard) / one_in))
    yield from ships
    yield from (carried[number * len(carried) // wanted] for number in range(wanted))


def _rank(ship: Ship) -> tuple[object, ...]:
    """The largest first, those of a design together, and of those the strongest first."""
    return -ship.vessel.tons, ship.kind, -firepower(ship.vessel)


def _in_proportion(battle: Battle, copy: Battle) -> bool:
    """Whether either side is about as strong against the other as it was, in firepower and in tons."""
    before, after = ([_measures(each, side) for side in (0, 1)] for each in (battle, copy))
    return all(
        own_after * enemy <= OFF * own * enemy_after and own * enemy_after <= OFF * own_after * enemy
        for own, enemy, own_after, enemy_after in zip(*before, *after, strict=True)
    )


def _measures(battle: Battle, side: int) -> tuple[float, float]:
    ships = [ship for ship in _there(battle) if ship.side == side]
    return sum(firepower(ship.vessel) for ship in ships), float(sum(ship.vessel.tons for ship in ships))
