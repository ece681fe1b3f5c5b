"""What is sent to Discord: the “thinking” that stands where an answer will be, its buttons, edits of what was posted.

Discord wants a first answer within three seconds of what the user did, which may have been on its way for a while. A
button carries all that it needs in its id, so that it works after a restart; what a press does is said by the command
that it stands for, in its own file: see the dynamic items there.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import aiohttp
import discord
from discord.ui import Button, DynamicItem, Item, View

from bot.campaign.rows import Recorded
from bot.chat.table import Interaction
from bot.chat.wording import cut, plain

log = logging.getLogger(__name__)
_LONGEST_REASON = 500
# Discord's code for too many edits of messages that are more than an hour old.
_TOO_OLD = 30046
# What becomes of a message that Discord refuses, or that is lost on its way.
UNSENT = (discord.HTTPException, aiohttp.ClientError, OSError)


async def edit_earlier(
    interaction: Interaction, channel_id: int, message_id: int, what: str, *, replaced: bool = False, **shown: Any
) -> bool:
    """Edit a message; whether it is still there, as far as can be told.

    Where it can't be edited the asker alone is told so, once a channel: `what` can't be brought up to date, "" where
    that isn't theirs to know. One that Discord finds too old for more edits now counts as gone if it is to be
    `replaced`.
    """
    channel = interaction.client.get_partial_messageable(channel_id)
    try:
        await channel.get_partial_message(message_id).edit(**shown)
    except discord.NotFound:
        log.info("the message %s is gone", message_id)
        return False
    except UNSENT as problem:
        log.info("the message %s could not be edited: %s", message_id, problem)
        if replaced and isinstance(problem, discord.HTTPException) and problem.code == _TOO_OLD:
            return False
        await tell_once(interaction, channel_id, what, problem)
    else:
        interaction.client.unmarked.discard(channel_id)
    return True


async def tell_once(interaction: Interaction, channel_id: int, what: str, problem: Exception) -> None:
    """Tell the asker alone, once a channel, that something still shows what no longer holds; `what` it is, "" where
    that isn't theirs to know.
    """
    if not what or channel_id in interaction.client.unmarked:
        return
    interaction.client.unmarked.add(channel_id)
    if isinstance(problem, discord.Forbidden):
        reason = "allow me View Channel, Send Messages and Embed Links there"
    else:
        reason = (
            cut(problem.text, _LONGEST_REASON)
            if isinstance(problem, discord.HTTPException)
            else "Discord could not be reached"
        )
    sentence = f"The order stands, but {what} in <#{channel_id}> can't be brought up to date: {plain(reason)}."
    try:
        await interaction.followup.send(sentence, ephemeral=True)
    except UNSENT as untold:
        log.warning("%r could not be told: %s", sentence, untold)


# So long after the user pressed return an answer may still come at once.
PATIENCE = 1.5
_PRIVATE = "thinks privately"
_UNTOLD = "The answer is not for all who read this, and Discord did not take it."


def patience_left(interaction: discord.Interaction[Any]) -> float:
    """Seconds until an answer has to be deferred, counted from the interaction's own time; 0 if they are over."""
    age = (discord.utils.utcnow() - interaction.created_at).total_seconds()
    return max(0.0, PATIENCE - max(0.0, age))


async def think(interaction: Interaction, *, private: bool) -> None:
    """Say that the answer takes longer, to the asker alone if it is theirs; the work goes on if Discord refuses."""
    interaction.extras[_PRIVATE] = private
    try:
        await interaction.response.defer(thinking=True, ephemeral=private)
    except UNSENT as problem:
        log.warning("an answer could not be deferred: %s", problem)


async def hold(interaction: Interaction) -> None:
    """Say that the message that was used will be edited; the work goes on if Discord refuses."""
    try:
        await interaction.response.defer()
    except UNSENT as problem:
        log.warning("an edit could not be deferred: %s", problem)


async def update(interaction: Interaction, **shown: Any) -> None:
    """Edit the message that was used; raises one of UNSENT where Discord doesn't take it."""
    if interaction.response.is_done():
        await interaction.edit_original_response(**shown)
    else:
        await interaction.response.edit_message(**shown)


async def send(
    interaction: discord.Interaction[Any],
    *,
    private: bool,
    files: Sequence[discord.File] = (),
    instead: str = _UNTOLD,
    **shown: Any,
) -> int | None:
    """Post an answer, in the place of “thinking” where there is one; the message's id.

    Raises one of UNSENT where Discord doesn't take it: then “thinking” says what is to be said `instead`, to all.
    """
    response = interaction.response
    if not response.is_done():
        sent = await response.send_message(**shown, files=list(files), ephemeral=private, silent=True)
        return sent.message_id
    follow_up = partial(interaction.followup.send, **shown, ephemeral=private, silent=True, wait=True)
    if response.type is not discord.InteractionResponseType.deferred_channel_message:
        return (await follow_up(files=list(files))).id
    if interaction.extras[_PRIVATE] == private:
        return (await interaction.edit_original_response(**shown, attachments=list(files))).id
    # The first follow-up takes the place of “thinking”, whoever it is for, and once that is deleted may be refused:
    # so it becomes a message first, and is deleted when the answer stands below it.
    await _settle(interaction, "…")
    try:
        message = await follow_up(files=list(files))
    except UNSENT:
        await _settle(interaction, instead)
        raise
    try:
        await interaction.delete_original_response()
    except UNSENT as problem:
        log.info("“thinking” can't be deleted: %s", problem)
    return message.id


