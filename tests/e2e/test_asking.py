"""An order that waits for a yes, pressed by two people at the same time."""

import asyncio

from bot.sandbox.report import message_text
from tests.e2e.test_channel import say, table


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
