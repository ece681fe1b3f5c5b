"""What a bill is made of: priced lines, broken limits, and remarks, each with its rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, auto
from fractions import Fraction

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
