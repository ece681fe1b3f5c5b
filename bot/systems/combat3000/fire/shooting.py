"""A shot as it is resolved: whom it may reach, what it did to each, and everybody's sheet meanwhile."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from bot.engine.dice import Dice
from bot.engine.modifiers import Check
from bot.systems.combat3000.aim.hitroll import HitRoll, Roll
from bot.systems.combat3000.aim.shot import Chance
from bot.systems.combat3000.aim.subphase import Timing
from bot.systems.combat3000.burst.deviation import AIMED_AT, Landed, Place, Side
from bot.systems.combat3000.burst.effects import Near
from bot.systems.combat3000.figure.sheet import Figure, Part, Sheet, Vehicle
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.hit.areas import Area
from bot.systems.combat3000.hit.figures import Effect, Struck, Target, strike
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.hit.vehicles import VehicleStruck, strike_vehicle
from bot.systems.combat3000.hit.walls import Through
from bot.systems.combat3000.lists.book import Tables


class Fate(StrEnum):
    """What became of a shot that was declared."""

    FIRED = "fired"
    LATE = "too late"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom fire may reach: how many cm from the point of aim (area fire: from the firer), and to which side.

    `cm` None is where the target is. `concealed` are parts of the body behind hard cover; `robot` is no living thing.
    `averted` looks away from a flare, `struggles` in a web; what it drops falls `height` cm. `spot` is its exact place.
    """

    name: str
    cm: int | None = None
    side: Side | None = None
    concealed: frozenset[Part] = frozenset()
    robot: bool = False
    averted: bool = False
    struggles: bool = False
    height: int = 0
    spot: Place | None = None

    @property
    def place(self) -> Place | None:
        """Where it stands from the point of aim, None where only the distance is known."""
        if self.spot is not None:
            return self.spot
        if not self.cm:
            return AIMED_AT
        if self.side in {Side.LEFT, Side.RIGHT}:
            return Place(right=Fraction(self.cm if self.side is Side.RIGHT else -self.cm))
        if self.side in {Side.OVER, Side.UNDER}:
            return Place(over=Fraction(self.cm if self.side is Side.OVER else -self.cm))
        return None


@dataclass(frozen=True, slots=True)
class Attack:
    """What one shot did to one: the chance and the throw, if there was one for him alone, and what it came to."""

    name: str
    chance: Chance | None = None
    roll: HitRoll | None = None
    struck: tuple[Struck | VehicleStruck, ...] = ()


@dataclass(frozen=True, slots=True)
class Shooting:
    """One declared shot, resolved: its timing (None where it fires alone), its fate, and whom it attacked.

    `chance` and `roll` are those of the throw that may jam; `unsure` are those of whom only the table shows whether
    the template reaches them; `pack` is the throw of a plasma gun that jammed, `grapple` that of a hook, `area` what
    stays on the table, `through` what a shot through a wall found.
    """

    declared: Declared
    timing: Timing | None
    fate: Fate
    chance: Chance | None = None
    roll: HitRoll | None = None
    landed: Landed | None = None
    attacks: tuple[Attack, ...] = ()
    unsure: tuple[str, ...] = ()
    pack: Check | None = None
    grapple: Check | None = None
    area: Area | None = None
    through: Through | None = None

    @property
    def jammed(self) -> bool:
        """Whether the weapon jammed."""
        return self.roll is not None and self.roll.result is Roll.JAM

    @property
    def reached(self) -> tuple[str, ...]:
        """Whoever was hit or caught in the blast, hurt or not (ruling B-F13)."""
        return tuple(attack.name for attack in self.attacks if attack.struck)


@dataclass(slots=True)
class Table:
    """Everybody's sheet as it is now, and whom fire may reach besides its targets."""

    sheets: dict[str, Sheet]
    tables: Tables
    dice: Dice
    people: Mapping[str, Person] = field(default_factory=dict)

    def person(self, name: str) -> Person:
        """What is known of somebody's place."""
        return self.people.get(name, Person(name))

    def others(self, declared: Declared) -> list[str]:
        """Those besides firer and target whom a shot may reach."""
        return [name for name in self.people if name not in {declared.target, declared.firer.name}]

    def target(self, name: str) -> Target:
        """A figure as what hits it sees it."""
        figure, person = self.sheets[name], self.person(name)
        assert isinstance(figure, Figure)
        armour = tuple(self.tables.armour[code] for code in figure.armour)
        return Target(name, figure, armour, person.concealed, not (person.robot or figure.robot), person.height)

    def near(self, name: str, cm: float) -> Near:
        """A figure as a burst so many cm away finds it."""
        person = self.person(name)
        return Near(self.target(name), cm, facing=not person.averted, struggles=person.struggles)

    def strike(self, name: str, force: Force, declared: Declared) -> tuple[Struck | VehicleStruck, ...]:
        """One hit on somebody, whose sheet it changes; a Holtzman shield stops what isn't thrown (C3K Equipment)."""
        sheet, options = self.sheets[name], declared.plan.house.options
        if isinstance(sheet, Vehicle):
            broken = strike_vehicle(force, name, sheet, self.dice, options)
            self.sheets[name] = broken.after
            return (broken,)
        if sheet.shield_on and not declared.shot.thrown:
            return (Struck(self.target(name), Effect.SHIELDED, sheet),)
        struck = strike(force, self.target(name), self.dice, options)
        self.sheets[name] = struck.after
        return (struck,)
