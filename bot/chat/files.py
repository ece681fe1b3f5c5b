"""Text files that people send, and forms that they write in."""

import re
from typing import Any

import discord
from discord.ui import Modal, TextInput

from bot.engine.errors import RuleError

MOST_BYTES = 500_000
# Discord's own limit for what a form's field holds.
LONGEST_FIELD = 4000
# What no database keeps and no file holds: NUL and its like, and halves of characters.
_UNKEPT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


async def text_of(source: str | discord.Attachment) -> str:
    """A text as it was written, or out of a file; raises RuleError for one that is too big, or no text."""
    return keepable(source if isinstance(source, str) else await _read(source))


def keepable(text: str) -> str:
    """The text, with a mark in place of every character that can't be kept."""
    return _UNKEPT.sub("\ufffd", text)


async def _read(file: discord.Attachment) -> str:
    if file.size > MOST_BYTES:
        raise RuleError(f"A text file has {MOST_BYTES:,} bytes at most, and {file.filename} has {file.size:,}.")
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleError(f"{file.filename} is no text in UTF-8: save it as plain text.") from None


def form(custom_id: str, title: str, *fields: TextInput[Any]) -> Modal:
    """A form; what is submitted is told by its custom id, so that it outlives a restart."""
    modal = Modal(title=title, custom_id=custom_id)
    for field in fields:
        modal.add_item(field)
    return modal


def submitted(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """What the fields of a submitted form were filled with."""
    data: Any = interaction.data
    rows = [row.get("component") or row["components"][0] for row in data["components"]]
    return {row["custom_id"]: row["value"] for row in rows}
