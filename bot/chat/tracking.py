"""The one message that shows who is waited for in a battle: posted as it begins, edited with all that changes it."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakValueDictionary

import discord

from bot.campaign.game import game_of
from bot.campaign.posts import BATTLE, Posted, claim, is_posted, note
from bot.campaign.transaction import Transaction
from bot.chat.sending import UNSENT, edit_earlier, tell_once
from bot.chat.table import Interaction
from bot.chat.wording import lines_embed, plain, who
from bot.engine.cards import sentence
from bot.engine.scene import Game
from bot.engine.shipyard import Due, TrackedSide, Tracker
from bot.engine.system import Ships, System

_WHAT = "the message that shows who is waited for"
_MOST_OWNERS = 6
_MOST_DUE = 5
# A campaign's message is brought up to date by one command after the other.
_EDITING: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


@dataclass(frozen=True, slots=True)
class Tracked:
    """What a campaign's message is to show from a version of it on; `anew` in a new message."""

    campaign_id: int
    version: int
    embed: discord.Embed
    anew: bool = False


async def track(transaction: Transaction, system: System, was: Game | None = None) -> Tracked | None:
    """What the message is to show after a transaction that has been recorded; None where there is nothing to show.

    `was` is the game before an order about the battle; without it, it is told how the campaign stands now.
    """
    campaign = transaction.campaign
    if not isinstance(system.part, Ships):
        return None
    track = system.part.track
    now = None if campaign.ended else await game_of(transaction, system)
    tracker = await asyncio.to_thread(lambda: track(now.ledger)) if now else None
    if tracker is not None:
        return Tracked(campaign.id, campaign.version, tracker_embed(tracker), anew=was is not None and not was.stored)
    before = await asyncio.to_thread(lambda: track(was.ledger)) if was else None
    if before is not None:
        shown = lines_embed(before.title, ["The battle is over."])
    elif was is None and await is_posted(transaction.connection, campaign.id, BATTLE):
        shown = lines_embed("Nobody is waited for", ["No battle is being fought here."])
    else:
        return None
    return Tracked(campaign.id, campaign.version, shown)


def tracker_embed(tracker: Tracker) -> discord.Embed:
    """Who is waited for, side by side."""
    lines = [plain(tracker.stands)]
    for side in tracker.sides:
        lines += _side_lines(side)
    return lines_embed(tracker.title, lines)


def _side_lines(side: TrackedSide) -> Iterator[str]:
    whose = f" ({_owners(side)})" if side.owners else ""
    told = plain(side.note) or ("" if side.due else "nothing to decide now")
    yield f"{'▶ ' if side.due else ''}**{plain(side.name)}**{whose}{': ' if told else ''}{told}"
    yield from (f"• owes {_due(due)}" for due in side.due[:_MOST_DUE])
    if (more := len(side.due) - _MOST_DUE) > 0:
        yield f"• and {more} decision{'s' if more > 1 else ''} more"
    if side.due:
        yield f"-# What is left open, {plain(side.default)}."


def _due(due: Due) -> str:
    return f"{plain(due.what)}, since {due.since} → {plain(due.command)}"


def _owners(side: TrackedSide) -> str:
    """Whose ships they are; first who commands them all, where they aren't all that one's."""
    others = [owner for owner in side.owners if owner != side.commander]
    named = [_named(owner) for owner in others[:_MOST_OWNERS]]
    listed = sentence([*named, "others"] if len(others) > _MOST_OWNERS else named) if others else ""
    if side.commander is None:
        return listed
    return f"{_named(side.commander)} commands, with ships of {listed}" if others else _named(side.commander)


def _named(owner: str) -> str:
    return who(int(owner)) if owner else "the referee"


async def show_tracked(interaction: Interaction, tracked: Tracked) -> None:
    """Bring the message up to date; one that is gone is posted anew, silently."""
    engine = interaction.client.table.store.engine
    async with _EDITING.setdefault(tracked.campaign_id, asyncio.Lock()):
        posted, stale = await claim(engine, tracked.campaign_id, BATTLE, tracked.version)
        if posted is not None and not tracked.anew:
            at = (posted.channel_id, posted.message_id)
            if not stale or await edit_earlier(interaction, *at, _WHAT, replaced=True, embed=tracked.embed):
                return
        try:
            message = await interaction.followup.send(embed=tracked.embed, silent=True, wait=True)
        except UNSENT as problem:
            await tell_once(interaction, interaction.channel_id or 0, _WHAT, problem)
            return
        now = Posted(interaction.channel_id or 0, message.id)
        await note(engine, tracked.campaign_id, BATTLE, tracked.version, now)
