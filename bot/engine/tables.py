"""Printed tables kept as CSV, read once at start-up into typed rows; what is wrong is named by file, line and cell."""

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from bot.engine.errors import DataError

T = TypeVar("T")


def read_rows(path: Path, row: Callable[[Mapping[str, str]], T]) -> list[T]:
    """Read a CSV file with a header line; `row` turns one line's cells into a value.

    Raises DataError, with file and line, where the file can't be read, a line has too few or too many cells, or `row`
    raises ValueError or KeyError: then with the cell that it had come to.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise DataError(f"{path}: {problem}") from problem
    reader = csv.DictReader(text.splitlines(), restkey="", restval=None, strict=True)
    rows: list[T] = []
    cells = _Cells()
    try:
        for line in reader:
            cells = _Cells()
            _check_whole(line, reader.fieldnames or ())
            cells.update((name, cell.strip()) for name, cell in line.items())
            rows.append(row(cells))
    except (ValueError, KeyError, csv.Error) as problem:
        raise DataError(f"{path}:{reader.line_num}: {cells.where(problem)}") from problem
    return rows


def _check_whole(line: Mapping[str, object], names: Sequence[str]) -> None:
    """Raises ValueError for a line with other cells than the header's, naming what it lacks or has too many of."""
    more = line.get("")
    if isinstance(more, list):
        raise ValueError(f"expected {len(names)} cells, and there are {len(names) + len(more)}: {', '.join(more)}")
    lacking = [name for name in names if line[name] is None]
    if lacking:
        raise ValueError(f"expected {len(names)} cells, and there is none for {', '.join(lacking)}")


class _Cells(dict[str, str]):
    """A line's cells, which remember which of them was read last."""

    last = ""

    def __getitem__(self, name: str) -> str:
        if name not in self:
            self.last = ""
            raise ValueError(f"there is no column {name}")
        self.last = name
        return super().__getitem__(name)

    def where(self, problem: Exception) -> str:
        """A problem in words, with the cell that it was met in, if it was in one."""
        if not self.last:
            return str(problem)
        cell = super().__getitem__(self.last)
        return f"{self.last} can't be {cell!r}{'' if isinstance(problem, KeyError) else f': {problem}'}"
