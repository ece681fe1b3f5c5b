"""The threads of sides: each for those who play it, who come into it and leave it with their part in the campaign."""

import logging

import discord

from bot.campaign.gate import lies_fog, reader_of, seats, sides_for
from bot.campaign.posts import keep_thread, threads_of
from bot.campaign.transaction import Transaction
from bot.chat.answer import Reply
from bot.chat.seats import seat, seated_in
from bot.chat.sending import UNSENT
from bot.chat.table import Interaction, place_of
from bot.chat.tracking import track_side
from bot.chat.wording import lines_embed, plain, who
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.typed import match
from bot.systems.players import parts

log = logging.getLogger(__name__)
_LONGEST_NAME = 100
_MAY_NOT = (
    "I may not open a private thread here: allow me Create Private Threads, Send Messages in Threads and Manage "
    "Threads, or open one yourself, let me in, and give /side open here:True in it."
)
_WHO_READS = "Whoever owns the server, or may manage its threads, can read it as well."
_WHO_WAS_HERE = "So can all others who are in it already, which I don't see: take out who shouldn't be."


async def open_thread(interaction: Interaction, typed: str, *, here: bool) -> Reply:
    """Open the thread of a side, or take the private thread in which that is asked for; raises RuleError where the side
    has one, nobody plays it, or the asker neither plays it nor is a referee.
    """
    table, place = interaction.client.table, place_of(interaction)
    async with table.transaction(interaction) as transaction:
        side = match(typed, sorted(await sides_for(transaction)), what="side")
        await _check_may(transaction, side)
        campaign_id, channel_id = transaction.campaign.id, transaction.campaign.channel_id
        known = await threads_of(transaction.connection, campaign_id)
        wanted = await seated_in(transaction, side, known.get(side, 0))
    if side in known and await _is_there(interaction, known[side]):
        told = await seat(interaction, wanted) or "All who play them are in it."
        raise RuleError(f"{side} have a thread already. {told}")
    thread_id = _taken(interaction, channel_id, known) if here else await _made(interaction, channel_id, side)
    async with table.transaction(interaction) as transaction:
        await keep_thread(transaction.connection, campaign_id, side, thread_id)
        wanted = await seated_in(transaction, side, thread_id)
        tracked = await track_side(transaction, table.system_of(transaction), side, thread_id)
        foggy = lies_fog(transaction)
    untold = await seat(interaction, wanted)
    await _welcome(interaction, thread_id, side, foggy=foggy)
    people = sentence([who(each) for each in sorted(wanted.inside)])
    lines = [f"<#{thread_id}> is for {plain(side)} from now on. In it: {people}.", _WHO_READS]
    lines += [_WHO_WAS_HERE] if here else []
    lines += [untold] if untold else []
    return Reply(lines_embed(f"A thread for {side}", lines), tracked=tracked if place.guild_id else ())


async def _check_may(transaction: Transaction, side: str) -> None:
    """Raise RuleError unless somebody plays a side, and the asker is a referee or plays it."""
    reader = await reader_of(transaction)
    found = parts(await transaction.memberships(), await seats(transaction))
    own = found.get(str(transaction.actor.id))
    if not transaction.referee and (own is None or own.side != side):
        raise RuleError("A side's thread is opened by who plays that side, or by the referee.")
    if not any(part.side == side for part in found.values()) and not reader.side:
        raise RuleError(f"Nobody plays {side} yet: /players set says who does, or /players hand gives people to them.")


async def _is_there(interaction: Interaction, thread_id: int) -> bool:
    try:
        await interaction.client.fetch_channel(thread_id)
    except discord.NotFound:
        return False
    except (discord.HTTPException, discord.InvalidData):
        return True
    return True


def _taken(interaction: Interaction, channel_id: int, known: dict[str, int]) -> int:
    """The private thread in which that is asked for; not the one in which the campaign itself is played, for all read
    that.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.Thread) or channel.type is not discord.ChannelType.private_thread:
        raise RuleError("Only a private thread is hidden from the others: give this in one, or leave “here” out.")
    if channel.id == channel_id:
        raise RuleError("A campaign is played in this thread: give this in a private thread of its side alone.")
    if channel.id in known.values():
        raise RuleError("This thread is another side's: leave “here” out, or say it in a private thread of its own.")
    return channel.id


async def _made(interaction: Interaction, channel_id: int, side: str) -> int:
    channel = interaction.client.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise RuleError("No private thread can be opened where this campaign is played: move it to a text channel.")
    try:
        thread = await channel.create_thread(
            name=side[:_LONGEST_NAME], type=discord.ChannelType.private_thread, invitable=False
        )
    except discord.Forbidden:
        raise RuleError(_MAY_NOT) from None
    return thread.id


async def _welcome(interaction: Interaction, thread_id: int, side: str, *, foggy: bool) -> None:
    told = "what you see is told here, and what you order here all of you read"
    lines = [f"This thread is for who plays {plain(side)}: {told if foggy else 'talk and plan here'}.", _WHO_READS]
    try:
        channel = interaction.client.get_partial_messageable(thread_id)
        await channel.send(embed=lines_embed(side, lines), silent=True)
    except UNSENT as problem:
        log.info("the thread %s could not be written in: %s", thread_id, problem)
