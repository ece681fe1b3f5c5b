"""What is due, and what `/next` costs that does it all: against one whole view, and against a single `/fire` on a deck.

What is told of who may fire must be what the exact rule says of every pair; and what a step did must be taken back
whole before it is done again.
"""

import asyncio
import statistics
import tempfile
import time
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from bench.commands import answered, begin, fire, show, with_bot
from bench.deck import hangar, rooms
from bench.resolver import median_time
from bot import systems
from bot.chat import orders
from bot.deck.board import Board, Standing
from bot.deck.outlook import outlook, view_from
from bot.deck.plan import Facing, in_field_of_fire
from bot.deck.sight import sees
from bot.engine.scene import Game, Units
from bot.sandbox.body import Upload
from bot.sandbox.loopback import Loopback
from bot.sandbox.report import message_text
from bot.sandbox.stage import ClientStage
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Clock

SYSTEM = systems.discover(systems)["ahl"]
ASKED_ALLOWED, NEXT_ALLOWED, EDIT_ALLOWED = 30, 12, 0.5
# So long a callback may hold the loop, in ms of its own processor time: other programs don't count.
HELD_ALLOWED = 20
# A hall of forty rows of sixty squares, with a wall in its corner behind which one can hide.
_ROWS = [f"{' .' * 5}{'|' if row < 9 else ' '}.{' .' * 54} " for row in range(40)]
HALL = "name: Hall\n\nlevel: Main\n\n" + "\n\n".join(_ROWS) + "\n"


def sixty(board: Board) -> Game:
    """Thirty against thirty on a deck, in the last step of a phase, all with points and rounds for a snap shot."""
    random, (marine, *_) = Random(1), SYSTEM.starter  # noqa: S311
    floor = sorted(board.plan.levels[0].floor)
    people = {f"Trooper {number}": Standing(random.choice(floor), random.choice(list(Facing))) for number in range(60)}
    units = {
        name: replace(marine, name=name, side="red" if number % 2 else "blue") for number, name in enumerate(people)
    }
    ledger = Ledger(clock=Clock(phase=1, step=Step.SNAP))
    return Game(Units(units, units.__getitem__), ("blue", "red"), board=replace(board, people=people)).keeping(ledger)


def asked(name: str, board: Board) -> None:
    """What is due, with whoever may fire, against one whole view."""
    game = sixty(board)
    people = game.board.people

    def may(one: str, other: str) -> bool:
        mine, theirs = people[one], people[other].at
        return in_field_of_fire(mine.facing, mine.at, theirs) and sees(game.board, mine.at, theirs)

    by_rule = {
        one
        for one in people
        if any(game.units[one].side != game.units[other].side and may(one, other) for other in people)
        and not any(people[other].at == people[one].at and other != one for other in people)
    }
    told = {each for due in SYSTEM.due(game) if due.optional for each in due.owes}
    alone = {one for one in people if sum(people[other].at == people[one].at for other in people) == 1}
    assert told & alone == by_rule
    about, middle = outlook(board, 0), next(iter(people.values())).at
    # Of a game that somebody has asked about already it is remembered.
    ours, whole = median_time(lambda: SYSTEM.due(of_new(game)), lambda: view_from(about, middle), times=3)
    show(f"What is due of 60 people, {name} / one whole view", ours * 1000, whole * 1000, ASKED_ALLOWED)


def of_new(game: Game) -> Game:
    """The same game, of which nothing is remembered."""
    return replace(game, board=replace(game.board))


async def next_step(loopback: Loopback, stage: ClientStage, rounds: int = 30) -> None:
    """A phase with forty people, step by step: a flight, a fight in a shared square, a charge among people, and checks
    by all who see it.
    """
    await begin(loopback, stage, "deck")
    for line in (
        '/deck load name:"Bridge deck"',
        '/place name:"Marine E1" at:N18 facing:N',
        "/place name:Pirate at:N16",
    ):
        await answered(loopback, "deck", line)
    await forty(loopback)
    before, taken, shots, held = "", list[float](), list[float](), dict[str, float]()
    for _ in range(rounds):
        told, start = list[str](), time.perf_counter()
        with holding(held):
            while not (told and "— Phase 2 of turn 2" in told[-1]):
                told.append(message_text(await answered(loopback, "hall", "/next")))
        taken.append((time.perf_counter() - start) * 1000)
        assert any("A satchel charge explodes" in each for each in told), told
        assert any("Morale: a friend has fallen" in each for each in told), told
        for _ in told:
            await answered(loopback, "hall", "/undo")
        stands = message_text(await answered(loopback, "hall", "/turn show"))
        assert before in {"", stands}
        before = stands
        start = time.perf_counter()
        await fire(loopback, "deck", '/fire name:"Marine E1" target:Pirate mode:single dm:-9')
        shots.append((time.perf_counter() - start) * 1000)
    ours, theirs = statistics.median(taken[1:]), statistics.median(shots[1:])
    show("/next of a phase with 40 people and every trigger / /fire on a deck", ours, theirs, NEXT_ALLOWED)
    longest = sorted(held, key=held.__getitem__, reverse=True)[:3]
    missed = "MISSED " if held[longest[0]] > HELD_ALLOWED else ""
    told_held = ", ".join(f"{held[name]:.1f} ms by {name}" for name in longest)
    print(f"What holds the loop longest in {rounds} such phases (at most {HELD_ALLOWED} ms): {missed}{told_held}")


