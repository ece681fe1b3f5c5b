"""Answering an interaction: at once where that is possible, deferred where not, and never twice.

A refusal is always for the asker alone.
"""

import asyncio
import io
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import discord

from bot.campaign.database import trouble_of
from bot.campaign.journal import Answer, earlier
from bot.campaign.rows import SEEN_OF, Recorded
from bot.campaign.store import NoCampaignError, RepeatedError
from bot.chat.citing import cited_view
from bot.chat.files import Attached, embeds_of, files_of
from bot.chat.seats import Sitting, seat_all
from bot.chat.sending import (
    PATIENCE,
    UNSENT,
    edit_earlier,
    entry_buttons,
    form_button,
    hold,
    offer_button,
    patience_left,
    send,
    start_buttons,
    think,
    update,
)
from bot.chat.table import Interaction, is_alone, key_of, place_of
from bot.chat.together import Into, as_they_stand
from bot.chat.tracking import Tracking, show_tracked
from bot.chat.witnesses import Witness, post_witness, tell_gone
from bot.chat.wording import as_message, embed, foot_of, undone
from bot.engine.errors import OffersError, RuleError, WrittenError

log = logging.getLogger(__name__)
_LATE_AT_ONCE = 3
_LATE = "Carried out before, but perhaps not answered"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: what to show, and the entry that it answers or other components.

    An answer to an entry is for whoever may read that; one with components of its own, such as a panel, is for the
    asker alone, if it isn't `public`, and any other as it was asked for. Where Discord lets it, a `form` opens instead.
    One that goes `into` a message that others share is told there, and by itself to the asker alone.
    `attached` are files that go with it, and `tracked` works out what the messages are to show that say who is waited
    for. `brought` are the answers of orders that were carried out with it, and are posted below it. One that is
    `in_place` takes the place of the message that was used. `seen` is what others are told of it elsewhere,
    `seats` who is in the threads of sides from now on, and `aside` what the asker alone is asked besides.
    """

    embed: discord.Embed
    entry: Recorded | None = None
    attached: Sequence[Attached] = ()
    view: discord.ui.View | None = None
    tracked: Sequence[Tracking] = ()
    brought: Sequence["Reply"] = ()
    form: discord.ui.Modal | None = None
    public: bool = False
    in_place: bool = False
    into: Into | None = None
    seen: Sequence[Witness] = ()
    seats: Sequence[Sitting] = ()
    aside: tuple[discord.Embed, discord.ui.View] | None = None

    def private(self, *, asked: bool = False) -> bool:
        """Whether it is for the asker alone, who may have `asked` for it so."""
        return self.entry.sealed if self.entry else asked or (self.view is not None and not self.public)


def announcement(entry: Recorded) -> str:
    """What others learn of a sealed order: that it was given, and who is waited for; not that somebody looked."""
    told = entry.sealed and entry.undoable and not (entry.unheard or entry.tag)
    return f"{entry.card.title}. {foot_of(entry.card)}".rstrip() if told else ""


async def answer(
    interaction: Interaction,
    work: Awaitable[Reply],
    written: str = "",
    *,
    private: bool = False,
    in_place: bool = False,
) -> None:
    """Carry the work out and post what comes of it; RuleError becomes a private sentence.

    `written` is what somebody has written in a form: they get it back if it can't be used. What is `private` is for the
    asker alone, unless it becomes an entry that all may read. What comes of a button may stand `in_place` of it.
    """
    with interaction.client.at_work():
        defer = hold if in_place else partial(_think, private=private)
        await _answer(interaction, work, written, defer, private=private)


async def _think(interaction: Interaction, *, private: bool) -> None:
    """Think in private where the answer is, or may come to be, for the asker alone."""
    hidden = is_alone(interaction)
    if hidden is None:
        hidden = interaction.client.table.store.hides(place_of(interaction))
    await think(interaction, private=private or hidden)


async def deferring(interaction: Interaction, work: Awaitable[T], defer: Callable[[Interaction], Awaitable[None]]) -> T:
    """What the work comes to; the answer is deferred if that takes long. Nothing of it goes on after this has ended."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=patience_left(interaction))
        if not task.done():
            await defer(interaction)
        return await task
    except asyncio.CancelledError:
        task.cancel()
        raise
    finally:
        await asyncio.wait({task})


