"""Battles on Discord: how one may go, told in a message that may vanish; and a round of two large fleets."""

import asyncio
import threading
from dataclasses import replace

import pytest

from bot.chat import rehearsals
from bot.sandbox.body import Upload
from bot.sandbox.loopback import Loopback
from bot.sandbox.report import message_text
from tests.e2e.fleets import TEN_A_SIDE, children, gone, shown, table, until
from tests.e2e.process import BotProcess

# So many characters all embeds of a message may have.
LONGEST_EMBEDS = 6_000


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Estimates are told sooner and more often than people could read them."""
    monkeypatch.setattr(rehearsals, "AT_FIRST", 0.0)
    monkeypatch.setattr(rehearsals, "A_WHILE", 0.1)


async def begin(loopback):
    """Begin to play the battle on many times, and wait for the first estimate."""
    task = asyncio.create_task(loopback.slash("Ref", "table", "/battle simulate battles:1000"))
    await until(lambda: "Enough" in shown(loopback)[1])
    return task


async def test_a_battle_is_played_on_as_often_as_was_asked(database_url):
    async with table(database_url, *TEN_A_SIDE) as (loopback, _):
        await loopback.slash("Ref", "table", "/battle simulate battles:3")
        await until(lambda: "of 3)" in shown(loopback)[0] and not shown(loopback)[1])
        text, _ = shown(loopback)
        assert "of 3)" in text
        assert "Only Red can still attack: " in text
        assert " ± " in text
        assert loopback.faults == []


async def test_what_is_played_before_the_first_estimate_is_due_is_told_at_its_end(database_url, monkeypatch):
    monkeypatch.setattr(rehearsals, "AT_FIRST", 1_000.0)
    async with table(database_url, *TEN_A_SIDE) as (loopback, _):
        await loopback.slash("Ref", "table", "/battle simulate battles:2")
        await until(lambda: "of 2)" in shown(loopback)[0])
        assert not shown(loopback)[1]


async def test_it_ends_when_somebody_has_seen_enough_and_only_one_is_played_at_a_time(database_url):
    async with table(database_url, *TEN_A_SIDE, quiet_seconds=0) as (loopback, _):
        task = await begin(loopback)
        again = await loopback.slash("Ann", "table", "/battle simulate")
        assert "being played on already" in again.replies[0].payload["content"]
        await loopback.press("Ann", "table", "Enough")
        await until(lambda: not shown(loopback)[1])
        await task
        assert "of 1000)" not in shown(loopback)[0]
        await loopback.slash("Ref", "table", "/battle simulate battles:2")
        await until(lambda: "of 2)" in shown(loopback)[0])
        assert loopback.faults == []


async def test_it_ends_when_its_message_is_gone(database_url):
    async with table(database_url, *TEN_A_SIDE, quiet_seconds=0) as (loopback, stage):
        task = await begin(loopback)
        channel = loopback.world.channel("table", loopback.world.user("Ref"))
        loopback.world.delete_message(list(channel.messages.values())[-1])
        await until(lambda: not stage.client.rehearsals._asked)
        await task
        assert not any("went wrong" in str(message.payload) for message in channel.messages.values())
        await loopback.slash("Ref", "table", "/battle simulate battles:2")
        await until(lambda: "of 2)" in shown(loopback)[0])


async def test_when_the_bot_is_stopped_its_message_says_so(database_url):
    async with table(database_url, *TEN_A_SIDE, quiet_seconds=0) as (loopback, stage):
        await (await begin(loopback))
        await stage.stop()
        message = list(loopback.world.channel("table", loopback.world.user("Ref")).messages.values())[-1]
        assert "by standing orders" in message_text(message)
        assert "It ended when the bot was stopped" in message_text(message)
        assert not shown(loopback)[1]


HUNDRED_A_SIDE = (
    '/ship add template:Sable name:"Red Sable" side:Red count:50',
    '/ship add template:Glaive name:"Red Glaive" side:Red count:50',
    '/ship add template:Sable name:"Blue Sable" side:Blue count:50',
    '/ship add template:Glaive name:"Blue Glaive" side:Blue count:50',
    "/battle new first:Red second:Blue",
    "/battle join",
)


async def test_a_round_of_a_hundred_ships_a_side_in_one_command(database_url):
    async with table(database_url, *HUNDRED_A_SIDE, quiet_seconds=60) as (loopback, _):
        outcome = await loopback.slash("Ref", "table", "/battle round")
        (message,) = outcome.replies
        assert sum(len(str(value)) for value in message.payload["embeds"][0].values()) < LONGEST_EMBEDS
        assert [file.name for file in message.files] == ["battle.png", "log.txt"]
        log = message.files[1].data.decode().splitlines()
        # 50 Sables with 3 lasers and 4 particle guns, and 50 Glaives with 2 particle guns, on either side.
        fired = [line for line in log if " battery " in line]
        assert 0 < len(fired) <= 2 * (50 * 7 + 50 * 2)
        assert any("Red: 100 in the line" in line for line in message.payload["embeds"][0]["description"].splitlines())
        taken_back = await loopback.slash("Ref", "table", "/undo")
        assert "with all its " in str(taken_back.replies[0].payload)
        assert loopback.faults == []


async def told(loopback, end):
    """Every different text of the message of a rehearsal, until one of them has this part."""
    texts = []
    async with asyncio.timeout(60):
        while end not in shown(loopback)[0]:
            if shown(loopback)[0] not in [*texts[-1:], ""]:
                texts.append(shown(loopback)[0])
            await asyncio.sleep(0.01)
    return [*texts, shown(loopback)[0]]


async def test_chances_are_the_first_that_is_told_of_a_hundred_ships_a_side(database_url):
    async with table(database_url, *HUNDRED_A_SIDE, quiet_seconds=0) as (loopback, _):
        task = asyncio.create_task(loopback.slash("Ref", "table", "/battle simulate battles:1000"))
        await until(lambda: "Enough" in shown(loopback)[1])
        first = shown(loopback)[0].splitlines()
        assert first[0].startswith("Estimate from ")
        assert "with one ship in 11 of either side, rougher than with all ships" in first[0]
        assert [line.partition(":")[0] for line in first[1:4]] == [
            "Only Red can still attack",
            "Only Blue can still attack",
            "Undecided",
        ]
        assert all(" ± " in line for line in first[1:4])
        texts = await told(loopback, "Turns on average")
        assert any("The first battle with all ships is under way, turn " in text for text in texts[:-1])
        assert texts[-1].startswith("Only ")
        await loopback.press("Ann", "table", "Enough")
        await until(lambda: not shown(loopback)[1])
        await task
        assert loopback.faults == []


async def test_somebody_has_seen_enough_of_an_estimate(database_url):
    async with table(database_url, *HUNDRED_A_SIDE, quiet_seconds=0) as (loopback, _):
        task = await begin(loopback)
        await loopback.press("Ann", "table", "Enough")
        await until(lambda: not shown(loopback)[1])
        await task
        assert shown(loopback)[0].startswith("Estimate from ")
        assert loopback.faults == []


LISTING = "BC-9514 Kinunir  BC-A2447G2-000410-50203-0  MCr1336.63  1250 tons"


async def test_nobody_waits_while_somebody_elses_ships_are_read(database_url):
    """Reading goes on until others have had their answers: in another channel, and in the same campaign."""
    reading, answered = threading.Event(), threading.Event()
    async with table(database_url) as (loopback, stage):
        bot = stage.client
        known = bot.table.ships

        def slow_yard(campaign_settings):
            yard = known.ships.shipyard(campaign_settings)

            def slowly(text):
                reading.set()
                assert answered.wait(60), "others waited for the reading"
                return yard.paste(text)

            return replace(yard, paste=slowly)

        slow = replace(known, part=replace(known.ships, shipyard=slow_yard))
        bot.table = replace(bot.table, systems={**bot.table.systems, known.key: slow})
        file = Upload("ships.txt", LISTING.encode(), "text/plain")
        adding = asyncio.ensure_future(loopback.slash("Ref", "table", "/ship add file:ships.txt", [file]))
        await until(reading.is_set)
        assert "begins" in message_text((await loopback.slash("Ann", "elsewhere", "/campaign new")).replies[0])
        assert "joins" in message_text((await loopback.slash("Ref", "table", "/ship add template:Wasp")).replies[0])
        answered.set()
        await adding
        listed = (await loopback.slash("Ref", "table", "/ship list")).replies[0]
        assert "Kinunir" in message_text(listed)
        assert "Wasp" in message_text(listed)


async def ten_tables(loopback):
    """Ten channels, each with a battle of its own."""
    for number in range(10):
        for line in ("/campaign new", *TEN_A_SIDE):
            assert not (await loopback.slash("Ref", f"c{number}", line)).error


def texts(loopback):
    """What the newest public message of each of the ten channels says."""
    channels = [loopback.world.channel(f"c{number}") for number in range(10)]
    newest = [[m for m in channel.messages.values() if m.visible_to is None][-1] for channel in channels]
    return [message_text(message) for message in newest]


async def test_two_are_played_at_once_and_the_others_wait_their_turn_and_say_so(database_url):
    async with table(database_url, quiet_seconds=60) as (loopback, stage):
        await ten_tables(loopback)
        loopback.actions.quiet_seconds = 0
        asking = [
            asyncio.ensure_future(loopback.slash("Ann", f"c{number}", "/battle simulate battles:1000"))
            for number in range(10)
        ]
        await until(lambda: sum("still attack" in text for text in texts(loopback)) == 2)
        await until(lambda: sum("Waits its turn" in text for text in texts(loopback)) == 8)
        assert any("2 battles of other campaigns are being played on, and 3 more wait" in t for t in texts(loopback))
        playing = next(n for n, text in enumerate(texts(loopback)) if "still attack" in text)
        waiting = next(n for n, text in enumerate(texts(loopback)) if "Waits its turn" in text)
        await loopback.press("Bob", f"c{waiting}", "Enough")
        await until(lambda: "Not played on" in texts(loopback)[waiting])
        await loopback.press("Bob", f"c{playing}", "Enough")
        await until(lambda: sum("still attack" in text for text in texts(loopback)) == 3)
        assert sum("Waits its turn" in text for text in texts(loopback)) == 6
        await stage.stop()
        assert sum("It ended when the bot was stopped" in text for text in texts(loopback)) == 8
        await asyncio.gather(*asking)
        await stage.start()


async def test_whoever_is_played_makes_room_for_others_in_time(database_url, monkeypatch):
    monkeypatch.setattr(rehearsals, "A_TURN", 0.5)
    async with table(database_url, quiet_seconds=60) as (loopback, stage):
        await ten_tables(loopback)
        loopback.actions.quiet_seconds = 0
        for number in range(4):
            await loopback.slash("Ann", f"c{number}", "/battle simulate battles:1000")
        await until(lambda: sum("ended since others wait" in text for text in texts(loopback)) == 2)
        await until(lambda: sum("still attack" in text for text in texts(loopback)) == 4)
        assert stage.client.rehearsals.waiting == 0


async def test_a_thread_has_no_second_one_of_its_channels_campaign(database_url):
    async with table(database_url, *TEN_A_SIDE, quiet_seconds=0) as (loopback, _):
        await begin(loopback)
        again = await loopback.slash("Ann", "table/den", "/battle simulate")
        assert "being played on already" in again.replies[0].payload["content"]


async def test_no_process_outlives_a_bot_that_is_killed(tmp_path):
    loopback = Loopback(quiet_seconds=0, answer_seconds=60)
    await loopback.start()
    bot = await BotProcess(loopback, f"sqlite+aiosqlite:///{tmp_path}/game.db").start()
    try:
        for line in ("/campaign new", *TEN_A_SIDE):
            outcome = await loopback.slash("Ref", "table", line)
            await until(lambda outcome=outcome: not outcome.interaction.deferred)
        await loopback.slash("Ref", "table", "/battle simulate battles:1000")
        await until(lambda: "Enough" in shown(loopback)[1])
        begun = children(bot.process.pid)
        assert begun
        bot.kill()
        await until(lambda: all(gone(child) for child in begun))
        restarted = await BotProcess(loopback, f"sqlite+aiosqlite:///{tmp_path}/game.db").start()
        await loopback.press("Ref", "table", "Enough")
        await until(lambda: not shown(loopback)[1])
        channel = loopback.world.channel("table")
        assert "It ended when the bot was stopped" in message_text([*channel.messages.values()][-1])
        await restarted.end()
    finally:
        bot.kill()
        await bot.end()
        await loopback.stop()
