"""The danger space of a fire: who is attacked, in which order, and when it stops (AHL 10, Traveller C and D)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.engine.dice import Dice
from bot.systems.ahl.fire.shot import Shot
from bot.systems.ahl.tables.weapons import Ammunition, Ranges, Weapon

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


def limit_of(shot: Shot) -> int | None:
    """How many hits end the fire that begins with a shot; None where nothing does (AHL 10)."""
    return hit_limit(
        shot.weapon,
        shot.ammunition,
        automatic=shot.automatic,
        traveller=shot.situation.asked.traveller,
        ram_hits_any=shot.situation.asked.ram_flechette == "any number",
    )


def is_launcher(weapon: Weapon, kind: str) -> bool:
    """Whether a weapon with that kind of ammunition is what ruling R-77 takes for the automatic grenade launcher."""
    return weapon.name == "4cm RAM" and kind == "flechette"


@dataclass(frozen=True, slots=True, eq=False)
class _Made(Generic[T, R]):
    """An attack as it came out. No two are equal, so that odds can tell them apart without looking into them."""

    on: T
    result: R


@dataclass(frozen=True, slots=True)
class _Swept(Generic[T, R]):
    """How far a fire has come: its hits, and the attacks of which more is told."""

    hits: int = 0
    made: tuple[_Made[T, R], ...] = ()


# Of a crowded square: how far the fire has come, and who of it, by number, is still to be attacked.
_Crowd = tuple[_Swept[T, R], tuple[int, ...]]


def sweep(
    squares: Iterable[Sequence[T]],
    limit: int | None,
    attack: Callable[[Dice, T], R],
    hits: Callable[[R], bool],
    dice: Dice,
    spared: Callable[[T], bool] = lambda _: False,
) -> list[tuple[T, R]]:
    """Attack whoever is in the squares, nearest first, until the limit of hits is reached.

    A fire that ends at its first hit takes those in a crowded square in random order. Any other one attacks
    everybody in a square that it has come to, and looks at the limit when it is done there (ruling R-65).
    Returns whom it attacked, with what came of it, but for the spared, of whom only the hits count.
    """

    def strike(dice: Dice, before: _Swept[T, R], one: T) -> _Swept[T, R]:
        result = attack(dice, one)
        made = before.made if spared(one) else (*before.made, _Made(one, result))
        return _Swept(before.hits + hits(result), made)

    def in_any_order(dice: Dice, before: _Crowd[T, R], square: Sequence[T]) -> _Crowd[T, R]:
        swept, waiting = before
        if swept.hits:
            return swept, ()
        chosen = dice.pick(waiting, why="order in the square")
        return strike(dice, swept, square[chosen]), tuple(each for each in waiting if each != chosen)

    def enter(dice: Dice, before: _Swept[T, R], square: Sequence[T]) -> _Swept[T, R]:
        if limit is not None and before.hits >= limit:
            return before
        if limit == 1:
            return dice.fold([square] * len(square), (before, tuple(range(len(square)))), in_any_order)[0]
        return dice.fold(square, before, strike)

    nobody: _Swept[T, R] = _Swept()
    return [(each.on, each.result) for each in dice.fold(squares, nobody, enter).made]


def same_band(weapon: Weapon, ammunition: Ammunition, primary: int, squares: int, ranges: Ranges) -> bool:
    """Whether somebody so far away shares the danger space of a fire at the primary range (Traveller C).

    Only far-reaching weapons ask for the same band; both ranges are in squares and within the last band.
    """
    if reach_of(ammunition) < FAR_REACHING:
        return True
    return ranges(weapon, ammunition, squares)[0] is ranges(weapon, ammunition, primary)[0]


def reach_of(ammunition: Ammunition) -> int:
    """The end of the last band in squares, where the danger space ends (ruling R-64)."""
    return max(cell.squares for cell in ammunition.cells.values())


def reaches(ammunition: Ammunition, squares: int) -> bool:
    """Whether a range in squares is within the last band (ruling R-64)."""
    return squares <= reach_of(ammunition)
