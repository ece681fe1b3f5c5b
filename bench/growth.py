"""Does a command cost more when there is much, and does the bot weigh more than what it imports?"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from sqlalchemy import text

from bench.commands import Game, medians, opened
from bot.campaign.recording import Place
from bot.sandbox.loopback import Loopback
from bot.sandbox.rest import TOKEN

LEAST = (
    "import discord, discord.ext.commands, sqlmodel, sqlalchemy.ext.asyncio, "
    "aiosqlite, sqlalchemy.dialects.sqlite.aiosqlite, PIL.ImageDraw, PIL.ImageFont"
)
# With what it has for migrations and for its sandbox, and does not import at most starts.
IMPORTS = f"{LEAST}, alembic.command, aiohttp.web"
BOOKS = "\nfrom bot import systems; dict(systems.discover(systems))"
WAIT = "\nprint(flush=True)\nimport time; time.sleep(60)"
DIAL = """
import yarl
from discord import gateway, http
from bot.__main__ import main
http.Route.BASE = {url!r} + "/api/v10"
gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL({url!r}).with_scheme("ws") / "gateway/"
main([])
"""
# Memory is read there; where there is none, start-up is not measured either.
_PROC = Path("/proc/self/status").is_file()
_MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)"
_COLUMNS = "guild_id, system, settings, things, counter, version, head_id, ended, taken_back, created_at"
_CAMPAIGNS = f"""INSERT INTO campaign (channel_id, {_COLUMNS})
    {_MANY} SELECT 1000 + i, {_COLUMNS} FROM n, (SELECT * FROM campaign WHERE id = 1)"""
_UNITS = """INSERT INTO unit (campaign_id, name, key, side, sheet)
    SELECT campaign.id, name, key, side, sheet
    FROM campaign, (SELECT * FROM unit WHERE campaign_id = 1) WHERE campaign.id > 1"""
_STRETCHES = """INSERT INTO stretch (campaign_id, seed, salts, first_die, since)
    SELECT campaign.id, seed, salts, first_die, since
    FROM campaign, (SELECT * FROM stretch WHERE campaign_id = 1) WHERE campaign.id > 1"""
_ENTRY = "audience, verb, throws, first_die, card, after_undo, at, channel_id"
_ENTRIES = f"""INSERT INTO entry (campaign_id, actor_id, chain, "key", "order", answered, {_ENTRY})
    {_MANY} SELECT 1, 1, 'old', 'old-' || i, '{{}}', 1, {_ENTRY} FROM n, (SELECT * FROM entry WHERE id = 2)"""


async def game(folder: Path, campaigns: int, entries: int) -> Game:
    """A campaign among as many more, with as many entries in its own journal."""
    made = Game(await opened(folder, f"{campaigns}-{entries}"), Place(10, 100))
    await made.begin()
    await made.fire()
    async with made.store.engine.begin() as connection:
        await connection.execute(text(_CAMPAIGNS), {"count": campaigns})
        await connection.execute(text(_UNITS))
        await connection.execute(text(_STRETCHES))
        await connection.execute(text(_ENTRIES), {"count": entries})
    return made


async def growth(what: str, small: tuple[int, int], large: tuple[int, int], rounds: int = 300) -> None:
    with tempfile.TemporaryDirectory() as folder:
        games = [await game(Path(folder), *size) for size in (small, large)]
        few, many = await medians(*(each.fire for each in games), rounds=rounds)
        counts = []
        for each in games:
            async with each.store.engine.begin() as connection:
                found = await connection.execute(text("SELECT version FROM campaign WHERE id = 1"))
                counts.append(found.scalar_one())
            await each.store.engine.dispose()
        assert counts[0] == counts[1], counts
    _show(what, many / few, 1.3, f"{many:.2f} / {few:.2f} ms")


def _show(what: str, ratio: float, most: float, figures: str) -> None:
    print(f"{what}: {ratio:.2f} (at most {most}) {'' if ratio <= most else 'MISSED '}[{figures}]")


def resident(pid: int) -> float:
    """The memory of a process, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def worked(pid: int) -> float:
    """The processor time of a process so far, in s."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _greeted(loopback: Loopback, before: int) -> bool:
    """Whether the bot has said who it is once more than before."""
    return loopback.gateway.identifies > before


async def started(code: str, environ: dict[str, str], ready: Callable[[], bool]) -> tuple[float, float]:
    """What a program works until it is ready, in s, and its memory half a second later, in MiB.

    Processor time: it waits for next to nothing, and what else the machine does at the time is not its own.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, env=os.environ | environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    if "print" in code:
        await process.stdout.readline()
    while not ready():
        assert process.returncode is None
        await asyncio.sleep(0.001)
    taken = worked(process.pid)
    await asyncio.sleep(0.5)
    memory = resident(process.pid)
    process.terminate()
    await process.communicate()
    return taken, memory


async def start_up(rounds: int = 7) -> None:
    """From nothing until it listens to Discord, on a database that is there, against its bare imports.

    It reads all rulebooks before it listens: so does what its time is held against.
    """
    loopback = Loopback(quiet_seconds=0)
    await loopback.start()
    bare, least, ours, read = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        # Compiled in the first round, which isn't counted, as on a machine where it has run before.
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        environ = compiled | {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/bot.db"}
        for _ in range(rounds):
            bare.append(await started(f"{IMPORTS}{WAIT}", compiled, lambda: True))
            least.append(await started(f"{LEAST}{BOOKS}{WAIT}", compiled, lambda: True))
            read.append(await started(f"{IMPORTS}{BOOKS}{WAIT}", compiled, lambda: True))
            before = loopback.gateway.identifies
            code = DIAL.format(url=loopback.url)
            ours.append(await started(code, environ, partial(_greeted, loopback, before)))
    await loopback.stop()
    _report("Start-up / bare imports and reading all rulebooks", _median(ours, 0), _median(read, 0), 1.2, "s")
    print(f"Of that, reading all rulebooks: {_median(read, 0) - _median(bare, 0):.2f} s")
    _report("Idle memory / bare imports", _median(ours, 1), _median(bare, 1), 1.3, "MiB")
    time, memory = (_median(ours, part) / _median(least, part) for part in (0, 1))
    print(f"Start-up and memory / the same without migrations and sandbox: {time:.2f}, {memory:.2f}")


def _median(runs: Sequence[tuple[float, float]], part: int) -> float:
    """Of the times (0) or the memory (1) of all runs but the first."""
    return statistics.median(each[part] for each in runs[1:])


def _report(what: str, mine: float, theirs: float, most: float, unit: str) -> None:
    _show(what, mine / theirs, most, f"{mine:.2f} / {theirs:.2f} {unit}")


async def main() -> None:
    await growth("A shot among 10,000 campaigns / among 10", (10, 10), (10_000, 10))
    await growth("A shot after 1,000,000 entries / after 1,000", (1, 1_000), (1, 1_000_000))
    if _PROC:
        await start_up()


if __name__ == "__main__":
    asyncio.run(main())
