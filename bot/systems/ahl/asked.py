"""What AHL's orders ask for, each said once: a class an order, and what several have in common as their bases.

A circumstance is a field here and the modifier that reads it. All else derives from the field (see `bot.engine.asked`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal

from bot.engine.asked import Asked, ask, rows
from bot.engine.fields import ADDING_A_DM, REASON_OF_A_DM
from bot.engine.modifiers import Modifier, referees_own
from bot.engine.scene import Role, Scene

LARGEST_DM = 20
# Farther than any weapon of the chart reaches, so that the chart gives the answer and not the field.
FARTHEST = 10_000


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


def carried_names(role: str) -> Callable[[Scene], Sequence[str]]:
    """What to offer for a weapon: what the unit in a role carries."""

    def names(scene: Scene) -> Sequence[str]:
        return [carried.weapon for carried in scene.one(role).sheet.weapons] if role in scene.units else ()

    return names


def deck() -> bool:
    """The field of an order that a deck has something to say of: `deck:no` leaves out all of it."""
    return ask(default=True, referees="Leaving the deck out")


def energy() -> str:
    """The field for shots without a figure: whether they are counted is a setting, and never said with an order."""
    return ask(
        "not counted",
        setting="how many shots a weapon without a figure has before /reload, such as 40 (ruling R-09)",
        pattern="[1-9][0-9]{0,2}",
        ruled=True,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Thrown(Asked):
    """Of every order that throws: the referee's own modifier, and its reason."""

    dm: int = ask(0, low=-LARGEST_DM, high=LARGEST_DM, referees=ADDING_A_DM)
    because: str = ask("", referees=REASON_OF_A_DM)

    @property
    def own(self) -> Modifier | None:
        """The referee's own modifier, None where he gave none."""
        return referees_own(self.dm, self.because)


@dataclass(frozen=True, kw_only=True, slots=True)
class Wounding(Thrown):
    """Of every order that wounds. Where the air is gone anybody may say (AHL 12, 20, 21, 22)."""

    vacuum: bool = ask(default=False, setting="the air is gone: wounds through a suit are one level worse (AHL 22)")
    robot_vacuum: bool = ask(
        default=False, setting="vacuum makes the wounds of robots worse as well (ruling R-85)", ruled=True
    )
    robot_faint: Literal["destroyed", "unconscious"] = ask(
        "destroyed", setting="a robot that a light wound knocks out (ruling R-86)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Circumstances(Wounding):
    """Of every fire. Whether it is dark the deck says, if nobody does."""

    setting: Literal["automatic", "single"] | None = ask(None, mode=True)
    dark: bool | None = ask(None, setting="the lights are off: fire has −1 a square, morale −1 (AHL 23)")
    zero_g: bool = ask(default=False, name="zero-g", setting="the gravity is off (AHL 26)")
    handhold: bool = ask(default=False)
    traveller: bool = ask(
        default=False,
        setting="with Traveller: heavy weapons hit more, far-reaching ones one band; the advanced rules hold; morale "
        "and leadership come from its book on mercenaries (AHL Traveller E)",
        ruled=True,
    )
    rounds: Literal["counted", "unlimited"] = ask(
        "counted", setting="unlimited as in the basic game: no reloading (AHL 11.D)", ruled=True
    )
    energy_shots: str = energy()
    ram_flechette: Literal["any number", "two"] = ask(
        "any number", setting="how many a 4cm RAM burst hits with Traveller (ruling R-77)", ruled=True
    )
    close_pistols: Literal["listed", "automatic too"] = ask(
        "listed", setting="pistols fired in a square shared with enemies (R-61)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class FireOrder(Circumstances):
    """`/fire`: at a target, and at whoever else is in the danger space. What nobody says the deck does."""

    verb: ClassVar[str] = "fire"
    roles: ClassVar[tuple[Role, ...]] = (Role("attacker"), Role("target"), Role("others", many=True, optional=True))
    weapon: str = ask("", suggest=carried_names("attacker"))
    range: int | None = ask(None, low=0, high=FARTHEST)
    ranges: Literal["squares", "metres"] = ask(
        "squares", setting="what distances are given in; a square is 1.5 m (Traveller A)", ruled=True
    )
    fire: Fire = ask(Fire.AIMED, mode=True)
    cover: bool | None = ask(None)
    evading: Evading | Literal["yes"] | None = ask(None)
    lit: bool = ask(default=False)
    deck: bool = deck()
    extremes: Mapping[str, str] = rows()


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverOrder(Circumstances):
    """`/cover`: along a line of the deck, through the square `at`, or else to where it was planned to end."""

    verb: ClassVar[str] = "cover"
    roles: ClassVar[tuple[Role, ...]] = (Role("character"),)
    at: str = ask("")
    weapon: str = ask("", suggest=carried_names("character"))
    extremes: Mapping[str, str] = rows()


def shots(energy_shots: str) -> int:
    """How many shots a weapon without a figure has; 0 where they aren't counted."""
    return int(energy_shots) if energy_shots.isdecimal() else 0
