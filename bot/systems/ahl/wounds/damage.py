"""What a hit does: the damage throw, its modifiers, wounds and their words, and recovery (AHL 12, 20, 21, 22)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Protocol

from bot.deck.board import Board
from bot.engine.cards import check_line, modifier_line
from bot.engine.dice import Check, Dice, Faces, Modifier, ModifierRules, applied
from bot.engine.scene import Unit
from bot.systems.ahl.asked.circumstances import Wounding
from bot.systems.ahl.sheet.character import Being, Character, Condition, Shape, state
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.tables import Armour, Weapon


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
    """What the damage throw depends on; `steps_up` is a direct hit by HE or HEAP, `energy` one by plasma or fusion, and
    `in_vacuum` is for whoever wears a suit there (see `Surroundings`). `own` is the referee's modifier; `weapon` is
    what hit directly, and `asked` what the order says, where there are such.
    """

    penetration: int
    armour: Armour
    cover: bool = False
    laser: bool = False
    steps_up: bool = False
    energy: bool = False
    robot: bool = False
    in_vacuum: bool = False
    own: Modifier | None = None
    weapon: Weapon | None = None
    asked: Wounding | None = None


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


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the damage table: the totals from which on a wound is light, serious, or death, its rule, what it
    calls its results where that isn't so, and what destroys a robot by it.
    """

    light: int
    serious: int
    dead: int
    rule: str
    names: tuple[str, str, str, str] = ("no effect", "light wound", "serious wound", "dead")
    robots: str = "Being knocked out, a serious wound and death destroy a robot (AHL 21)"

    def level(self, total: int) -> Severity:
        """What a total comes to."""
        return Severity((total >= self.light) + (total >= self.serious) + (total >= self.dead))

    @property
    def words(self) -> str:
        """The whole column: `3− no effect, 4–7 light wound, 8–11 serious wound, 12+ dead (AHL 12)`."""
        none, light, serious, dead = self.names
        wounds = f"{self.light}–{self.serious - 1} {light}, {self.serious}–{self.dead - 1} {serious}"
        return f"{self.light - 1}− {none}, {wounds}, {self.dead}+ {dead} ({self.rule})"


# The only one that AHL has, whatever hits whom.
COLUMN = Column(4, 8, 12, "AHL 12")


@dataclass(frozen=True, slots=True)
class Worsening:
    """Something that makes a wound one level worse, and its rule."""

    label: str
    rule: str


_EXPLOSIVE, _AIRLESS = Worsening("by the explosive round", "AHL 12.D"), Worsening("in vacuum", "AHL 22")


def worsened(hit: Hit) -> tuple[Worsening, ...]:
    """What makes a wound one level worse: HE and HEAP (AHL 12.D) but for robots (21), vacuum for whoever wears a suit
    (22); both apply, one after the other (ruling R-83).
    """
    return (_EXPLOSIVE,) * (hit.steps_up and not hit.robot) + (_AIRLESS,) * hit.in_vacuum


@dataclass(frozen=True, slots=True)
class Damage:
    """A damage throw, the level that the table gives, what makes it worse, the level after that, and the column."""

    check: Check
    table: Severity
    steps: tuple[Worsening, ...]
    level: Severity
    column: Column = COLUMN


def throw_damage(
    hit: Hit,
    dice: Dice,
    modifiers: ModifierRules[Hit] = DAMAGE,
    column: Column = COLUMN,
    worsened: Callable[[Hit], tuple[Worsening, ...]] = worsened,
) -> Damage:
    """Throw 2D for the damage of a hit (AHL 12.A), read in a column, each of the steps making it one level worse."""
    check = Check("damage", dice.roll(2, why="damage"), applied(modifiers, hit))
    table = column.level(check.total)
    steps = worsened(hit) if table else ()
    return Damage(check, table, steps, Severity(min(table + len(steps), Severity.DEAD)), column)


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
        """Whether their wound is one level worse: in vacuum, for whoever wears a suit (AHL 22)."""
        if character.being is Being.PERSON:
            return self.vacuum and character.suited
        return self.worsens_robot(character)

    def worsens_robot(self, character: Shape) -> bool:
        """Whether somebody is a robot whose wounds are (ruling R-85)."""
        return self.vacuum and character.robot and self.robot_shells

    def around(self, *, airless: bool) -> "Surroundings":
        """The same for somebody who stands where there is no air, or isn't known to."""
        return replace(self, vacuum=True) if airless and not self.vacuum else self


ORDINARY = Surroundings()


def surroundings_of(asked: Wounding) -> Surroundings:
    """What an order says of them."""
    return Surroundings(asked.vacuum, asked.robot_vacuum, asked.robot_faint == "unconscious")


@dataclass(frozen=True, slots=True)
class WoundReport:
    """How somebody is after a wound; `consciousness` is the die thrown for a light wound, `second` a second serious
    wound, which kills, `flight` the throw of those whom any hit may make flee.
    """

    after: Shape
    consciousness: int | None = None
    second: bool = False
    flight: Check | None = None


@dataclass(frozen=True, slots=True)
class Wounded(WoundReport):
    """The same of a whole character."""

    after: Character


def told_of_wound(wounded: Wounded) -> WoundReport:
    """What is told of a wound."""
    return WoundReport(wounded.after.shape, wounded.consciousness, wounded.second, wounded.flight)


