"""What the variant prints: melee weapons, armour by tech level, hides of animals, robots, terrain; the columns of its
damage table (V1 to V3, V12, V21, V29, V31). Its firearms are a chart as AHL's is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from bot.engine.tables import read_rows
from bot.systems.ahl.sheet.character import Being
from bot.systems.ahl.tables import Ammunition, Armour, Band, Cell, Weapon, read_cell
from bot.systems.ahl.wounds.damage import Column, Damage

HANDS, CLUB = "Hands", "Club"
NATURAL, APPENDAGE = "natural", "appendage"


@dataclass(frozen=True, slots=True)
class Arm:
    """A row of the melee table: what one fights with, by hand, claw or a robot's arm.

    Below the `low` strength the value has `low_dm`, at the `high` one or above it `high_dm`; both are None for what
    asks for no strength. `reach` is in squares of 1.5 m, and `thrown` tells that it can be.
    """

    name: str
    modifier: int
    reach: int
    penetration: int
    kind: str
    low: tuple[int, int] | None = None
    high: tuple[int, int] | None = None
    tech: str = ""
    thrown: bool = False

    def strength_dm(self, strength: int) -> int:
        """What a strength adds to the value with it (ruling VR-A20)."""
        if self.low is None or self.high is None:
            return 0
        if strength < self.low[0]:
            return self.low[1]
        return self.high[1] if strength >= self.high[0] else 0


def _figure(text: str) -> tuple[int, int] | None:
    """A strength and its modifier as the table prints them: `7 (-1)`. Raises ValueError for anything else."""
    if not text:
        return None
    parts = re.fullmatch(r"(\d+) \(([+-]\d+)\)", text)
    if not parts:
        raise ValueError(f"a strength reads like 7 (-1), not {text!r}")
    return int(parts[1]), int(parts[2])


@dataclass(frozen=True, slots=True)
class Thrown(Weapon):
    """A melee weapon that can be thrown; `bands` is how far in the open, where its own ranges say nothing
    (V27.Throwing, ruling VR-C7).
    """

    bands: int = 0


def load_arms(path: Path) -> tuple[dict[str, Arm], dict[str, Weapon]]:
    """The melee table: what one fights with, and the same as weapons that are carried, and thrown where they can be.

    A robot's arm may be a tentacle, with 1 more to its value and 1 less of penetration. Raises DataError with file and
    line.
    """

    def row(cells: Mapping[str, str]) -> tuple[Arm, Weapon]:
        ranges = {band: read_cell(cells[band]) for band in Band if cells[band]}
        near = ranges[Band.EFFECTIVE]
        low, high = _figure(cells["low"]), _figure(cells["high"])
        arm = Arm(
            cells["weapon"],
            int(cells["melee"]),
            near.squares,
            near.penetration,
            cells["kind"],
            low,
            high,
            cells["tech"],
            Band.EXTREME in ranges,
        )
        return arm, _thrown(arm, ranges, int(cells["bands"])) if arm.thrown else _carried(arm)

    rows = read_rows(path, row)
    tentacles = [_tentacle(arm) for arm, _ in rows if arm.kind == APPENDAGE and arm.name.endswith(" arm")]
    arms = [*(arm for arm, _ in rows), *tentacles]
    weapons = [*(weapon for _, weapon in rows), *(_carried(arm) for arm in tentacles)]
    return {arm.name: arm for arm in arms}, {weapon.name: weapon for weapon in weapons}


def _tentacle(arm: Arm) -> Arm:
    name = arm.name.replace(" arm", " tentacle")
    return replace(arm, name=name, modifier=arm.modifier + 1, penetration=max(0, arm.penetration - 1))


def _carried(arm: Arm) -> Weapon:
    """It as a weapon."""
    cells = {Band.EFFECTIVE: Cell(arm.reach, arm.penetration, 0)}
    return Weapon(arm.name, "", 0, 0, frozenset({"melee"}), {"": Ammunition("", cells)}, (), arm.tech)


def _thrown(arm: Arm, ranges: Mapping[Band, Cell], bands: int) -> Weapon:
    """It as a weapon that is there once, and gone when it is thrown (V17.B)."""
    traits = frozenset({"melee", "thrown"})
    return Thrown(arm.name, "", 1, 0, traits, {"": Ammunition("", ranges)}, (), arm.tech, bands)


def load_suits(path: Path) -> dict[str, Armour]:
    """The armour list by name; its values stop so much penetration. Raises DataError with file and line."""

    def row(cells: Mapping[str, str]) -> Armour:
        return Armour(
            cells["armour"],
            -int(cells["value"]),
            {"all": False, "lasers": True}[cells["against"]],
            "AHL V2",
            hardened={"": False, "hardened": True}[cells["kind"]],
            tech=cells["tech"],
        )

    return {armour.name: armour for armour in read_rows(path, row)}


def load_hides(path: Path) -> dict[str, Armour]:
    """What animals wear, by the words of the animal tables (V31): two stop more of a laser. Raises DataError."""

    def row(cells: Mapping[str, str]) -> Armour:
        value, lasers = int(cells["value"]), int(cells["lasers"])
        more = Armour(cells["hide"], -lasers, lasers_only=True, rule="AHL V31.Armour") if lasers > value else None
        return Armour(cells["hide"], -value, lasers_only=False, rule="AHL V31.Armour", besides=more)

    return {hide.name: hide for hide in read_rows(path, row)}


@dataclass(frozen=True, slots=True)
class Robot:
    """A kind of robot that the text describes: what stops damage, and what it fights with by itself."""

    being: Being
    armour: int
    arm: str


def load_robots(path: Path) -> dict[Being, Robot]:
    """The stock robots by being. Raises DataError with file and line."""

    def row(cells: Mapping[str, str]) -> Robot:
        return Robot(Being(cells["robot"]), int(cells["armour"]), cells["arm"])

    return {robot.being: robot for robot in read_rows(path, row)}


@dataclass(frozen=True, slots=True)
class Terrain:
    """A class of terrain: what evading and partial concealment there take from fire, None where nobody is concealed,
    and over how many hexes one can run.
    """

    name: str
    evading: int
    concealment: int | None
    run: float


def load_terrain(path: Path) -> dict[str, Terrain]:
    """The four classes by name. Raises DataError with file and line."""

    def row(cells: Mapping[str, str]) -> Terrain:
        concealed, run = cells["concealment"], cells["run"]
        return Terrain(
            cells["terrain"],
            int(cells["evading"]),
            int(concealed) if concealed else None,
            int(run) if run else inf,
        )

    return {terrain.name: terrain for terrain in read_rows(path, row)}


# Robots and vehicles have words of their own for what is done to them.
_OF_MACHINES = ("no effect", "superficial", "minor", "major")
PERSONNEL = Column(4, 8, 12, "AHL V12")
EXPLOSIVE = Column(4, 6, 10, "AHL V12.D")
_DESTROYED = (
    "A superficial result is as a light wound, a minor one as a serious wound; being knocked out, a second minor "
    "result and a major one destroy a robot (AHL V21), ruling VR-A23"
)
MACHINE = Column(4, 8, 12, "AHL V12", _OF_MACHINES, _DESTROYED)
# How many serious wounds the first total that kills is, and how many points more are another (V27.Excess).
_COUNTED = {PERSONNEL: (2, 2), EXPLOSIVE: (2, 1), MACHINE: (1, 2)}


def serious_wounds(column: Column, total: int) -> int:
    """How many serious wounds a total of the damage throw is, with what it has above 12 (V12, V27.Excess)."""
    if total < column.serious:
        return 0
    if total < column.dead:
        return 1
    first, step = _COUNTED[column]
    return first + (total - column.dead) // step


def deadly(damage: Damage) -> int:
    """The number in brackets of what killed: that of the table, up to 12 and without what is above (V12)."""
    return serious_wounds(damage.column, min(damage.check.total, 12))
