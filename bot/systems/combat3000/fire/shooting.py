"""A shot as it is resolved: whom it may reach, what it did to each, and everybody's sheet meanwhile."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.engine.dice import Check, Dice
from bot.systems.combat3000.aim.hitroll import HitRoll, Roll
from bot.systems.combat3000.aim.shot import Chance
from bot.systems.combat3000.aim.subphase import Timing
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.burst.deviation import Landed
from bot.systems.combat3000.burst.effects import Near
from bot.systems.combat3000.figure.sheet import Figure, Part, Sheet, Vehicle
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.hit.areas import Area
from bot.systems.combat3000.hit.figures import Effect, Struck, Target, strike
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.hit.vehicles import VehicleStruck, strike_vehicle
from bot.systems.combat3000.hit.walls import Through

Hit = Struck | VehicleStruck


class Fate(StrEnum):
    """What became of a shot that was declared."""

    FIRED = "fired"
    LATE = "too late"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Person:
    """What a hit finds of somebody: `concealed` are parts of the body behind hard cover; `robot` is no living thing.

    `averted` looks away from a flare, `struggles` in a web; what it drops falls `height` cm.
    """

    name: str
    concealed: frozenset[Part] = frozenset()
    robot: bool = False
    averted: bool = False
    struggles: bool = False
    height: int = 0


@dataclass(frozen=True, slots=True)
class Attack:
    """What one shot did to one: the chance and the throw, if there was one for them alone, and what it came to."""

    name: str
    chance: Chance | None = None
    roll: HitRoll | None = None
    struck: tuple[Hit, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Moment:
    """Everybody's sheet at one moment, and what a hit finds of whom; each shot makes another of it."""

    sheets: Mapping[str, Sheet]
    book: Book
    people: Mapping[str, Person] = field(default_factory=dict)

    def with_sheets(self, changed: Mapping[str, Sheet]) -> "Moment":
        """The table with some sheets as they are now."""
        return replace(self, sheets={**self.sheets, **changed})

    def target(self, name: str) -> Target:
        """A figure as what hits it sees it."""
        figure, person = self.sheets[name], self.people.get(name, Person(name))
        assert isinstance(figure, Figure)
        armour = tuple(self.book.armour[code] for code in figure.armour)
        return Target(name, figure, armour, person.concealed, not (person.robot or figure.robot), person.height)

    def near(self, name: str, cm: float) -> Near:
        """A figure as a burst at a distance in cm finds it."""
        person = self.people.get(name, Person(name))
        return Near(self.target(name), cm, facing=not person.averted, struggles=person.struggles)


def strike_one(name: str, force: Force, declared: Declared, table: Moment, dice: Dice) -> Hit:
    """One hit on somebody as they are now; a Holtzman shield stops what isn't thrown (C3K Equipment)."""
    sheet, options = table.sheets[name], declared.plan.house.options
    if isinstance(sheet, Vehicle):
        return strike_vehicle(force, name, sheet, dice, options)
    if sheet.shield_on and not declared.shot.thrown:
        return Struck(table.target(name), Effect.SHIELDED, sheet)
    return strike(force, table.target(name), dice, options)
