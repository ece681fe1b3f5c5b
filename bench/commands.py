"""What a command costs, as ratios against peers in the same run, each with its equality check.

Contenders take turns; medians are compared. Absolute figures are printed and mean little: machines differ.
"""

import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from discord import app_commands
from sqlalchemy import text

from bot import systems
from bot.campaign.access import Actor
from bot.campaign.database import open_database
from bot.campaign.play import play
from bot.campaign.recording import Place
from bot.campaign.store import Store
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.fields import Value
from bot.sandbox.body import Upload
from bot.sandbox.entities import Message
from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import message_text
from bot.sandbox.stage import ClientStage

SYSTEM = systems.discover(systems)["ahl"]
REFEREE = Actor(1, "Ref")
# At this range nobody is hit, so that every shot does the same.
SHOT: Mapping[str, Value] = {"range": 600, "mode": "single", "dm": -9}
FIRE = '/fire name:"Marine E1" target:"Marine N1" range:600 mode:single dm:-9'
# Both on the bridge, two squares apart.
DECK = (
    '/deck load name:"Bridge deck"',
    '/place name:"Marine E1" at:N18 facing:N',
    "/place name:Pirate at:N16 facing:S",
)
ROUNDS = 300
Contender = Callable[[], Awaitable[Any]]


async def medians(*contenders: Contender, rounds: int) -> list[float]:
    """What each contender takes for one call, in ms: the median over all rounds."""
    taken: list[list[float]] = [[] for _ in contenders]
    for _ in range(rounds):
        for times, contender in zip(taken, contenders, strict=True):
            start = time.perf_counter()
            await contender()
            times.append((time.perf_counter() - start) * 1000)
    return [statistics.median(each[rounds // 10 :]) for each in taken]


def show(what: str, ours: float, theirs: float, most: float) -> None:
    ratio = ours / theirs
    print(f"{what}: {ratio:.2f} (at most {most}) {'' if ratio <= most else 'MISSED '}[{ours:.2f} / {theirs:.2f} ms]")


@dataclass
class Game:
    """A campaign in which shots are fired, straight at the store."""

    store: Store
    place: Place
    keys: Any = None

    async def begin(self) -> None:
        self.keys = count()
        async with self.store.founding(self.place, REFEREE, f"{self.place.channel_id}-new", SYSTEM.key) as transaction:
            for unit in SYSTEM.starter:
                await transaction.add_unit(unit.name, unit.side, None, endless(unit.sheet))
            await transaction.record("campaign new", Card("begun"), place=self.place)

    async def fire(self) -> None:
        people = {"name": "Marine E1", "target": "Marine N1"}
        async with self.store.transaction(
            self.place, REFEREE, f"{self.place.channel_id}-{next(self.keys)}"
        ) as transaction:
            await play(transaction, self.place, SYSTEM, "fire", people, SHOT, LiveDice)


def endless(sheet: Any) -> dict[str, Any]:
    """The sheet as it is kept, with more rounds in every clip than a run fires."""
    kept: dict[str, Any] = json.loads(json.dumps(SYSTEM.dump_sheet(sheet)).replace('"rounds": 20', '"rounds": 90000'))
    return kept


async def opened(folder: Path, name: str) -> Store:
    return Store(await open_database(f"sqlite+aiosqlite:///{folder}/{name}.db"), now=lambda: 1_800_000_000)


# --- a transaction against raw sqlite3 ---


class Raw:
    """The statements of a shot by sqlite3 itself: the same rows read and written, no layer between."""

    def __init__(self, path: str, entry: dict[str, Any], changes: list[dict[str, Any]]) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute("PRAGMA foreign_keys=ON")
        self.entry, self.changes, self.keys = entry, changes, count()

    async def fire(self) -> None:
        run = self.connection.execute
        run("BEGIN IMMEDIATE")
        campaign = run(
            "SELECT campaign.*, member.role FROM campaign LEFT JOIN member ON member.campaign_id = campaign.id AND "
            "member.user_id = 1 WHERE channel_id IN (100) AND NOT ended ORDER BY campaign.id DESC"
        ).fetchone()
        units = run("SELECT * FROM unit WHERE campaign_id = ? ORDER BY id", (campaign["id"],)).fetchall()
        entry = self.entry | {"key": f"raw-{next(self.keys)}", "chain": "raw"}
        columns = ", ".join(f'"{name}"' for name in entry)
        marks = ", ".join("?" * len(entry))
        entry_id = run(
            f"INSERT INTO entry ({columns}) VALUES ({marks}) RETURNING id", tuple(entry.values())
        ).fetchone()[0]
        for change in self.changes:
            run(
                'INSERT INTO change (entry_id, entity, entity_id, "before", "after") VALUES (?, ?, ?, ?, ?)',
                (entry_id, change["entity"], change["entity_id"], change["before"], change["after"]),
            )
            sheet = next(unit["sheet"] for unit in units if unit["id"] == change["entity_id"])
            run("UPDATE unit SET name=name, key=key, side=side, sheet=? WHERE id=?", (sheet, change["entity_id"]))
        run(
            "UPDATE campaign SET settings=?, things=?, ended=0, counter=?, head_id=?, taken_back=?, version=? "
            "WHERE id=?",
            (
                campaign["settings"],
                campaign["things"],
                campaign["counter"] + 2,
                entry_id,
                campaign["taken_back"],
                campaign["version"] + 1,
                campaign["id"],
            ),
        )
        run("COMMIT")


async def transaction(folder: Path, rounds: int = 400) -> None:
    """The whole transaction of a shot, the rules and the wording with it, against the same rows by sqlite3."""
    games = []
    for name in ("ours", "raw"):
        games.append(Game(await opened(folder, name), Place(10, 100)))
        await games[-1].begin()
        await games[-1].fire()
    await games[1].store.engine.dispose()
    with sqlite3.connect(folder / "raw.db") as connection:
        connection.row_factory = sqlite3.Row
        entry = dict(connection.execute("SELECT * FROM entry ORDER BY id DESC").fetchone())
        changes = [
            dict(row) for row in connection.execute("SELECT * FROM change WHERE entry_id = ?", (entry.pop("id"),))
        ]
    connection.close()
    raw = Raw(str(folder / "raw.db"), entry, changes)
    ours, theirs = await medians(games[0].fire, raw.fire, rounds=rounds)
    raw.connection.close()
    await games[0].store.engine.dispose()
    counts = [rows(folder / f"{name}.db") for name in ("ours", "raw")]
    assert counts[0] == counts[1], counts
    show("A shot's transaction / raw sqlite3, same rows, FULL", ours, theirs, 7)


def rows(path: Path) -> list[tuple[int, ...]]:
    """How many rows each table has, and how far the campaign has come: equal if equal work was done."""
    with sqlite3.connect(path) as connection:
        found = [
            connection.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("entry", "change", "unit")
        ]
        found.append(connection.execute("SELECT counter, version FROM campaign").fetchone())
    connection.close()
    return found


# --- from key to picture ---


async def with_bot(folder: Path, use: Callable[[Loopback, ClientStage], Awaitable[None]]) -> None:
    """The whole bot on this machine's Discord."""
    loopback, stage = Loopback(quiet_seconds=0), RefereeStage(f"sqlite+aiosqlite:///{folder}/{use.__name__}.db")
    await loopback.start()
    await stage.start()
    try:
        await use(loopback, stage)
    finally:
        await stage.stop()
        await loopback.stop()
    assert loopback.faults == []


async def begin(loopback: Loopback, stage: ClientStage, channel: str) -> None:
    """A starter fight in which nobody runs out of rounds."""
    await answered(loopback, channel, "/campaign new starter:True")
    engine = stage.client.table.store.engine  # type: ignore[union-attr]
    async with engine.begin() as connection:
        endlessly = text("UPDATE unit SET sheet = replace(sheet, :full, :endless)")
        await connection.execute(endlessly, {"full": '"rounds":20', "endless": '"rounds":90000'})


async def answered(
    loopback: Loopback, channel: str, line: str, user: str = "Ref", files: Sequence[Upload] = ()
) -> Message:
    """The message that answers a line, however long the bot thinks."""
    outcome = await loopback.slash(user, channel, line, files)
    assert outcome.interaction is not None, (line, outcome.error)
    while outcome.interaction.deferred:
        await loopback.world.next_change()
    assert outcome.interaction.original is not None, line
    return outcome.interaction.original


async def fire(loopback: Loopback, channel: str, line: str = FIRE) -> Message:
    """The message that answers a shot."""
    shot = await answered(loopback, channel, line)
    assert "fires at" in message_text(shot), message_text(shot)
    return shot


async def end_to_end(loopback: Loopback, stage: ClientStage) -> None:
    """A command typed until it is answered, against one that commits one row with FULL and says so."""
    notes = sqlite3.connect(Path(tempfile.mkdtemp()) / "notes.db", isolation_level=None)
    notes.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE note (id INTEGER PRIMARY KEY)")

    @app_commands.command(name="commit", description="Commits one row")
    async def note(interaction: Any) -> None:
        notes.execute("INSERT INTO note DEFAULT VALUES")
        await interaction.response.send_message("Noted.")

    tree: Any = stage.client.tree  # type: ignore[union-attr]
    tree.add_command(note)
    await tree.sync()
    await begin(loopback, stage, "table")
    contenders = (lambda: fire(loopback, "table"), lambda: loopback.slash("Ref", "table", "/commit"))
    ours, theirs = await medians(*contenders, rounds=ROUNDS)
    assert notes.execute("SELECT count(*) FROM note").fetchone() == (ROUNDS,)
    assert len(await _entries(stage)) == ROUNDS + 1
    notes.close()
    show("/fire end to end / a command that commits one row with FULL", ours, theirs, 4)


async def _entries(stage: ClientStage) -> list[Any]:
    engine = stage.client.table.store.engine  # type: ignore[union-attr]
    async with engine.begin() as connection:
        return list((await connection.execute(text("SELECT id FROM entry"))).all())


async def on_a_deck(loopback: Loopback, stage: ClientStage) -> None:
    """The same shot on a deck, which answers with a picture, and without one; it never hits."""
    for channel in ("deck", "no deck"):
        await begin(loopback, stage, channel)
    for line in DECK:
        await answered(loopback, "deck", line)
    before = len(await _entries(stage))

    async def shot(channel: str, how: str, pictures: int) -> None:
        told = await fire(loopback, channel, f'/fire name:"Marine E1" target:Pirate mode:single dm:-9 {how}')
        assert len(told.files) == pictures
        assert "2 squares: effective range" in message_text(told)

    contenders = (lambda: shot("deck", "", 1), lambda: shot("no deck", "range:2", 0))
    ours, theirs = await medians(*contenders, rounds=ROUNDS // 3)
    assert len(await _entries(stage)) == before + 2 * (ROUNDS // 3)
    show("/fire on a deck with its picture / the same without a deck", ours, theirs, 4)


# A deck of 40 rows of 60 squares, and the sixty people who stand on it.
HALL = "name: Hall\n\nlevel: Main\n\n" + "\n\n".join(" ." * 60 + " " for _ in range(40)) + "\n"
SIXTY = [f"Trooper {number}" for number in range(1, 61)]


async def completion(loopback: Loopback, stage: ClientStage, rounds: int = 200) -> None:
    """What is offered for a target, with states and distances of sixty people, against their names alone."""
    lines = (
        "/campaign new",
        *("/character add name:Trooper template:Marine count:20 side:A",) * 3,
        f'/place name:"{", ".join(SIXTY)}" at:AA20',
    )
    for line in lines[:-1]:
        await answered(loopback, "hall", line)
    await answered(loopback, "hall", "/deck load", files=[Upload("hall.txt", HALL.encode(), "text/plain")])
    await answered(loopback, "hall", lines[-1])

    async def offered(line: str) -> list[str]:
        shown = await loopback.complete("Ref", "hall", line)
        return [choice["value"] for choice in shown.choices]

    told, names = '/fire name:"Trooper 1" target:', "/character show name:"
    assert set(await offered(told)) <= set(SIXTY)
    assert len(await offered(told)) == len(await offered(names)) == 25
    ours, theirs = await medians(lambda: offered(told), lambda: offered(names), rounds=rounds)
    show("A completion with states and distances for 60 people / with their names alone", ours, theirs, 5)


async def crowd(loopback: Loopback, stage: ClientStage) -> None:
    """A hundred users at ten tables, a command each every two seconds."""
    users, tables, turns = 100, 10, 5
    for number in range(tables):
        await begin(loopback, stage, f"crowd-{number}")
    before, taken = len(await _entries(stage)), []

    async def user(number: int) -> None:
        await asyncio.sleep(2 * number / users)
        for _ in range(turns):
            start = time.perf_counter()
            await fire(loopback, f"crowd-{number % tables}")
            taken.append((time.perf_counter() - start) * 1000)
            await asyncio.sleep(max(0.0, 2 - (time.perf_counter() - start)))

    await asyncio.gather(*(user(number) for number in range(users)))
    lost = before + users * turns - len(await _entries(stage))
    cuts = statistics.quantiles(taken, n=100)
    print(f"100 users, one command each every 2 s: p50 {cuts[49]:.1f}, p95 {cuts[94]:.1f}, p99 {cuts[98]:.1f} ms")
    print(f"Updates lost: {lost} (at most 0) {'MISSED' if lost else ''}")


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        await transaction(Path(folder))
        await with_bot(Path(folder), end_to_end)
        await with_bot(Path(folder), on_a_deck)
        await with_bot(Path(folder), completion)
        await with_bot(Path(folder), crowd)


if __name__ == "__main__":
    asyncio.run(main())
