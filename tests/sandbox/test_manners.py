"""An unkind Discord: slow, strict about edits of what is old, and of two minds about what follows a deletion."""

import time

import aiohttp
import pytest

from bot.sandbox.interactions import Callback
from bot.sandbox.loopback import Loopback
from bot.sandbox.manners import UNKIND, Manners
from bot.sandbox.stage import ClientStage
from tests.sandbox.bot_under_test import BotUnderTest
from tests.sandbox.conftest import RawBot

HIDDEN = {"content": "for you", "flags": 64}


@pytest.fixture
async def bot():
    """Makes a bot without discord.py, on a loopback of certain manners."""
    loopbacks, sessions = [], []

    async def make(**manners):
        loopback = Loopback(manners=Manners(**manners))
        await loopback.start()
        loopbacks.append(loopback)
        sessions.append(aiohttp.ClientSession())
        return RawBot(loopback, sessions[-1])

    yield make
    for session in sessions:
        await session.close()
    for loopback in loopbacks:
        await loopback.stop()
        assert loopback.faults == []


async def test_every_request_takes_its_time(bot):
    slow = await bot(seconds=0.05)
    start = time.monotonic()
    for _ in range(4):
        await slow.request("GET", "/users/@me")
    assert time.monotonic() - start >= 4 * 0.05


@pytest.mark.parametrize("replaced", [True, False])
async def test_a_follow_up_after_thinking_was_deleted(bot, replaced):
    raw = await bot(replaced=replaced)
    asked = raw.asked()
    await raw.answer(asked, Callback.DEFER)
    await raw.follow(asked, {}, "DELETE", "/messages/@original")
    status, body = await raw.follow(asked, HIDDEN)
    assert (status, body.get("code")) == ((200, None) if replaced else (404, 10008))


async def test_what_was_edited_before_its_deletion_was_no_longer_thinking(bot):
    """So that both implementations take what follows it."""
    raw = await bot(replaced=False)
    asked = raw.asked()
    await raw.answer(asked, Callback.DEFER)
    await raw.follow(asked, {"content": "…"}, "PATCH", "/messages/@original")
    status, body = await raw.follow(asked, HIDDEN)
    assert (status, body["flags"] & 64) == (200, 64)
    assert (await raw.follow(asked, {}, "DELETE", "/messages/@original"))[0] == 204


async def test_old_messages_are_edited_so_often_in_an_hour(bot):
    raw = await bot(old_edits=2)
    _, sent = await raw.send({"content": "old"})
    path = f"/channels/{raw.channel.id}/messages/{sent['id']}"

    async def edit():
        status, body = await raw.request("PATCH", path, {"content": "newer"})
        return status, body.get("code")

    assert [await edit() for _ in range(3)] == [(200, None)] * 3, "it is not old yet"
    raw.loopback.world.advance(3600)
    assert [await edit() for _ in range(3)] == [(200, None)] * 2 + [(429, 30046)]
    raw.loopback.world.advance(3600)
    assert await edit() == (200, None)


async def test_a_bot_that_is_patient_works_on_an_unkind_discord():
    loopback, stage = Loopback(manners=UNKIND), ClientStage(BotUnderTest)
    await loopback.start()
    await stage.start()
    try:
        outcome = await loopback.slash("Ann", "table", "/slow")
        assert [message.payload["content"] for message in outcome.replies] == ["done", "and more"]
        assert (await loopback.slash("Ann", "table", "/withdraw")).replies == []
        assert [refusal.code for refusal in loopback.rest.refusals] == [10008]
    finally:
        await stage.stop()
        await loopback.stop()
