"""The “thinking” that stands where an answer will be, as public as it, and how the answer takes its place.

Discord wants a first answer within three seconds of what the user did, which may have been on its way for a while.
"""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

import discord

from bot.chat.marking import UNSENT
from bot.chat.table import Interaction

log = logging.getLogger(__name__)
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
