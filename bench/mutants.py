"""Which mistakes would no test notice? `make mutants` makes them, one at a time, and looks.

`make mutants` tries every mistake in what is printed of the rules, `make mutants SYSTEM=name` those of one system, and
`make mutants SAMPLE=100 SEED=1` so many of all kinds in all of the project, drawn by that seed. Each is made in a copy
of the project, where tests must then fail, of those that come to its place at all: those first that noticed the last
mistakes in the same file, then those that stand nearest to it, then the tables of what all rulebooks have in common,
then the rest of its rulebook's. Games are played, by commands and at random, for those alone that are left then. Those
that survive, which all of these were asked about, are printed; the exit code is how many, at most 100.

Most of what a run of few tests costs is starting Python, and collecting tests. A mistake within a function is planted
in a process that has done both (`bench.planted`). For any other, and where what it does may have been kept since, each
run is forked from a process that has loaded the libraries; what belongs to the project it loads from its copy.
"""

import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import pytest

from bench.mistakes import ROOT, Mutant, all_printed, sampled
from bench.planted import CRASHED, ENDLESS, Planted, run_pytest
from bench.reached import Reached, Recorder, mark

COPIED = ("bot", "cogs", "data", "renderers", "tests", "pyproject.toml", "README.md")
WORKERS = 2
LIBRARIES = ["pytest", "hypothesis", "pytest_asyncio", "sqlalchemy.ext.asyncio", "pydantic", "discord"]
NOT_RUN = "tests that could not be run"
# A mistake may send the rules round for ever, which is noticed as well: tests take so much longer than without it.
PATIENCE = 4
SHORTEST_SECONDS = 300
# How many of the tests that noticed mistakes in a file are asked first about its next one.
ASKED_FIRST = 3
TOLD_EVERY = 10
# A machine that is busy makes a test or two fail that waits for somebody.
MOST_RED = 5

# What pytest is called with: where to look, and which of it.
Asked = tuple[str, ...]
# What plays on at random, or whole fights: it takes long, and notices little that nothing else does.
LONG: Asked = tuple(
    str(path.relative_to(ROOT))
    for name in ("test_*random*", "test_anything_typed", "test_matches", "test_advice", "test_recorded_*")
    for path in sorted((ROOT / "tests/systems").rglob(f"{name}.py"))
)
# The rest of a rulebook's own, by its folder; and what all rulebooks, and what draws for them, have in common.
RULEBOOKS: dict[str, Asked] = {
    str(folder.relative_to(ROOT)): (str(folder.relative_to(ROOT)), *(f"--ignore={file}" for file in LONG))
    for folder in sorted((ROOT / "tests/systems").glob("[a-z]*"))
    if folder.is_dir()
}
OF_ALL_SYSTEMS: Asked = tuple(
    str(path.relative_to(ROOT))
    for path in sorted((ROOT / "tests/systems").glob("test_*.py"))
    if str(path.relative_to(ROOT)) not in LONG
)
# What is asked at last: games, played by commands or at random, notice what the tests of a part don't.
PLAYED: tuple[Asked, ...] = (
    LONG,
    *(
        (tests, "-k", "not postgresql")
        for tests in ("tests/campaign", "tests/chat", "tests/exchange", "tests/e2e/test_scripts.py")
    ),
)


def near(path: Path) -> Path:
    """The folder where the tests of a file stand, or would stand."""
    parts = path.parts
    return Path("tests", *(("systems",) if parts[0] == "data" else ()), *parts[parts[0] in {"bot", "data"} : -1])


def tests_of(path: Path) -> tuple[Asked, ...]:
    """All tests that may notice a mistake in a file, but for those of Discord's and of the page."""
    folder = near(path)
    if folder.parts[:2] == ("tests", "systems"):
        # A variant, which is called after its rulebook, is played by that as well.
        own = [each for name, each in RULEBOOKS.items() if name.startswith("/".join(folder.parts[:3]))]
        return OF_ALL_SYSTEMS, *(own if folder.parts[2:] else RULEBOOKS.values()), *PLAYED
    rules = RULEBOOKS.values() if path.parts[:2] in {("bot", "deck"), ("bot", "engine")} else ()
    return tuple(dict.fromkeys(((str(folder), "-k", "not postgresql"), OF_ALL_SYSTEMS, *rules, *PLAYED)))


def farness(path: Path, test: str) -> int:
    """How late a test is asked about a mistake in a file: those in its namesake first, then those in the folder of its
    part, then the tables of all rulebooks, then all others.
    """
    file = Path(test.partition("::")[0])
    if file.parent == near(path):
        return 0 if file.name == f"test_{path.name}" else 1
    return 2 if str(file) in OF_ALL_SYSTEMS else 3


