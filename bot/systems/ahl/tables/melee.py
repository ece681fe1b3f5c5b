"""The melee table: a die by the difference of two melee values (AHL 17.B, 17.C)."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from bot.engine.errors import DataError
from bot.engine.tables import read_rows


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
