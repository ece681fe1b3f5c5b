"""Orders that wait for a yes: pressed by two people at the same time, and long or disguised ones."""

import asyncio

import pytest
from sqlalchemy import select, text

from bot.campaign.database import open_database
from bot.campaign.rows import ENTRY
from bot.sandbox.report import message_text
from tests.campaign.conftest import as_of_0010
from tests.e2e.channel import say, table


async def test_two_who_press_at_once_carry_it_out_once(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/campaign set referee:@Eve")
        await say(loopback, "/character add name:Vane template:Marine owner:@Ann")
        await say(loopback, "/turn begin")
        await say(loopback, "/character give name:Vane weapon:Revolver", "Ann")
        pressed = await asyncio.gather(*(loopback.press(who, "table", "Allow") for who in ("Ref", "Eve")))
        told = "\n".join(message_text(reply) for outcome in pressed for reply in outcome.replies)
        assert "That has been answered already." in told
        log = await say(loopback, "/log")
        assert log[1].count("**Vane has**") == 1


async def test_whoever_is_asked_can_read_all_that_is_asked_for(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/character add name:Vane template:Marine owner:@Ann")
        await say(loopback, "/turn begin")
        reason = "as we said before " * 300
        message, text = await say(loopback, f'/set name:Vane field:morale value:20 because:"{reason} so be it"', "Ann")
        assert "name:Vane field:morale value:20 because:as we said before" in text
        assert "All of it stands in the file" in text
        assert "Asked for by <@" in text
        assert "needs the referee's yes" in text
        (file,) = message.payload["attachments"]
        assert file["filename"] == "asked.txt"
        await loopback.press("Ref", "table", "Allow")
        assert "morale 20" in (await say(loopback, "/character show name:Vane"))[1]


async def test_what_is_asked_for_is_shown_as_it_is(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/character add name:Vane template:Marine owner:@Ann")
        await say(loopback, "/turn begin")
        # Letters that turn the line around, and the sign by which the bot writes people.
        reason = "\u202e21\u2066 \ue0001\ue000"
        _, text = await say(loopback, f'/set name:Vane field:morale value:12 because:"{reason}"', "Ann")
        assert "value:12 because:21 1\n" in text


EARLIER = {
    "edit": (
        {
            "kind": None,
            "name": "Vane",
            "field": "morale",
            "value": "12",
            "because": "",
        },
        "Morale: 9 → 12",
    ),
    "remove": ({"kind": "character", "name": "Vane"}, "Vane leaves"),
    "add": ({"name": "Doc", "count": 1, "morale": 5, "own": True}, "Doc: "),
}


@pytest.mark.parametrize("deed", EARLIER)
async def test_what_an_earlier_program_asked_for_is_carried_out(database_url, deed):
    said, told = EARLIER[deed]
    async with table(database_url) as loopback:
        await say(loopback, "/character add name:Vane template:Marine owner:@Ann")
        await say(loopback, "/turn begin")
        await say(loopback, "/set name:Vane field:morale value:20", "Ann")
        engine = await open_database(database_url)
        async with engine.begin() as connection:
            newest = (await connection.execute(select(ENTRY).where(ENTRY.c.verb == "ask"))).mappings().one()
            order = {**newest["order"], "asks": deed, "said": said}
            await connection.execute(ENTRY.update().where(ENTRY.c.id == newest["id"]).values(order=order))
            await as_of_0010(connection)
            await connection.execute(text("UPDATE alembic_version SET version_num = '0009'"))
        await engine.dispose()
        await (await open_database(database_url)).dispose()
        pressed = await loopback.press("Ref", "table", "Allow")
        answered = "\n".join(message_text(reply) for reply in pressed.replies)
        assert told in answered
        assert "Asked for by" in answered
