"""What goes with an answer: files, and pictures that are shown in it."""

import io
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.chat.wording import in_full
from bot.engine.cards import Card

_LONGEST_ALT = 1024
# What Discord takes in one embed's text, and in all of a message together.
_LONGEST_TEXT, _LONGEST_EMBEDS = 4096, 6000
# What is told beside a picture is cut rather than left out, unless there is room for less.
_LEAST_TOLD = 40


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that goes with an answer; a picture (`.png`) is shown in it, with its words for those who don't see.

    What is `told` stands beside a picture for all, as far as the answer has room.
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
        own = f"{one.description}\n\n" if one.description else ""
        added = len(own) - len(one.description or "")
        room = min(_LONGEST_TEXT - len(own), _LONGEST_EMBEDS - sum(map(len, shown)) - added)
        told = picture.told if len(picture.told) <= room else f"{picture.told[: max(room - 1, 0)]}…"
        if picture.told and room >= _LEAST_TOLD:
            one.description = own + told
    return shown


def files_of(attached: Sequence[Attached]) -> list[discord.File]:
    """What is uploaded with an answer."""
    return [
        discord.File(io.BytesIO(each.content), each.name, description=each.alt[:_LONGEST_ALT] or None)
        for each in attached
    ]