async def _settle(interaction: discord.Interaction[Any], words: str) -> None:
    """Have these words stand where “thinking” is, if it is still there."""
    try:
        await interaction.edit_original_response(content=words)
    except UNSENT as problem:
        log.info("“thinking” is gone or can't be edited: %s", problem)


def entry_buttons(entry: Recorded) -> View:
    """The buttons of a journal entry's answer, as far as they apply: allow and refuse, enter the dice, what the rules
    offer, undo, again, show working.
    """
    view = View()
    if entry.asks:
        view.add_item(Button(label="Allow", custom_id=f"allow:{entry.called}", style=discord.ButtonStyle.primary))
        view.add_item(Button(label="Refuse", custom_id=f"refuse:{entry.called}"))
    if entry.asks and entry.withholds:
        view.add_item(Button(label="What is asked", custom_id=f"asked:{entry.called}"))
    if entry.unthrown:
        view.add_item(_form_button(f"faces:{entry.called}"))
    for each in entry.card.next:
        view.add_item(_offer(each.verb, each.moment))
    if entry.undoable:
        view.add_item(Button(label="Undo", custom_id=f"undo:{entry.called}"))
    if entry.repeatable:
        view.add_item(Button(label=f"{entry.deed.capitalize()} again", custom_id=f"again:{entry.called}"))
    if entry.card.working:
        view.add_item(Button(label="Show working", custom_id=f"working:{entry.called}"))
    return unwatched(view)


def offer_button(verb: str) -> View:
    """The button under a refusal that offers another order."""
    view = View()
    view.add_item(_offer(verb))
    return unwatched(view)


def form_button(custom_id: str) -> View:
    """The button under a refusal that opens the form again in which something can't be used."""
    view = View()
    view.add_item(_form_button(custom_id))
    return unwatched(view)


def _form_button(custom_id: str) -> Button[View]:
    return Button(label="Enter the dice", custom_id=custom_id, style=discord.ButtonStyle.primary)


def _offer(verb: str, moment: str = "") -> Button[View]:
    label = (verb.partition(" ")[2] or verb).capitalize()
    return Button(label=label, custom_id=held(f"give:{verb}", moment), style=discord.ButtonStyle.primary)


def held(custom_id: str, moment: str) -> str:
    """The id of a button whose press holds for a moment alone (see `engine.due.moment`), "" for whenever it comes."""
    return f"{custom_id}:{moment}" if moment else custom_id


def start_buttons() -> View:
    """The buttons under “no campaign here”."""
    view = View()
    style = discord.ButtonStyle.primary
    view.add_item(Button(label="Start a campaign", custom_id="start:empty", style=style))
    view.add_item(Button(label="Start a sample fight", custom_id="start:starter", style=style))
    return unwatched(view)


def danger_button(label: str, custom_id: str) -> View:
    """The button under what is told before something is done that nothing takes back."""
    view = View()
    view.add_item(Button(label=label, custom_id=custom_id, style=discord.ButtonStyle.danger))
    return unwatched(view)


def unwatched(view: View) -> View:
    """The view as it is sent: nobody waits for its presses, which say all themselves."""
    # A stopped view is sent but not kept in memory: the dynamic items answer its presses.
    view.stop()
    return view


def used(prefix: str) -> str:
    """The event, for `bot.add_listener`, that a select, a form or a button was used whose id is `prefix:…`.

    What takes a press of a button alone is `on_press`.
    """
    return f"on_used_{prefix}"


# How a button's id names an entry; see `Recorded.called`.
ENTRY_NAMED = "[0-9]{1,18}|[0-9]{1,9}[.][0-9a-f]{8}"


def entry_named(written: str) -> int | str:
    """The entry that a button's id names: by its id, or by its number among those that the same people read."""
    return int(written) if written.isdecimal() else written


# What a button's id may hold after what it does (see `held`).
MOMENT = "(?::[0-9a-f]{12})?"


def on_press(
    prefix: str,
    do: Callable[[Interaction, str], Awaitable[None]],
    what: str = ENTRY_NAMED,
    kind: type[Item[Any]] = Button,
) -> type[DynamicItem[Any]]:
    """What `bot.add_dynamic_items` takes so that a press of a button `prefix:what` calls `do` with `what`.

    `what` is an entry's id, unless another pattern is given; of a select, its `kind`, `do` is called with what is
    chosen.
    """

    class Pressed(DynamicItem[Any], template=rf"{prefix}:(?P<what>{what})"):
        @classmethod
        async def from_custom_id(cls, _: discord.Interaction[Any], item: Item[Any], __: re.Match[str]) -> "Pressed":
            assert isinstance(item, kind)
            return cls(item)

        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            data: Any = interaction.data
            with interaction.client.at_work():
                await do(interaction, data["values"][0] if "values" in data else self.custom_id.partition(":")[2])

    return Pressed
