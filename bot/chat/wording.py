"""Cards as Discord embeds, with every word of them kept from meaning anything to Discord."""

import re
from collections.abc import Iterable, Sequence

import discord

from bot.chat.spelling import spelled
from bot.engine.cards import MOMENT_SIGN, PERSON_SIGN, WAITED, Card, Tone
from bot.engine.several import HEADING

# What the option “as” is, of whatever shows something.
AS_WORDS = "As which side knows it; for the referee, who alone reads it"
_COLOURS = {Tone.PLAIN: 0x5865F2, Tone.GOOD: 0x2E8B57, Tone.BAD: 0xC0392B}
_UNDONE = 0x747F8D
_LONGEST_TITLE = 256
# What a field of an embed takes, and all of an embed.
LONGEST_EMBED_FIELD, _LONGEST_EMBED = 1024, 6000
LONGEST_TEXT = 4096
_LONGEST_MESSAGE = 2000
# An ellipsis on a line of its own may have to follow.
_ROOM = LONGEST_TEXT - 2
# With the other two it comes to less than the 6,000 characters that an embed takes in all.
_LONGEST_FOOTER = 1600
# What Discord would read as markup, a mention, a link, an address or a timestamp, anywhere or where a line begins.
_MARKUP = re.compile(r"[\\*_`<\[]|\|\||~~|@(?=everyone|here)|:(?=//)")
_FIRST = re.compile(r"^ *(?=[#>-])|^ *\d+(?=\.(?:\s|$))")
_PERSON = re.compile(f"{PERSON_SIGN}([0-9]+){PERSON_SIGN}")
_MOMENT = re.compile(f"{MOMENT_SIGN}([0-9]+){MOMENT_SIGN}")


def plain(text: str) -> str:
    """A line that Discord shows as it stands: no markup, no mention."""
    escaped = _MARKUP.sub(lambda found: "".join(f"\\{character}" for character in found[0]), text)
    return _FIRST.sub(r"\g<0>\\", escaped)


_ESCAPED = re.compile(r"\\([\\*_`<\[|~@:#>.-])")


def unplain(text: str) -> str:
    """The line that `plain` was given."""
    return _ESCAPED.sub(r"\1", text)


def who(user_id: int | None) -> str:
    """Somebody as Discord shows them, who isn't told of it."""
    return f"<@{user_id}>" if user_id else "somebody who is forgotten"


def card_line(text: str) -> str:
    """A card's line as Discord shows it: plain, but for the people and the times in it."""
    return _MOMENT.sub(r"<t:\1:f> (<t:\1:R>)", _PERSON.sub(r"<@\1>", plain(text)))


def cut(text: str, longest: int) -> str:
    """The text, shortened with an ellipsis where it is too long."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def as_message(text: str) -> str:
    """Text as what a message says outside of embeds: as it stands, cut to what Discord takes."""
    shown = "\n".join(plain(line) for line in text.splitlines())
    if len(shown) <= _LONGEST_MESSAGE:
        return shown
    kept = shown[: _LONGEST_MESSAGE - 1]
    # What is escaped isn't cut from the mark before it.
    marks = len(kept) - len(kept.rstrip("\\"))
    return f"{kept[: len(kept) - marks % 2]}…"


def embed(card: Card, *, working: bool = False) -> discord.Embed:
    """A card as it is posted; with `working`, every modifier and its rule below."""
    lines = [card_line(line) for line in lines_of(card)]
    kept = shortened(lines, _ROOM)
    shown = lines_embed(card.title, _shown(card, working=working) if kept == lines else kept)
    shown.colour = discord.Colour(_COLOURS[card.tone])
    if foot := foot_of(card):
        shown.set_footer(text=cut(foot, _LONGEST_FOOTER))
    return shown


def lines_of(card: Card) -> list[str]:
    """What a card says; an order that may be given next as it is typed."""
    return [spelled(line) for line in card.lines]


def foot_of(card: Card) -> str:
    """What a card closes with: who is waited for, by which orders, and what else there is to say."""
    return " · ".join(filter(None, ("; ".join(map(spelled, card.waits)), card.footer)))


def _shown(card: Card, *, working: bool) -> list[str]:
    lines = [card_line(line) for line in lines_of(card)]
    return [*lines, "", *(f"-# {card_line(line)}" for line in card.working)] if working and card.working else lines


def shortened(lines: Sequence[str], room: int) -> list[str]:
    """Lines with an ellipsis for those in the middle for which there is no room in so many characters: an answer begins
    with what was done, and ends with who must act next, which is never what is left out.
    """
    if _length(lines) <= room:
        return list(lines)
    begins = max((at for at, line in enumerate(lines) if line.startswith(HEADING)), default=0)
    asks = next((at for at, line in enumerate(lines) if at > begins and line.startswith(WAITED)), len(lines))
    last = next(at for at in range(len(lines) + 1) if _length(lines[at:]) <= room // 3)
    last = min(last, asks) if _length(lines[asks:]) <= 2 * room // 3 else last
    first = max(at for at in range(last + 1) if _length(lines[:at]) + _length(lines[last:]) + 2 <= room)
    return [*lines[:first], "…", *lines[last:]]


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def asking_below(shown: discord.Embed, asked: Sequence[str]) -> None:
    """Tell below an embed's text what is asked now, and cut the text in its middle where there is too little room."""
    below = cut("\n".join(asked), LONGEST_TEXT // 2)
    lines = (shown.description or "").split("\n") if shown.description else []
    kept = shortened(lines, LONGEST_TEXT - len(below) - 2)
    shown.description = "\n".join([*kept, below]).strip()


def in_full(card: Card, *, working: bool = False) -> str:
    """The text of a card of which `embed` has to leave something out; "" for any other."""
    shown = _shown(card, working=working)
    if len(plain(card.title)) <= _LONGEST_TITLE and sum(len(line) + 1 for line in shown) <= _ROOM:
        return ""
    text = "\n".join([card.title, "", *lines_of(card), *(["", *card.working] if working and card.working else [])])
    return _PERSON.sub(r"<@\1>", text)


def lines_embed(title: str, lines: Iterable[str]) -> discord.Embed:
    """An embed from lines that are Discord's already; what doesn't fit is left out at a line's end."""
    kept: list[str] = []
    room = _ROOM
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            kept.append("…")
            break
        kept.append(line)
    return discord.Embed(title=cut(plain(title), _LONGEST_TITLE), description="\n".join(kept) or None)


def long_embed(title: str, lines: Sequence[str]) -> discord.Embed:
    """The same, where what a description has no room for goes on in fields, as far as an embed takes them."""
    shown = lines_embed(title, lines)
    kept = (shown.description or "").removesuffix("\n…").count("\n") + 1
    if kept < len(lines):
        shown.description = "\n".join(lines[:kept])
    for line in lines[kept:]:
        if len(shown) + len(line) + 2 > _LONGEST_EMBED:
            break
        value = f"{shown.fields[-1].value}\n{line}" if shown.fields else line
        if shown.fields and len(value) <= LONGEST_EMBED_FIELD:
            shown.set_field_at(-1, name="\u200b", value=value, inline=False)
        else:
            shown.add_field(name="\u200b", value=line, inline=False)
    return shown


def undone(card: Card, by: str) -> discord.Embed:
    """The card of an order that has been taken back; `by` says by whom, with a space before it, or nothing."""
    shown = embed(card)
    shown.title = cut(f"~~{shown.title}~~", _LONGEST_TITLE)
    shown.colour = discord.Colour(_UNDONE)
    shown.set_footer(text=f"Taken back{by}")
    return shown
