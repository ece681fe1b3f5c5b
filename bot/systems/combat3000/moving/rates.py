"""How far somebody goes in a turn, in cm of the table: on foot, in a vehicle, in the air (C3K Walk, Flying)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from bot.engine.dice import Dice
from bot.engine.errors import RuleError

RUN = 3


class Ground(StrEnum):
    """What is underfoot, or under the wheels; what is broken for a vehicle is difficult for those on foot."""

    LEVEL = "level"
    DIFFICULT = "difficult"
    STAIRS = "stairs"
    ROPE_UP = "rope up"
    ROPE_DOWN = "rope down"
    STEEP = "steep"
    VERTICAL = "vertical"
    LOOSE = "loose"
    VEGETATION = "vegetation"
    BANK = "bank"


CLIMBED = {Ground.ROPE_UP, Ground.ROPE_DOWN, Ground.STEEP, Ground.VERTICAL}
ROPES = {Ground.ROPE_UP: Fraction(1), Ground.ROPE_DOWN: Fraction(2)}
_FOR_VEHICLES = {Ground.LEVEL, Ground.DIFFICULT, Ground.STEEP, Ground.LOOSE, Ground.VEGETATION, Ground.BANK}
_ON_FOOT = {Ground.LEVEL, Ground.DIFFICULT, Ground.STAIRS, *CLIMBED}
# What a climb takes off the walk: the sides of its die, and what is taken off besides (rulings B-M1, B-M2).
_CLIMBS = {Ground.STEEP: (6, 2), Ground.VERTICAL: (10, 0)}
_OTHERWISE = {Ground.STEEP: (6, -2), Ground.VERTICAL: (10, 0)}


@dataclass(frozen=True, slots=True)
class Stride:
    """How many cm somebody goes in a turn, and the die of a climb."""

    cm: Fraction
    die: int | None = None


def rate_on_foot(walk: int, gait: str, ground: Ground, dice: Dice | None, *, kinder: bool = False) -> Stride:
    """The walk, three times it at a run, half of it at a crawl; half of that on stairs and difficult ground; on a rope
    1 up and 2 down; a climb less its die, and never below 0. Without dice it is the most that a climb can come to; of a
    steep one the other reading is `kinder` (ruling B-M1).

    Raises RuleError for ground of vehicles.
    """
    if ground not in _ON_FOOT:
        raise RuleError(f"{ground.capitalize()} is ground of vehicles: on foot it is level or difficult (C3K Walk).")
    if ground in ROPES:
        return Stride(ROPES[ground])
    if ground in _CLIMBS:
        sides, less = (_OTHERWISE if kinder else _CLIMBS)[ground]
        die = dice.roll(1, sides, why="climb") if dice else None
        return Stride(Fraction(max(0, walk - (die or 1) - less)), die)
    cm = {"walk": Fraction(walk), "run": Fraction(RUN * walk), "crawl": Fraction(walk, 2)}[gait]
    return Stride(cm / 2 if ground in {Ground.STAIRS, Ground.DIFFICULT} else cm)


HOVER, TRACKED, HALF_TRACKED, MULTI_WHEELED = "hover", "tracked", "half tracked", "multi wheeled"
VEGETATION_CM, BANK_TURNS = 10, 3
HIGHEST_BANK: Final = Fraction(3, 2)
_HALF, _QUARTER = 2, 4


@dataclass(frozen=True, slots=True)
class Range:
    """From how many cm to how many a vehicle can go in a turn."""

    lowest: Fraction
    highest: Fraction


def vehicle_range(
    previous: int,
    acceleration: int,
    maximum: int,
    movement: str,
    ground: Ground = Ground.LEVEL,
    driver: int | None = None,
) -> Range:
    """How far a vehicle goes by its speed of the last turn: faster by its acceleration, up to its maximum; slower by
    half of that, or by a quarter where it hovers, or the surface is loose (C3K Vehicle movement).

    Steep and broken ground halve it, but for a hover vehicle; vegetation and obstacles, which a `driver` of so much
    dexterity and reflex avoids, cap it (rulings B-M4 to B-M8). Raises RuleError for ground on which it can't go.
    """
    if ground not in _FOR_VEHICLES:
        raise RuleError(f"No vehicle goes by {ground}: its ground is level, difficult, steep, loose or vegetation.")
    part = _QUARTER if movement == HOVER or ground is Ground.LOOSE else _HALF
    lowest = max(Fraction(0), previous - Fraction(maximum, part))
    highest = Fraction(min(maximum, previous + acceleration))
    lowest, highest = over(lowest, movement, ground), over(highest, movement, ground)
    cap = obstacle_cap(driver) if driver is not None else highest
    if ground is Ground.VEGETATION and movement != HOVER:
        cap = min(cap, Fraction(VEGETATION_CM))
    return Range(lowest, min(highest, cap))


def over(speed: Fraction, movement: str, ground: Ground) -> Fraction:
    """A speed on steep or broken ground, which halves all but that of a hover vehicle (ruling B-M7)."""
    return speed / 2 if ground in {Ground.STEEP, Ground.DIFFICULT} and movement != HOVER else speed


def obstacle_cap(driver: int) -> Fraction:
    """How fast obstacles are avoided: 10 cm and 2 for each point of dexterity and reflex (ruling B-M5)."""
    return Fraction(max(0, 10 + 2 * driver))


def crosses_bank(movement: str, height: Fraction) -> bool:
    """Whether a vehicle crosses a linear obstacle of so many metres: tracked and multi-wheeled ones do (ruling B-M6);
    a hover vehicle ignores what is lower than 2 metres.
    """
    if movement == HOVER:
        return height < 2
    return movement in {TRACKED, MULTI_WHEELED} and height <= HIGHEST_BANK


@dataclass(frozen=True, slots=True)
class Flight:
    """What a flyer can do: its greatest speed, its change of speed, its pitch and its least speed, in cm a turn."""

    maximum: int
    change: int
    pitch: int
    minimum: int

    def __str__(self) -> str:
        return f"{self.maximum}/{self.change}/{self.pitch}/{self.minimum}"


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a flyer at some speed can be after a turn: so far ahead, up, down and to each side."""

    least: Fraction
    most: Fraction
    climb: Fraction
    dive: Fraction
    aside: Fraction


def reach(flight: Flight, speed: Fraction) -> Reach:
    """By the four numbers; a dive is half as much again as a climb (rulings B-V1, B-V2)."""
    least = max(Fraction(flight.minimum), speed - flight.change)
    most = min(Fraction(flight.maximum), speed + flight.change)
    pitch = Fraction(flight.pitch)
    return Reach(least, most, pitch, pitch * 3 / 2, pitch)
