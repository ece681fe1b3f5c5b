"""The weapons chart and the armour list (AHL weapons table, 12.A.3)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.engine.errors import RuleError
from bot.engine.matching import match
from bot.engine.tables import read_rows


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

    `kind` is empty where the weapon takes only one. `lost` names the ruling that stands in for a cell that
    the source has lost.
    """

    kind: str
    cells: Mapping[Band, Cell]
    lost: str = ""

    @property
    def steps_up(self) -> bool:
        """Whether a direct hit wounds one level worse (AHL 12.D)."""
        return self.kind in {"HE", "HEAP"}


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon with the rows of its ammunition; `clip` and `burst` are rounds, 0 for none or not counted."""

    name: str
    clip: int
    burst: int
    traits: frozenset[str]
    ammunition: Mapping[str, Ammunition]

    def row(self, kind: str) -> Ammunition:
        """The row of one kind of ammunition; raises RuleError where the weapon doesn't take it."""
        if not kind and len(self.ammunition) > 1:
            return next(iter(self.ammunition.values()))
        if kind and tuple(self.ammunition) == ("",):
            raise RuleError(f"{self.name} takes only one kind of ammunition: leave it out.")
        return self.ammunition[match(kind, self.ammunition, what=f"ammunition for {self.name}")]


@dataclass(frozen=True, slots=True)
class Armour:
    """A kind of armour: what it subtracts from damage, whether only from lasers', and the rule that says so."""

    name: str
    value: int
    lasers_only: bool
    rule: str = "AHL 12.A.3"


_CELL = re.compile(r"(\d+) \((\d+)\)(?:\+(\d+))?")
_BANDS = tuple(Band)
# The chart gives tranq and gas ranges for use with Traveller; what they do is the referee's (ruling R-12).
_REFEREE = "referee"


def _cell(text: str) -> Cell:
    parts = _CELL.fullmatch(text)
    if not parts:
        raise ValueError(f"a range cell reads like 300 (4)+2, not {text!r}")
    return Cell(int(parts[1]), int(parts[2]), int(parts[3] or 0))


def _row(cells: Mapping[str, str]) -> Weapon:
    texts = {band: cells[band] for band in _BANDS if cells[band]}
    lost = " ".join(text.removeprefix("lost ") for text in texts.values() if text.startswith("lost "))
    ranges = {band: _cell(text) for band, text in texts.items() if not text.startswith("lost ")}
    kind = cells["ammunition"]
    return Weapon(
        name=cells["weapon"],
        clip=int(cells["clip"] or 0),
        burst=int(cells["burst"] or 0),
        traits=frozenset(cells["traits"].split()),
        ammunition={kind: Ammunition(kind, ranges, lost)},
    )


def load_weapons(path: Path) -> dict[str, Weapon]:
    """The chart by weapon name; rows of one weapon are joined. Raises DataError with file and line."""
    weapons: dict[str, Weapon] = {}
    for row in read_rows(path, _row):
        if _REFEREE in row.traits:
            continue
        known = weapons.get(row.name, row)
        weapons[row.name] = Weapon(row.name, row.clip, row.burst, row.traits, {**known.ammunition, **row.ammunition})
    return weapons


def load_armour(path: Path) -> dict[str, Armour]:
    """The armour list by name. Raises DataError with file and line."""

    def row(cells: Mapping[str, str]) -> Armour:
        return Armour(cells["armour"], int(cells["value"]), {"all": False, "lasers": True}[cells["against"]])

    return {armour.name: armour for armour in read_rows(path, row)}


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
            f"{named} reaches {reach} squares; its extreme range is lost in the source, "
            f"so nothing beyond can be resolved (ruling {ammunition.lost})."
        )
    raise RuleError(f"{named} reaches {reach} squares at most, and the range is {squares} (AHL 11.C.1).")
