"""What is told late, after a bot was killed."""

import asyncio
from contextlib import contextmanager

from sqlalchemy import select

from bot.campaign.rows import ENTRY
from tests.e2e.process import BotProcess

# A machine that has much else to do is slow, and that is no failure: nothing here asks how long something takes.
PATIENCE_SECONDS = 600


async def entries(engine):
    async with engine.begin() as connection:
        return {row["key"]: row for row in (await connection.execute(select(ENTRY).order_by(ENTRY.c.id))).mappings()}


async def all_answered(engine):
    """Wait until it is noted of each entry that it was answered, which is after the answer."""
    while not all(entry["answered"] for entry in (await entries(engine)).values()):  # noqa: ASYNC110
        await asyncio.sleep(0.1)


@contextmanager
def told_late(loopback):
    """The answers told late from here on, as they were posted: one that is taken back later is struck."""
    late = []

    def hear(change):
        if change and change.kind == "created" and "Carried out before" in (text := str(change.message.payload)):
            late.append(text)

    with loopback.world.listen(hear):
        yield late


async def everything_is_told(loopback, url, engine):
    """What was committed and not answered: after /help often enough, nothing is left, and the channel has it.

    Returns how many were told late.
    """
    lost = [entry for entry in (await entries(engine)).values() if not entry["answered"]]
    bot = await BotProcess(loopback, url).start()
    with told_late(loopback) as late:
        for asked in range(1, len(lost) // 3 + 2):
            await loopback.slash("Ref", "table", "/help")
            async with asyncio.timeout(PATIENCE_SECONDS):
                while len(late) < min(3 * asked, len(lost)):
                    await loopback.world.next_change()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await all_answered(engine)
    assert await bot.end() == 0, bot.log
    assert len(late) == len(lost)
    for entry, shown in zip(lost, late, strict=True):
        assert entry["card"]["title"].split(" (")[0] in shown
    return len(late)
