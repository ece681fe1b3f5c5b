"""A shot worked out up to the dice: what it is like, and each modifier of the throw to hit (AHL 11.C, 23, 26.B)."""

from dataclasses import dataclass, replace

from bot.engine.dice import Modifier
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.asked.fighting import Circumstances, Evading
from bot.systems.ahl.tables.weapons import Ammunition, Armour, Band, Cell, Weapon
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


def _skill(shot: Shot) -> Modifier | None:
    return Modifier(shot.skill, "skill", "AHL 11.C.2.a") if shot.skill else None


def _light_wounds(shot: Shot) -> Modifier | None:
    if not shot.light_wounds:
        return None
    label = "light wound" if shot.light_wounds == 1 else f"{shot.light_wounds} light wounds"
    return Modifier(-shot.light_wounds, label, "AHL 12.B.1")


def _stun(shot: Shot) -> Modifier | None:
    return Modifier(-shot.stuns, "stun", "AHL 17.C.2") if shot.stuns else None


def _automatic_fire(shot: Shot) -> Modifier | None:
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


def _type_of_fire(shot: Shot) -> Modifier | None:
    return _HURRIED.get(shot.situation.fire)


def _cover(shot: Shot) -> Modifier | None:
    return Modifier(-2, "cover", "AHL 11.C.2.d") if shot.situation.cover else None


def _evading(shot: Shot) -> Modifier | None:
    """Never together with cover, which goes first (ruling R-71)."""
    if shot.situation.cover or shot.situation.evading is Evading.NO:
        return None
    dm = -1 if shot.situation.evading is Evading.OPEN else -2
    return Modifier(dm, "evading", "AHL 11.C.2.e")


def _darkness(shot: Shot) -> Modifier | None:
    """One for each square of range, unless the target is lit or the firer sees in the dark (ruling R-72)."""
    situation = shot.situation
    sees = shot.robot or "vision" in shot.weapon.traits
    if not situation.dark or situation.lit or sees or not situation.squares:
        return None
    return Modifier(-situation.squares, "darkness", "AHL 23")


def _handhold(shot: Shot) -> Modifier | None:
    return Modifier(-1, "handhold", "AHL 26.B") if shot.situation.asked.handhold else None


def _referee(shot: Shot) -> Modifier | None:
    return shot.situation.asked.own


TO_HIT = (
    _skill,
    _light_wounds,
    _stun,
    _automatic_fire,
    _type_of_fire,
    _cover,
    _evading,
    _darkness,
    _handhold,
    _referee,
)
