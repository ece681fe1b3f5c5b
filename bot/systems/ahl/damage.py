"""What a hit does: the damage throw, its modifiers, and wounds (AHL 12)."""

from dataclasses import dataclass, replace
from enum import IntEnum

from bot.engine.dice import Dice
from bot.engine.modifiers import Check, Modifier, applied
from bot.systems.ahl.sheet import Character, Condition
from bot.systems.ahl.weapons import Armour


class Level(IntEnum):
    """A result of the damage table."""

    NONE = 0
    LIGHT = 1
    SERIOUS = 2
    DEAD = 3

    @property
    def words(self) -> str:
        """The result in the table's words."""
        return ("no effect", "light wound", "serious wound", "dead")[self]


@dataclass(frozen=True, slots=True)
class Hit:
    """What the damage throw depends on."""

    penetration: int
    armour: Armour
    cover: bool = False
    laser: bool = False
    steps_up: bool = False


def _penetration(hit: Hit) -> Modifier | None:
    return Modifier(hit.penetration, "penetration", "AHL 12.A.1") if hit.penetration else None


def _cover(hit: Hit) -> Modifier | None:
    return Modifier(2, "cover", "AHL 12.A.2") if hit.cover else None


def _armour(hit: Hit) -> Modifier | None:
    works = hit.armour.value and (hit.laser or not hit.armour.lasers_only)
    return Modifier(hit.armour.value, hit.armour.name, "AHL 12.A.3") if works else None


DAMAGE = (_penetration, _cover, _armour)


def damage_level(total: int) -> Level:
    """The damage table: 3 or less nothing, 4-7 light, 8-11 serious, 12 or more dead (AHL 12)."""
    if total <= 3:
        return Level.NONE
    if total <= 7:
        return Level.LIGHT
    return Level.SERIOUS if total <= 11 else Level.DEAD


@dataclass(frozen=True, slots=True)
class Step:
    """Something that makes a wound one level worse, and its rule."""

    label: str
    rule: str


@dataclass(frozen=True, slots=True)
class Damage:
    """A damage throw, the level that the table gives, what makes it worse, and the level after that."""

    check: Check
    table: Level
    steps: tuple[Step, ...]
    level: Level


def throw_damage(hit: Hit, dice: Dice) -> Damage:
    """Throw 2D for the damage of a hit (AHL 12.A); HE and HEAP make a wound one level worse (12.D)."""
    check = Check("damage", dice.roll(2, why="damage"), applied(DAMAGE, hit))
    table = damage_level(check.total)
    steps = _steps(hit) if table else ()
    return Damage(check, table, steps, Level(min(table + len(steps), Level.DEAD)))


def _steps(hit: Hit) -> tuple[Step, ...]:
    return (Step("by the explosive round", "AHL 12.D"),) if hit.steps_up else ()


@dataclass(frozen=True, slots=True)
class Wounded:
    """A character after a wound; `consciousness` is the die thrown for a light wound, `second` a second serious
    wound, which kills.
    """

    after: Character
    consciousness: int | None = None
    second: bool = False


def wound(character: Character, level: Level, dice: Dice) -> Wounded:
    """Apply one result of the damage table to a character (AHL 12.B, 12.C; ruling R-82)."""
    if level is Level.NONE or character.condition is Condition.DEAD:
        return Wounded(character)
    if level is Level.DEAD:
        return Wounded(replace(character, condition=Condition.DEAD))
    if level is Level.SERIOUS:
        second = character.condition is Condition.SERIOUS
        return Wounded(replace(character, condition=Condition.DEAD if second else Condition.SERIOUS), second=second)
    die = dice.roll(1, why="consciousness")
    faints = die == 6 and character.condition is Condition.ACTIVE
    after = replace(
        character,
        light_wounds=character.light_wounds + 1,
        condition=Condition.UNCONSCIOUS if faints else character.condition,
    )
    return Wounded(after, consciousness=die)
