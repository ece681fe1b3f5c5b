"""The tables that the book prints: weapons and armour, melee, structural damage (AHL 12.A.3, 17.B, 17.C, 24.A)."""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from pathlib import Path

from bot.engine.errors import DataError, RuleError
from bot.engine.tables import read_rows
from bot.engine.typed import match

# What is thrown or laid is on no chart of weapons.
NO_WEAPONS = {
    "grenades": "hand grenades are given by /character edit field:grenades, and thrown by /grenade",
    "satchel": "a satchel charge goes off by /blast cause:satchel",
}


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
class ReloadTime:
    """One way to reload: how many turns of 15 s, and whether one counts as evading meanwhile."""

    turns: int
    evading: bool


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon with the rows of its ammunition; `clip` and `burst` are rounds, 0 for none or not counted.

    `code` is what counters call it, where that is not its name; `reloads` are the ways in which it may be reloaded,
    none for one that can't be in play (AHL 25.B). `tech` is its tech level, where the book prints one.
    """

    name: str
    code: str
    clip: int
    burst: int
    traits: frozenset[str]
    ammunition: Mapping[str, Ammunition]
    reloads: tuple[ReloadTime, ...] = ()
    tech: str = ""

    def turns_to_reload(self, *, evading: bool) -> int:
        """How many turns it takes at least, `evading` or any way; 1 where the book has no time for it (AHL 25.B)."""
        return min((time.turns for time in self.reloads if time.evading or not evading), default=1)

    @property
    def thrown(self) -> bool:
        """Whether it is thrown in a melee step, and gone then."""
        return "thrown" in self.traits

    @property
    def fires(self) -> bool:
        """Whether it hits from afar: it is fired, or thrown."""
        return "melee" not in self.traits or self.thrown

    @property
    def shoots(self) -> bool:
        """Whether it is fired in the steps of fire: it is neither for melee nor thrown."""
        return "melee" not in self.traits

    @property
    def magazine(self) -> int:
        """How many rounds are told of it, 0 where they aren't counted, or it is thrown itself."""
        return 0 if self.thrown else self.clip

    @property
    def high_energy(self) -> bool:
        """Whether rule 19 applies: plasma and fusion guns."""
        return "high-energy" in self.traits

    def at_close_quarters(self, close_pistols: str | None) -> bool:
        """Whether it can be fired in a square shared with enemies, by the setting for close pistols (AHL 11.A.3)."""
        by_option = close_pistols == "automatic too" and "close-quarters-by-option" in self.traits
        return by_option or "close-quarters" in self.traits

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
    is a second kind that is worn with it. A book may call it `hardened`, and print its tech level.
    """

    name: str
    value: int
    lasers_only: bool
    rule: str = "AHL 12.A.3"
    besides: "Armour | None" = None
    hardened: bool = False
    tech: str = ""

    def against(self, *, laser: bool) -> "Armour":
        """What stops a hit, or a laser's: of two kinds that are worn the better one that works (ruling R-80)."""
        worn = [each for each in (self, self.besides) if each and (laser or not each.lasers_only)]
        return min(worn, key=lambda each: each.value, default=UNARMOURED)


UNARMOURED = Armour("none", 0, lasers_only=False)
CELL = r"(\d{1,5}) \((\d{1,2})\)(?:\+(\d{1,2}))?"
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
    clip, traits = int(cells["clip"] or 0), frozenset(cells["traits"].split())
    return Weapon(
        name=cells["weapon"],
        code=cells["code"],
        clip=clip,
        burst=int(cells["burst"] or 0),
        traits=traits,
        ammunition={kind: Ammunition(kind, ranges, ruling if absent else "", lost=state == "lost")},
        reloads=_reloads(traits) if clip else (),
        tech=cells.get("tech", ""),
    )


# Turns without evading, and one more with it.
_SLOW = {"slow-reload": 1, "slower-reload": 2}


def _reloads(traits: frozenset[str]) -> tuple[ReloadTime, ...]:
    if "no-reload" in traits:
        return ()
    turns = next((turns for trait, turns in _SLOW.items() if trait in traits), 0)
    if turns:
        return (ReloadTime(turns, evading=False), ReloadTime(turns + 1, evading=True))
    return (ReloadTime(1, evading=True),)


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
            f"and a referee may enter their own: /campaign set setting:{extreme_setting(weapon, ammunition)}."
        )
    raise RuleError(f"{named} reaches {reach} squares at most, and the range is {squares} (AHL 11.C.1).")


