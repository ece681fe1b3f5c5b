"""The places of sides: a thread each for those who play it, who come into it and leave it with their part in the
campaign; or a channel that they alone may view.
"""

import logging

import discord
from discord import app_commands

from bot.campaign.gate import lies_fog, reader_of, seats, sides_for
from bot.campaign.knowing import have_secrets
from bot.campaign.moving import played_by
from bot.campaign.posts import keep_thread, threads_of
from bot.campaign.transaction import Transaction
from bot.chat.answer import Reply
from bot.chat.completion import choices
from bot.chat.moving import channel_of
from bot.chat.seats import Sitting, may_view, seat, seated_in
from bot.chat.sending import UNSENT
from bot.chat.table import Interaction, about_campaign_in, actor_of, place_of
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
_NOT_HIDDEN = (
    "Only a private thread, or a channel that not everyone may view, is hidden from the others: give this in one, or "
    "leave “here” out."
)
_WHO_READS = "Whoever owns the server, or may manage its threads, can read it as well."
_WHO_VIEWS = "Whoever owns or administers the server can read it as well."
_WHO_WAS_HERE = "So can all others who are in it already, which I don't see: take out who shouldn't be."


async def open_thread(interaction: Interaction, typed: str, *, here: bool, campaign: str = "") -> Reply:
    """Open the thread of a side, or take the private thread or channel in which that is asked for; raises RuleError
    where the side has one, nobody plays it, or the asker neither plays it nor is a referee.

    A channel belongs to the `campaign` of another one, by its name, "" for the only one in which the asker has a part.
    """
    table, channel = interaction.client.table, interaction.channel
    own = channel if here and isinstance(channel, discord.TextChannel) else None
    if own is not None:
        about_campaign_in(interaction, await _played_in(interaction, campaign))
    async with table.transaction(interaction) as transaction:
        side = match(typed, sorted(await sides_for(transaction)), what="side")
        await _check_may(transaction, side)
        channel_id = transaction.campaign.channel_id
        known = await threads_of(transaction.connection, transaction.campaign.id)
        wanted = await seated_in(transaction, side, known.get(side, 0))
    if side in known and await _is_there(interaction, known[side]):
        told = await seat(interaction, wanted) or "All who play them are in it."
        raise RuleError(f"{side} have a thread already. {told}")
    if own is not None:
        await _check_hidden(interaction, own, wanted)
        place_id = _free(own.id, "channel", channel_id, known)
    else:
        place_id = _taken(interaction, channel_id, known) if here else await _made(interaction, channel_id, side)
    return await _given(interaction, side, place_id, is_channel=own is not None, here=here)


async def _given(interaction: Interaction, side: str, place_id: int, *, is_channel: bool, here: bool) -> Reply:
    """A thread or channel is a side's from now on."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        await keep_thread(transaction.connection, transaction.campaign.id, side, place_id)
        wanted = await seated_in(transaction, side, place_id)
        tracked = await track_side(transaction, table.system_of(transaction), side, place_id)
        settings, foggy = transaction.campaign.settings, lies_fog(transaction)
    table.store.note_fog(place_id, settings)
    untold = await seat(interaction, wanted)
    kind, reads = ("channel", _WHO_VIEWS) if is_channel else ("thread", _WHO_READS)
    await _welcome(interaction, place_id, side, kind, reads, foggy=foggy)
    people = sentence([who(each) for each in sorted(wanted.inside)])
    lines = [f"<#{place_id}> is for {plain(side)} from now on. In it: {people}.", reads]
    lines += [*([_WHO_WAS_HERE] if here else []), *([untold] if untold else [])]
    return Reply(lines_embed(f"A {kind} for {side}", lines), tracked=tracked)


async def _played_in(interaction: Interaction, typed: str) -> int:
    """The channel of the campaign to which one belongs in which that is asked for."""
    known = await _played_by(interaction)
    if not known:
        raise RuleError("You have no part in a campaign of this server: say this where it is played, with no “here”.")
    if not typed and len(known) > 1:
        raise RuleError(
            f"You have a part in several campaigns: say in “campaign” which is meant, {sentence(known, 'or')}."
        )
    name = (
        match(typed.strip().removeprefix("#"), [each.removeprefix("#") for each in known], what="channel")
        if typed
        else ""
    )
    return known[f"#{name}"] if name else next(iter(known.values()))


async def _played_by(interaction: Interaction) -> dict[str, int]:
    """The channels of the campaigns in which the asker has a part, by name."""
    found = await played_by(interaction.client.table.store, place_of(interaction), actor_of(interaction))
    return {name: channel_id for channel_id in found if (name := channel_of(interaction, channel_id))}


async def campaigns_of_sides(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The channels of the campaigns in which the asker has a part."""
    return choices([*await _played_by(interaction)], typed)


async def _check_may(transaction: Transaction, side: str) -> None:
    """Raise RuleError unless somebody plays a side, and the asker is a referee or plays it. Where others play it as
    well it is by the referee's word, or else whoever adds something to a side would have them talk before them.
    """
    reader, number = await reader_of(transaction), str(transaction.actor.id)
    by_word = await transaction.memberships()
    found = parts(by_word, await seats(transaction))
    own = found.get(number)
    if not transaction.referee and (own is None or own.side != side):
        raise RuleError("A side's thread is opened by who plays that side, or by the referee.")
    others = any(part.side == side for each, part in found.items() if each != number)
    if not transaction.referee and others and number not in by_word and not have_secrets(transaction):
        raise RuleError(
            f"Others play {side} as well: the referee opens their thread, or says by /players set that you play it."
        )
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
        raise RuleError(_NOT_HIDDEN)
    return _free(channel.id, "thread", channel_id, known)


def _free(place_id: int, kind: str, channel_id: int, known: dict[str, int]) -> int:
    """A place that is to be a side's; raises RuleError where the campaign itself is played in it, or it is another
    side's.
    """
    if place_id == channel_id:
        raise RuleError(f"A campaign is played in this {kind}: give this in a private thread of its side alone.")
    if place_id in known.values():
        raise RuleError(f"This {kind} is another side's: leave “here” out, or say it in a private thread of its own.")
    return place_id


async def _check_hidden(interaction: Interaction, channel: discord.TextChannel, wanted: Sitting) -> None:
    """Raise RuleError where everyone may view a channel, or others than the side, or the bot may not speak there."""
    if channel.permissions_for(channel.guild.default_role).view_channel:
        raise RuleError(_NOT_HIDDEN)
    if not (interaction.app_permissions.view_channel and interaction.app_permissions.send_messages):
        raise RuleError("I may not speak here: allow me View Channel and Send Messages in this channel.")
    reading = [who(each) for each in sorted(wanted.outside - {0}) if await may_view(channel, each)]
    if reading:
        raise RuleError(f"In this channel {sentence(reading)} would read along: let nobody view it but the side first.")


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


async def _welcome(interaction: Interaction, place_id: int, side: str, kind: str, reads: str, *, foggy: bool) -> None:
    told = "what you see is told here, and what you order here all of you read"
    lines = [f"This {kind} is for who plays {plain(side)}: {told if foggy else 'talk and plan here'}.", reads]
    try:
        channel = interaction.client.get_partial_messageable(place_id)
        await channel.send(embed=lines_embed(side, lines), silent=True)
    except UNSENT as problem:
        log.info("the place %s could not be written in: %s", place_id, problem)
