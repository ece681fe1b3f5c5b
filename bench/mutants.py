"""Which mistakes in the rules would no test notice? `make mutants` makes them, one at a time, and looks.

`make mutants SYSTEM=name` tries one system only. A mutant knocks one modifier or objection out of its list, makes one
modifier or one number of a printed table one larger, or puts another result into a table of results. Each is made in a
copy of the project, where the rules' tests must then fail. Those that survive are printed; the exit code is their
number, at most 100.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parents[1]
RULES = ROOT / "bot" / "systems"
TABLES = ROOT / "data"
COPIED = ("bot", "cogs", "data", "renderers", "tests", "pyproject.toml", "README.md")
# Tables of people and of words are examples and explanations, not rules.
NOT_RULES = {"templates.csv", "starter.csv", "rules.csv", "rulings.csv"}
WORKERS = 2

_LIST = re.compile(r"^[A-Z_]+(?:: .+)? = \(\n((?:    \w+,\n)+)\)|^[A-Z_]+ = \(((?:_\w+(?:, )?)+),?\)", re.MULTILINE)
# A figure of a table: by itself, or behind the name of a result as in `Weapon-3`.
_FIGURE = re.compile(r"(?<![\w/-])-?\d+(?![\w/-])|(?<=[a-z]-)\d+(?![\w/-])")
# Where a modifier is made, by its value first; and a result that is a word, or none.
_MADE = re.compile(r"(?<!\w)Modifier\((?!\w+=)")
_RESULT = re.compile(r"[a-z ]+|-")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file of the project as it would be with one mistake in it."""

    path: Path
    mistake: str
    text: str


def knocked_out(path: Path) -> Iterator[Mutant]:
    """The file without one of the modifiers in one of its lists, each in turn."""
    text = path.read_text(encoding="utf-8")
    for found in _LIST.finditer(text):
        for name in re.finditer(r"\w+", found[0].partition("=")[2]):
            start = found.start() + len(found[0].partition("=")[0]) + 1 + name.start()
            end = start + len(name[0])
            without = text[:start] + text[end:].lstrip(",")
            yield Mutant(path.relative_to(ROOT), f"without {name[0]}", without)


def larger(path: Path) -> Iterator[Mutant]:
    """The file with one of the modifiers that it makes one larger, each in turn."""
    text = path.read_text(encoding="utf-8")
    for found in _MADE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        changed = text[: found.end()] + "1 + " + text[found.end() :]
        yield Mutant(path.relative_to(ROOT), f"line {line}: a modifier made one larger", changed)


def exchanged(path: Path) -> Iterator[Mutant]:
    """The table with one of its results in words become another of them, each in turn."""
    lines = path.read_text(encoding="utf-8").splitlines()
    heads, rows = lines[0].split(","), [line.split(",") for line in lines[1:]]
    columns = [index for index, head in enumerate(heads) if _FIGURE.fullmatch(head)]
    results = sorted({row[index] for row in rows for index in columns if _RESULT.fullmatch(row[index])})
    for number, row in enumerate(rows, 2):
        for index in columns:
            if row[index] in results and len(results) > 1:
                other = results[(results.index(row[index]) + 1) % len(results)]
                line = ",".join([*row[:index], other, *row[index + 1 :]])
                text = "\n".join([*lines[: number - 1], line, *lines[number:], ""])
                yield Mutant(path.relative_to(ROOT), f"line {number}: {row[index]} made {other}", text)


def shifted(path: Path) -> Iterator[Mutant]:
    """The table with one of its numbers one larger, each in turn."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    offset = len(lines[0])
    for number, line in enumerate(lines[1:], 2):
        # The first cell names the row; a number in a name is not a figure of the table.
        begin = line.find(",")
        for found in _FIGURE.finditer(line, begin):
            start = offset + found.start()
            larger = text[:start] + str(int(found[0]) + 1) + text[start + len(found[0]) :]
            yield Mutant(path.relative_to(ROOT), f"line {number}: {found[0]} made one larger", larger)
        offset += len(line)


def all_mutants(system: str = "") -> list[Mutant]:
    """Every mistake that is tried, in all systems or in one."""
    code = [
        mutant
        for path in sorted((RULES / system).rglob("*.py"))
        for mistakes in (knocked_out, larger)
        for mutant in mistakes(path)
    ]
    tables = [path for path in sorted((TABLES / system).rglob("*.csv")) if path.name not in NOT_RULES]
    return code + [mutant for path in tables for mistakes in (shifted, exchanged) for mutant in mistakes(path)]


def system_of(path: Path) -> str:
    """The system whose tests have to notice: the folder below the rules or the tables."""
    parts = path.parts
    return parts[2] if parts[0] == "bot" else parts[1]


def survives(mutant: Mutant, copy: Path) -> bool:
    """Whether the rules' tests pass all the same, in a copy of the project."""
    file = copy / mutant.path
    original = file.read_text(encoding="utf-8")
    file.write_text(mutant.text, encoding="utf-8")
    try:
        tests = f"tests/systems/{system_of(mutant.path)}"
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--failed-first", tests]
        return subprocess.run(command, cwd=copy, capture_output=True, check=False).returncode == 0  # noqa: S603
    finally:
        file.write_text(original, encoding="utf-8")


def copy_of_project(folder: str) -> Path:
    """The project in a folder of its own."""
    copy = Path(folder)
    for name in COPIED:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / name)
    return copy


def main() -> int:
    """Try every mutant and print those that no test noticed."""
    mutants = all_mutants(*sys.argv[1:2])
    copies: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        for folder in (one, other):
            copies.put(copy_of_project(folder))

        def tried(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return survives(mutant, copy)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(WORKERS) as pool:
            outcomes = list(pool.map(tried, mutants))
    survivors = [mutant for mutant, alive in zip(mutants, outcomes, strict=True) if alive]
    for mutant in survivors:
        print(f"survived: {mutant.path}: {mutant.mistake}")
    print(f"{len(mutants)} mutants, {len(survivors)} survived")
    return min(len(survivors), 100)


if __name__ == "__main__":
    sys.exit(main())
