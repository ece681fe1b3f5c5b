"""A shot worked out up to the dice (AHL 11.C, 23, 26.B), and who is in its danger space or its own square (AHL 10)."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from bot.deck.board import Board
from bot.engine.cards import whose
from bot.engine.dice import Dice, Modifier
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.asked.fighting import Circumstances, Evading
from bot.systems.ahl.sheet.character import enemies_of
from bot.systems.ahl.sheet.outward import share_square
from bot.systems.ahl.tables import Ammunition, Armour, Band, Cell, Ranges, Weapon
from bot.systems.ahl.wounds.damage import ORDINARY, Surroundings

NEEDED = {Band.EFFECTIVE: 8, Band.LONG: 10, Band.EXTREME: 12}


_NOTHING_SAID = Circumstances()


@dataclass(frozen=True, slots=True)
class Situation:
    """What a fire is like apart from who fires with what at whom: range in squares of 1.5 m, and what its circumstances
    as they were `asked` for and the deck come to. Cover, evading and `lit` are the target's own.
    """

    squares: int
    fire: Fire = Fire.AIMED
    cover: bool = False
    evading: Evading = Evading.NO
    dark: bool = False
    lit: bool = False
    surroundings: Surroundings = ORDINARY
    asked: Circumstances = _NOTHING_SAID

    def at(
        self, squares: int, *, cover: bool = False, dark: bool | None = None, evading: Evading = Evading.NO
    ) -> "Situation":
        """The same for somebody else in the danger space; None is as dark as it is here."""
        is_dark = self.dark if dark is None else dark
        return replace(self, squares=squares, cover=cover, evading=evading, dark=is_dark, lit=False)


@dataclass(frozen=True, slots=True)
class Shot:
    """All that the throw to hit one target depends on; `armour` is the target's."""

    weapon: Weapon
    ammunition: Ammunition
    band: Band
    cell: Cell
    automatic: bool
    skill: int
    light_wounds: int
    stuns: int
    robot: bool
    situation: Situation
    armour: Armour


def skill(shot: Shot) -> Modifier | None:
    return Modifier(shot.skill, "skill", "AHL 11.C.2.a") if shot.skill else None


def light_wounds(shot: Shot) -> Modifier | None:
    if not shot.light_wounds:
        return None
    label = "light wound" if shot.light_wounds == 1 else f"{shot.light_wounds} light wounds"
    return Modifier(-shot.light_wounds, label, "AHL 12.B.1")


def stun(shot: Shot) -> Modifier | None:
    return Modifier(-shot.stuns, "stun", "AHL 17.C.2") if shot.stuns else None


def automatic_fire(shot: Shot) -> Modifier | None:
    """The chart's bonus: for automatic fire, and on every shot for shotguns and flechettes, doubled for both."""
    flechette = shot.ammunition.kind == "flechette"
    if not shot.cell.bonus or not (shot.automatic or flechette or "shotgun" in shot.weapon.traits):
        return None
    if flechette and shot.automatic:
        return Modifier(2 * shot.cell.bonus, "flechette burst", "AHL 11.C.2.b")
    label = "burst" if shot.automatic else ("flechette" if flechette else "shotgun")
    return Modifier(shot.cell.bonus, label, "AHL 11.C.2.b")


_HURRIED = {
    Fire.SNAP: Modifier(-2, "snap shot", "AHL 11.C.2.c"),
    Fire.COVERING: Modifier(-1, "covering fire", "AHL 11.C.2.c"),
}


def type_of_fire(shot: Shot) -> Modifier | None:
    return _HURRIED.get(shot.situation.fire)


def cover(shot: Shot) -> Modifier | None:
    return Modifier(-2, "cover", "AHL 11.C.2.d") if shot.situation.cover else None


def evading(shot: Shot) -> Modifier | None:
    """Never together with cover, which goes first (ruling R-71)."""
    if shot.situation.cover or shot.situation.evading is Evading.NO:
        return None
    dm = -1 if shot.situation.evading is Evading.OPEN else -2
    return Modifier(dm, "evading", "AHL 11.C.2.e")


