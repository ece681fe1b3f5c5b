"""Which tests come to the places where mistakes are made? No other could notice them.

The statement of each place is marked in a copy of the project, and the tests that a mistake is tried on are run there
once, without any mistake. What runs when a module is imported, fills a cache, or belongs to what several tests share,
is everybody's: then any of the tests may notice it.
"""

import ast
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

MARKS = "reached_marks.py"
# In the copy: tells each number once a test; another process, as often as it comes there.
_MARKS_CODE = """
import os, sys
ROOT = os.path.dirname(os.path.abspath(__file__)) + os.sep
CACHES = frozenset({caches!r})
told = set()
# Not in another process that a test starts, or that this one becomes two of.
here = str(os.getpid()) == os.environ["REACHED_BY"]

def elsewhere():
    global here
    here = False

os.register_at_fork(after_in_child=elsewhere)

def shared(frame):
    while frame is not None:
        code = frame.f_code
        if code.co_name in CACHES or code.co_name == "<module>" and code.co_filename.startswith(ROOT):
            return True
        frame = frame.f_back
    return False

def reached(number):
    if here and number in told:
        return
    told.add(number)
    with open(os.environ["REACHED"], "a") as file:
        file.write(f"{{number}}{{' shared' if shared(sys._getframe(1)) else ''}}\\n")
"""


def mark(copy: Path, places: Iterable[tuple[Path, int]]) -> None:
    """Mark the statements at some lines of a copy's files, each by its number among them."""
    by_file: dict[Path, dict[int, int]] = defaultdict(dict)
    for number, (path, line) in enumerate(places):
        by_file[path][number] = line
    caches = {name for path in copy.rglob("*.py") for name in _cached(ast.parse(path.read_text(encoding="utf-8")))}
    for path, lines in by_file.items():
        tree = ast.parse((copy / path).read_text(encoding="utf-8"))
        for number, line in lines.items():
            _mark(tree, number, line)
        (copy / path).write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
    (copy / MARKS).write_text(_MARKS_CODE.format(caches=sorted(caches)), encoding="utf-8")


def _cached(tree: ast.AST) -> Iterator[str]:
    """The functions that are called once for what is asked often."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(map(_keeps, node.decorator_list)):
            yield node.name


def _keeps(decorator: ast.expr) -> bool:
    return "cache" in ast.unparse(decorator)


def _mark(tree: ast.AST, number: int, line: int) -> None:
    """Put a mark before the innermost statement that has a line in it."""
    found: tuple[list[ast.stmt], ast.stmt] | None = None
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            # Of an expression the body is no list.
            block: list[ast.stmt] = held if isinstance(held := getattr(node, name, None), list) else []
            for step in block:
                # Wider ones come first; marks have the line 0 only.
                if step.lineno <= line <= (step.end_lineno or 0):
                    found = block, step
    assert found is not None, f"no statement has line {line}"
    block, step = found
    said = ast.parse(f"__import__('{Path(MARKS).stem}').reached({number})").body[0]
    for node in ast.walk(said):
        if hasattr(node, "lineno"):
            node.lineno = node.end_lineno = 0  # type: ignore[attr-defined]
    block.insert(block.index(step), said)


@dataclass
class Reached:
    """Of some tests: which of the marks each of them comes to, those that are everybody's, and how long each takes.

    Those that fail without any mistake are `red`, and able to nothing.
    """

    by: dict[str, set[int]] = field(default_factory=dict)
    shared: set[int] = field(default_factory=set)
    seconds: dict[str, float] = field(default_factory=dict)
    red: set[str] = field(default_factory=set)

    def able(self, number: int | None) -> list[str]:
        """The tests that may notice a mistake at a mark; all of them where there is none."""
        everybody = number is None or number in self.shared
        return [test for test, numbers in self.by.items() if test not in self.red and (everybody or number in numbers)]

    def reaching(self, number: int | None) -> list[str]:
        """The tests that come to a mark by themselves, whoever else may notice a mistake there."""
        return [test for test, numbers in self.by.items() if test not in self.red and number in numbers]


class Recorder:
    """A plugin of pytest that finds out what the tests of a marked copy reach; they tell it by a file."""

    def __init__(self, told: Path) -> None:
        self.found = Reached()
        self._before: set[int] = set()
        self._lines = told.open("a+", encoding="utf-8")
        os.environ["REACHED"], os.environ["REACHED_BY"] = str(told), str(os.getpid())

    def pytest_runtest_logstart(self) -> None:
        """Called by pytest before each test: what has been reached until now belongs to none."""
        self._everybodys()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest after each step of a test."""
        self.found.seconds[report.nodeid] = self.found.seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.found.red.add(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        """Called by pytest for what a test needs: several tests may share it."""
        shared = fixturedef.scope != "function"
        mine = self._told() if shared else set()
        try:
            return (yield)
        finally:
            if shared:
                self._everybodys()
                self._before |= mine

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Called by pytest after each test."""
        self.found.by[nodeid] = self._before | self._told()
        self._before = set()

    def _everybodys(self) -> None:
        self.found.shared |= self._told()

    def _told(self) -> set[int]:
        """What has been told since it was asked last; what is shared is kept at once."""
        words = [line.split() for line in self._lines.read().splitlines()]
        self.found.shared |= {int(number) for number, *shared in words if shared}
        if marks := sys.modules.get(Path(MARKS).stem):
            marks.told.clear()
        return {int(number) for number, *_ in words}
