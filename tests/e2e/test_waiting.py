"""What an order has to wait for: at a start, on its way, and in a busy database; and how it is answered then."""

import asyncio
import threading
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select

from bot import systems
from bot.chat import sending
from bot.chat.wording import as_message
from bot.sandbox.loopback import Loopback
from bot.sandbox.manners import Manners
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import message_text


@pytest.fixture
def url(tmp_path):
    """SQLite only: a lock on the whole database is what makes orders wait here."""
    return f"sqlite+aiosqlite:///{tmp_path}/game.db"


@asynccontextmanager
async def table(url, **settings):
    """A loopback whose bot has begun the starter fight, and the bot."""
    loopback = Loopback(answer_seconds=60, quiet_seconds=60, **settings)
    stage = RefereeStage(url)
    await loopback.start()
    try:
        await stage.start()
        await loopback.slash("Ref", "table", "/campaign new starter:True")
        yield loopback, stage.client
    finally:
        await stage.stop()
        await loopback.stop()
    assert loopback.faults == []


async def until(condition):
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 - it happens in the bot's hands
            await asyncio.sleep(0.01)


async def test_the_books_are_read_before_discord_is_dialled_and_not_in_the_event_loop(url, monkeypatch):
    read, get = [], systems.Library.__getitem__

    def noted(self, key):
        if key not in self._read:
            read.append((key, loopback.gateway.identifies, threading.current_thread() is threading.main_thread()))
        return get(self, key)

    monkeypatch.setattr(systems.Library, "__getitem__", noted)
    systems._library.cache_clear()
    loopback, stage = Loopback(), RefereeStage(url)
    await loopback.start()
    try:
        await stage.start()
        assert sorted(read) == [(key, 0, False) for key in sorted(systems.discover(systems))]
    finally:
        await stage.stop()
        await loopback.stop()


async def held(bot):
    """The database's lock, as another order has it that takes long."""
    connection = await bot.table.store.engine.connect()
    await connection.execute(select(1))
    return connection


def newest(loopback):
    return list(loopback.world.channel("table").messages.values())[-1]


async def test_what_has_been_on_its_way_for_long_is_deferred_at_once(url, monkeypatch):
    """Discord's three seconds began when the user pressed return, and not when the bot got to it."""
    monkeypatch.setattr(sending, "PATIENCE", 1_000.0)
    async with table(url) as (loopback, bot):
        lock = await held(bot)
        sent = loopback.world.next_id
        loopback.world.next_id = lambda: sent() - (1_001_000 << 22)
        asking = asyncio.ensure_future(loopback.slash("Ref", "table", "/roll throw:2D"))
        await until(lambda: newest(loopback).loading)
        loopback.world.next_id = sent
        await lock.close()
        (answer,) = (await asking).replies
        assert "total" in message_text(answer)


async def slowly(loopback, bot, text, user="Ref", meanwhile=lambda: None):
    """Give an order while the database is held, until the user sees that the bot thinks."""
    lock = await held(bot)
    asking = asyncio.ensure_future(loopback.slash(user, "table", text))
    await until(lambda: newest(loopback).loading)
    thought = newest(loopback)
    meanwhile()
    await lock.close()
    return thought, await asking


@pytest.fixture
def impatient(monkeypatch):
    """Whatever isn't there at once is deferred."""
    monkeypatch.setattr(sending, "PATIENCE", 0.0)


DECK = ("/deck load name:Trainer", '/place name:"Marine E1" at:"South team" facing:N')
PRIVATE = (
    '/look name:"Marine E1"',
    '/range name:"Marine E1" to:"North team"',
    '/odds fire name:"Marine E1" target:Pirate range:30',
    '/fire name:"Marine E1" target:Pirate ask:True range:3',
    '/plan name:"Marine E1" plan:aim',
    '/plan name:Pirate plan:"nonsense"',
    "/log",
    '/ship whatif name:Sable change:"computer 6"',
)
FORMING = (
    "/ship add template:Sable side:Red",
    "/ship add template:Glaive side:Blue",
    "/battle new first:Red second:Blue",
    "/battle join",
)


async def test_what_is_known_to_be_private_is_thought_about_in_private(url, impatient):
    """Nobody else sees so much as that it was asked for, and nothing has to be deleted."""
    async with table(url) as (loopback, bot):
        for line in (*DECK, "/turn begin", *FORMING):
            assert not (await loopback.slash("Ref", "table", line)).error
        for line in (*PRIVATE, "/battle form side:Red"):
            thought, outcome = await slowly(loopback, bot, line)
            assert thought.visible_to == loopback.world.user("Ref").id, line
            assert thought in outcome.replies, line
            assert outcome.deleted == [], line


