"""Several orders in one message: each under its title, and of those that were taken back only that."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from bot.campaign.journal import Earlier
from bot.campaign.rows import Recorded
from bot.chat.sending import entry_buttons
from bot.chat.wording import embed
from bot.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Into:
    """A message into which an answer goes, and what it shows then."""

    channel_id: int
    message_id: int
    embed: discord.Embed
    view: discord.ui.View


def added(told: Sequence[Earlier], entry: Recorded) -> Into:
    """The message that tells some orders, the oldest first, with one more."""
    at, every = told[-1].answer, [*(each.answer.recorded for each in told), entry]
    assert at.message_id is not None, "what has been told stands in a message"
    card = _card([(each, False) for each in every])
    return Into(at.channel_id, at.message_id, embed(card), _buttons(every[0], entry))


def as_they_stand(told: Sequence[Earlier]) -> tuple[discord.Embed, discord.ui.View | None]:
    """What a message shows that tells several orders, some of which have been taken back, and its buttons."""
    each = [(one.answer.recorded, one.undone) for one in told]
    left = [one.answer.recorded for one in told if not one.undone]
    return embed(_card(each)), _buttons(each[0][0], left[-1]) if left else None


def _buttons(first: Recorded, newest: Recorded) -> discord.ui.View:
    return entry_buttons(replace(newest, repeatable=False, card=replace(newest.card, next=first.card.next)))


def _card(told: Sequence[tuple[Recorded, bool]]) -> Card:
    """Several orders in one card: the first one's, and below it each of the others under its title."""
    (first, back), *others = told
    card = first.card
    lines = [gone(first.card.title)] if back else list(card.lines)
    for each, undone in others:
        lines += [gone(each.card.title)] if undone else [f"— {each.card.title}", *each.card.lines]
    return replace(card, lines=tuple(lines))


def gone(title: str) -> str:
    """What is left in a message of an order of that title which has been taken back."""
    return f"— {title}: taken back"
