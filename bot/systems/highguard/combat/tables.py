"""The combat tables, typed: what each weapon may do, its numbers to hit and to penetrate, and the damage tables."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.engine.errors import DataError
from bot.engine.tables import read_rows
from bot.systems.highguard.design.usp import DIGITS, VALUES

SURFACE, RADIATION, INTERIOR, CRITICAL = "surface explosion", "radiation", "interior explosion", "critical hit"
LOWEST_TOTAL, HIGHEST_TOTAL = 2, 22
# Sand and beams share their rows against missiles (HG-A12).
_ROWS = {"laser": "sand", "energy": "sand"}

Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class WeaponKind:
    """A kind of weapon: the place it stands in, what can stop it, the damage tables it throws on, its DMs.

    `long` is None where it can't fire at long range. `ep` is what one factor gives to a globe (HG-G04).
    """

    name: str
    place: str
    table: str
    met_by: tuple[str, ...]
    damage: tuple[str, ...]
    long: int | None
    short: int
    surface_dm: int
    dm: int
    ep: int


@dataclass(frozen=True, slots=True)
class Result:
    """A result of a damage table: its name, and the number behind it (0 for none)."""

    name: str
    number: int = 0

    def __str__(self) -> str:
        """As the table prints it: `Weapon-3`."""
        return f"{self.name}-{self.number}" if self.number else self.name


@dataclass(frozen=True, slots=True)
class CombatTables:
    """All combat tables. Rows of numbers go by the attacking factor, from 0."""

    weapons: Mapping[str, WeaponKind]
    to_hit: Mapping[str, tuple[int | None, ...]]
    penetration: Mapping[tuple[str, int], tuple[int | None, ...]]
    sizes: tuple[tuple[int, int], ...]
    damage: Mapping[str, tuple[Result, ...]]

    def hit_number(self, weapon: WeaponKind, factor: int) -> int | None:
        """What a battery must throw to hit; None where the table has no such factor (HG-A01 to A04)."""
        row = self.to_hit[weapon.table]
        return row[factor] if factor < len(row) else None

    def penetration_number(self, weapon: WeaponKind, factor: int, defence: str, against: int) -> int | None:
        """What a battery must throw to get through a defence of factor `against` (HG-A12 to A17).

        None where the defence does nothing against it, or has factor 0 (HG-A19, R-40).
        """
        if defence not in weapon.met_by or not against:
            return None
        return self.penetration[f"{weapon.table} {_ROWS.get(defence, defence)}", against][factor]

    def size_dm(self, size: str) -> int:
        """The DM to hit for a target's hull code (HG-A08)."""
        return self.sizes[bisect_right(self.sizes, VALUES[size], key=lambda row: row[0]) - 1][1]

    def result(self, table: str, total: int) -> Result:
        """What a total on a damage table comes to: below 2 counts as 2, above 22 as 22 (R-47)."""
        column = self.damage[table]
        return column[min(max(total, LOWEST_TOTAL) - LOWEST_TOTAL, len(column) - 1)]


def load_combat_tables(data: Path) -> CombatTables:
    """Read all combat tables of a folder. Raises DataError, naming file and line, where one is wrong."""
    damage = {SURFACE: "surface", RADIATION: "radiation", INTERIOR: "interior"}
    return CombatTables(
        weapons={kind.name: kind for kind in read_rows(data / "attacks.csv", _weapon)},
        to_hit={row["table"]: _numbers(row) for row in read_rows(data / "to_hit.csv", dict)},
        penetration=dict(read_rows(data / "penetration.csv", _penetration)),
        sizes=tuple(read_rows(data / "target_sizes.csv", lambda cells: (VALUES[cells["code"]], int(cells["dm"])))),
        damage={table: _column(data / "damage.csv", name) for table, name in damage.items()}
        | {CRITICAL: _column(data / "criticals.csv", "result")},
    )


def _weapon(cells: Cells) -> WeaponKind:
    tables = {SURFACE: "surface", RADIATION: "radiation", INTERIOR: "interior"}
    return WeaponKind(
        name=cells["weapon"],
        place=cells["place"],
        table=cells["table"],
        met_by=tuple(cells["met_by"].split("/")) if cells["met_by"] else (),
        damage=tuple(table for table, column in tables.items() if cells[column] == "yes"),
        long=None if cells["long"] == "no" else int(cells["long"]),
        short=int(cells["short"]),
        surface_dm=int(cells["surface_dm"] or 0),
        dm=int(cells["dm"] or 0),
        ep=int(cells["ep"]),
    )


def _numbers(cells: Cells) -> tuple[int | None, ...]:
    """A row's numbers by attacking factor; there is none for factor 0."""
    row = [cells.get(digit, "") for digit in DIGITS[: VALUES["T"] + 1]]
    return tuple(int(cell) if cell else None for cell in row)


def _penetration(cells: Cells) -> tuple[tuple[str, int], tuple[int | None, ...]]:
    return (cells["defence"], int(cells["factor"])), _numbers(cells)


def _column(path: Path, name: str) -> tuple[Result, ...]:
    """A damage table's results in the order of their totals, from 2."""

    def row(cells: Cells) -> tuple[int, Result]:
        words, _, number = cells[name].rpartition("-")
        return int(cells["total"]), Result(words, int(number)) if words else Result(cells[name])

    rows = read_rows(path, row)
    if [total for total, _ in rows] != list(range(LOWEST_TOTAL, LOWEST_TOTAL + len(rows))):
        raise DataError(f"{path}: the totals must run from {LOWEST_TOTAL} without a gap")
    return tuple(result for _, result in rows)