async def test_what_turns_out_to_be_for_all_is_told_to_all(url, impatient):
    """The second formation opens both: it was thought about in private, and is read by everybody."""
    async with table(url) as (loopback, bot):
        for line in (*FORMING, "/battle form side:Red"):
            assert not (await loopback.slash("Ref", "table", line)).error
        thought, outcome = await slowly(loopback, bot, "/battle form side:Blue")
        assert thought.visible_to is not None
        assert thought not in outcome.replies
        (answer,) = outcome.replies
        assert answer.visible_to is None
        assert "is the attacker" in message_text(answer)
        assert newest(loopback) is answer


@pytest.mark.parametrize("replaced", [True, False])
async def test_a_refusal_after_thinking_in_public_is_told_either_way(url, impatient, replaced):
    """Whether or not Discord takes the first follow-up after a deletion."""
    async with table(url, manners=Manners(replaced=replaced)) as (loopback, bot):
        thought, outcome = await slowly(loopback, bot, "/fire name:Nobody target:Pirate range:5")
        assert thought.visible_to is None
        (answer,) = outcome.replies
        assert "Nobody" in message_text(answer)
        assert answer.visible_to is not None
        assert thought.id not in loopback.world.channel("table").messages


async def test_a_refusal_is_told_though_thinking_was_deleted_by_somebody(url, impatient):
    async with table(url) as (loopback, bot):
        _, outcome = await slowly(
            loopback,
            bot,
            "/fire name:Nobody target:Pirate range:5",
            meanwhile=lambda: loopback.world.delete_message(newest(loopback)),
        )
        (answer,) = outcome.replies
        assert "Nobody" in message_text(answer)
        assert answer.visible_to is not None


async def test_a_refusal_that_no_follow_up_can_tell_stands_where_the_bot_thought(url, impatient):
    async with table(url) as (loopback, bot):
        loopback.rest.fail_next(1, 404, "POST /webhooks")
        thought, outcome = await slowly(loopback, bot, "/fire name:Nobody target:Pirate range:5")
        assert outcome.replies == [thought]
        assert "Nobody" in message_text(thought)


async def test_a_refusal_is_told_though_thinking_can_not_be_deleted(url, impatient):
    async with table(url) as (loopback, bot):
        loopback.rest.fail_next(1, 404, "DELETE /webhooks")
        thought, outcome = await slowly(loopback, bot, "/fire name:Nobody target:Pirate range:5")
        assert thought in outcome.replies
        assert "Nobody" not in message_text(thought)
        assert "Nobody" in message_text(outcome.replies[-1])


async def test_a_panel_that_has_to_wait_is_edited_later(url, impatient):
    async with table(url) as (loopback, bot):
        await loopback.slash("Ref", "table", '/fire name:"Marine E1" target:Pirate ask:True range:30')
        lock = await held(bot)
        choosing = asyncio.ensure_future(loopback.choose("Ref", "table", "setting: single"))
        await until(lambda: any(each.answered.done() for each in [*loopback.interactions._by_token.values()][-1:]))
        await lock.close()
        outcome = await choosing
        (edited,) = outcome.edits
        assert "single" in str(edited.payload)
        assert outcome.replies == []


@pytest.mark.parametrize("how", ["form", "panel", "command"])
async def test_what_comes_too_late_is_one_line_in_the_log(url, how, caplog):
    async with table(url) as (loopback, _):
        await loopback.slash("Ref", "table", '/fire name:"Marine E1" target:Pirate ask:True range:30')
        loopback.interactions.answer_seconds = 0
        caplog.clear()
        if how == "form":
            await loopback.slash("Ref", "table", "/ship design")
        elif how == "panel":
            await loopback.choose("Ref", "table", "setting: single")
        else:
            await loopback.slash("Ref", "table", "/rule find:fire")
        await until(lambda: loopback.rest.refusals)
        await asyncio.sleep(0.05)  # for more lines
        loopback.faults.clear()
        (line,) = [record for record in caplog.records if record.name.startswith(("bot", "discord"))]
        assert not line.exc_info
        assert "10062" in line.getMessage()


async def test_an_announcement_is_cut_to_what_a_message_takes():
    text = as_message("_" * 3000)
    assert len(text) in {1999, 2000}
    assert text.endswith("\\_…")
    assert as_message("short _words_") == "short \\_words\\_"