async def _answer(
    interaction: Interaction,
    work: Awaitable[Reply],
    written: str,
    defer: Callable[[Interaction], Awaitable[None]],
    *,
    private: bool,
) -> None:
    try:
        reply = await deferring(interaction, work, defer)
    except RuleError as refusal:
        await refuse(interaction, str(refusal), _buttons_for(interaction, refusal), written)
    except RepeatedError as repeated:
        # Somebody else is answering it, such as a bot that this one replaces: only if they don't.
        await asyncio.sleep(PATIENCE)
        await _deliver(interaction, Reply(embed(repeated.entry.card), repeated.entry))
    except Exception as problem:
        await _fail(interaction, problem)
    else:
        await _deliver(interaction, reply, private=private or bool(is_alone(interaction)))


async def _fail(interaction: Interaction, problem: Exception) -> None:
    """Report what went wrong on our side; but what went wrong after an order was carried out doesn't take it back."""
    try:
        entry = await interaction.client.table.store.carried_out(key_of(interaction))
    except Exception:
        log.exception("nor could it be looked up whether the order stands")
        entry = None
    if entry is None:
        await report(interaction, problem)
    else:
        log.error("after the order of %s", interaction.data, exc_info=problem)
        await _deliver(interaction, Reply(embed(entry.card), entry))


async def open_form(interaction: Interaction, prepare: Awaitable[discord.ui.Modal]) -> None:
    """Open the form that is prepared; RuleError becomes a private sentence. Discord gives this three seconds."""

    async def work() -> None:
        await interaction.response.send_modal(await prepare)

    await showing(interaction, work())


async def showing(interaction: Interaction, work: Awaitable[None]) -> None:
    """Carry out work that itself shows what comes of it; RuleError becomes a private sentence.

    Where Discord doesn't take what it shows, such as a form that comes too late, the log has a line.
    """
    try:
        await work
    except RuleError as refusal:
        await refuse(interaction, str(refusal), _buttons_for(interaction, refusal))
    except UNSENT as problem:
        log.warning("what was asked for could not be shown: %s", problem)
    except Exception as problem:
        await report(interaction, problem)


def _buttons_for(interaction: Interaction, refusal: RuleError) -> discord.ui.View | None:
    """What is under a refusal: buttons to start a campaign where none is running, or for what the rules offer instead,
    and the rules that it cites.
    """
    if isinstance(refusal, NoCampaignError):
        return start_buttons()
    offers = offer_button(refusal.offers) if isinstance(refusal, OffersError) else None
    if isinstance(refusal, WrittenError):
        offers = form_button(refusal.form)
    return cited_view([str(refusal)], interaction.client.table.systems, offers)


async def refuse(
    interaction: discord.Interaction, sentence: str, view: discord.ui.View | None = None, written: str = ""
) -> None:
    """Tell the asker alone, in one sentence, with the buttons of a `view`.

    What they have `written` in a form comes back as a file.
    """
    files = [discord.File(io.BytesIO(written.encode(errors="replace")), "yours.txt")] if written else []
    told = as_message(sentence)
    try:
        await send(
            interaction, content=told, view=view or discord.utils.MISSING, files=files, private=True, instead=told
        )
    except UNSENT as problem:
        log.warning("%r could not be told: %s", sentence, problem)


