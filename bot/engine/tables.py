"""Printed tables kept as CSV, read once at start-up into typed rows; what is wrong is named by file and line."""

import csv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from bot.engine.errors import DataError

T = TypeVar("T")


def read_rows(path: Path, row: Callable[[Mapping[str, str]], T]) -> list[T]:
    """Read a CSV file with a header line; `row` turns one line's cells into a value.

    Raises DataError, with file and line, where the file can't be read, a line has too few or too many
    cells, or `row` raises ValueError or KeyError.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise DataError(f"{path}: {problem}") from problem
    reader = csv.DictReader(text.splitlines(), restkey="", restval=None, strict=True)
    rows: list[T] = []
    try:
        for cells in reader:
            if "" in cells or None in cells.values():
                raise ValueError(f"expected {len(reader.fieldnames or ())} cells")
            rows.append(row({name: cell.strip() for name, cell in cells.items()}))
    except (ValueError, KeyError, csv.Error) as problem:
        raise DataError(f"{path}:{reader.line_num}: {problem}") from problem
    return rows