class Noticed:
    """A plugin of pytest that keeps the first test, or file of tests, that fails; of some of them `only`, or of all."""

    def __init__(self, only: Sequence[str] | None) -> None:
        self.first = ""
        self._only = None if only is None else set(only)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Called by pytest when it has looked through the files."""
        if self._only is not None:
            items[:] = [item for item in items if item.nodeid in self._only]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest after each step of a test."""
        if report.failed:
            self.first = self.first or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Called by pytest after each file that it has looked through."""
        if report.failed:
            self.first = self.first or report.nodeid


def run_tests(copy: Path, tests: Sequence[str], only: Sequence[str] | None, told: Connection, marks: str = "") -> None:
    """Run tests in a copy of the project; tells which one failed first, "" for none, and what they reach if marked.

    In a process of its own, to which nothing of the project is known yet.
    """
    noticed = Noticed(only)
    recorder = Recorder(Path(marks)) if marks else None
    plugins = [noticed] if recorder is None else [noticed, recorder]
    # All that is marked is run, whatever fails; of a mistake the first that fails is enough.
    code = run_pytest(copy, [*(() if marks else ("-x",)), *tests], plugins)
    told.send(("" if code == 0 else noticed.first or NOT_RUN, recorder and recorder.found))


def run(
    copy: Path, tests: Sequence[str], only: Sequence[str] | None = None, within: float | None = None, marks: str = ""
) -> tuple[str, Reached | None]:
    """The first of some tests that fails in a copy of the project within so many seconds, "" where all pass; and what
    they reach, where it is to be told by the file `marks`.
    """
    listening, told = get_context("forkserver").Pipe(duplex=False)
    child = get_context("forkserver").Process(target=run_tests, args=(copy, tests, only, told, marks))
    child.start()
    told.close()
    try:
        found: tuple[str, Reached | None] = listening.recv() if listening.poll(within) else (ENDLESS, None)
    except EOFError:
        return CRASHED, None
    else:
        return found
    finally:
        child.kill()
        child.join()
        listening.close()


class Tests:
    """The tests that have to notice mistakes, which places they reach, and which noticed the last ones in a file.

    They are those of the files' parts and rulebooks, or else the games that are `played`.
    """

    def __init__(self, mutants: Sequence[Mutant], *, played: bool) -> None:
        self._played = played
        self._planted: SimpleQueue[Planted] = SimpleQueue()
        self._asked_first: dict[Path, list[str]] = defaultdict(list)
        self._reached: dict[Asked, Reached] = {}
        self._groups = sorted({asked for mutant in mutants for asked in self._asked(mutant)})
        self._marks = sorted({(mutant.path, mutant.line) for mutant in mutants if mutant.line is not None})

    def _asked(self, mutant: Mutant) -> list[Asked]:
        return [asked for asked in tests_of(mutant.path) if (asked in PLAYED) is self._played]

    def look(self, marked: Path, pool: ThreadPoolExecutor) -> None:
        """See what the tests reach, in a copy of the project that is marked for it; SystemExit where many fail."""
        mark(marked, self._marks)
        list(pool.map(lambda asked: self.check_sound(marked, asked), self._groups))

    def check_sound(self, marked: Path, asked: Asked) -> None:
        """See what tests reach in a marked copy; those that fail without any mistake are not asked.

        Raises SystemExit where they are many: then no mistake could be seen.
        """
        found, reached = run(marked, asked, marks=str(marked / f"reached {self._groups.index(asked)}"))
        if reached is None or len(reached.red) > MOST_RED or (found and not reached.red):
            raise SystemExit(f"{found} fails without any mistake.")
        for test in sorted(reached.red):
            print(f"not asked, since it fails without any mistake: {test}", flush=True)
        self._reached[asked] = reached

    def collect(self, copy: Path) -> None:
        """Have processes ready in which mistakes can be planted, of a copy of the project that nobody changes."""
        files = {test.partition("::")[0] for reached in self._reached.values() for test in reached.by}
        for _ in range(WORKERS):
            self._planted.put(Planted(copy, sorted(files)))

    def close(self) -> None:
        """End these processes."""
        while not self._planted.empty():
            self._planted.get().close()

    def survives(self, mutant: Mutant, copy: Path) -> bool:
        """Whether the tests pass all the same, in a copy of the project."""
        known = None if self._planted.empty() else self._survives_planted(mutant)
        return self._survives_written(mutant, copy) if known is None else known

    def _survives_planted(self, mutant: Mutant) -> bool | None:
        """The same of a mistake in functions; None where it is none, or what they do may have been kept since."""
        number = self._number(mutant)
        if number is None:
            return None
        asked = [self._reached[asked] for asked in self._asked(mutant)]
        seconds = {test: reached.seconds[test] for reached in asked for test in reached.reaching(number)}
        tests = sorted(seconds, key=lambda test: (farness(mutant.path, test), seconds[test]))
        planted = self._planted.get()
        try:
            found = planted.first_red(mutant, tests, SHORTEST_SECONDS + PATIENCE * sum(seconds.values()))
        finally:
            self._planted.put(planted)
        if found:
            return False
        return None if found is None or any(number in reached.shared for reached in asked) else True

    def _survives_written(self, mutant: Mutant, copy: Path) -> bool:
        file = copy / mutant.path
        original = file.read_text(encoding="utf-8")
        file.write_text(mutant.text, encoding="utf-8")
        # Python tells bytecode that is out of date by the second and the length, and mistakes come quicker.
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
            compiled.unlink()
        try:
            return not self._notice(mutant, copy)
        finally:
            file.write_text(original, encoding="utf-8")

    def _number(self, mutant: Mutant) -> int | None:
        return None if mutant.line is None else self._marks.index((mutant.path, mutant.line))

    def _able(self, mutant: Mutant) -> list[tuple[list[str], float]]:
        """The tests that may notice a mistake, the nearest first, and how many seconds they may take at most."""
        number = self._number(mutant)
        able: dict[int, list[tuple[list[str], float]]] = defaultdict(list)
        for reached in (self._reached[asked] for asked in self._asked(mutant)):
            apart: dict[int, list[str]] = defaultdict(list)
            for test in reached.able(number):
                apart[farness(mutant.path, test)].append(test)
            for far, tests in apart.items():
                able[far].append((tests, SHORTEST_SECONDS + PATIENCE * sum(reached.seconds[test] for test in tests)))
        return [each for far in sorted(able) for each in able[far]]

    def _notice(self, mutant: Mutant, copy: Path) -> bool:
        first = self._asked_first[mutant.path]
        able = self._able(mutant)
        again = [test for tests, _ in able for test in tests if test.partition("[")[0] in first[-ASKED_FIRST:]]
        found = ""
        for tests, seconds in ([(again, able[0][1])] if again else []) + able:
            if found in {"", NOT_RUN}:
                files = sorted({test.partition("::")[0] for test in tests})
                found, _ = run(copy, files, tests, seconds)
        # Whatever the values that it failed with: others may notice the next mistake.
        test = found.partition("[")[0]
        if test.startswith("tests"):
            self._asked_first[mutant.path] = [*(each for each in first if each != test), test]
        return bool(found)


def copy_of_project(copy: Path) -> Path:
    """The project in a new folder of its own."""
    copy.mkdir()
    for name in COPIED:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / name)
    return copy


def chosen(given: Namespace) -> list[Mutant]:
    """The mistakes that the command line asks for."""
    return sampled(given.sample, given.seed) if given.sample else all_printed(given.system)


def command_line() -> Namespace:
    """What was asked for."""
    parser = ArgumentParser(prog="make mutants")
    parser.add_argument("system", nargs="?", default="", help="of which system, by its folder; of all if left out")
    parser.add_argument("--sample", type=int, default=0, help="so many of all kinds, in all of the project")
    parser.add_argument("--seed", type=int, default=1, help="by which they are drawn")
    return parser.parse_args()


def main() -> int:
    """Try every mutant, and print those that no test notices as they are found."""
    get_context("forkserver").set_forkserver_preload(LIBRARIES)
    mutants = chosen(command_line())
    with TemporaryDirectory() as folder, ThreadPoolExecutor(WORKERS) as pool:
        copies = [copy_of_project(Path(folder, str(number))) for number in range(WORKERS)]
        for copy in copies:
            compile_dir(copy, quiet=2)
        left = mutants
        for played in (False, True):
            tests = Tests(left, played=played)
            tests.look(copy_of_project(Path(folder, f"marked, {played=}")), pool)
            # Games are played with databases and threads, which a process that becomes two doesn't take along.
            if not played:
                tests.collect(copy_of_project(Path(folder, "unchanged")))
            left = list(told(left, tried(left, tests, copies, pool), played=played))
            tests.close()
    print(f"{len(mutants)} mutants, {len(left)} survived")
    return min(len(left), 100)


def tried(mutants: Sequence[Mutant], tests: Tests, copies: Iterable[Path], pool: ThreadPoolExecutor) -> Iterator[bool]:
    """Whether each of some mutants survives some tests, each in whichever copy of the project is free."""
    free: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def alive(mutant: Mutant) -> bool:
        copy = free.get()
        try:
            return tests.survives(mutant, copy)
        finally:
            free.put(copy)

    return pool.map(alive, mutants)


def told(mutants: Sequence[Mutant], outcomes: Iterable[bool], *, played: bool) -> Iterator[Mutant]:
    """Those that are left; each is printed when it is found, and how far the search has come."""
    left = 0
    for number, (mutant, alive) in enumerate(zip(mutants, outcomes, strict=True), 1):
        if alive:
            left += 1
            print(f"{'survived' if played else 'left to games'}: {mutant.path}: {mutant.mistake}", flush=True)
            yield mutant
        if number % TOLD_EVERY == 0:
            print(f"{number} of {len(mutants)} tried, {left} left", flush=True)


if __name__ == "__main__":
    sys.exit(main())