@contextmanager
def holding(held: dict[str, float]) -> Iterator[None]:
    """Note of every callback of the loop the longest that it has held it, in ms of processor time, by its name."""
    run = Handle._run

    def timed(handle: Handle) -> None:
        name, start = _called(handle), time.thread_time()
        run(handle)
        held[name] = max(held.get(name, 0.0), (time.thread_time() - start) * 1000)

    Handle._run = timed  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        Handle._run = run  # type: ignore[method-assign]


def _called(handle: Handle) -> str:
    """What a callback is: of a task, the coroutine that goes on in it."""
    called: Any = handle._callback  # type: ignore[attr-defined]
    task = getattr(called, "__self__", None)
    if isinstance(task, asyncio.Task):
        return str(getattr(task.get_coro(), "__qualname__", task.get_name()))
    return getattr(called, "__qualname__", type(called).__name__)


async def edited(loopback: Loopback, stage: ClientStage, rounds: int = 60) -> None:
    """A shot in a turn that is kept with the message edited that shows who is waited for, against the same without."""
    await begin(loopback, stage, "deck")
    for line in (
        '/deck load name:"Bridge deck"',
        '/place name:"Marine E1" at:N18 facing:N',
        "/place name:Pirate at:N16 facing:S",
        "/turn begin",
        "/plan plan:aim",
        "/phase",
        '/phase step:"aimed fire"',
    ):
        await answered(loopback, "deck", line)
    taken, told = {True: list[float](), False: list[float]()}, set[str]()

    async def untracked(*_: Any, **__: Any) -> list[Any]:
        return []

    for number in range(2 * rounds):
        tracks = bool(number % 2)
        with nullcontext() if tracks else patch.object(orders, "track", untracked):
            start = time.perf_counter()
            shot = await fire(loopback, "deck", '/fire name:"Marine E1" target:Pirate mode:aimed dm:-9')
            await over()
            taken[tracks].append((time.perf_counter() - start) * 1000)
        assert shown(loopback, f"Marine E1 · {0 if tracks else 6} AP"), "with it the message is edited by then"
        told.add(message_text(shot).partition("To hit")[0])
        await loopback.slash("Ref", "deck", "/undo")
        await over()
    assert len(told) == 1, "both tell the same shot"
    ours, theirs = (statistics.median(taken[each][rounds // 10 :]) for each in (True, False))
    show("What editing the tracker adds to a /fire on a deck / that", ours - theirs, theirs, EDIT_ALLOWED)


async def over() -> None:
    """Wait until the bot is done with a command, with all that comes after its answer."""
    while tasks := [each for each in asyncio.all_tasks() if each.get_name().startswith("CommandTree-invoker")]:
        await asyncio.wait(tasks)


def shown(loopback: Loopback, text: str) -> bool:
    """Whether the message that shows who is waited for does."""
    messages = loopback.world.channel("deck", loopback.world.user("Ref")).messages
    return any(text in message_text(each) for each in messages.values() if each.payload.get("pinned"))


async def forty(loopback: Loopback) -> None:
    """Twenty against twenty in the hall: two share a square, two flee, and a charge lies among eight."""
    names = {side: [f"{side} {number}" for number in range(1, 21)] for side in "AB"}
    lines = [
        "/campaign new",
        *(f'/character add name:{side} template:Marine count:20 side:{side} values:"morale 9"' for side in "AB"),
    ]
    for line in lines:
        await answered(loopback, "hall", line)
    hall = [Upload("hall.txt", HALL.encode(), "text/plain")]
    loaded = message_text(await answered(loopback, "hall", "/deck load", files=hall))
    assert "is put up" in loaded, loaded
    more = [
        f'/place name:"{", ".join(names["A"])}" at:F15 facing:W',
        f'/place name:"{", ".join(names["B"])}" at:AG15 facing:E',
        '/place name:"B 20" at:"A 20"',
        "/turn begin",
        '/plan name:"A 1" plan:"emplace a charge" values:"delay 0"',
        *["/phase"] * 6,
        '/plan name:"A 2" plan:cover values:"end A15"',
        "/phase",
        '/set name:"A 18" field:nerve value:fleeing because:bench',
        '/standing name:"A 18" when:flight say:always',
        '/phase name:"A 2" ready:True step:"snap shots"',
    ]
    for line in more:
        await answered(loopback, "hall", line)


async def main() -> None:
    random = Random(2)  # noqa: S311
    asked("rooms", rooms(random))
    asked("hangar", hangar(random))
    with tempfile.TemporaryDirectory() as folder:
        await with_bot(Path(folder), next_step)
    with tempfile.TemporaryDirectory() as folder:
        await with_bot(Path(folder), edited)


if __name__ == "__main__":
    asyncio.run(main())
