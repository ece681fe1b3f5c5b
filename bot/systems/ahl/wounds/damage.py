"""What a hit does: the damage throw, its modifiers, and wounds (AHL 12, 20, 21, 22)."""

from dataclasses import dataclass, replace
from enum import IntEnum

from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied
from bot.systems.ahl.asked.circumstances import Wounding
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.tables.weapons import Armour


class Severity(IntEnum):
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
    """What the damage throw depends on; `steps_up` is a direct hit by HE or HEAP, and `in_vacuum` is for whoever wears
    a suit there (see `Surroundings`). `own` is the referee's modifier.
    """

    penetration: int
    armour: Armour
    cover: bool = False
    laser: bool = False
    steps_up: bool = False
    robot: bool = False
    in_vacuum: bool = False
    own: Modifier | None = None


def _penetration(hit: Hit) -> Modifier | None:
    return Modifier(hit.penetration, "penetration", "AHL 12.A.1") if hit.penetration else None


def _cover(hit: Hit) -> Modifier | None:
    return Modifier(2, "cover", "AHL 12.A.2") if hit.cover else None


def _armour(hit: Hit) -> Modifier | None:
    armour = hit.armour.against(laser=hit.laser)
    return Modifier(armour.value, armour.name, armour.rule) if armour.value else None


def _referee(hit: Hit) -> Modifier | None:
    return hit.own


DAMAGE = (_penetration, _cover, _armour, _referee)


def damage_level(total: int) -> Severity:
    """The damage table: 3 or less nothing, 4-7 light, 8-11 serious, 12 or more dead (AHL 12)."""
    if total <= 3:
        return Severity.NONE
    if total <= 7:
        return Severity.LIGHT
    return Severity.SERIOUS if total <= 11 else Severity.DEAD


@dataclass(frozen=True, slots=True)
class Worsening:
    """Something that makes a wound one level worse, and its rule."""

    label: str
    rule: str


@dataclass(frozen=True, slots=True)
class Damage:
    """A damage throw, the level that the table gives, what makes it worse, and the level after that."""

    check: Check
    table: Severity
    steps: tuple[Worsening, ...]
    level: Severity


def throw_damage(hit: Hit, dice: Dice, modifiers: ModifierRules[Hit] = DAMAGE) -> Damage:
    """Throw 2D for the damage of a hit (AHL 12.A).

    HE and HEAP make a wound one level worse (12.D) but for robots (21), and so does vacuum for whoever wears a suit
    (22); both apply, one after the other (ruling R-83).
    """
    check = Check("damage", dice.roll(2, why="damage"), applied(modifiers, hit))
    table = damage_level(check.total)
    steps = _steps(hit) if table else ()
    return Damage(check, table, steps, Severity(min(table + len(steps), Severity.DEAD)))


_EXPLOSIVE, _AIRLESS = Worsening("by the explosive round", "AHL 12.D"), Worsening("in vacuum", "AHL 22")


def _steps(hit: Hit) -> tuple[Worsening, ...]:
    return (_EXPLOSIVE,) * (hit.steps_up and not hit.robot) + (_AIRLESS,) * hit.in_vacuum


# What robots count as wearing (AHL 21).
SHELLS = {Being.WARBOT: "battle dress", Being.MAINTENANCE_ROBOT: "combat armor"}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What wounds depend on apart from the hit: vacuum, and the two rulings on robots that leave a choice.

    `robot_shells` lets vacuum worsen the wounds of robots as well (ruling R-85), `robots_faint` leaves a
    robot that a light wound knocks out unconscious instead of destroyed (ruling R-86).
    """

    vacuum: bool = False
    robot_shells: bool = False
    robots_faint: bool = False

    def worsens(self, character: Character) -> bool:
        """Whether a wound of his is one level worse: in vacuum, for whoever wears a suit (AHL 22)."""
        if character.being is Being.PERSON:
            return self.vacuum and character.suited
        return self.vacuum and character.robot and self.robot_shells

    def around(self, *, airless: bool) -> "Surroundings":
        """The same for somebody who stands where there is no air, or isn't known to."""
        return replace(self, vacuum=True) if airless and not self.vacuum else self


ORDINARY = Surroundings()


def surroundings_of(asked: Wounding) -> Surroundings:
    """What an order says of them."""
    return Surroundings(asked.vacuum, asked.robot_vacuum, asked.robot_faint == "unconscious")


@dataclass(frozen=True, slots=True)
class Wounded:
    """A character after a wound; `consciousness` is the die thrown for a light wound, `second` a second serious
    wound, which kills.
    """

    after: Character
    consciousness: int | None = None
    second: bool = False


def told_of_wound(wounded: Wounded) -> Wounded:
    """The same, of somebody without what he carries: as it is told."""
    return replace(wounded, after=replace(wounded.after, weapons=(), grenades=0))


def wound(character: Character, level: Severity, dice: Dice, surroundings: Surroundings = ORDINARY) -> Wounded:
    """Apply one result of the damage table to a character (AHL 12.B, 12.C; ruling R-82).

    Only death harms a blob (AHL 20); being knocked out, a serious wound and death destroy a robot (AHL 21).
    """
    if level is Severity.NONE or character.condition is Condition.DEAD:
        return Wounded(character)
    if level is not Severity.DEAD and character.being is Being.BLOB:
        return Wounded(character)
    if level is Severity.LIGHT:
        return _light_wound(character, dice, surroundings)
    second = level is Severity.SERIOUS and character.condition is Condition.SERIOUS
    dies = second or level is Severity.DEAD or character.robot
    return Wounded(replace(character, condition=Condition.DEAD if dies else Condition.SERIOUS), second=second)


def _light_wound(character: Character, dice: Dice, surroundings: Surroundings) -> Wounded:
    die = dice.roll(1, why="consciousness")
    condition = character.condition
    if die == 6 and character.robot and not surroundings.robots_faint:
        condition = Condition.DEAD
    elif die == 6 and condition is Condition.ACTIVE:
        condition = Condition.UNCONSCIOUS
    after = replace(character, light_wounds=character.light_wounds + 1, condition=condition)
    return Wounded(after, consciousness=die)
