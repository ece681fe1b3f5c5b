"""A design: what its builder chose, before anything is priced or checked.

Tons are displacement tons of 14 cubic metres, money is in credits; both are exact.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, auto
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


Number = Fraction | int


class Limit(StrEnum):
    """The limits that a design can break."""

    TECH_LEVEL = auto()
    NO_SUCH_HULL = auto()
    PLANT_TOO_SMALL = auto()
    PLANT_TOO_LARGE = auto()
    DRIVE_TOO_SMALL = auto()
    NO_JUMP_DRIVE = auto()
    FUEL_SHORT = auto()
    NO_SCOOPS = auto()
    NO_BRIDGE = auto()
    NO_COMPUTER = auto()
    COMPUTER_TOO_SMALL = auto()
    COMPUTER_MODEL = auto()
    ARMOR_TOO_THICK = auto()
    SPINAL_RIVAL = auto()
    TOO_MANY_BAYS = auto()
    BAYS_DIFFER = auto()
    BAY_AND_TURRET = auto()
    BAY_OVERFULL = auto()
    TOO_MANY_HARDPOINTS = auto()
    TURRET_TOO_FULL = auto()
    MIXED_TURRET_NOT_ALLOWED = auto()
    BATTERY_SIZE = auto()
    BATTERY_FACTORS_DIFFER = auto()
    TOO_MANY_TURRETS = auto()
    NO_CRAFT_FOR_TUBE = auto()
    CREW_UNKNOWN = auto()
    CREW_SHORT = auto()
    FROZEN_WATCH_BERTHS = auto()
    QUARTERS_SHORT = auto()
    COUCHES_SHORT = auto()
    NOT_FOR_SMALL_CRAFT = auto()
    ENERGY_SHORT = auto()
    OVER_CAPACITY = auto()


@dataclass(frozen=True, slots=True)
class BillLine:
    """One line of a bill: the part it belongs to, what it is, tons, credits, energy points, and the rule."""

    part: str
    label: str
    tons: Number = 0
    price: Number = 0
    ep: Number = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken limit: which, in a sentence that says what is possible, and the rule."""

    limit: Limit
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What a builder should know although it breaks nothing, and the rule."""

    text: str
    rule: str


Entry = BillLine | Fault | Remark
Entries = Iterator[Entry]


def plain(number: Number, places: int = 3) -> str:
    """A number as people write it: `1,250`, `62.5`, `−9.313`; rounded to some places, halves up."""
    scale = 10**places
    whole, part = divmod((abs(Fraction(number)) * scale + Fraction(1, 2)).__floor__(), scale)
    text = f"{whole:,}" + (f".{part:0{places}}".rstrip("0") if part else "")
    return f"−{text}" if number < 0 and text != "0" else text


def tech_fault(what: str, needs: int, tl: int, rule: str) -> Entries:
    """A fault where something needs a higher tech level than the yard's (HG-D73)."""
    if needs > tl:
        yield Fault(Limit.TECH_LEVEL, f"{what} needs tech level {needs}; the yard has {tl}.", rule)


def in_tons(number: Number, places: int = 3) -> str:
    """So many tons: `1 ton`, `62.5 tons`."""
    said = plain(number, places)
    return f"{said} ton{'' if said == '1' else 's'}"