class Wound(Protocol):
    """Applies one result of the damage table; `damage` is the throw that it came of, if there was one."""

    def __call__(
        self,
        character: Character,
        level: Severity,
        dice: Dice,
        surroundings: Surroundings = ...,
        damage: Damage | None = ...,
    ) -> Wounded:
        """The character as they are after it."""


def wound(
    character: Character,
    level: Severity,
    dice: Dice,
    surroundings: Surroundings = ORDINARY,
    damage: Damage | None = None,
) -> Wounded:
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


def without_air(board: Board | None, unit: Unit) -> bool:
    """Whether a deck shows that somebody is in vacuum, with any of the squares that they fill (AHL 22)."""
    return board is not None and unit.name in board.people and not board.airless.isdisjoint(squares_of(board, unit))


def damage_line(damage: Damage, faces: Faces, label: str = "Damage") -> str:
    """A damage throw with its result, and what made that worse."""
    outcome = damage.column.names[damage.table]
    for step in damage.steps:
        outcome += f", one level worse {step.label}"
    if damage.steps:
        outcome += f": {damage.column.names[damage.level]}"
    return f"{label}: {check_line(damage.check, faces.take('damage'), outcome)}"


def wound_lines(name: str, damage: Damage, wounded: WoundReport, faces: Faces, label: str = "Damage") -> list[str]:
    """A damage throw, the die for consciousness, and how its victim is now."""
    lines = [damage_line(damage, faces, label)]
    if wounded.consciousness is not None:
        lines.append(_consciousness_line(faces.take("consciousness")[0], wounded.after))
    lines += flight_lines(wounded, faces)
    return [*lines, f"{name}: {_state_after(damage, wounded)}"]


def flight_lines(wounded: WoundReport, faces: Faces) -> list[str]:
    """The throw of somebody whom a hit may make flee."""
    check = wounded.flight
    return [f"Flight: {check_line(check, faces.take('flight'), 'flees' if check.made else 'stays')}"] if check else []


def _consciousness_line(die: int, after: Shape) -> str:
    return f"Consciousness: {die} → {what_the_die_did(die, after)} (lost on a 6)"


def what_the_die_did(die: int, after: Shape) -> str:
    """What the die for consciousness after a light wound came to."""
    if after.condition is Condition.ACTIVE:
        return "stays conscious"
    if after.condition is Condition.DEAD:
        return "destroyed"
    return "unconscious" if die == 6 else "unconscious already"


def _state_after(damage: Damage, wounded: WoundReport) -> str:
    after = wounded.after
    if after.being is Being.BLOB and Severity.NONE < damage.level < Severity.DEAD:
        return f"{state(after)}, only death harms a blob"
    if wounded.second:
        return "a second serious wound kills"
    return state(after)


def check_working(checks: Iterable[Check]) -> list[str]:
    """Each modifier of some throws with its rule, once."""
    return list(dict.fromkeys(modifier_line(modifier) for check in checks for modifier in check.modifiers))


def wound_working(wounds: Sequence[tuple[Damage, WoundReport]], surroundings: Surroundings) -> list[str]:
    """The modifiers, what made wounds worse, and the rules that some damage throws came under, each once."""
    lines = check_working(damage.check for damage, _ in wounds)
    lines += [f"One level worse {step.label} ({step.rule})" for damage, _ in wounds for step in damage.steps]
    return list(dict.fromkeys([*lines, *wound_rules(wounds, surroundings)]))


def wound_rules(wounds: Sequence[tuple[Damage, WoundReport]], surroundings: Surroundings) -> list[str]:
    """The rules that some damage throws came under, each once; none where nothing was thrown."""
    if not wounds:
        return []
    rules = [damage.column.words for damage, _ in wounds]
    for damage, wounded in wounds:
        rules += _rules(damage, wounded, surroundings)
    return list(dict.fromkeys(rules))


def _rules(damage: Damage, wounded: WoundReport, surroundings: Surroundings) -> list[str]:
    after = wounded.after
    if after.being is Being.BLOB:
        return ["Only death harms a blob (AHL 20)"]
    if not after.robot:
        return [_WORKING[damage.level]] if damage.level else []
    rules = [damage.column.robots]
    if surroundings.robots_faint:
        rules.append("But a light wound that knocks it out does not: setting robot faint, ruling R-86")
    if surroundings.worsens_robot(after):
        rules.append("Vacuum spares no robots: setting robot vacuum, ruling R-85")
    return rules


_WORKING = {
    Severity.LIGHT: "Light wound: −1 to skill, melee and morale; one die, 6 is unconscious (AHL 12.B.1)",
    Severity.SERIOUS: "Serious wound: unconscious for the rest of the scenario; a second one kills (AHL 12.B.2)",
    Severity.DEAD: "Death (AHL 12.B.3)",
}


# What may become of a character who is hit, in the order in which odds are shown.
WOUNDS = (
    "No effect",
    "Light wound",
    "Light wound, unconscious",
    # Of whom more than one puts out.
    "Serious wound, not out",
    "Serious wound",
    "Destroyed",
    "Dead",
)


def what_became(before: Character, after: Shape) -> str:
    """What a hit made of a character: one of `WOUNDS`."""
    changed = after.condition is not before.condition
    if changed and after.condition is Condition.DEAD:
        return "Destroyed" if before.robot else "Dead"
    if changed and after.condition is Condition.SERIOUS:
        return "Serious wound"
    if after.serious_wounds > before.serious_wounds and after.condition is Condition.ACTIVE:
        return "Serious wound, not out"
    if after.light_wounds > before.light_wounds:
        return "Light wound, unconscious" if changed else "Light wound"
    return "No effect"
