"""The one message that shows who is waited for: posted as a turn or a battle begins, and edited from then on."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.campaign.game import is_small
from bot.campaign.gate import all_of, game_for
from bot.campaign.posts import BATTLE, PICTURE, TURN, Posted, below, claim, note, posted_at, shown_to, threads_of
from bot.campaign.settings import FOLLOWS, TRACKER
from bot.campaign.transaction import Transaction
from bot.chat.files import Attached, embeds_of, files_of
from bot.chat.pictures import deck_views, drawn
from bot.chat.sending import UNSENT, edit_earlier, held, tell_once, unwatched
from bot.chat.spelling import spelled
from bot.chat.table import Interaction, reads_here
from bot.chat.wording import lines_embed, plain, who
from bot.deck.view import View
from bot.engine.cards import sentence
from bot.engine.due import Due, moment
from bot.engine.scene import Game, Reader
from bot.engine.system import CHARACTER, SHIP, System
from bot.engine.tracker import TrackedSide, Tracker
from bot.systems.seeing import ALL
from bot.systems.stepping import NEXT
from bot.systems.witnessing import Insight

log = logging.getLogger(__name__)
_WHAT = "the message that shows who is waited for"
_MOST_OWNERS = 6
_MOST_DUE = 5
# So many of a side have a line each, and so many of those who owe the same are named.
_MOST_UNITS = 30
_MOST_NAMED = 4
# With so many messages of its own below it, one that follows is posted anew.
_MOST_BELOW = 20
# By the kind of its rules what a message is called, and what it says once nothing is played by them, or never was.
_SHOWS = {
    SHIP: (BATTLE, "The battle is over.", "No battle is being fought here."),
    CHARACTER: (TURN, "The turn is no longer kept.", "Nobody keeps a turn here."),
}
_UNPINNED = (
    "I may not pin the message that shows who is waited for: allow me Pin Messages here, or set tracker to follows."
)
# What the ids of its own buttons begin with; after that comes the kind of rules.
MINE, ALL_DUE = "mine", "alldue"
# A campaign's message is brought up to date by one command after the other.
_EDITING: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


@dataclass(frozen=True, slots=True)
class Tracked:
    """What a campaign's message that `shows` something is to show from a version of it on; `anew` in a new message.

    What is `here` stands in the answer itself, which takes the place of the message before it, with the buttons of the
    `view`. One that shows what is `played` by some rules has their buttons, which hold for that `moment`, and is
    pinned, or `follows` what is posted. It is posted where the command was given, or in a channel that is named.
    """

    campaign_id: int
    version: int
    embed: discord.Embed
    anew: bool = False
    shows: str = BATTLE
    view: discord.ui.View | None = None
    here: bool = False
    played: System | None = None
    follows: bool = False
    moment: str = ""
    channel_id: int = 0
    # The side whose own it is, "" for all, and the pictures that it shows.
    side: str = ""
    views: tuple[View, ...] = ()


# What a message is to show, or what works that out, beside the loop: nothing, where it shows that already.
Tracking = Tracked | Callable[[], Tracked | None]


async def track(
    transaction: Transaction,
    system: System,
    was: Game | None = None,
    known: Mapping[str, Insight] = MappingProxyType({}),
    *,
    stops: bool = True,
) -> list[Tracking]:
    """What the message of these rules is to show after a transaction that has been recorded; nothing without one.

    `was` is the game before an order; without it, it is told how the campaign stands now, and that nothing is played
    by them any more where that `stops` with it. Where sides know only what they have seen, all read what all know, and
    each side in its thread what it knows; `known` is that before the order.
    """
    if all_of(transaction).everything:
        return await _track(transaction, system, was, Reader(everything=True), stops=stops)
    threads = await threads_of(transaction.connection, transaction.campaign.id)
    where, found = {ALL: transaction.campaign.channel_id, **threads}, list[Tracking]()
    for side, channel_id in where.items():
        before = known[side].game if side in known else None
        found += await _track(transaction, system, before, Reader(side=side), channel_id, stops=stops)
        if side != ALL:
            found += await _pictured(transaction, system, before, side, channel_id)
    return found


async def track_side(transaction: Transaction, system: System, side: str, channel_id: int) -> list[Tracking]:
    """What the messages of a side's own thread show as it is opened: the deck, and the turn where one is kept; nothing
    where all know all.
    """
    if all_of(transaction).everything:
        return []
    game = await game_for(transaction, system, Reader(side=side))
    nothing = replace(game, read_ledger=lambda: system.load_ledger({}))
    pictured = await _pictured(transaction, system, None, side, channel_id)
    return [*pictured, *await _track(transaction, system, nothing, Reader(side=side), channel_id)]


async def _pictured(
    transaction: Transaction, system: System, was: Game | None, side: str, channel_id: int
) -> list[Tracking]:
    """What the picture in a side's thread is to show: the deck as the side knows it, which has changed since it `was`
    so.
    """
    campaign, now = transaction.campaign, await game_for(transaction, system, Reader(side=side))

    def worked_out() -> Tracked | None:
        views = deck_views(now, system)
        if not views or (was is not None and views == deck_views(was, system)):
            return None
        shown = lines_embed(f"The deck as {side} know it", [])
        told = partial(Tracked, campaign.id, campaign.version, shown, shows=shown_to(PICTURE, side))
        return told(channel_id=channel_id, side=side, views=views)

    return [worked_out] if system.kind == CHARACTER else []


async def _track(
    transaction: Transaction,
    system: System,
    was: Game | None,
    reader: Reader,
    channel_id: int = 0,
    *,
    stops: bool = True,
) -> list[Tracking]:
    """What the message of these rules is to show to a reader."""
    campaign = transaction.campaign
    if system.kind not in _SHOWS:
        return []
    now = None if campaign.ended else await game_for(transaction, system, reader)
    shows, over, never = _SHOWS[system.kind]
    shows = shown_to(shows, reader.side)
    if await _is_as_it_was(transaction, system, shows, was, now):
        return []
    told = partial(Tracked, campaign.id, campaign.version, shows=shows, channel_id=channel_id, side=reader.side)
    follows = campaign.settings.get(TRACKER) == FOLLOWS

    def worked_out() -> Tracked | None:
        before, after = (
            tracker_embed(tracker, system.due(game)) if game and (tracker := system.part.track(game)) else None
            for game in (was, now)
        )
        if after is None and before is None:
            return told(lines_embed("Nobody is waited for", [never])) if stops and not was else None
        if after is None:
            return told(lines_embed(str(before and before.title), [over]))
        stands = _stands(system, now)
        if before is not None and before.to_dict() == after.to_dict() and _stands(system, was) == stands:
            return None
        return told(after, anew=was is not None and before is None, played=system, follows=follows, moment=stands)

    if now is None or not is_small(system, now):
        return [worked_out]
    return [found] if (found := worked_out()) else []


async def _is_as_it_was(
    transaction: Transaction, system: System, shows: str, was: Game | None, now: Game | None
) -> bool:
    """Whether nothing of what such a message shows can have changed: no turn is kept, or it isn't there."""
    if was is None:
        return not await posted_at(transaction.connection, transaction.campaign.id, shows)
    return now is was or (system.kind == CHARACTER and not was.stored and not (now and now.stored))


