"""Bots in processes of their own on one campaign, as when one replaces the other."""

import asyncio
from itertools import pairwise

from sqlalchemy import func, select

from bot.app import Referee
from bot.campaign.database import open_database
from bot.campaign.rows import ENTRY
from bot.sandbox.loopback import Loopback
from bot.sandbox.report import message_text
from bot.sandbox.rest import TOKEN
from tests.e2e.process import BotProcess


async def carried_out(url, verb):
    """How many orders the journal has."""
    engine = await open_database(url)
    async with engine.begin() as connection:
        query = select(func.count()).select_from(ENTRY).where(ENTRY.c.verb == verb)
        number = (await connection.execute(query)).scalar_one()
    await engine.dispose()
    return number


async def test_bots_with_shards_of_their_own_come_one_after_the_other(postgresql):
    """Three shards in two processes: sessions begin at a distance, and each command reaches one bot."""
    loopback = Loopback(quiet_seconds=0)
    await loopback.start()
    async with postgresql.database() as url:
        begun, identified, pause = [], loopback.gateway.identified, 0.3
        bots = [Referee(url, shard_count=3, shard_ids=ids, identify_seconds=pause) for ids in ((0, 2), (1,))]
        running = [asyncio.ensure_future(bot.start(TOKEN)) for bot in bots]
        async with asyncio.timeout(20):
            while len(identified) < 3:
                if len(identified) > len(begun):
                    begun.append(asyncio.get_running_loop().time())
                await asyncio.sleep(0.005)
        begun.append(asyncio.get_running_loop().time())
        assert sorted(each["shard"] for each in identified) == [[0, 3], [1, 3], [2, 3]]
        assert all(later - earlier > pause * 0.9 for earlier, later in pairwise(begun)), begun
        outcome = await loopback.slash("Ref", "table", "/campaign new starter:True")
        assert "A campaign begins" in message_text(outcome.interaction.original)
        await asyncio.gather(*(bot.close() for bot in bots))
        await asyncio.wait(running)
    await loopback.stop()
    assert loopback.faults == []
    assert loopback.rest.refusals == []


async def answered(loopback, text):
    """What a command led to, also where it took so long that the answer was put off."""
    outcome = await loopback.slash("Ref", "table", text)
    assert outcome.error is None, outcome.error
    while outcome.interaction.deferred:
        await loopback.world.next_change()
    return outcome


async def test_two_bots_on_one_campaign_lose_nothing(postgresql):
    """Both hear every command; each command is carried out once, whoever is first."""
    loopback = Loopback(quiet_seconds=0)
    await loopback.start()
    async with postgresql.database() as url:
        bots = await asyncio.gather(*(BotProcess(loopback, url).start(identifies=2) for _ in range(2)))
        begun = await answered(loopback, "/campaign new starter:True")
        assert "A campaign begins" in message_text(begun.interaction.original)
        fire = '/fire attacker:"Marine E1" target:"Marine N1" range:600 mode:single'
        outcomes = await asyncio.gather(*(answered(loopback, fire) for _ in range(12)))
        fired = sum("fires at" in message_text(outcome.interaction.original) for outcome in outcomes)
        sheet = await answered(loopback, '/character show name:"Marine E1"')
        assert await asyncio.gather(*(bot.end() for bot in bots)) == [0, 0]
        assert 1 <= fired == await carried_out(url, "fire")
        assert f"{20 - await carried_out(url, 'fire')} of 20 rounds" in message_text(sheet.interaction.original)
    assert [bot.log for bot in bots if "Traceback" in bot.log] == []
    await loopback.stop()
    assert loopback.faults == []
