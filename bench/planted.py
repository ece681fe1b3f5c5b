"""Mistakes that are planted in a process which has collected all tests already: it becomes two for each mistake, and
the child changes the code of the functions in question where they stand, and runs the tests.

So a mistake costs what its tests cost, and no start of Python, of its libraries and of the project. What a module does
as it is imported can't be done again this way: such mistakes are left to those who start anew.
"""

import gc
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NoReturn

import pytest

from bench.mistakes import ROOT, Mutant

ENDLESS, CRASHED = "no end in sight", "Python itself"
# With which code a child ends in which the mistake can't be planted.
_CANT = 3


def _within(code: CodeType) -> list[CodeType]:
    """All code that stands within some code, to any depth, in its order."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [found for each in inner for found in (each, *_within(each))]


def _bare(code: CodeType) -> tuple[object, ...]:
    """What tells some code from another, but for what stands within it."""
    plain = tuple((type(each), each) for each in code.co_consts if not isinstance(each, CodeType))
    return code.co_code, plain, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars


def changed(before: str, after: str, path: str) -> list[tuple[CodeType, CodeType]] | None:
    """The functions of a file that a mistake changes, each with its code as it was and as it is with it; None where it
    changes what is done as the file is imported.
    """
    old, new = compile(before, path, "exec"), compile(after, path, "exec")
    pairs = [*zip(_within(old), _within(new), strict=False)]
    alike = len(_within(old)) == len(_within(new)) and all(a.co_qualname == b.co_qualname for a, b in pairs)
    if not alike or _bare(old) != _bare(new):
        return None
    return [(a, b) for a, b in pairs if _bare(a) != _bare(b) or any(_differ(a, b))]


def _differ(old: CodeType, new: CodeType) -> Iterator[bool]:
    return (_bare(a) != _bare(b) for a, b in zip(_within(old), _within(new), strict=True))


def all_functions() -> Mapping[str, Sequence[FunctionType]]:
    """All functions there are now, those that are called by another name among them, by the file of their code."""
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found[each.__code__.co_filename].append(each)
    return found


def plant(functions: Sequence[FunctionType], file: Path, text: str) -> bool:
    """Change the functions of a file that has been imported to those of another text; False where that can't be done,
    or nothing that is called now would be changed.
    """
    found = changed(file.read_text(encoding="utf-8"), text, str(file))
    if not found:
        return False
    planted: set[int] = set()
    for old, new in found:
        for function in functions:
            if _alike(function.__code__, old) and len(new.co_freevars) == len(old.co_freevars):
                function.__code__ = new
                planted |= {id(code) for code in (old, *_within(old))}
    # A class that is made anew is changed by nothing: its body has been gone through.
    return all(id(old) in planted for old, new in found if _bare(old) != _bare(new))


def _alike(code: CodeType, other: CodeType) -> bool:
    return (code.co_qualname, code.co_firstlineno, _bare(code)) == (
        other.co_qualname,
        other.co_firstlineno,
        _bare(other),
    )


class Planting:
    """A plugin of pytest that runs no test but those that it is asked for, with the mistake that it is asked for.

    It is asked by the path of a file and its text with the mistake, or None for neither; the tests in their order; and
    how many seconds they may take. It answers with the first that fails, "" for none, or None where the mistake can't
    be planted.
    """

    def __init__(self, copy: Path, asked: Connection) -> None:
        self._copy, self._asked, self._red = copy, asked, ""
        self._functions: Mapping[str, Sequence[FunctionType]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest after each step of a test."""
        if report.failed:
            self._red = self._red or report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Called by pytest when it has collected all tests."""
        items = {item.nodeid: item for item in session.items}
        self._functions = all_functions()
        # What has been collected stays, and no child goes through it again.
        gc.freeze()
        while asked := self._asked.recv():
            mistake, tests, seconds = asked
            self._asked.send(self._answer(mistake, [items[test] for test in tests], seconds))
        return True

    def _answer(self, mistake: tuple[Path, str] | None, items: Sequence[pytest.Item], seconds: float) -> str | None:
        told, telling = os.pipe()
        child = os.fork()
        if not child:
            self._run(mistake, items, seconds, telling)
        os.close(telling)
        with os.fdopen(told, encoding="utf-8") as file:
            found = file.read()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status < 0:
            return ENDLESS if -status == signal.SIGALRM else CRASHED
        return None if status == _CANT else found

    def _run(
        self, mistake: tuple[Path, str] | None, items: Sequence[pytest.Item], seconds: float, telling: int
    ) -> NoReturn:
        """In the child, which never comes back from it: the tests until one fails, which is told."""
        try:
            if mistake and not self._plant(*mistake):
                os._exit(_CANT)
            signal.alarm(int(seconds) + 1)
            for item, after in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if self._red:
                    break
            os.write(telling, self._red.encode())
        except BaseException as error:
            # Whatever a mistake brings about is noticed.
            os.write(telling, repr(error).encode())
        os._exit(0)

    def _plant(self, path: Path, text: str) -> bool:
        file = self._copy / path
        return plant(self._functions.get(str(file), ()), file, text)


def run_pytest(copy: Path, arguments: Sequence[str], plugins: Sequence[object]) -> int:
    """Run pytest in a copy of the project, without a word; its exit code.

    In a process of its own, to which nothing of the project is known yet.
    """
    sys.path[:] = [path for path in sys.path if Path(path).resolve() != ROOT]
    # Processes that tests start look for what this one was started with, which is nothing of theirs.
    sys.modules["__main__"] = ModuleType("__main__")
    sys.dont_write_bytecode = True
    os.chdir(copy)
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        return pytest.main(["-q", "-p", "no:cacheprovider", "--assert=plain", *arguments], plugins=plugins)


def serve(copy: Path, files: Sequence[str], asked: Connection) -> None:
    """Collect tests in a copy of the project, and answer what is asked of them; in a process of its own."""
    run_pytest(copy, files, [Planting(copy, asked)])


class Planted:
    """A process that has collected some files of tests, in which mistakes are planted.

    A test that fails in it without any mistake as well has noticed nothing, and is asked no more.
    """

    def __init__(self, copy: Path, files: Sequence[str]) -> None:
        self._asking, asked = get_context("forkserver").Pipe()
        self._process = get_context("forkserver").Process(target=serve, args=(copy, files, asked))
        self._process.start()
        asked.close()
        self._sound: set[str] = set()
        self._unsound: set[str] = set()

    def first_red(self, mutant: Mutant, tests: Sequence[str], seconds: float) -> str | None:
        """The first of some tests that fails with a mistake within so many seconds, "" for none; None where it can't be
        planted.
        """
        while True:
            left = [test for test in tests if test not in self._unsound]
            found = self._answer((mutant.path, mutant.text), left, seconds)
            if found not in left or found in self._sound or not self._answer(None, [found], seconds):
                self._sound |= {found} if found in left else set()
                return found
            self._unsound.add(found)

    def _answer(self, mistake: tuple[Path, str] | None, tests: Sequence[str], seconds: float) -> str | None:
        self._asking.send((mistake, tests, seconds))
        found: str | None = self._asking.recv()
        return found

    def close(self) -> None:
        """End the process."""
        self._asking.send(None)
        self._process.join()