async def report(interaction: discord.Interaction, problem: BaseException) -> None:
    """Log what went wrong on our side, and tell the asker its number."""
    number = secrets.token_hex(4)
    log.error("error %s in %s", number, interaction.data, exc_info=problem)
    trouble = trouble_of(problem)
    told = f"Nothing was changed: {trouble}" if trouble else "Something went wrong here, and nothing was changed"
    await refuse(interaction, f"{told} (error {number}).")


async def _deliver(interaction: Interaction, reply: Reply, *, private: bool = False) -> None:
    try:
        # In the thread of a side all read what is for it.
        own = reply.entry is not None and reply.entry.unheard and is_alone(interaction) is False
        message_id = await _post(interaction, reply, private=not own and reply.private(asked=private))
    except Exception as problem:
        if reply.entry is None and not isinstance(problem, UNSENT):
            raise
        # Whatever it was, what has been carried out stands: nobody may be told that nothing was changed.
        log.warning("an answer could not be posted: %r", problem, exc_info=not isinstance(problem, UNSENT))
        for each in (reply, *reply.brought):
            if each.entry is not None:
                interaction.client.table.store.not_answered(interaction.channel_id or 0, each.entry)
        return
    try:
        await _follow_up(interaction, reply, message_id)
    except Exception:
        # The order stands and has been answered: what comes after it is not the asker's trouble.
        log.exception("after the answer to %s", interaction.data)


async def _follow_up(interaction: Interaction, reply: Reply, message_id: int | None) -> None:
    """Note the answer and mark those that it is about, show who is waited for, and post what was missed."""
    if reply.entry is not None and message_id is not None:
        await _note(interaction, reply.entry, message_id, f" by {interaction.user.display_name}")
    elif reply.entry is not None and reply.form is not None:
        await interaction.client.table.store.answered(reply.entry.id, None)
    for brought in reply.brought:
        await _post_brought(interaction, brought)
    if reply.entry is not None and (announced := announcement(reply.entry)):
        await interaction.followup.send(as_message(announced), silent=True)
    await seat_all(interaction, reply.seats)
    if reply.aside:
        await interaction.followup.send(embed=reply.aside[0], view=reply.aside[1], ephemeral=True)
    for witness in reply.seen:
        await post_witness(interaction, witness)
    for tracking in reply.tracked:
        await show_tracked(interaction, tracking, message_id)
    await _tell_late(interaction)
    await tell_gone(interaction)


async def _note(interaction: Interaction, entry: Recorded, message_id: int, by: str = "") -> None:
    """Note that an entry was answered, once the earlier answers that it is about show how they stand.

    A bot that is stopped before that answers it again, and marks them then; `by` is whose press or command it was.
    """
    store = interaction.client.table.store
    for each in await earlier(store.engine, entry.id) if entry.about else ():
        recorded = each.answer.recorded
        if each.along:
            shown, view = as_they_stand(each.along)
            await _mark(interaction, each.answer, shown, view=view)
        elif each.become:
            await _mark(interaction, each.answer, embed(recorded.card).set_footer(text=f"{each.become}{by}"), view=None)
        elif each.undone:
            await _mark(interaction, each.answer, undone(recorded.card, by), view=None)
        else:
            await _mark(interaction, each.answer, embed(recorded.card), view=entry_buttons(recorded))
    if not interaction.client.is_closed():
        await store.answered(entry.id, message_id)


async def _post_brought(interaction: Interaction, reply: Reply) -> None:
    """Post the answer of an order that was carried out with another one; later, where Discord doesn't take it now."""
    assert reply.entry is not None, "what is brought on is recorded"
    store, view = interaction.client.table.store, entry_buttons(reply.entry)
    try:
        message = await interaction.followup.send(
            embeds=embeds_of(reply.embed, reply.attached),
            view=view,
            files=files_of(reply.attached),
            ephemeral=reply.private(),
            wait=True,
            silent=True,
        )
    except UNSENT as problem:
        log.warning("an answer could not be posted: %s", problem)
        store.not_answered(interaction.channel_id or 0, reply.entry)
    else:
        await store.answered(reply.entry.id, message.id)


