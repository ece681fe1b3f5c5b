"""How like two fleets some of their ships are: in the proportion of the sides, and in what designs they are of."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Self

from bot.systems.highguard.battle.standing.strength import firepower
from bot.systems.highguard.battle.state import Ship

# A side that is a tenth stronger against the other counts as much as one of which a fifth is of other designs.
PROPORTION = 2.0


def _tons(ship: Ship) -> float:
    return float(ship.vessel.tons)


def _guns(ship: Ship) -> float:
    return firepower(ship.vessel)


MEASURES: tuple[Callable[[Ship], float], ...] = (_guns, _tons)


def ranked(ships: Iterable[Ship]) -> list[Ship]:
    """The largest first, those of a design together, and of those the strongest first."""
    return sorted(ships, key=lambda ship: (-ship.vessel.tons, ship.kind, -firepower(ship.vessel)))


@dataclass(frozen=True, slots=True)
class Part:
    """Ships of a side: their firepower and their tons, and what share of each every design has."""

    ships: Sequence[Ship]
    strength: tuple[float, ...]
    designs: tuple[Mapping[str, float], ...]

    @classmethod
    def of(cls, ships: Sequence[Ship]) -> Self:
        """Those of these ships."""
        designs = tuple(_by_design(ships, measure) for measure in MEASURES)
        strength = tuple(sum(each.values()) for each in designs)
        shares = (_shares(each, whole) for each, whole in zip(designs, strength, strict=True))
        return cls(ships, strength, tuple(shares))


def _by_design(ships: Iterable[Ship], measure: Callable[[Ship], float]) -> dict[str, float]:
    found: dict[str, float] = {}
    for ship in ships:
        found[ship.kind] = found.get(ship.kind, 0.0) + measure(ship)
    return found


def _shares(amounts: Mapping[str, float], whole: float) -> dict[str, float]:
    return {name: amount / whole for name, amount in amounts.items()} if whole else {}


def unlike(whole: Sequence[Part], parts: Sequence[Part]) -> float:
    """How unlike both sides parts of them are: 0 where proportion and designs are kept, infinite without a side."""
    shifts = (_shift(*pair) for pair in zip(whole, parts, strict=True))
    return max(PROPORTION * (_advantage(whole, parts) - 1), *shifts)


def _advantage(whole: Sequence[Part], parts: Sequence[Part]) -> float:
    """How many times as strong as it was one of the sides has become against the other, where that is most."""
    most = 1.0
    for own, enemy, own_part, enemy_part in zip(*(each.strength for each in (*whole, *parts)), strict=True):
        less, more = sorted((own_part * enemy, enemy_part * own))
        if more:
            most = max(most, more / less if less else inf)
    return most


def _shift(whole: Part, part: Part) -> float:
    """What share of a side's strength was that of designs which now have less of it, where that is most."""
    pairs = zip(whole.designs, part.designs, strict=True)
    return max(sum(max(0.0, share - now.get(name, 0.0)) for name, share in was.items()) for was, now in pairs)
