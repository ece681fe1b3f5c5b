"""Structural damage: what strikes and explosions do to doors, walls and hulls (AHL 24.A)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.engine.tables import read_rows


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