async def _tell_late(interaction: Interaction) -> None:
    """Below an answer, post those that the channel should have had before; of what is sealed only that it was given."""
    store, channel_id = interaction.client.table.store, interaction.channel_id or 0
    for _ in range(_LATE_AT_ONCE):
        if (entry := await store.next_unanswered(channel_id, interaction.user.id)) is None:
            return
        try:
            message = await _post_late(interaction, entry)
        except UNSENT as problem:
            log.warning("an answer could not be posted late either: %s", problem)
            store.not_answered(channel_id, entry)
            return
        await _note(interaction, entry, message.id)


async def _post_late(interaction: Interaction, entry: Recorded) -> discord.WebhookMessage:
    """An answer for everybody; of a sealed order the line for others, and all of it for whoever gave it."""
    post, shown = interaction.followup.send, embed(entry.card)
    if entry.unheard and entry.verb == SEEN_OF:
        # It waits in the side's own thread.
        shown.set_author(name=_LATE)
        return await post(embed=shown, wait=True, silent=True)
    if entry.sealed and not entry.unheard:
        told = await post(as_message(f"{_LATE}: {announcement(entry)}"), wait=True, silent=True)
        if interaction.user.id != entry.actor_id:
            return told
    shown.set_author(name=_LATE)
    return await post(embed=shown, view=entry_buttons(entry), ephemeral=entry.sealed, wait=True, silent=True)


async def _post(interaction: Interaction, reply: Reply, *, private: bool) -> int | None:
    """Post the answer, and return its message's id; None where a form opens instead."""
    if reply.form is not None and _may_open(interaction):
        await interaction.response.send_modal(reply.form)
        return None
    if reply.into is not None and await _added(interaction, reply, reply.into):
        return reply.into.message_id
    view = reply.view or (entry_buttons(reply.entry) if reply.entry is not None else discord.utils.MISSING)
    # What was asked of somebody alone, such as for dice, isn't the message that all see.
    if reply.in_place and interaction.message is not None and not interaction.message.flags.ephemeral:
        await update(
            interaction, embeds=embeds_of(reply.embed, reply.attached), view=view, attachments=files_of(reply.attached)
        )
        return interaction.message.id
    return await send(
        interaction,
        embeds=embeds_of(reply.embed, reply.attached),
        view=view,
        files=files_of(reply.attached),
        private=private,
    )


async def _added(interaction: Interaction, reply: Reply, into: Into) -> bool:
    """Add the answer to a message that others share, and tell it to the asker; whether Discord took the first."""
    message = interaction.client.get_partial_messageable(into.channel_id).get_partial_message(into.message_id)
    shown = embeds_of(into.embed, reply.attached)
    try:
        await message.edit(embeds=shown, view=into.view, attachments=files_of(reply.attached))
    except UNSENT as problem:
        log.info("the message %s could not be added to: %s", into.message_id, problem)
        return False
    try:
        await send(interaction, embeds=[reply.embed], private=True)
    except UNSENT as problem:
        log.warning("what was added to a message could not be told: %s", problem)
    return True


def _may_open(interaction: discord.Interaction) -> bool:
    """Whether Discord takes a form: as a first answer, and not to a form."""
    return not interaction.response.is_done() and interaction.type is not discord.InteractionType.modal_submit


async def _mark(interaction: Interaction, before: Answer, shown: discord.Embed, view: discord.ui.View | None) -> None:
    """Edit an earlier answer; its picture, if it had one, shows what no longer is.

    Not that of a sealed order: whoever gave it has it to themselves, and others may have a line that it was given.
    """
    if before.message_id is not None and (before.recorded.unheard or not before.recorded.sealed):
        at = (before.channel_id, before.message_id)
        await edit_earlier(interaction, *at, "earlier answers", embed=shown, view=view, attachments=[])
