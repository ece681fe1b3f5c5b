"""What is told late, after a bot was killed."""

import asyncio

from sqlalchemy import select

from bot.campaign.rows import ENTRY
from tests.e2e.process import BotProcess

# A machine that has much else to do is slow, and that is no failure: nothing here asks how long something takes.
PATIENCE_SECONDS = 600


async def entries(engine):
    async with engine.begin() as connection:
        return {row["key"]: row for row in (await connection.execute(select(ENTRY).order_by(ENTRY.c.id))).mappings()}


def told_late(loopback):
    _, channel = loopback.place("Ref", "table")
    return [text for text in (str(each.payload) for each in channel.messages.values()) if "Carried out before" in text]


async def everything_is_told(loopback, url, engine):
    """What was committed and not answered: after /help often enough, nothing is left, and the channel has it."""
    lost = [entry for entry in (await entries(engine)).values() if not entry["answered"]]
    before = len(told_late(loopback))
    bot = await BotProcess(loopback, url).start()
    for asked in range(1, len(lost) // 3 + 2):
        await loopback.slash("Ref", "table", "/help")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(told_late(loopback)) - before < min(3 * asked, len(lost)):
                await loopback.world.next_change()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not all(entry["answered"] for entry in (await entries(engine)).values()):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    assert await bot.end() == 0
    late = told_late(loopback)[before:]
    assert len(late) == len(lost)
    for entry, shown in zip(lost, late, strict=True):
        assert entry["card"]["title"].split(" (")[0] in shown
    return len(told_late(loopback))
