"""A channel in which two fleets fight, and the processes that play on beside it."""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage


@asynccontextmanager
async def table(url, *lines, quiet_seconds=10.0):
    """A loopback and the bot, with a campaign and what these lines do in it."""
    # Not how long an answer takes is at stake here.
    loopback = Loopback(quiet_seconds=60, answer_seconds=60)
    stage = RefereeStage(url)
    await loopback.start()
    try:
        await stage.start()
        for line in ("/campaign new", *lines):
            outcome = await loopback.slash("Ref", "table", line)
            assert not outcome.error
        loopback.actions.quiet_seconds = quiet_seconds
        yield loopback, stage
    finally:
        await stage.stop()
        await loopback.stop()


TEN_A_SIDE = (
    "/ship add template:Sable side:Red count:10",
    "/ship add template:Glaive side:Blue count:10",
    "/battle new first:Red second:Blue",
    "/battle join",
)


def shown(loopback):
    """The embed of the newest message that everybody sees, and the labels of its buttons."""
    channel = loopback.world.channel("table", loopback.world.user("Ref"))
    payload = next(m for m in reversed(channel.messages.values()) if m.visible_to is None).payload
    embeds = payload.get("embeds") or [{}]
    rows = payload.get("components") or []
    return embeds[0].get("description", ""), [
        part["label"] for row in rows for part in row["components"] if "label" in part
    ]


async def until(condition):
    """Wait for something to become true."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - what it waits for happens in another thread's hands
            await asyncio.sleep(0.05)


def stat(pid):
    """How a process is, and whose child."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:2]


def gone(pid):
    """Whether a process has ended, though nobody may have asked how."""
    return not Path(f"/proc/{pid}").exists() or "Z" in stat(pid)


def children(pid):
    """The processes that a process has started."""
    return [
        int(each.name)
        for each in Path("/proc").iterdir()
        if each.name.isdigit() and each.exists() and stat(each.name)[1] == str(pid)
    ]
