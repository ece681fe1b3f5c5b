"""A design: what its builder chose, before anything is priced or checked.

Tons are displacement tons of 14 cubic metres, money is in credits; both are exact.
"""

from dataclasses import dataclass
from fractions import Fraction

SMALL_CRAFT_TONS = 100


@dataclass(frozen=True, slots=True)
class Spinal:
    """The major weapon, `particle` or `meson`, and its code A to T."""

    weapon: str
    code: str


@dataclass(frozen=True, slots=True)
class Bays:
    """Bays of 50 or 100 tons with one weapon each; an empty name for empty bays."""

    weapon: str
    size: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Turrets:
    """Turrets (or barbettes) that are all alike: the weapons in one, how many, in how many batteries.

    Without `batteries` each turret is one. In mixed turrets each weapon is one.
    """

    weapons: tuple[str, ...]
    count: int = 1
    batteries: int | None = None

    @property
    def mixed(self) -> bool:
        """Whether weapons of different kinds share a turret."""
        return len(set(self.weapons)) > 1


@dataclass(frozen=True, slots=True)
class Vehicle:
    """Vehicles carried; without tons and price they are those of the vehicle table."""

    name: str
    count: int = 1
    tons: Fraction | None = None
    price: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Craft:
    """Craft carried: tons, credits and crew of one, and whether it is kept in empty bays."""

    name: str
    tons: Fraction
    price: Fraction
    crew: int = 1
    count: int = 1
    in_bay: bool = False


@dataclass(frozen=True, slots=True)
class Other:
    """Something that the tables don't have, as its builder describes it (R-80)."""

    name: str
    count: int = 1
    tons: Fraction = Fraction(0)
    price: Fraction = Fraction(0)
    ep: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Design:
    """A ship or a small craft as its builder asks for it.

    None stands for what the rules ask for: the least drive, fuel, crew, quarters or couches, and for `cargo`
    all that is left. `low` are single low berths, `emergency_low` those for four each.
    """

    tl: int
    tons: Fraction
    configuration: int
    type: str = "XX"
    name: str = ""
    number: str = ""
    jump: int = 0
    maneuver: int = 0
    power: int = 0
    jump_tons: Fraction | None = None
    maneuver_tons: Fraction | None = None
    fuel: Fraction | None = None
    tanks: Fraction = Fraction(0)
    scoops: bool = False
    purifier: int = 0
    bridges: int = 1
    computer: str = ""
    armor: int = 0
    spinal: Spinal | None = None
    bays: tuple[Bays, ...] = ()
    turrets: tuple[Turrets, ...] = ()
    damper: int = 0
    meson_screen: int = 0
    globe: int = 0
    capacitors: Fraction = Fraction(0)
    vehicles: tuple[Vehicle, ...] = ()
    craft: tuple[Craft, ...] = ()
    tubes: int = 0
    fighters: int = 0
    crew: int | None = None
    troops: int = 0
    marines: int = 0
    staterooms: int | None = None
    singles: int = 1
    couches: int | None = None
    low: int = 0
    emergency_low: int = 0
    frozen_watch: bool = False
    passengers: int = 0
    cargo: Fraction | None = Fraction(0)
    other: tuple[Other, ...] = ()
    private: bool = False

    @property
    def small(self) -> bool:
        """Whether it is a small craft: under 100 tons (HG-S01)."""
        return self.tons < SMALL_CRAFT_TONS

    @property
    def soldiers(self) -> int:
        """Troops and marines together."""
        return self.troops + self.marines

    @property
    def percent(self) -> Fraction:
        """One percent of the tonnage: the measure of energy, drives and agility."""
        return Fraction(self.tons) / 100
