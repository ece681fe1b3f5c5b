"""The way of one command through the code: `make walk COMMAND=…` plays it on a prepared deck, and prints its way.

Counted are the project's own files and functions that it calls, how often it goes from one top-level room to another,
transactions and statements, decks and sheets that it reads: with its picture and without, and the rooms once more with
the engine not counted, to which the rules go back with every modifier.
"""

import asyncio
import sys
import tempfile
import threading
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from inspect import CO_COROUTINE
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from sqlalchemy import event

from bench.commands import DECK, answered, begin, with_bot
from bot.sandbox.loopback import Loopback
from bot.sandbox.stage import ClientStage

ROOT = Path(__file__).parents[1]
SHOT = '/fire name:"Marine E1" target:Pirate'
# Whatever is called from here is done for the picture.
PICTURE = ("bot/chat/pictures.py", "bot/deck/alttext.py", "bot/deck/view.py", "renderers/")
LOW, HIGH = (1, 1), (6, 6, 5, 5)
LOADS = {"load_board": "decks", "SheetType.load": "sheets"}


@dataclass
class Walk:
    """What has been called, in order: whose file, which function, and whether for the picture."""

    calls: list[tuple[str, str, bool]] = field(default_factory=list)
    loaded: Counter[str] = field(default_factory=Counter)
    statements: int = 0
    transactions: int = 0
    _drawing: Counter[int] = field(default_factory=Counter)
    _files: dict[CodeType, str] = field(default_factory=dict)
    _waiting: set[FrameType] = field(default_factory=set)

    def profile(self, frame: FrameType, what: str, _: Any) -> None:
        """For `sys.setprofile`: each call of the project's own."""
        if what not in {"call", "return"}:
            return
        code = frame.f_code
        file = self._files.get(code)
        if file is None:
            file = self._files[code] = _file_of(code)
        if not file:
            return
        thread = threading.get_ident()
        draws = file.startswith(PICTURE)
        if what == "return":
            self._drawing[thread] -= draws
            return
        self._drawing[thread] += draws
        if frame in self._waiting:
            # A coroutine that goes on after it has waited is not called anew.
            return
        if code.co_flags & CO_COROUTINE:
            self._waiting.add(frame)
        self.calls.append((file, code.co_qualname, self._drawing[thread] > 0))
        if code.co_qualname in LOADS:
            self.loaded[_what_is_loaded(frame)] += 1

    def told(self, *, picture: bool) -> str:
        """The way in a line."""
        calls = [(file, name) for file, name, drawn in self.calls if picture or not drawn]
        rooms = [_room(file) for file, _ in calls]
        changes, without = (_changes(each) for each in (rooms, [room for room in rooms if room != "engine"]))
        return (
            f"{len({file for file, _ in calls})} files, {len(set(calls))} functions, {len(calls)} calls, "
            f"{changes} changes of room, {without} with engine not counted"
        )


def _file_of(code: CodeType) -> str:
    """The file of the project in which something stands, "" for all that is not the game's own."""
    try:
        name = Path(code.co_filename).relative_to(ROOT).as_posix()
    except ValueError:
        return ""
    return name if name.startswith(("bot/", "cogs/", "renderers/")) and not name.startswith("bot/sandbox/") else ""


def _room(file: str) -> str:
    first, second, *_ = file.removesuffix(".py").split("/")
    return second if first == "bot" else first


def _changes(rooms: list[str]) -> int:
    return sum(one != other for one, other in pairwise(rooms))


def _what_is_loaded(frame: FrameType) -> str:
    """A deck, or the kind of sheet that is read from JSON."""
    kind = getattr(getattr(frame.f_locals.get("self"), "_adapter", None), "_type", None)
    return "Board" if kind is None else str(getattr(kind, "__name__", kind))


async def walked(loopback: Loopback, stage: ClientStage, command: str) -> Walk:
    """The way of a command that has been given before, so that what is read once for ever isn't counted.

    The dice fall low the first time and high the second: a shot that misses, then one that hits and wounds seriously.
    """
    await begin(loopback, stage, "table")
    for line in (*DECK, command):
        stage.dice(LOW)
        await answered(loopback, "table", line)
    await idle(stage)
    stage.dice(HIGH)
    walk = Walk()
    engine = stage.client.table.store.engine.sync_engine  # type: ignore[union-attr]
    event.listen(engine, "before_cursor_execute", lambda *_: setattr(walk, "statements", walk.statements + 1))
    event.listen(engine, "begin", lambda *_: setattr(walk, "transactions", walk.transactions + 1))
    threading.setprofile(walk.profile)
    # Threads that are there already are not watched.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
    sys.setprofile(walk.profile)
    try:
        await answered(loopback, "table", command)
        await idle(stage)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return walk


async def idle(stage: ClientStage) -> None:
    """What comes after an answer, such as the note that it was posted, belongs to its command."""
    while tasks := stage.client.answering:  # type: ignore[union-attr]
        await asyncio.wait(tasks)


async def main() -> None:
    parser = ArgumentParser(prog="make walk")
    parser.add_argument("command", nargs="?", default=SHOT)
    command = parser.parse_args().command

    async def walk(loopback: Loopback, stage: ClientStage) -> None:
        way = await walked(loopback, stage, command)
        loaded = ", ".join(f"{number} {kind}" for kind, number in sorted(way.loaded.items()))
        print(command)
        print("with its picture: " + way.told(picture=True))
        print("without it:       " + way.told(picture=False))
        print(f"{way.transactions} transactions, {way.statements} statements; loaded: {loaded or 'nothing'}")

    with tempfile.TemporaryDirectory() as folder:
        await with_bot(Path(folder), walk)


if __name__ == "__main__":
    asyncio.run(main())
