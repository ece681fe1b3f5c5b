"""Which mistakes in the rules would no test notice? `make mutants` makes them, one at a time, and looks.

`make mutants SYSTEM=name` tries one system only. A mutant knocks one modifier or objection out of its list, makes one
modifier or one number of a printed table one larger, or puts another result into a table of results. Each is made in a
copy of the project, where the rules' tests must then fail: those first that noticed the last mistakes in the same file,
then all of that system. Those that survive are printed; the exit code is their number, at most 100.

Most of what a run of few tests costs is starting Python and its libraries, so each run is forked from a process that
has loaded them; what belongs to the project it loads from its copy.
"""

import os
import re
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[1]
RULES = ROOT / "bot" / "systems"
TABLES = ROOT / "data"
COPIED = ("bot", "cogs", "data", "renderers", "tests", "pyproject.toml", "README.md")
# Tables of people and of words are examples and explanations, not rules.
NOT_RULES = {"templates.csv", "starter.csv", "rules.csv", "rulings.csv"}
WORKERS = 2
LIBRARIES = ["pytest", "hypothesis", "pytest_asyncio", "sqlalchemy.ext.asyncio", "pydantic", "discord"]
NOT_RUN = "tests that could not be run"
# A mistake may send the rules round for ever, which is noticed as well.
LONGEST_SECONDS = 900
# How many of the tests that noticed mistakes in a file are asked first about its next one.
ASKED_FIRST = 3
TOLD_EVERY = 50

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


def enlarged(path: Path) -> Iterator[Mutant]:
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
        for mistakes in (knocked_out, enlarged)
        for mutant in mistakes(path)
    ]
    tables = [path for path in sorted((TABLES / system).rglob("*.csv")) if path.name not in NOT_RULES]
    return code + [mutant for path in tables for mistakes in (shifted, exchanged) for mutant in mistakes(path)]


def system_of(path: Path) -> str:
    """The system whose tests have to notice: the folder below the rules or the tables."""
    parts = path.parts
    return parts[2] if parts[0] == "bot" else parts[1]


class Noticed:
    """A plugin of pytest that keeps the first test, or file of tests, that fails."""

    first = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest after each step of a test."""
        if report.failed:
            self.first = self.first or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Called by pytest after each file that it has looked through."""
        if report.failed:
            self.first = self.first or report.nodeid


def run_tests(copy: Path, tests: Sequence[str], written: bool, told: Connection) -> None:
    """Run tests in a copy of the project; tells which one failed first, "" for none. Bytecode may be `written`.

    In a process of its own, to which nothing of the project is known yet.
    """
    sys.path[:] = [path for path in sys.path if Path(path).resolve() != ROOT]
    sys.dont_write_bytecode = not written
    os.chdir(copy)
    noticed = Noticed()
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--assert=plain", *tests], plugins=[noticed])
    told.send("" if code == 0 else noticed.first or NOT_RUN)


def failed(copy: Path, tests: Sequence[str], *, written: bool = False) -> str:
    """The first of some tests that fails in a copy of the project; "" where all pass."""
    listening, told = get_context("forkserver").Pipe(duplex=False)
    child = get_context("forkserver").Process(target=run_tests, args=(copy, tests, written, told))
    child.start()
    told.close()
    try:
        return str(listening.recv()) if listening.poll(LONGEST_SECONDS) else "no end in sight"
    except EOFError:
        return "Python itself"
    finally:
        child.kill()
        child.join()
        listening.close()


class Tests:
    """The tests that have to notice mistakes, and which of them noticed the last ones in each file."""

    def __init__(self) -> None:
        self._asked_first: dict[Path, list[str]] = defaultdict(list)

    def survives(self, mutant: Mutant, copy: Path) -> bool:
        """Whether the rules' tests pass all the same, in a copy of the project."""
        file = copy / mutant.path
        original = file.read_text(encoding="utf-8")
        file.write_text(mutant.text, encoding="utf-8")
        # Python tells bytecode that is out of date by the second and the length, and mistakes come quicker.
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
            compiled.unlink()
        try:
            return not self._notice(mutant.path, copy)
        finally:
            file.write_text(original, encoding="utf-8")

    def _notice(self, path: Path, copy: Path) -> bool:
        first = self._asked_first[path]
        found = failed(copy, first[-ASKED_FIRST:]) if first else ""
        if found in {"", NOT_RUN}:
            found = failed(copy, [tests_of(path)])
        # Whatever the values that it failed with: others may notice the next mistake.
        test = found.partition("[")[0]
        if test.startswith("tests"):
            self._asked_first[path] = [*(each for each in first if each != test), test]
        return bool(found)


def tests_of(path: Path) -> str:
    """The folder of the tests that have to notice a mistake in a file."""
    return f"tests/systems/{system_of(path)}"


def copy_of_project(folder: str) -> Path:
    """The project in a folder of its own."""
    copy = Path(folder)
    for name in COPIED:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / name)
    return copy


def check_sound(copy: Path, mutants: Sequence[Mutant]) -> None:
    """Raise SystemExit where tests fail already: then no mistake could be seen. Their bytecode is there afterwards."""
    for folder in sorted({tests_of(mutant.path) for mutant in mutants}):
        if found := failed(copy, [folder], written=True):
            raise SystemExit(f"{found} fails without any mistake.")


def main() -> int:
    """Try every mutant, and print those that no test notices as they are found."""
    get_context("forkserver").set_forkserver_preload(LIBRARIES)
    mutants = all_mutants(*sys.argv[1:2])
    copies: SimpleQueue[Path] = SimpleQueue()
    tests = Tests()

    def alive(mutant: Mutant) -> bool:
        copy = copies.get()
        try:
            return tests.survives(mutant, copy)
        finally:
            copies.put(copy)

    with TemporaryDirectory() as one, TemporaryDirectory() as other, ThreadPoolExecutor(WORKERS) as pool:
        ready = [copy_of_project(folder) for folder in (one, other)]
        list(pool.map(lambda copy: check_sound(copy, mutants), ready))
        for copy in ready:
            copies.put(copy)
        survived = told(mutants, pool.map(alive, mutants))
    print(f"{len(mutants)} mutants, {survived} survived")
    return min(survived, 100)


def told(mutants: Sequence[Mutant], outcomes: Iterable[bool]) -> int:
    """How many survive; each is printed when it is found, and how far the search has come."""
    survived = 0
    for tried, (mutant, alive) in enumerate(zip(mutants, outcomes, strict=True), 1):
        survived += alive
        if alive:
            print(f"survived: {mutant.path}: {mutant.mistake}", flush=True)
        if tried % TOLD_EVERY == 0:
            print(f"{tried} of {len(mutants)} tried, {survived} survived", flush=True)
    return survived


if __name__ == "__main__":
    sys.exit(main())
