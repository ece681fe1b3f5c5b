"""The design tables, typed: hulls, drives, computers, weapons, screens, vehicles."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from bot.engine.errors import RuleError
from bot.engine.tables import read_rows
from bot.engine.typed import match

MCR = 1_000_000
LOWEST_TL, HIGHEST_TL = 7, 15

Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Size:
    """A hull code: the tons from which it holds, and the percentage of batteries that bear."""

    code: str
    tons: int
    bearing: int


@dataclass(frozen=True, slots=True)
class Configuration:
    """A hull's shape; `modifier` and `waste` are percentages of price and tonnage, `armor` is free armor. A planetoid
    has no modifier, but a price of its own.
    """

    code: int
    name: str
    streamlined: str
    modifier: int | None
    waste: int
    armor: int


@dataclass(frozen=True, slots=True)
class Drive:
    """A maneuver or jump drive of one number: percent of the ship's tons, tech level, credits a ton."""

    percent: int
    tl: int
    price: int


@dataclass(frozen=True, slots=True)
class Band:
    """What depends on the yard's tech level alone: percent of tonnage for a power plant and for armor."""

    plant: int
    armor_base: int
    armor_each: int


@dataclass(frozen=True, slots=True)
class Purifier:
    """A fuel purification plant for 1,000 tons of fuel: tons and credits."""

    tl: int
    tons: int
    price: int


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer: USP code, level in battle, furthest jump, credits, tons, the hull code that needs it."""

    model: str
    code: str
    level: int
    jump: int
    price: int
    tons: int
    capacity: tuple[int, int]
    ship: str
    tl: int
    ep: int


@dataclass(frozen=True, slots=True)
class SpinalMount:
    """A major weapon: tons, tech level, credits, energy points."""

    weapon: str
    code: str
    tons: int
    tl: int
    price: int
    ep: int


@dataclass(frozen=True, slots=True)
class BayWeapon:
    """A weapon for a bay of 50 or 100 tons: the factor by tech level, energy points, credits."""

    weapon: str
    size: int
    factors: Mapping[int, int]
    ep: int
    price: int


@dataclass(frozen=True, slots=True)
class TurretWeapon:
    """A turret weapon: weapons needed by factor, and what one costs; `most` fit into one turret."""

    weapon: str
    place: str
    needed: tuple[tuple[int, int], ...]
    tl: int
    ep: int
    better: tuple[tuple[int, int], ...]
    tons: int
    price: int
    most: int


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen of one factor; `price` is None where none is listed; meson screens draw `ep` per 1% of tonnage."""

    name: str
    factor: int
    tl: int
    tons: int
    price: int | None
    ep: Fraction


@dataclass(frozen=True, slots=True)
class VehicleType:
    """A ship's vehicle: credits, tons and the first and last tech level that make it."""

    name: str
    price: int
    tons: int
    first_tl: int
    last_tl: int


@dataclass(frozen=True, slots=True)
class Tables:
    """All design tables; `armored_craft` says whether craft under 100 tons can be armored (R-21)."""

    sizes: tuple[Size, ...]
    configurations: Mapping[int, Configuration]
    drives: Mapping[tuple[str, int], Drive]
    bands: Mapping[int, Band]
    purifiers: Mapping[int, Purifier]
    computers: Mapping[str, Computer]
    spinal: Mapping[tuple[str, str], SpinalMount]
    bays: Mapping[tuple[str, int], BayWeapon]
    turrets: Mapping[str, TurretWeapon]
    screens: Mapping[tuple[str, int], Screen]
    vehicles: Mapping[str, VehicleType]
    armored_craft: bool = False

    def size(self, tons: Fraction | int) -> Size:
        """The hull code of a tonnage (HG-D03)."""
        return self.sizes[bisect_right(self.sizes, tons, key=lambda size: size.tons) - 1]

    def band(self, tl: int) -> Band:
        """What a yard of this tech level builds; raises RuleError outside 7 to 15."""
        if tl not in self.bands:
            raise RuleError(f"The tables know tech levels {LOWEST_TL} to {HIGHEST_TL}, not {tl} (HG-D73).")
        return self.bands[tl]

    def computer(self, model: str) -> Computer:
        """A computer by its model; raises RuleError if there is none (HG-D29)."""
        return self.computers[match(model, self.computers, what="computer model")]


def _money(mcr: str) -> int:
    return int(Fraction(mcr) * MCR)


