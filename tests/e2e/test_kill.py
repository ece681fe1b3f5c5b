"""SIGKILL at random moments of a stream of commands: what was answered is there, and nothing is half done.

Few kills here; KILLS=1000 makes it many, half of them on each database. The same seed gives the same commands and the
same moments.
"""

import asyncio
import os
import random
import signal
from collections import Counter
from contextlib import asynccontextmanager

import pytest

from bot.campaign.database import open_database
from bot.sandbox.interactions import Trigger
from bot.sandbox.loopback import Loopback
from bot.sandbox.report import message_text
from tests.campaign.whole import contradictions
from tests.e2e.late import PATIENCE_SECONDS, all_answered, entries, everything_is_told
from tests.e2e.process import BotProcess

KILLS_A_GAME = 5
GAMES = max(1, int(os.environ.get("KILLS", "10")) // 2 // KILLS_A_GAME)
# What is seen of a bot before it is killed amid commands: answers, mostly.
MOST_CHANGES = 30
PEOPLE = ["Marine E1", "Marine N1", "Pirate", "Pirate Captain"]


def command(chance):
    attacker, target = chance.sample(PEOPLE, 2)
    return chance.choice([
        f'/fire name:"{attacker}" target:"{target}" range:{chance.randint(1, 300)}',
        f'/fire name:"{attacker}" target:"{target}" range:500 mode:single',
        f'/reload name:"{attacker}"',
        f'/character edit name:"{target}" field:side value:"Side {chance.randint(1, 9)}"',
        f"/character add name:\"Extra {chance.randint(1, 20)}\" count:{chance.randint(1, 3)}",
        f'/character heal name:"{target}"',
        f"/campaign set setting:chatter value:{chance.choice(['brief', 'full'])}",
        '/deck load name:"Bridge deck"',
        f'/place name:"{attacker}, {target}" at:N{chance.randint(16, 22)}',
        f'/move name:"{attacker}" to:{chance.choice("NS")}',
        f'/door at:"{attacker}"',
        "/ship add template:Wasp",
        f'/ship edit name:Wasp field:side value:"Side {chance.randint(1, 9)}"',
        "/ship remove name:Wasp",
        "/roll throw:2D",
        "/undo",
        "/undo",
        "/redo",
        "/log",
    ])  # fmt: skip


async def stream(loopback, chance):
    while True:
        await loopback.slash("Ref", "table", command(chance))


async def kill_amid(loopback, url, chance):
    """Start the bot, give it commands, three at a time, and kill it; or kill it while it starts."""
    bot = BotProcess(loopback, url, LOG_LEVEL="ERROR")
    if chance.random() < 0.2:
        await bot.begin()
        await asyncio.sleep(0.1 + chance.random())
        await bot.end(signal.SIGKILL)
    else:
        await bot.start()
        streams = [asyncio.ensure_future(stream(loopback, random.Random(chance.random()))) for _ in range(3)]
        # As many on a slow machine as on a quick one, and then at any moment of the next.
        async with asyncio.timeout(PATIENCE_SECONDS):
            for _ in range(chance.randrange(MOST_CHANGES)):
                await loopback.world.next_change()
        await asyncio.sleep(chance.random() * 0.05)
        await bot.end(signal.SIGKILL)
        for each in streams:
            each.cancel()
        await asyncio.wait(streams)
    return bot.log


async def check(loopback, engine):
    """Everything that users were told, against what is kept."""
    assert await contradictions(engine) == []
    kept = await entries(engine)
    told = 0
    for interaction in loopback.interactions._by_token.values():
        message = interaction.original
        if interaction.kind is not Trigger.COMMAND or message is None or interaction.words.startswith("/log"):
            continue
        entry, text = kept.get(str(interaction.id)), message_text(message)
        # The bot was thinking when it was killed, or making way for an answer that only the user is to read.
        if message.loading or text == "…":
            continue
        if message.visible_to is None:
            assert entry is not None, f"{interaction.words} was answered and is not there: {text}"
            assert entry["card"]["title"].split()[0] in text
            told += 1
        else:
            assert entry is None, f"{interaction.words} was refused and is there: {text}"
    return told


@asynccontextmanager
async def opened(url):
    engine = await open_database(url)
    try:
        yield engine
    finally:
        await engine.dispose()


@pytest.fixture(scope="module")
def tally():
    """What all games came to; a sentence about it comes last."""
    total = Counter(games=0, kills=0, told=0, late=0)
    yield total
    print(f"\n{total['games']} games without a fault: {in_words(total)}")


def in_words(total):
    kept = f"{total['told']:,} answered commands checked and there, {total['late']:,} answered late"
    return f"{total['kills']:,} kills, {kept}"


async def play_and_kill(url, seed):
    """A game with its kills, on an empty database; what it came to."""
    chance = random.Random(seed)
    loopback = Loopback(quiet_seconds=0, answer_seconds=PATIENCE_SECONDS)
    await loopback.start()
    bot = await BotProcess(loopback, url).start()
    await loopback.slash("Ref", "table", "/campaign new starter:True")
    assert await bot.end() == 0
    for _ in range(KILLS_A_GAME):
        log = await kill_amid(loopback, url, chance)
        assert "Traceback" not in log, log
        async with opened(url) as engine:
            told = await check(loopback, engine)
    async with opened(url) as engine:
        lost = await everything_is_told(loopback, url, engine)
        await check(loopback, engine)
    await loopback.stop()
    assert loopback.faults == []
    return Counter(games=1, kills=KILLS_A_GAME, told=told, late=lost)


@pytest.mark.parametrize("seed", range(GAMES))
async def test_a_killed_bot_has_kept_what_it_answered(database_url, tally, seed):
    game = await play_and_kill(database_url, seed)
    tally.update(game)
    print(f"\ngame {seed + 1} of {GAMES}: {in_words(game)}; so far {in_words(tally)}")


SHOT = '/fire name:"Marine E1" target:Pirate range:600'
ASKS = [
    "/character add name:Vane template:Marine owner:@Ann",
    "/turn begin",
    "/character give name:Vane weapon:Revolver",
]


@pytest.mark.parametrize(
    ("orders", "answer", "earlier", "mark"),
    [
        ([SHOT, "/undo"], "Taken back", "Marine E1 fires", lambda text: text.startswith("~~")),
        ([SHOT, "/undo", "/redo"], "Done again", "Marine E1 fires", lambda text: not text.startswith("~~")),
        ([*ASKS, "Allow"], "Vane has", "/character give waits", lambda text: text.endswith("Allowed")),
    ],
    ids=["undo", "redo", "allow"],
)
async def test_a_bot_that_is_killed_between_an_answer_and_its_marks_marks_later(
    database_url, orders, answer, earlier, mark
):
    """It is killed as its answer comes in, before Discord has said so: it can't have edited anything."""
    loopback = Loopback(quiet_seconds=0, answer_seconds=PATIENCE_SECONDS)
    await loopback.start()
    bot = await BotProcess(loopback, database_url).start()

    def kill(change):
        if change and change.kind == "created" and message_text(change.message).startswith(answer):
            bot.kill()

    def marked():
        _, channel = loopback.place("Ref", "table")
        texts = [message_text(message) for message in channel.messages.values()]
        return mark(next(text for text in texts if text.removeprefix("~~").startswith(earlier)))

    async def give(order):
        if order == "Allow":
            await loopback.press("Ref", "table", order)
        else:
            await loopback.slash("Ann" if order == ASKS[-1] else "Ref", "table", order)

    for order in ("/campaign new starter:True", *orders[:-1]):
        await give(order)
    async with asyncio.timeout(PATIENCE_SECONDS):
        # What the orders before it mark is marked after their answers, and which message each is noted after that.
        while marked():
            await loopback.world.next_change()
        async with opened(database_url) as engine:
            await all_answered(engine)
    with loopback.world.listen(kill):
        asked = asyncio.ensure_future(give(orders[-1]))
        await bot.process.wait()
    asked.cancel()
    assert not marked()
    await bot.end()
    bot = await BotProcess(loopback, database_url).start()
    await loopback.slash("Ref", "table", "/help")
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not marked():
            await loopback.world.next_change()
    assert await bot.end() == 0
    await loopback.stop()
