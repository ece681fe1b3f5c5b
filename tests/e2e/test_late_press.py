"""A step that is pressed twice, or by two people at once, is taken once: a press holds for what its message shows."""

import asyncio

import pytest

from bot.sandbox.report import message_text
from tests.e2e.channel import say, table

GONE_ON = "The game has gone on since that message, and nothing was changed"


def told(shown):
    return "\n".join(message_text(reply) for each in shown for reply in each.replies)


@pytest.mark.parametrize("label", ["Next", "Next step"])
async def test_two_presses_at_once_take_one_step(database_url, label):
    async with table(database_url) as loopback:
        await say(loopback, "/campaign set referee:@Eve")
        await say(loopback, "/turn begin")
        await say(loopback, "/next")
        assert not (await loopback.press("Ref", "table", "All aim")).error
        await say(loopback, "/next")
        stood = (await say(loopback, "/turn show"))[1].splitlines()[0]
        pressed = await asyncio.gather(*(loopback.press(who, "table", label) for who in ("Ref", "Eve")))
        assert told(pressed).count(GONE_ON) == 1
        once = (await say(loopback, "/turn show"))[1].splitlines()[0]
        assert once != stood
        # What was taken back can be pressed again: the table stands where the message shows it.
        await say(loopback, "/undo")
        assert (await say(loopback, "/turn show"))[1].splitlines()[0] == stood
