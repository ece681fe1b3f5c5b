"""Bots in processes of their own on one campaign, as when one replaces the other."""

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from itertools import pairwise

from sqlalchemy import func, select

from bot.app import Referee
from bot.campaign.database import open_database
from bot.campaign.rows import DECK, ENTRY, UNIT
from bot.sandbox.loopback import Loopback
from bot.sandbox.report import message_text
from bot.sandbox.rest import TOKEN
from tests.campaign.whole import contradictions
from tests.e2e.late import everything_is_told, told_late
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
    return await settled(loopback, loopback.slash("Ref", "table", text))


async def settled(loopback, asked):
    """The same of anything that is asked."""
    outcome = await asked
    assert outcome.error in {None, "The bot is still thinking"}, outcome.error
    async with asyncio.timeout(120):
        while outcome.interaction.deferred:
            await loopback.world.next_change()
    return outcome


@asynccontextmanager
async def two_bots(loopback, url):
    """Two bots that hear every command; a test that fails leaves none behind."""
    bots = [BotProcess(loopback, url) for _ in range(2)]
    try:
        await asyncio.gather(*(bot.start(identifies=2) for bot in bots))
        yield bots
    finally:
        for bot in bots:
            bot.kill()


async def test_two_bots_on_one_campaign_lose_nothing(postgresql):
    """Both hear every command; each command is carried out once, whoever is first."""
    # Not how long an answer takes is at stake here.
    loopback = Loopback(quiet_seconds=0, answer_seconds=60)
    await loopback.start()
    async with postgresql.database() as url, two_bots(loopback, url) as bots:
        begun = await answered(loopback, "/campaign new starter:True")
        assert "A campaign begins" in message_text(begun.interaction.original)
        fire = '/fire name:"Marine E1" target:"Marine N1" range:600 mode:single'
        outcomes = await asyncio.gather(*(answered(loopback, fire) for _ in range(12)))
        fired = sum("fires at" in message_text(outcome.interaction.original) for outcome in outcomes)
        sheet = await answered(loopback, '/character show name:"Marine E1"')
        assert await asyncio.gather(*(bot.end() for bot in bots)) == [0, 0]
        assert 1 <= fired == await carried_out(url, "fire")
        assert f"{20 - await carried_out(url, 'fire')} of 20 rounds" in message_text(sheet.interaction.original)
    assert [bot.log for bot in bots if "Traceback" in bot.log] == []
    await loopback.stop()
    assert loopback.faults == []


ON_A_DECK = (
    "/campaign new starter:True",
    '/deck load name:"Bridge deck"',
    '/place name:"Marine E1" at:N18 facing:N',
    "/place name:Pirate at:N16 facing:S",
    '/place name:"Marine N1" at:N22 facing:N',
)
# Shots of which none hits, a door that opens and shuts, and somebody who walks up to it and back.
AT_ONCE = (
    '/fire name:"Marine E1" target:Pirate mode:single dm:-9',
    "/door at:N19 side:N",
    '/move name:"Marine N1" to:N',
    '/move name:"Marine N1" to:S',
)


def told_to_all(outcomes):
    """The answers for everybody, by their interactions' ids; what was refused has none."""
    originals = {str(outcome.interaction.id): outcome.interaction.original for outcome in outcomes}
    return {key: message for key, message in originals.items() if message and message.visible_to is None}


async def test_two_bots_on_one_deck_lose_nothing(postgresql):
    """Shots with pictures, a door and steps, all at once and each heard by both: what was answered is what is kept."""
    # Not how long an answer takes is at stake here.
    loopback = Loopback(quiet_seconds=0, answer_seconds=60)
    await loopback.start()
    async with postgresql.database() as url, two_bots(loopback, url) as bots:
        for line in ON_A_DECK:
            assert told_to_all([await answered(loopback, line)]), line
        with told_late(loopback) as late:
            outcomes = await asyncio.gather(*(answered(loopback, line) for _ in range(5) for line in AT_ONCE))
            assert await asyncio.gather(*(bot.end() for bot in bots)) == [0, 0]
        told = told_to_all(outcomes)
        engine = await open_database(url)
        assert await contradictions(engine) == []
        # A step that one bot refused, and the other carried out when the way was clear, is told afterwards.
        told_after = await everything_is_told(loopback, url, engine)
        async with engine.begin() as connection:
            entries = {row["key"]: row for row in (await connection.execute(select(ENTRY))).mappings()}
            rounds = (await connection.execute(select(UNIT.c.sheet).where(UNIT.c.name == "Marine E1"))).scalar_one()
            state = (await connection.execute(select(DECK.c.state))).scalar_one()
        await engine.dispose()
    kept = {key: row for key, row in entries.items() if row["verb"] in {"fire", "door set", "move"}}
    assert len(late) + told_after == len(kept) - len(told)
    for key, message in told.items():
        assert kept[key]["card"]["title"] in message_text(message)
        # The other bot answers without it where the first one is slow.
        assert [file.name for file in message.files] in (["deck.png"], [])
    verbs = Counter(row["verb"] for row in kept.values())
    assert verbs["fire"] == verbs["door set"] == 5
    assert verbs["move"] >= 1
    assert rounds["weapons"][0]["loaded"]["rounds"] == 20 - 5
    assert len(state["open"]) == 1, state
    assert [bot.log for bot in bots if "Traceback" in bot.log] == []
    await loopback.stop()
    assert loopback.faults == []


TOO_LATE = "The game has gone on since that message, and nothing was changed"


def read_by_referee(loopback):
    """Whatever the referee can read in the channel."""
    referee = loopback.world.user("Ref")
    messages = loopback.world.channel("table", referee).messages.values()
    return [message for message in messages if message.visible_to in {None, referee.id}]


async def comes(loopback, is_there):
    """Wait for what comes after an answer, and from a busy machine late."""
    async with asyncio.timeout(120):
        while not is_there():
            await loopback.world.next_change()


def shows_next(loopback):
    return any("Next step" in str(message.payload) for message in read_by_referee(loopback))


def told_too_late(loopback):
    return sum(TOO_LATE in message_text(message) for message in read_by_referee(loopback))


async def test_two_bots_that_hear_next_at_the_same_moment_take_one_step(postgresql):
    """Six presses at once of the button of one moment, each heard by both: one goes on, and the others are told so."""
    loopback = Loopback(quiet_seconds=0, answer_seconds=60)
    await loopback.start()
    async with postgresql.database() as url, two_bots(loopback, url) as bots:
        for line in ("/campaign new starter:True", "/turn begin", "/plan plan:move"):
            await answered(loopback, line)
        await comes(loopback, lambda: shows_next(loopback))
        presses = [settled(loopback, loopback.press("Ref", "table", "Next step")) for _ in range(6)]
        outcomes = await asyncio.gather(*presses)
        # Where the bot has said that it thinks, what is for one alone stands below that.
        await comes(loopback, lambda: told_too_late(loopback) == 5)
        shown = await answered(loopback, "/turn show")
        assert await asyncio.gather(*(bot.end() for bot in bots)) == [0, 0]
        assert await carried_out(url, "next") == 1
        engine = await open_database(url)
        assert await contradictions(engine) == []
        await engine.dispose()
    texts = [message_text(outcome.interaction.original) for outcome in outcomes]
    assert told_too_late(loopback) == 5, texts
    assert sum(text.startswith("Phase 1 of turn 1") for text in texts) == 1
    assert message_text(shown.interaction.original).startswith("Phase 1 of turn 1, covering fire")
    await loopback.stop()
    assert loopback.faults == []
