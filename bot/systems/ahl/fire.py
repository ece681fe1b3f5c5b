"""Fire combat: whether a shot hits, and what it does (AHL 11, 12, 25)."""

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.modifiers import Check, Modifier, applied
from bot.systems.ahl.ammunition import Spent, spend
from bot.systems.ahl.damage import Damage, Hit, Wounded, throw_damage, wound
from bot.systems.ahl.morale import check_unpanicked
from bot.systems.ahl.sheet import Character, Condition
from bot.systems.ahl.weapons import Ammunition, Armour, Band, Cell, Weapon, range_band

NEEDED = {Band.EFFECTIVE: 8, Band.LONG: 10, Band.EXTREME: 12}


class Fire(StrEnum):
    """The types of fire."""

    AIMED = "aimed"
    SNAP = "snap"
    COVERING = "covering"


class Evading(StrEnum):
    """Whether a target evades, and whether beside an obstruction."""

    NO = "no"
    OPEN = "open"
    OBSTRUCTION = "obstruction"


@dataclass(frozen=True, slots=True)
class Situation:
    """What a fire is like apart from who fires with what at whom: range in squares of 1.5 m, and the rest.

    `setting` is "automatic", "single", or "" for what the weapon does by itself.
    """

    squares: int
    fire: Fire = Fire.AIMED
    setting: str = ""
    cover: bool = False
    evading: Evading = Evading.NO
    dm: int = 0
    because: str = ""


@dataclass(frozen=True, slots=True)
class Shot:
    """All that the throw to hit depends on."""

    weapon: Weapon
    ammunition: Ammunition
    band: Band
    cell: Cell
    automatic: bool
    skill: int
    light_wounds: int
    situation: Situation


def _skill(shot: Shot) -> Modifier | None:
    return Modifier(shot.skill, "skill", "AHL 11.C.2.a") if shot.skill else None


def _light_wounds(shot: Shot) -> Modifier | None:
    if not shot.light_wounds:
        return None
    label = "light wound" if shot.light_wounds == 1 else f"{shot.light_wounds} light wounds"
    return Modifier(-shot.light_wounds, label, "AHL 12.B.1")


def _automatic_fire(shot: Shot) -> Modifier | None:
    """The chart's bonus: for automatic fire, and on every shot for shotguns and flechettes, doubled for both."""
    flechette = shot.ammunition.kind == "flechette"
    if not shot.cell.bonus or not (shot.automatic or flechette or "shotgun" in shot.weapon.traits):
        return None
    if flechette and shot.automatic:
        return Modifier(2 * shot.cell.bonus, "flechette burst", "AHL 11.C.2.b")
    label = "burst" if shot.automatic else ("flechette" if flechette else "shotgun")
    return Modifier(shot.cell.bonus, label, "AHL 11.C.2.b")


def _type_of_fire(shot: Shot) -> Modifier | None:
    dm = {Fire.AIMED: 0, Fire.SNAP: -2, Fire.COVERING: -1}[shot.situation.fire]
    label = {Fire.SNAP: "snap shot", Fire.COVERING: "covering fire"}.get(shot.situation.fire, "")
    return Modifier(dm, label, "AHL 11.C.2.c") if dm else None


def _cover(shot: Shot) -> Modifier | None:
    return Modifier(-2, "cover", "AHL 11.C.2.d") if shot.situation.cover else None


def _evading(shot: Shot) -> Modifier | None:
    """Never together with cover, which goes first (ruling R-71)."""
    if shot.situation.cover or shot.situation.evading is Evading.NO:
        return None
    dm = -1 if shot.situation.evading is Evading.OPEN else -2
    return Modifier(dm, "evading", "AHL 11.C.2.e")


def _referee(shot: Shot) -> Modifier | None:
    label = shot.situation.because or "referee"
    return Modifier(shot.situation.dm, label, "referee") if shot.situation.dm else None


TO_HIT = (_skill, _light_wounds, _automatic_fire, _type_of_fire, _cover, _evading, _referee)


@dataclass(frozen=True, slots=True)
class Firer:
    """Who fires: the name for messages, the sheet, and the name of the weapon ("" for the first)."""

    name: str
    character: Character
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Who is fired at: the name for messages, the sheet, and its armour."""

    name: str
    character: Character
    armour: Armour


@dataclass(frozen=True, slots=True)
class FireResult:
    """One fire, whole: the shot, the throw to hit, and for a hit its damage and the wounded target."""

    firer: Firer
    target: Target
    shot: Shot
    spent: Spent
    hit: Check
    damage: Damage | None
    wounded: Wounded | None

    @property
    def firer_after(self) -> Character:
        """The firer with the rounds gone."""
        return self.firer.character.with_carried(self.spent.after)

    @property
    def target_after(self) -> Character:
        """The target with its wounds."""
        return self.wounded.after if self.wounded else self.target.character


def aim(firer: Firer, weapon: Weapon, situation: Situation) -> tuple[Shot, Spent]:
    """Work a shot out up to the dice, with the rounds that it costs (AHL 11.C, 25.A).

    Raises RuleError for a range beyond the last band, an empty weapon, or a fire that the weapon can't do.
    """
    carried = firer.character.carried(firer.weapon, firer.name)
    if "high-energy" in weapon.traits and situation.fire is Fire.SNAP:
        raise RuleError(f"{weapon.name} cannot fire snap shots: aim it, or cover (AHL 19).")
    ammunition = weapon.row(carried.loaded.ammunition)
    band, cell = range_band(weapon, ammunition, situation.squares)
    spent = spend(carried, weapon, situation.setting)
    wounds = firer.character.light_wounds
    shot = Shot(weapon, ammunition, band, cell, spent.automatic, carried.skill, wounds, situation)
    return shot, spent


def check_active(name: str, character: Character, act: str) -> None:
    """Raise RuleError where a character can't act; `act` says what he was to do."""
    if character.condition is not Condition.ACTIVE:
        raise RuleError(f"{name} is {character.condition.value} and cannot {act} (AHL 12.B, 12.C).")


def fire(firer: Firer, target: Target, weapon: Weapon, situation: Situation, dice: Dice) -> FireResult:
    """Resolve one fire at one target (AHL 11, 12).

    Raises RuleError where the firer is out, the target dead, or the shot impossible; nothing has then been
    thrown.
    """
    check_active(firer.name, firer.character, "fire")
    check_unpanicked(firer.name, firer.character, "fire")
    if target.character.condition is Condition.DEAD:
        raise RuleError(f"{target.name} is dead already: choose another target.")
    shot, spent = aim(firer, weapon, situation)
    hit = Check("to hit", dice.roll(2, why="to hit"), applied(TO_HIT, shot), NEEDED[shot.band])
    damage = wounded = None
    if hit.made:
        laser = "laser" in weapon.traits
        damage = throw_damage(
            Hit(shot.cell.penetration, target.armour, situation.cover, laser, shot.ammunition.steps_up), dice
        )
        wounded = wound(target.character, damage.level, dice)
    return FireResult(firer, target, shot, spent, hit, damage, wounded)
