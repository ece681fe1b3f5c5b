"""A channel with the real bot in it, and what may be said there."""

from contextlib import asynccontextmanager

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import message_text


@asynccontextmanager
async def table(url):
    """A channel with the starter fight; nothing may go wrong behind the scenes."""
    loopback = Loopback(quiet_seconds=30, answer_seconds=60)
    stage = RefereeStage(url)
    await loopback.start()
    await stage.start()
    await loopback.slash("Ref", "table", "/campaign new starter:True")
    loopback.stage = stage
    try:
        yield loopback
    finally:
        await stage.stop()
        await loopback.stop()
    assert loopback.faults == []


async def say(loopback, text, user="Ref", channel="table"):
    """The one answer to a line, and its text; what begins a battle or a turn also posts who is waited for, pinned."""
    outcome = await loopback.slash(user, channel, text)
    assert outcome.error is None, outcome.error
    assert len(outcome.replies) == (3 if text.startswith(("/battle new", "/turn begin")) else 1)
    return outcome.replies[0], message_text(outcome.replies[0])


HOSTILE = [
    "🎲" * 1_500,
    "\u202eevil\u2066",
    "<@everyone> <@&1> <#2> </fire:3>",
    "**_~~||`x`||~~_**",
    "# Big\n> quote\n-# small",
    "[x](javascript:y)",
    "\x00\x07\x1b[31m",
    "'; DROP TABLE unit; --",
    "%s{0}${x}",
    "\U0001f469\u200d\U0001f680",
    # Halves of a character, which JSON can carry and UTF-8 can't.
    "\ud83d lone \ude00",
    "\udc80\ud800" * 700,
]
