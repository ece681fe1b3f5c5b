"""Files and forms that people send, and the files and pictures that go with an answer."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord.ui import Modal, TextInput

from bot.chat.wording import LONGEST_EMBED_FIELD, LONGEST_TEXT, cut, in_full
from bot.engine.cards import Card
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


_LONGEST_ALT = 1024
# What Discord takes in all embeds of a message together.
_LONGEST_EMBEDS = 6000
# What is told beside a picture is cut rather than left out, unless there is room for less.
_LEAST_TOLD = 40
# A field has to have a name: one that isn't seen.
_UNNAMED = "\u200b"


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that goes with an answer; a picture (`.png`) is shown in it, with its words for those who don't see.

    What is `told` stands beside a picture for all, and who is waited for makes room for it; of what is longer than a
    field the end goes.
    """

    name: str
    content: bytes
    alt: str = ""
    told: str = ""


def whole(card: Card, *, working: bool = False) -> list[Attached]:
    """The text of a card as a file, where an answer has no room for all of it."""
    text = in_full(card, working=working)
    return [Attached("whole.txt", text.encode(), "The answer in full")] if text else []


def embeds_of(embed: discord.Embed, attached: Sequence[Attached]) -> list[discord.Embed]:
    """What an answer shows: its words with the first picture in them, and a further picture each."""
    pictures = [each for each in attached if each.name.endswith(".png")]
    shown = [embed, *(discord.Embed(colour=embed.colour) for _ in pictures[1:])]
    for one, picture in zip(shown, pictures, strict=False):
        one.set_image(url=f"attachment://{picture.name}")
        if picture.told:
            _tell(one, picture.told, _LONGEST_EMBEDS - sum(map(len, shown)))
    return shown


def _tell(shown: discord.Embed, told: str, room: int) -> None:
    """Tell something below an embed's text, or in a field where that is full; `room` is what the message has left."""
    below = f"{shown.description}\n\n{told}" if shown.description else told
    if len(below) <= LONGEST_TEXT and len(below) - len(shown.description or "") <= room:
        shown.description = below
        return
    needed = min(len(told), LONGEST_EMBED_FIELD) + len(_UNNAMED)
    if needed > room and (foot := shown.footer.text or ""):
        shown.set_footer(text=cut(foot, max(len(foot) - (needed - room), 1)))
        room += len(foot) - len(shown.footer.text or "")
    if min(needed, room) >= _LEAST_TOLD:
        shown.add_field(name=_UNNAMED, value=cut(told, min(LONGEST_EMBED_FIELD, room - len(_UNNAMED))), inline=False)


def files_of(attached: Sequence[Attached]) -> list[discord.File]:
    """What is uploaded with an answer."""
    return [
        discord.File(io.BytesIO(each.content), each.name, description=each.alt[:_LONGEST_ALT] or None)
        for each in attached
    ]
