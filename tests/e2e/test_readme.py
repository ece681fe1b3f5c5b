"""What README.md tells a newcomer to type is carried out, line by line."""

import re
from pathlib import Path

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.runner import play

README = Path(__file__).parents[2] / "README.md"
ROOT = README.parent


def typed_lines(text):
    """The blocks under “Play in two minutes”, one after the other."""
    blocks = re.findall(r"^\*\*[^\n]+\*\*\n\n```\n(.+?)```", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.strip().splitlines()]


async def test_a_newcomers_lines_are_all_carried_out(database_url):
    lines = typed_lines(README.read_text(encoding="utf-8"))
    assert len([line for line in lines if line.startswith("/")]) == 20
    loopback = Loopback()
    reports = [report async for report in play(lines, loopback, RefereeStage(database_url))]
    assert [report["error"] for report in reports if report["error"]] == []
    assert loopback.faults == []
    channels = loopback.world.channels.values()
    messages = [message for channel in channels for message in channel.messages.values()]
    # A refusal is for the asker alone and has no embed; the odds are for them alone as well.
    assert [message.payload["content"] for message in messages if message.payload["content"]] == []
    assert sum(bool(message.files) for message in messages) >= 5
    titles = [embed.get("title", "") for message in messages for embed in message.payload["embeds"]]
    # The shot on the deck works without a question.
    assert titles.count("Marine E1 fires at Pirate") == 1, "the first fight's is taken back"
    assert not [title for title in titles if title.startswith("/fire:")]


def test_its_pictures_and_places_are_there():
    text = README.read_text(encoding="utf-8")
    named = re.findall(r"\]\((?!https:)([^)]+)\)|`((?:bot|cogs|data|renderers|tests|docker|\.ci)/[^`<*]*)`", text)
    assert [path for path in map("".join, named) if not (ROOT / path).exists()] == []


def test_every_promise_has_a_figure():
    promises = README.read_text(encoding="utf-8").partition("\n## Promises\n")[2]
    rows = [line.strip("|").split("|") for line in promises.splitlines() if line.startswith("| ")][2:]
    assert len(rows) > 20
    assert [promise for promise, _, shown in rows if not re.search("[0-9]", shown)] == []
