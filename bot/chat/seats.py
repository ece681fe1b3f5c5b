"""Who is in the threads of sides: those who play them, and the referees, from the moment on at which they do."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.campaign.gate import seats
from bot.campaign.posts import threads_of
from bot.campaign.rows import Recorded
from bot.campaign.transaction import Transaction
from bot.chat.sending import UNSENT
from bot.chat.table import Interaction
from bot.engine.scene import REFEREE
from bot.systems.players import parts

log = logging.getLogger(__name__)
_ARCHIVED = 50083


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who is to be in the thread of a side, and who isn't, of all who have a part in the campaign."""

    thread_id: int
    inside: frozenset[int]
    outside: frozenset[int]


async def seated(transaction: Transaction, entry: Recorded | None = None) -> list[Sitting]:
    """Who is to be in which thread; with an `entry`, only where it has changed who plays which side."""
    outcome = entry.outcome if entry else None
    if entry and not (outcome and (outcome.members or outcome.units)):
        return []
    threads = await threads_of(transaction.connection, transaction.campaign.id)
    return [await seated_in(transaction, side, thread_id) for side, thread_id in threads.items()]


async def seated_in(transaction: Transaction, side: str, thread_id: int) -> Sitting:
    """Who is to be in the thread of a side."""
    found = parts(await transaction.memberships(), await seats(transaction))
    inside = {int(number) for number, part in found.items() if part.role == REFEREE or part.side == side}
    return Sitting(thread_id, frozenset(inside), frozenset({int(number) for number in found} - inside))


async def seat(interaction: Interaction, wanted: Sitting) -> None:
    """Let those into a thread who are to be in it, and the others out; whom Discord doesn't know any more is left."""
    http = interaction.client.http
    for who_to, change in ((wanted.inside, http.add_user_to_thread), (wanted.outside, http.remove_user_from_thread)):
        for user_id in sorted(who_to - {0}):
            await _changed(interaction, wanted.thread_id, user_id, change)


async def _changed(
    interaction: Interaction, thread_id: int, user_id: int, change: Callable[[int, int], Awaitable[None]]
) -> None:
    try:
        try:
            await change(thread_id, user_id)
        except discord.HTTPException as problem:
            if problem.code != _ARCHIVED:
                raise
            await interaction.client.http.edit_channel(thread_id, archived=False)
            await change(thread_id, user_id)
    except UNSENT as problem:
        log.info("who is in the thread %s could not be changed: %s", thread_id, problem)
