"""Telling sides what they have seen of an order: each in its own thread, and all in the channel."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from bot.campaign.gate import callings, known_by
from bot.campaign.posts import keep_thread, threads_of
from bot.campaign.rows import EVERYBODY, Recorded, side_of
from bot.campaign.transaction import Transaction
from bot.chat.files import Attached, embeds_of, files_of
from bot.chat.pictures import deck_views, drawn
from bot.chat.sending import UNSENT, entry_buttons
from bot.chat.table import Interaction, reads_here
from bot.chat.wording import as_message, embed
from bot.deck.view import View
from bot.engine.scene import Reader
from bot.engine.system import System
from bot.systems.seeing import ALL

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Witness:
    """What is posted in a channel of a campaign, or a side's thread, of an order; `copied` is what stands elsewhere for
    its giver.
    """

    campaign_id: int
    entry: Recorded
    channel_id: int
    embed: discord.Embed
    attached: Sequence[Attached] = ()
    view: discord.ui.View | None = None
    side: str = ALL
    copied: bool = False


@dataclass(frozen=True, slots=True)
class Undrawn:
    """The same before its pictures are drawn."""

    witness: Witness
    views: tuple[View, ...] = ()

    async def drawn(self) -> Witness:
        """What is posted, with its pictures."""
        return replace(self.witness, attached=await drawn(self.views))


async def to_witness(transaction: Transaction, system: System, entry: Recorded, here: int) -> list[Undrawn]:
    """What is posted elsewhere than the answer, which stands in the channel `here`: what others have seen of an order,
    and for the mates of whoever gave it all of it, in their side's thread.
    """
    found = []
    for each in entry.seen:
        side = ALL if each.audience == EVERYBODY else side_of(each.audience)
        witness = Witness(transaction.campaign.id, each, each.channel_id, embed(each.card), side=side)
        found.append(Undrawn(witness, await views_of_side(transaction, system, entry, Reader(side=side))))
    if entry.audience == EVERYBODY:
        return found
    side, campaign_id = side_of(entry.audience), transaction.campaign.id
    thread = (await threads_of(transaction.connection, campaign_id)).get(side) if side else None
    if thread is None or (thread == here and not transaction.referee) or not (entry.undoable or entry.repeatable):
        return found
    # What its giver has alone, their mates read here.
    views = await views_of_side(transaction, system, entry, Reader(side=side))
    copy = Witness(campaign_id, entry, thread, embed(entry.card), view=entry_buttons(entry), side=side, copied=True)
    return [*found, Undrawn(copy, views)]


async def views_of_side(transaction: Transaction, system: System, entry: Recorded, reader: Reader) -> tuple[View, ...]:
    """The deck as somebody of a side knows it, with what an order has shown on squares that the side sees, or saw
    before it.
    """
    marks, was = entry.telling.marks if entry.telling else None, entry.known.get(reader.side)
    if marks is None or was is None:
        return ()
    now, marks = await known_by(transaction, system, reader), (await callings(transaction, reader)).marks(marks)
    seen = was.knowledge.seen | now.knowledge.seen
    return deck_views(now.game, system, marks.where(seen.__contains__), was=was.game)


_GONE = "is gone: /side open opens another."
_SHUT = "is shut to me: let me in again, and allow me View Channel and Send Messages in Threads there."


async def post_witness(interaction: Interaction, witness: Witness) -> None:
    """Post it, silently; what Discord doesn't take now is posted below the next answer there."""
    store, entry = interaction.client.table.store, witness.entry
    try:
        message = await interaction.client.get_partial_messageable(witness.channel_id).send(
            embeds=embeds_of(witness.embed, witness.attached),
            view=witness.view or discord.utils.MISSING,
            files=files_of(witness.attached),
            silent=True,
        )
    except discord.NotFound:
        await store.answered(entry.id, None)
        if witness.side != ALL:
            # Whoever may know of it is told so at their next command: at this one it would tell others of it.
            interaction.client.threads_lost[witness.campaign_id, witness.side] = _GONE
            async with store.engine.begin() as connection:
                await keep_thread(connection, witness.campaign_id, witness.side, None)
    except UNSENT as problem:
        log.warning("what others have seen could not be posted: %s", problem)
        if not witness.copied:
            store.not_answered(witness.channel_id, entry)
        unmarked = interaction.client.unmarked
        if witness.side != ALL and isinstance(problem, discord.Forbidden) and witness.channel_id not in unmarked:
            unmarked.add(witness.channel_id)
            interaction.client.threads_lost[witness.campaign_id, witness.side] = _SHUT
    else:
        interaction.client.unmarked.discard(witness.channel_id)
        await store.answered(entry.id, message.id, witness.channel_id)


async def tell_gone(interaction: Interaction) -> None:
    """Tell somebody, once, that the thread of their side is gone, or shut to the bot; a referee of any side's."""
    campaign_id, reader = reads_here(interaction)
    lost = interaction.client.threads_lost
    for each in sorted(lost):
        _, side = each
        if each[0] != campaign_id or not (reader.everything or reader.side == side):
            continue
        told = f"The thread of {side} {lost.pop(each)} What they see stands in /log meanwhile."
        try:
            await interaction.followup.send(as_message(told), ephemeral=True)
        except UNSENT as problem:
            log.info("%r could not be told: %s", told, problem)
