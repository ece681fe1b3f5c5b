"""The danger space of a fire: who is attacked, in which order, and when it stops (AHL 10, Traveller C and D)."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from bot.engine.dice import Dice
from bot.systems.ahl.tables.weapons import Ammunition, Band, Weapon, range_band

T = TypeVar("T")
R = TypeVar("R")

# From this range on, in squares, Traveller's danger space holds one band only (ruling R-76).
FAR_REACHING = 100


def hit_limit(
    weapon: Weapon, ammunition: Ammunition, *, automatic: bool, traveller: bool, ram_hits_any: bool = True
) -> int | None:
    """How many hits end a fire (None: nothing does), by weapon, setting and rules (AHL 10, Traveller D).

    `ram_hits_any` reads the 4cm RAM as the launcher that hits any number with flechettes (ruling R-77).
    """
    if automatic and traveller:
        if weapon.name in {"Autocannon", "VRF Gauss Gun"} or (ram_hits_any and is_launcher(weapon, ammunition.kind)):
            return None
        if weapon.name == "Light Machine Gun":
            return 3
    return 2 if automatic or ammunition.kind == "flechette" or "shotgun" in weapon.traits else 1


def is_launcher(weapon: Weapon, kind: str) -> bool:
    """Whether a weapon with that kind of ammunition is what ruling R-77 takes for the automatic grenade launcher."""
    return weapon.name == "4cm RAM" and kind == "flechette"


def sweep(
    squares: Iterable[Sequence[T]],
    limit: int | None,
    attack: Callable[[Dice, T], R],
    hits: Callable[[R], bool],
    dice: Dice,
) -> list[tuple[T, R]]:
    """Attack whoever is in the squares, nearest first, until the limit of hits is reached.

    A fire that ends at its first hit takes those in a crowded square in random order. Any other one attacks
    everybody in a square that it has come to, and looks at the limit when it is done there (ruling R-65).
    Returns whom it attacked, with what came of it.
    """
    attacked: list[tuple[T, R]] = []
    number = 0
    for square in squares:
        waiting = list(square)
        while waiting:
            one = dice.pick(waiting, why="order in the square") if limit == 1 else waiting[0]
            waiting.remove(one)
            result = attack(dice, one)
            attacked.append((one, result))
            number += hits(result)
            if limit == 1 and number:
                return attacked
        if limit is not None and number >= limit:
            break
    return attacked


def same_band(weapon: Weapon, ammunition: Ammunition, primary: int, squares: int) -> bool:
    """Whether somebody so far away shares the danger space of a fire at the primary range (Traveller C).

    Only far-reaching weapons ask for the same band; both ranges are in squares and within the last band.
    """
    if reach_of(ammunition) < FAR_REACHING:
        return True
    return _band(weapon, ammunition, squares) is _band(weapon, ammunition, primary)


def _band(weapon: Weapon, ammunition: Ammunition, squares: int) -> Band:
    return range_band(weapon, ammunition, squares)[0]


def reach_of(ammunition: Ammunition) -> int:
    """The end of the last band in squares, where the danger space ends (ruling R-64)."""
    return max(cell.squares for cell in ammunition.cells.values())


def reaches(ammunition: Ammunition, squares: int) -> bool:
    """Whether a range in squares is within the last band (ruling R-64)."""
    return squares <= reach_of(ammunition)
