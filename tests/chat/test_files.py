"""Texts that are written or come as files, and what the bot posts of its own accord."""

from types import SimpleNamespace

import pytest

from bot.chat.files import text_of
from bot.chat.late import _Alone
from bot.chat.petitions import _unread
from bot.chat.pictures import of_battle


async def test_what_was_written_is_taken_as_it_is_but_for_what_nothing_keeps():
    assert await text_of("jump 2\nmaneuver 3") == "jump 2\nmaneuver 3"
    assert await text_of("a\x00b\ud800") == "a\ufffdb\ufffd"


@pytest.mark.parametrize(
    ("told", "names"), [(None, []), ({"log": ()}, []), ({"log": (("Turn 1", ("hit",)),)}, ["log.txt"])]
)
async def test_after_an_order_in_a_battle_goes_its_log_where_there_is_one(monkeypatch, told, names):
    monkeypatch.setattr("bot.chat.pictures._laid_out", lambda log: repr(log).encode())
    found = await of_battle(SimpleNamespace(fleets=None, **told) if told else None)
    assert [each.name for each in found] == names


@pytest.mark.parametrize(
    ("content", "more", "posted"),
    [
        ("Ann waits", {}, ("Ann waits", {})),
        ("", {"embed": 1}, (None, {"embed": 1})),
        ("Ann", {"ephemeral": True}, None),
    ],
)
async def test_where_the_bot_speaks_by_itself_nothing_is_for_one_alone(content, more, posted):
    sent = []

    async def send(content, **shown):
        sent.append((content, shown))

    bot = SimpleNamespace(get_partial_messageable=lambda channel: SimpleNamespace(send=send) if channel == 7 else None)
    await _Alone(bot, 7).followup.send(content, **more)
    assert sent == ([posted] if posted else [])


@pytest.mark.parametrize(
    ("side", "threads", "told"),
    [
        (None, {}, ()),
        (None, {"Red": 1}, ()),
        ("Red", {"Red": 7}, ()),
        ("Red", {"Blue": 7}, ("You alone read this: ask the referee to do it",)),
        ("Red", {"Red": 1, "Blue": 7}, ("You alone read this here: ask for it anew in your side's thread",)),
    ],
)
async def test_who_reads_alone_of_a_request_is_told_where_it_is_read(monkeypatch, side, threads, told):
    async def heard(_):
        return side

    async def known(*_):
        return threads

    monkeypatch.setattr("bot.chat.petitions.heard_by", heard)
    monkeypatch.setattr("bot.chat.petitions.threads_of", known)
    transaction = SimpleNamespace(connection=None, campaign=SimpleNamespace(id=1))
    lines = await _unread(SimpleNamespace(channel_id=7), transaction)
    assert [line.startswith(begins) for line, begins in zip(lines, told, strict=True)] == [True] * len(told)