def _stands(system: System, game: Game | None) -> str:
    return moment(system.due(game)) if game else ""


def tracker_embed(tracker: Tracker, due: Sequence[Due]) -> discord.Embed:
    """Who is waited for, side by side."""
    open_due = [each for each in due if not each.secret]
    lines = [plain(spelled(tracker.stands))]
    for side in tracker.sides:
        names = {side.name, *(name for name, _ in side.units)}
        lines += _side_lines(side, [each for each in open_due if names & {*each.owes}])
    return lines_embed(tracker.title, lines)


def _side_lines(side: TrackedSide, owed: Sequence[Due]) -> Iterator[str]:
    whose = f" ({_owners(side)})" if side.owners else ""
    told = plain(spelled(side.note)) or ("" if owed or side.units else "nothing to decide now")
    waits = any(not each.optional for each in owed)
    yield f"{'▶ ' if waits else ''}**{plain(side.name or 'No side')}**{whose}{': ' if told else ''}{told}"
    yield from (plain(line) for _, line in side.units[:_MOST_UNITS])
    if (more := len(side.units) - _MOST_UNITS) > 0:
        yield f"and {more} more"
    told_due = list(dict.fromkeys(_due(each, side, owed) for each in sorted(owed, key=lambda each: each.optional)))
    yield from (f"• {each}" for each in told_due[:_MOST_DUE])
    if (more := len(told_due) - _MOST_DUE) > 0:
        yield f"• and {more} decision{'s' if more > 1 else ''} more"
    labels = [each.fallback.label for each in owed if each.fallback and not each.optional]
    # Amid a sentence, with names as they are.
    if defaults := dict.fromkeys(label[:1].lower() + label[1:] for label in labels):
        yield f"-# Where nothing is said: {plain(sentence(defaults, 'or'))}."


