"""What is done when a table has waited long enough: once, by whichever process is first, and told in its channel."""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import uuid4

import discord

from bot.campaign.access import Actor
from bot.campaign.gate import lies_fog, seats
from bot.campaign.moving import Overdue, overdue
from bot.campaign.play import play
from bot.campaign.posts import threads_of
from bot.campaign.rows import Recorded
from bot.campaign.settings import LATE, REMINDS, WAITS
from bot.campaign.store import NoCampaignError, RepeatedError
from bot.campaign.transaction import Transaction
from bot.chat.asking import due_now
from bot.chat.sending import UNSENT, entry_buttons
from bot.chat.table import Bot, Interaction
from bot.chat.tracking import Tracking, show_tracked, track
from bot.chat.witnesses import Undrawn, post_witness, to_witness
from bot.chat.wording import embed
from bot.engine.due import Due
from bot.engine.seats import Wait
from bot.engine.system import System
from bot.systems.players import parts
from bot.systems.waiting import DEFAULT, REMIND, waited_for

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Settled:
    """What came of a wait: its entry, who is mentioned, what else shows it, and what sides have seen of it; and who is
    mentioned in which thread of a side, where not all may know for whom it was.
    """

    entry: Recorded
    mentioned: Sequence[int]
    tracked: Sequence[Tracking]
    seen: Sequence[Undrawn] = ()
    threads: Mapping[int, Sequence[int]] = field(default_factory=dict)


async def after_waits(bot: Bot, now: int) -> None:
    """Settle all waits that are over by now of the servers that this process sees."""
    for each in await overdue(bot.table.store.engine, now):
        if bot.get_guild(each.place.guild_id) is None:
            continue
        try:
            await _after_wait(bot, each)
        except Exception:
            log.exception("the wait %s could not be settled", each.id)


async def _after_wait(bot: Bot, over: Overdue) -> None:
    store, actor = bot.table.store, Actor(over.user_id or 0, "")
    try:
        async with store.transaction(over.place, actor, f"wait {uuid4().hex}") as transaction:
            settled = await _settle(bot, transaction, over)
    except (RepeatedError, NoCampaignError):
        return
    if settled is None:
        return
    alone = cast(Interaction, _Alone(bot, over.place.channel_id))
    if settled.entry.sealed:
        # Not all may know who was waited for, nor what is done for them.
        await store.answered(settled.entry.id, None)
        for thread_id, people in settled.threads.items():
            await _mention(bot, thread_id, people)
    else:
        await _tell(bot, over, settled)
    for each in settled.seen:
        await post_witness(alone, await each.drawn())
    for tracking in settled.tracked:
        await show_tracked(alone, tracking)


async def _settle(bot: Bot, transaction: Transaction, over: Overdue) -> _Settled | None:
    """Do what the campaign is set to; None where that is nothing, another process has, or it waits anew by now."""
    wait = await transaction.wait()
    if wait is None or wait.id != over.id or wait.until > transaction.at:
        return None
    # What the referee has said beforehand, as the referee.
    transaction.referee = transaction.asks_referee = transaction.alone = True
    system, due = await _owed(bot, transaction, wait.since)
    late = transaction.campaign.settings.get(LATE)
    await transaction.end_wait()
    # Where sides know only what they have seen, that a wait is over tells nobody whether anything is owed.
    if late == WAITS or not (due or lies_fog(transaction)):
        return None
    verb = DEFAULT if late != REMINDS and (not due or any(each.fallback for each in due)) else REMIND
    mentioned = await _mentioned(transaction, due)
    waited = Wait(wait.until, tuple(wait.since))
    entry = await play(transaction, over.place, system, verb, {}, {}, bot.table.new_dice, waited)
    unseen = await to_witness(transaction, system, entry, over.place.channel_id)
    threads = await _apart(transaction, mentioned) if entry.sealed else {}
    return _Settled(entry, mentioned, await track(transaction, system, entry.was, entry.known), unseen, threads)


async def _owed(bot: Bot, transaction: Transaction, since: Collection[str]) -> tuple[System, list[Due]]:
    """What is still owed of what the table has waited for, by the first book by which anything is; or nothing, by the
    campaign's own.
    """
    own = bot.table.system_of(transaction)
    for system in bot.table.books(own):
        if due := [each for each in await due_now(transaction, system) if waited_for(each, since)]:
            return system, due
    return own, []


async def _mentioned(transaction: Transaction, due: Sequence[Due]) -> list[int]:
    """Those who decide something that is due, and wish to be mentioned."""
    deciding = {who for each in due for who in each.decides}
    return [seat.user_id for seat in await transaction.seats() if seat.pinged and str(seat.user_id) in deciding]


async def _apart(transaction: Transaction, mentioned: Sequence[int]) -> dict[int, list[int]]:
    """In which thread of a side each is mentioned, where the table's other sides may not know of whom it waited."""
    playing = parts(await transaction.memberships(), await seats(transaction))
    found: dict[int, list[int]] = {}
    for side, thread_id in (await threads_of(transaction.connection, transaction.campaign.id)).items():
        if own := [each for each in mentioned if str(each) in playing and playing[str(each)].side == side]:
            found[thread_id] = own
    return found


async def _mention(bot: Bot, thread_id: int, people: Sequence[int]) -> None:
    """Tell some of a side in its thread that a wait for them is over."""
    told = f"{' '.join(f'<@{each}>' for each in people)} The wait for you is over: /table due tells what you owe still."
    allowed = discord.AllowedMentions(users=[discord.Object(each) for each in people])
    try:
        await bot.get_partial_messageable(thread_id).send(told, allowed_mentions=allowed)
    except UNSENT as problem:
        log.info("%r could not be told: %s", told, problem)


async def _tell(bot: Bot, over: Overdue, settled: _Settled) -> None:
    """Post what came of it; later, below the next answer, where Discord doesn't take it now."""
    names = " ".join(f"<@{user_id}>" for user_id in settled.mentioned)
    try:
        message = await bot.get_partial_messageable(over.place.channel_id).send(
            names or None,
            embed=embed(settled.entry.card),
            view=entry_buttons(settled.entry),
            silent=not names,
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(each) for each in settled.mentioned]),
        )
    except UNSENT as problem:
        log.warning("what came of a wait could not be posted: %s", problem)
        bot.table.store.not_answered(over.place.channel_id, settled.entry)
    else:
        await bot.table.store.answered(settled.entry.id, message.id)


@dataclass(frozen=True, slots=True)
class _Alone:
    """What stands for an interaction where the bot speaks of its own accord; what is for nobody else is left unsaid."""

    client: Bot
    channel_id: int
    extras: dict[Any, Any] = field(default_factory=dict)

    @property
    def followup(self) -> "_Alone":
        """Where it speaks."""
        return self

    async def send(self, content: str = "", *, ephemeral: bool = False, wait: bool = True, **shown: Any) -> Any:
        """Post to the channel."""
        channel = self.client.get_partial_messageable(self.channel_id)
        return None if ephemeral else await channel.send(content or None, **shown)