def _size(cells: Cells) -> Size:
    return Size(cells["code"], int(cells["tons"]), int(cells["bearing"]))


def _configuration(cells: Cells) -> Configuration:
    modifier = int(cells["modifier"]) if cells["modifier"] else None
    waste, armor = int(cells["waste"]), int(cells["armor"])
    return Configuration(int(cells["code"]), cells["name"], cells["streamlined"], modifier, waste, armor)


def _drive(cells: Cells) -> tuple[tuple[str, int], Drive]:
    drive = Drive(int(cells["percent"]), int(cells["tl"]), _money(cells["price"]))
    return (cells["drive"], int(cells["number"])), drive


def _band(cells: Cells) -> tuple[int, Band]:
    return int(cells["tl"]), Band(*(int(cells[name]) for name in ("plant", "armor_base", "armor_each")))


def _purifier(cells: Cells) -> Purifier:
    return Purifier(int(cells["tl"]), int(cells["tons"]), int(cells["price"]))


def _computer(cells: Cells) -> Computer:
    return Computer(
        model=cells["model"],
        code=cells["code"],
        level=int(cells["level"]),
        jump=int(cells["jump"]),
        price=_money(cells["price"]),
        tons=int(cells["tons"]),
        capacity=(int(cells["cpu"]), int(cells["storage"])),
        ship=cells["ship"],
        tl=int(cells["tl"]),
        ep=int(cells["ep"]),
    )


def _spinal(cells: Cells) -> SpinalMount:
    numbers = (int(cells["tons"]), int(cells["tl"]), _money(cells["price"]), int(cells["ep"]))
    return SpinalMount(cells["weapon"], cells["code"], *numbers)


def _bay(cells: Cells) -> BayWeapon:
    factors = {tl: int(cells[str(tl)]) for tl in range(LOWEST_TL, HIGHEST_TL + 1) if cells[str(tl)]}
    return BayWeapon(cells["weapon"], int(cells["size"]), factors, int(cells["ep"]), _money(cells["price"]))


def _turret(cells: Cells) -> TurretWeapon:
    better = [(bonus, cells[name]) for bonus, name in ((2, "plus_two"), (1, "plus_one"))]
    return TurretWeapon(
        weapon=cells["weapon"],
        place=cells["place"],
        needed=tuple((factor, int(cells[str(factor)])) for factor in range(8, 0, -1) if cells[str(factor)]),
        tl=int(cells["tl"]),
        ep=int(cells["ep"]),
        better=tuple((bonus, int(tl)) for bonus, tl in better if tl),
        tons=int(cells["tons"]),
        price=_money(cells["price"]),
        most=int(cells["most"]),
    )


def _screen(cells: Cells) -> Screen:
    price = _money(cells["price"]) if cells["price"] else None
    numbers = (int(cells["factor"]), int(cells["tl"]), int(cells["tons"]))
    return Screen(cells["screen"], *numbers, price, Fraction(cells["ep"]))


def _vehicle(cells: Cells) -> VehicleType:
    numbers = [int(cells[name]) for name in ("price", "tons", "first_tl", "last_tl")]
    return VehicleType(cells["name"], *numbers)


def load_tables(data: Path) -> Tables:
    """Read all design tables of a folder. Raises DataError, naming file and line, where one is wrong."""
    return Tables(
        sizes=tuple(read_rows(data / "tonnage.csv", _size)),
        configurations={shape.code: shape for shape in read_rows(data / "configurations.csv", _configuration)},
        drives=dict(read_rows(data / "drives.csv", _drive)),
        bands=dict(read_rows(data / "bands.csv", _band)),
        purifiers={model.tl: model for model in read_rows(data / "purifiers.csv", _purifier)},
        computers={computer.model: computer for computer in read_rows(data / "computers.csv", _computer)},
        spinal={(mount.weapon, mount.code): mount for mount in read_rows(data / "spinal.csv", _spinal)},
        bays={(bay.weapon, bay.size): bay for bay in read_rows(data / "bays.csv", _bay)},
        turrets={turret.weapon: turret for turret in read_rows(data / "turrets.csv", _turret)},
        screens={(screen.name, screen.factor): screen for screen in read_rows(data / "screens.csv", _screen)},
        vehicles={vehicle.name: vehicle for vehicle in read_rows(data / "vehicles.csv", _vehicle)},
    )