def darkness(shot: Shot) -> Modifier | None:
    """One for each square of range, unless the target is lit or the firer sees in the dark (ruling R-72)."""
    situation = shot.situation
    sees = shot.robot or "vision" in shot.weapon.traits
    if not situation.dark or situation.lit or sees or not situation.squares:
        return None
    return Modifier(-situation.squares, "darkness", "AHL 23")


def handhold(shot: Shot) -> Modifier | None:
    return Modifier(-1, "handhold", "AHL 26.B") if shot.situation.asked.handhold else None


def referee(shot: Shot) -> Modifier | None:
    return shot.situation.asked.own


TO_HIT = (
    skill,
    light_wounds,
    stun,
    automatic_fire,
    type_of_fire,
    cover,
    evading,
    darkness,
    handhold,
    referee,
)


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
        unlimited = "autocannon" in weapon.traits or weapon.name == "VRF Gauss Gun"
        if unlimited or (ram_hits_any and is_launcher(weapon, ammunition.kind)):
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


@dataclass(frozen=True, slots=True)
class _Made(Generic[T, R]):
    """An attack as it came out. Those are equal that are `alike`, so that odds follow them as one."""

    on: T = field(compare=False)
    result: R = field(compare=False)
    alike: Hashable


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
    alike: Callable[[R], Hashable],
    spared: Callable[[T], bool] = lambda _: False,
) -> list[tuple[T, R]]:
    """Attack whoever is in the squares, nearest first, until the limit of hits is reached.

    A fire that ends at its first hit takes those in a crowded square in random order. Any other one attacks
    everybody in a square that it has come to, and looks at the limit when it is done there (ruling R-65).
    Attacks on the same one are `alike` where whoever asks for the chances tells them apart by nothing. Returns whom it
    attacked, with what came of it, but for the spared, of whom only the hits count.
    """

    def strike(dice: Dice, before: _Swept[T, R], one: T) -> _Swept[T, R]:
        result = attack(dice, one)
        made = before.made if spared(one) else (*before.made, _Made(one, result, (id(one), alike(result))))
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


def enemies_sharing(scene: Scene, board: Board, attacker: Unit) -> list[str]:
    """The active enemies in the firer's own square, with any of those that they fill."""
    return [enemy.name for enemy in enemies_of(scene, attacker) if share_square(board, attacker, enemy)]


def hemmed_in(scene: Scene, unit: Unit, weapon: Weapon) -> bool:
    """Whether somebody on the deck shares their square with an enemy, and can't fire that weapon there."""
    board: Board | None = scene.board
    if board is None or unit.name not in board.people or weapon.at_close_quarters(scene.settings.get("close pistols")):
        return False
    return bool(enemies_sharing(scene, board, unit))


def check_square(attacker: Unit, enemies: Sequence[str], weapon: Weapon, close_pistols: str) -> None:
    """Refuse all but pistols in a square that the attacker shares with an enemy (AHL 11.A.3)."""
    if enemies and not weapon.at_close_quarters(close_pistols):
        raise RuleError(
            f"{attacker.name} shares a square with {enemies[0]}: only snub pistols, body pistols and revolvers "
            "can be fired there (AHL 11.A.3), ruling R-61."
        )


def check_own_square(attacker: str, target: str, weapon: Weapon, close_pistols: str) -> None:
    """Refuse all but pistols within one's own square, whoever is in it: for nothing else it is in the field of fire
    (AHL 11.A.2, 11.A.3, ruling R-163).
    """
    if not weapon.at_close_quarters(close_pistols):
        raise RuleError(
            f"{target} is in {whose(attacker)} own square, which is in the field of fire of snub pistols, body pistols "
            "and revolvers only (AHL 11.A.3), ruling R-163."
        )


def close_options(enemies: Sequence[str], weapon: Weapon) -> tuple[str, ...]:
    """The option by which a weapon can be fired in a square shared with enemies, if it is one (ruling R-61)."""
    if not enemies or "close-quarters" in weapon.traits:
        return ()
    return ("Automatic pistols are fired in a shared square as well (AHL 11.A.3), ruling R-61",)
