"""The weapons chart and the armour list (AHL weapons table, 12.A.3)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from bot.engine.errors import DataError, RuleError
from bot.engine.tables import read_rows
from bot.engine.typed import match


class Band(StrEnum):
    """A range band of the weapons chart."""

    EFFECTIVE = "effective"
    LONG = "long"
    EXTREME = "extreme"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the chart: the furthest range in squares of 1.5 m, penetration, and automatic fire bonus."""

    squares: int
    penetration: int
    bonus: int


@dataclass(frozen=True, slots=True)
class Ammunition:
    """A row of the chart: one kind of ammunition of one weapon.

    `kind` is empty where the weapon takes only one. Where the source shows no extreme cell, `ruling` is the
    one by which a referee may enter their own, and `lost` says whether there was one.
    """

    kind: str
    cells: Mapping[Band, Cell]
    ruling: str = ""
    lost: bool = False

    @property
    def harmless(self) -> bool:
        """Whether it is for play with Traveller, where the referee says what it does (AHL 11.D, ruling R-12)."""
        return self.kind in {"tranq", "gas"}

    @property
    def steps_up(self) -> bool:
        """Whether a direct hit wounds one level worse (AHL 12.D)."""
        return self.kind in {"HE", "HEAP"}


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon with the rows of its ammunition; `clip` and `burst` are rounds, 0 for none or not counted.

    `code` is what counters call it, where that is not its name.
    """

    name: str
    code: str
    clip: int
    burst: int
    traits: frozenset[str]
    ammunition: Mapping[str, Ammunition]

    @property
    def high_energy(self) -> bool:
        """Whether rule 19 applies: plasma and fusion guns."""
        return "high-energy" in self.traits

    def row(self, kind: str) -> Ammunition:
        """The row of one kind of ammunition; raises RuleError where the weapon doesn't take it."""
        if not kind and len(self.ammunition) > 1:
            return next(iter(self.ammunition.values()))
        if kind and tuple(self.ammunition) == ("",):
            raise RuleError(f"{self.name} takes only one kind of ammunition: leave it out.")
        return self.ammunition[match(kind, self.ammunition, what=f"ammunition for {self.name}")]


@dataclass(frozen=True, slots=True)
class Armour:
    """A kind of armour: what it subtracts from damage, whether only from lasers', and the rule that says so; `besides`
    is a second kind that is worn with it.
    """

    name: str
    value: int
    lasers_only: bool
    rule: str = "AHL 12.A.3"
    besides: "Armour | None" = None

    def against(self, *, laser: bool) -> "Armour":
        """What stops a hit, or a laser's: of two kinds that are worn the better one that works (ruling R-80)."""
        worn = [each for each in (self, self.besides) if each and (laser or not each.lasers_only)]
        return min(worn, key=lambda each: each.value, default=UNARMOURED)


UNARMOURED = Armour("none", 0, lasers_only=False)
CELL = r"(\d+) \((\d+)\)(?:\+(\d+))?"
_BANDS = tuple(Band)


def read_cell(text: str) -> Cell:
    """A cell as the chart prints it: `300 (4)+2`. Raises ValueError for anything else."""
    parts = re.fullmatch(CELL, text)
    if not parts:
        raise ValueError(f"a range cell reads like 300 (4)+2, not {text!r}")
    return Cell(int(parts[1]), int(parts[2]), int(parts[3] or 0))


def _row(cells: Mapping[str, str]) -> Weapon:
    state, _, ruling = cells["extreme"].partition(" ")
    absent = state in {"lost", "open"}
    bands = _BANDS[:-1] if absent else _BANDS
    ranges = {band: read_cell(cells[band]) for band in bands if cells[band]}
    kind = cells["ammunition"]
    return Weapon(
        name=cells["weapon"],
        code=cells["code"],
        clip=int(cells["clip"] or 0),
        burst=int(cells["burst"] or 0),
        traits=frozenset(cells["traits"].split()),
        ammunition={kind: Ammunition(kind, ranges, ruling if absent else "", lost=state == "lost")},
    )


def load_weapons(path: Path) -> dict[str, Weapon]:
    """The chart by weapon name; rows of one weapon are joined. Raises DataError with file and line."""
    weapons: dict[str, Weapon] = {}
    for row in read_rows(path, _row):
        known = weapons.get(row.name, row)
        if (known.clip, known.burst) != (row.clip, row.burst):
            raise DataError(f"{path}: the rows of {row.name} differ in clip or burst")
        weapons[row.name] = replace(row, ammunition={**known.ammunition, **row.ammunition})
    return weapons


def load_armour(path: Path) -> dict[str, Armour]:
    """The armour list by name. Raises DataError with file and line."""

    def row(cells: Mapping[str, str]) -> Armour:
        return Armour(cells["armour"], int(cells["value"]), {"all": False, "lasers": True}[cells["against"]])

    return {armour.name: armour for armour in read_rows(path, row)}


# How a book finds the band of a range in squares, and its cell: raises RuleError beyond the last.
Ranges = Callable[[Weapon, Ammunition, int], tuple[Band, Cell]]


def extreme_setting(weapon: Weapon, ammunition: Ammunition) -> str:
    """The name of the campaign setting for an extreme cell that the source doesn't show."""
    return " ".join(filter(None, (weapon.name, ammunition.kind, "extreme"))).casefold()


def with_extreme(weapon: Weapon, ammunition: Ammunition, cell: Cell) -> Weapon:
    """The weapon with an extreme cell of the referee's own for one kind of ammunition (rulings R-06, R-07)."""
    row = replace(ammunition, cells={**ammunition.cells, Band.EXTREME: cell})
    return replace(weapon, ammunition={**weapon.ammunition, ammunition.kind: row})


def range_band(weapon: Weapon, ammunition: Ammunition, squares: int) -> tuple[Band, Cell]:
    """The band that a range in squares falls into; limits are inclusive (AHL 11.C.1).

    Raises RuleError beyond the last band, naming the ruling where the source has lost one.
    """
    for band in _BANDS:
        cell = ammunition.cells.get(band)
        if cell and squares <= cell.squares:
            return band, cell
    reach = max(cell.squares for cell in ammunition.cells.values())
    named = " ".join(filter(None, (weapon.name, ammunition.kind)))
    if ammunition.lost:
        raise RuleError(
            f"{named} reaches {reach} squares; its extreme range is lost in the source (ruling {ammunition.ruling}), "
            f"and a referee may enter his own: /campaign set setting:{extreme_setting(weapon, ammunition)}."
        )
    raise RuleError(f"{named} reaches {reach} squares at most, and the range is {squares} (AHL 11.C.1).")
