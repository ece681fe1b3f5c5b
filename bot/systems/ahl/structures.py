"""Structural damage: what strikes and explosions do to doors, walls and hulls (AHL 24.A)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from bot.engine.errors import RuleError
from bot.engine.tables import read_rows
from bot.systems.ahl.clock import Clock
from bot.systems.sheets import SheetType

MOST_STRUCTURES = 100


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


@dataclass(frozen=True, slots=True)
class Things:
    """What a campaign keeps beside its characters: the structures that have been hit, and the turn, if one is kept."""

    structures: tuple[Structure, ...] = ()
    clock: Clock | None = None

    def structure(self, name: str) -> Structure | None:
        """The structure of that name, whatever its case."""
        return next((known for known in self.structures if known.name.casefold() == name.casefold()), None)

    def with_structure(self, structure: Structure) -> "Things":
        """The same with that structure as it is now; raises RuleError where there are too many."""
        known = self.structure(structure.name)
        if known is None and len(self.structures) == MOST_STRUCTURES:
            raise RuleError(f"A campaign keeps {MOST_STRUCTURES} structures at most.")
        if known is None:
            return replace(self, structures=(*self.structures, structure))
        return replace(self, structures=tuple(structure if each is known else each for each in self.structures))


THINGS = SheetType(Things)


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
    """How a structure stands with so many points in all; a breach lets the air out as well (AHL 24.A)."""
    if kind.breached_at is not None and total >= kind.breached_at:
        return State.BREACHED
    if kind.leaks_at is not None and total >= kind.leaks_at:
        return State.LEAKS
    return State.HOLDS