def _due(due: Due, side: TrackedSide, owed: Sequence[Due]) -> str:
    """What is owed, once for all of the side who owe it."""
    same = (due.what, due.since, due.answered_by)
    alike = [each for each in owed if (each.what, each.since, each.answered_by) == same]
    units = {name for name, _ in side.units}
    who_owes = list(dict.fromkeys(name for each in alike for name in each.owes if name in units))
    more = len(who_owes) - _MOST_NAMED
    named = [*who_owes[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
    owes = "" if due.optional else "owes" if len(who_owes) < 2 else "owe"
    since = f", since {due.since}" if due.since else ""
    told = " ".join(filter(None, (sentence(named) if named else "", owes, due.what)))
    # Where what is due names its command already, that stands there once.
    stands = due.answer is None or f"/{due.answer.verb}" in due.what
    return f"{plain(told)}{since}{'' if stands else f' → {plain(due.answered_by)}'}"


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


async def show_tracked(interaction: Interaction, tracking: Tracking, answer_id: int | None = None) -> None:
    """Bring the message up to date; one that is gone is posted anew, silently.

    `answer_id` is the message of the answer that it came with.
    """
    tracked = tracking if isinstance(tracking, Tracked) else await asyncio.to_thread(tracking)
    if tracked is None:
        return
    engine = interaction.client.table.store.engine
    async with _EDITING.setdefault(tracked.campaign_id, asyncio.Lock()):
        if tracked.here and answer_id is not None:
            async with engine.begin() as connection:
                posted = await posted_at(connection, tracked.campaign_id, tracked.shows)
            if not await _takes_the_place(interaction, posted, answer_id):
                return
        else:
            posted, stale = await claim(engine, tracked.campaign_id, tracked.shows, tracked.version)
            if (answer_id := await _edited_or_posted(interaction, tracked, posted, stale=stale)) is None:
                return
        now = Posted(tracked.channel_id or interaction.channel_id or 0, answer_id)
        await note(engine, tracked.campaign_id, tracked.shows, tracked.version, now)


async def _takes_the_place(interaction: Interaction, posted: Posted | None, answer_id: int) -> bool:
    """Take the buttons from the message that was shown before this answer; whether it is another one."""
    if posted is not None and posted.message_id == answer_id:
        return False
    if posted is not None:
        await edit_earlier(interaction, posted.channel_id, posted.message_id, _WHAT, view=None)
    return True


async def _edited_or_posted(
    interaction: Interaction, tracked: Tracked, posted: Posted | None, *, stale: bool
) -> int | None:
    """Edit the message, or post it; the new one's id, None where there is none."""
    view = table_buttons(tracked.played, tracked.moment) if tracked.played else tracked.view
    pictures, what = await drawn(tracked.views), _WHAT if _may_tell(interaction, tracked) else ""
    left = None
    if posted is not None and not tracked.anew:
        if tracked.follows and await _is_far_up(interaction, tracked, posted):
            left = posted
        else:
            shown: dict[str, Any] = {"embeds": embeds_of(tracked.embed, pictures), "view": view}
            shown |= {"attachments": files_of(pictures)} if pictures else {}
            at = (posted.channel_id, posted.message_id)
            if not stale or await edit_earlier(interaction, *at, what, replaced=True, **shown):
                return None
    try:
        message = await _posted(interaction, tracked, view, pictures)
    except UNSENT as problem:
        await tell_once(interaction, tracked.channel_id or interaction.channel_id or 0, what, problem)
        return None
    if left is not None:
        await _take_away(interaction, left)
    elif tracked.played and not tracked.follows:
        await _pin(interaction, message.id, tracked.channel_id or interaction.channel_id or 0)
    return message.id


def _may_tell(interaction: Interaction, tracked: Tracked) -> bool:
    """Whether whoever gave the order may know what becomes of a message: what a side sees is its own."""
    reader = reads_here(interaction)[1]
    return not tracked.side or reader.everything or reader.side == tracked.side


async def _posted(
    interaction: Interaction, tracked: Tracked, view: discord.ui.View | None, pictures: Sequence[Attached]
) -> discord.Message:
    """The message, posted where it belongs."""
    shown: dict[str, Any] = {"embeds": embeds_of(tracked.embed, pictures), "view": view or discord.utils.MISSING}
    shown |= {"files": files_of(pictures), "silent": True}
    if not tracked.channel_id:
        return await interaction.followup.send(**shown, wait=True)
    return await interaction.client.get_partial_messageable(tracked.channel_id).send(**shown)


async def _is_far_up(interaction: Interaction, tracked: Tracked, posted: Posted) -> bool:
    """Whether the message is far above the newest ones, or in another channel."""
    engine = interaction.client.table.store.engine
    elsewhere = posted.channel_id != (tracked.channel_id or interaction.channel_id)
    return elsewhere or await below(engine, tracked.campaign_id, posted) > _MOST_BELOW


async def _take_away(interaction: Interaction, posted: Posted) -> None:
    """Delete a message in whose place another one stands."""
    try:
        channel = interaction.client.get_partial_messageable(posted.channel_id)
        await channel.get_partial_message(posted.message_id).delete()
    except UNSENT as problem:
        log.info("the message %s could not be deleted: %s", posted.message_id, problem)


async def _pin(interaction: Interaction, message_id: int, channel_id: int) -> None:
    """Pin the message; where that isn't allowed, whoever gave the order is told so, once a channel."""
    try:
        await interaction.client.get_partial_messageable(channel_id).get_partial_message(message_id).pin()
    except UNSENT as problem:
        log.info("the message %s could not be pinned: %s", message_id, problem)
        if isinstance(problem, discord.Forbidden) and channel_id not in interaction.client.unpinned:
            interaction.client.unpinned.add(channel_id)
            await _tell(interaction, _UNPINNED)


async def _tell(interaction: Interaction, sentence: str) -> None:
    try:
        await interaction.followup.send(sentence, ephemeral=True)
    except UNSENT as problem:
        log.warning("%r could not be told: %s", sentence, problem)


def table_buttons(system: System, now: str = "") -> discord.ui.View:
    """The buttons under the message: what the presser owes, a whole step, all that is due, and the last order back.

    A step is taken only while the table stands where it does `now`.
    """
    step = [("Next step", held(f"give:{NEXT}", now))] if NEXT in system.orders else []
    buttons = [("My next", held(f"{MINE}:{system.kind}", now)), *step, ("What is due", f"{ALL_DUE}:{system.kind}")]
    view = discord.ui.View()
    for label, custom_id in (*buttons, ("Undo", "undo:last")):
        view.add_item(discord.ui.Button(label=label, custom_id=custom_id))
    return unwatched(view)
