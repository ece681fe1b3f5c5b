"""Several processes on one campaign, as when a bot is replaced while it runs. SQLite is for one process."""

import asyncio

from sqlalchemy import select

from bot.campaign.database import open_database
from bot.campaign.rows import CAMPAIGN, ENTRY, UNIT
from bot.campaign.store import Store
from bot.engine.cards import Card
from tests.campaign.back_and_forth import take_back
from tests.campaign.bumper import bumper
from tests.campaign.conftest import AHL, REFEREE, TABLE, Channel

ORDERS = 30


async def test_two_processes_lose_nothing(postgresql):
    async with postgresql.database() as url:
        engine = await open_database(url)
        store = Store(engine, now=lambda: 0)
        async with store.founding(TABLE, REFEREE, "new", "ahl") as turn:
            await turn.add_unit("Pirate", "", None, AHL.dump_sheet(AHL.new_sheet))
            await turn.record("campaign new", Card("begun"), place=TABLE)
        done = await asyncio.gather(bumper(url, "one", ORDERS), bumper(url, "two", ORDERS))
        # Half of each one's orders are its own, the other half are the same and count once.
        expected = ORDERS // 2 * 3
        async with engine.begin() as connection:
            side = (await connection.execute(select(UNIT.c.side))).scalar_one()
            campaign = (await connection.execute(select(CAMPAIGN.c.counter, CAMPAIGN.c.version))).one()
            first_dice = (await connection.execute(select(ENTRY.c.first_die).order_by(ENTRY.c.id))).scalars().all()
        assert sum(done) == expected
        assert side == str(expected)
        assert tuple(campaign) == (2 * expected, expected + 1)
        assert first_dice == [0, *range(0, 2 * expected, 2)]
        assert await can_be_taken_back(Channel(store), expected)
        await engine.dispose()


async def can_be_taken_back(channel, orders):
    for _ in range(orders):
        await take_back(channel)
    units, *_ = await channel.snapshot()
    return units["Pirate"].side == ""