class Effect(IntEnum):
    """A result of the melee table."""

    NONE = 0
    STUN = 1
    LIGHT = 2
    UNCONSCIOUS = 3
    DEAD = 4

    @property
    def words(self) -> str:
        """The result in the table's words."""
        return ("no effect", "stun", "light wound", "unconscious", "dead")[self]

    @property
    def lower(self) -> "Effect":
        """The result one level lower."""
        return Effect(max(self - 1, Effect.NONE))


@dataclass(frozen=True, slots=True)
class MeleeTable:
    """The table: its columns by difference, from the left, and a row of results for each face of the die."""

    columns: tuple[int, ...]
    rows: tuple[tuple[Effect, ...], ...]

    def column(self, difference: int, down: int = 0) -> int | None:
        """The column of attacker's melee minus defender's, moved `down` columns to the left.

        What falls between two takes the lower, above the last column takes the last (AHL 17.B, ruling R-24).
        None off the left edge, where nothing has an effect (ruling R-23).
        """
        place = bisect_right(self.columns, difference) - 1 - down
        return self.columns[place] if place >= 0 else None

    def effect(self, column: int, die: int) -> Effect:
        """What a die, as modified, does in a column; below 1 is read as 1, above 6 as 6 (ruling R-28)."""
        return self.rows[on_the_die(die) - 1][self.columns.index(column)]


def on_the_die(total: int) -> int:
    """A modified die as the table reads it: from 1 to 6 (ruling R-28)."""
    return min(max(total, 1), 6)


_CELLS = {"-": Effect.NONE, **{effect.words: effect for effect in Effect if effect}}


def load_melee(path: Path) -> MeleeTable:
    """The melee table. Raises DataError, naming the file, where a row or a column is missing or out of order."""

    def row(cells: Mapping[str, str]) -> tuple[int, dict[int, Effect]]:
        return int(cells["die"]), {int(name): _CELLS[cell] for name, cell in cells.items() if name != "die"}

    rows = read_rows(path, row)
    if [die for die, _ in rows] != [1, 2, 3, 4, 5, 6]:
        raise DataError(f"{path}: the melee table has a row for each face of the die, from 1 to 6")
    columns = tuple(rows[0][1])
    if list(columns) != sorted(set(columns)):
        raise DataError(f"{path}: the melee table's columns go up from left to right")
    return MeleeTable(columns, tuple(tuple(effects.values()) for _, effects in rows))


class State(StrEnum):
    """How a structure stands."""

    HOLDS = "holds"
    LEAKS = "vacuum integrity destroyed"
    BREACHED = "breached"


@dataclass(frozen=True, slots=True)
class StructureKind:
    """A row of the structural damage table.

    `leaks_at` and `breached_at` are the points at which that happens, None for never. `airtight` is False for
    what keeps no air in even when whole.
    """

    name: str
    airtight: bool
    leaks_at: int | None
    breached_at: int | None
    modifier: int


@dataclass(frozen=True, slots=True)
class Structure:
    """A structure of the ship with the damage points that it has taken so far."""

    name: str
    kind: str
    points: int = 0


def load_structures(path: Path) -> dict[str, StructureKind]:
    """The structural damage table by name (AHL 24, ruling R-30). Raises DataError with file and line."""

    def row(cells: Mapping[str, str]) -> StructureKind:
        return StructureKind(
            cells["structure"],
            airtight=cells["vacuum"] != "NA",
            leaks_at=None if cells["vacuum"] in {"NA", "No"} else int(cells["vacuum"]),
            breached_at=None if cells["breach"] == "No" else int(cells["breach"]),
            modifier=int(cells["modifier"]),
        )

    return {kind.name: kind for kind in read_rows(path, row)}


def points(kind: StructureKind, penetration: int) -> int:
    """The damage points of one strike: its penetration as modified, never below 0 (AHL 24.A, ruling R-130)."""
    return max(0, penetration + kind.modifier)


def state_of(kind: StructureKind, total: int) -> State:
    """How a structure stands with these points in all; a breach lets the air out as well (AHL 24.A)."""
    if kind.breached_at is not None and total >= kind.breached_at:
        return State.BREACHED
    if kind.leaks_at is not None and total >= kind.leaks_at:
        return State.LEAKS
    return State.HOLDS
