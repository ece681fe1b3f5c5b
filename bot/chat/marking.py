"""Editing what was posted before: it may be gone or out of reach, and the order that asks for it stands."""

import logging
from typing import Any

import aiohttp
import discord

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

    Where it can't be edited the asker alone is told so, once a channel: `what` can't be brought up to date. One that
    Discord finds too old for more edits now counts as gone if it is to be `replaced`.
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
    """Tell the asker alone, once a channel, that something still shows what no longer holds."""
    if channel_id in interaction.client.unmarked:
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
