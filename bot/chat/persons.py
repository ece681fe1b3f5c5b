"""Those on the server who have a part in a campaign, as they may be chosen for one."""

import asyncio
import logging
from collections.abc import Sequence

import discord

from bot.campaign.gate import seats
from bot.campaign.transaction import Transaction
from bot.chat.sending import UNSENT
from bot.chat.table import Interaction
from bot.chat.wording import cut
from bot.engine.cards import printable

log = logging.getLogger(__name__)
# So many beside whoever chooses: a select takes 25 in all.
_MOST = 20
_LONGEST_NAME = 32


async def taking_part(transaction: Transaction) -> Sequence[int]:
    """The user ids of those who have a part in the campaign, by word or by whom they own, but for the actor."""
    by_word = [each.user_id for each in await transaction.members()]
    owning = [int(unit.owner) for unit in await seats(transaction) if unit.owner]
    return [each for each in dict.fromkeys((*by_word, *owning)) if each != transaction.actor.id][:_MOST]


async def names_of(interaction: Interaction, others: Sequence[int]) -> dict[str, str]:
    """What whoever uses something, and others, are called where one of them is chosen, by number; those alone who are
    still on the server.
    """
    found = await asyncio.gather(*(_name_of(interaction.guild, each) for each in others))
    named = {str(user_id): name for user_id, name in zip(others, found, strict=True) if name}
    return {str(interaction.user.id): "me", **named}


async def _name_of(guild: discord.Guild | None, user_id: int) -> str:
    try:
        member = guild and (guild.get_member(user_id) or await guild.fetch_member(user_id))
    except UNSENT as problem:
        log.info("the member %s could not be looked up: %s", user_id, problem)
        return ""
    return cut(printable(member.display_name), _LONGEST_NAME) if member else ""
