"""The sandbox kept running: lines by HTTP and from a terminal."""

import asyncio
import io
import json

import aiohttp
import pytest

from bot.sandbox.keeping import kept_in
from bot.sandbox.loopback import Loopback
from bot.sandbox.play import serve
from bot.sandbox.stage import ClientStage
from tests.sandbox.bot_under_test import BotUnderTest


@pytest.fixture
async def url():
    """Where a running sandbox is found."""
    loopback = Loopback()
    opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    server = asyncio.create_task(
        serve(loopback, ClientStage(BotUnderTest), terminal=io.StringIO(), write=opened.set_result)
    )
    await asyncio.wait({opened, server}, timeout=5, return_when=asyncio.FIRST_COMPLETED)
    assert "/line" in opened.result()
    yield loopback.url
    server.cancel()
    with pytest.raises(asyncio.CancelledError):
        await server
    assert loopback.faults == []


async def post(url: str, text: str, **headers: str):
    async with aiohttp.ClientSession() as session, session.post(f"{url}/line", data=text, headers=headers) as response:
        return response.status, await response.text()


async def test_several_lines(url):
    status, answer = await post(url, 'as Ann\n# who is where\n/where\r\nexpect "table"')
    reports = [json.loads(line) for line in answer.splitlines()]
    assert status == 200
    assert [report["line"] for report in reports] == [1, 3, 4]
    assert reports[1]["replies"][0]["text"] == "TextChannel table None"
    assert [report["error"] for report in reports] == [None] * 3


async def test_the_player_stays(url):
    await post(url, "as Ann")
    _, answer = await post(url, "/where")
    assert json.loads(answer)["as"] == "Ann"
    assert await post(url, "") == (200, "")


@pytest.mark.parametrize("headers", [{"Origin": "null"}, {"Origin": "http://127.0.0.1"}, {"Host": "example.test"}])
async def test_no_web_page_may_send_lines(url, headers):
    status, _ = await post(url, "kick", **headers)
    assert status == 403


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


async def test_a_terminal():
    written: list[str] = []
    terminal = Terminal("as Ann\n/menu\npress Undo\n/nothing\n/embed\n")
    async with asyncio.timeout(10):
        await serve(Loopback(), ClientStage(BotUnderTest), terminal=terminal, write=written.append)
    assert written[1:] == [
        "a menu\n  [Undo] [Form] [Late]",
        "edited: undone",
        "! There is no command /nothing.",
        "Title\nDescription\nField\nValue\nFooter\n  file map.png (69 bytes) a map",
    ]


async def test_what_was_posted_is_there_after_a_restart(tmp_path):
    """At another port as well: pictures, threads and people; not what only one saw, nor what was deleted."""
    kept = tmp_path / "kept.messages"
    first, again = Loopback(), Loopback()
    await first.start()
    with kept_in(kept, first.world):
        ann, table, den = (first.world.user("Ann"), first.world.channel("table"), first.world.channel("talk/den"))
        for words in ("one", "two"):
            first.actions.say(ann, table, words)
        first.actions.say(ann, den, "in a thread")
        first.world.delete_message(next(iter(table.messages.values())))
    was = {channel.path: channel.messages for channel in first.world.channels.values()}
    await first.stop()
    kept.write_text(kept.read_text() + '{"channel": [cut short')
    await again.start()
    with kept_in(kept, again.world):
        assert {user.name for user in again.world.humans()} == {"Ann"}
        for path in ("#table", "#talk/den"):
            found = again.world.channel(path).messages
            assert [each.payload["content"] for each in found.values()] == [
                each.payload["content"] for each in was[path].values()
            ]
    await again.stop()


async def test_a_picture_is_fetched_where_the_sandbox_is_now(tmp_path):
    urls = []
    for _ in range(2):
        loopback = Loopback()
        await loopback.start()
        stage = ClientStage(BotUnderTest)
        await stage.start()
        with kept_in(tmp_path / "kept.messages", loopback.world):
            if not urls:
                await loopback.slash("Ann", "table", "/embed")
                await loopback.slash("Ann", "table", "/menu hidden:True")
            message, *others = loopback.world.channel("table").messages.values()
            assert len(others) == (0 if urls else 1)
            urls.append(message.files[0].url)
            async with aiohttp.ClientSession() as session, session.get(message.files[0].url) as response:
                assert (await response.read()).startswith(b"\x89PNG")
        await stage.stop()
        await loopback.stop()
    assert urls[0] != urls[1]
