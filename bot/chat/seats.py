"""Who reads in the places of sides: those who play them, and the referees, from the moment on at which they do."""

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import discord

from bot.campaign.gate import seats
from bot.campaign.posts import threads_of
from bot.campaign.rows import Recorded
from bot.campaign.transaction import Transaction
from bot.chat.sending import UNSENT
from bot.chat.table import Interaction
from bot.chat.wording import who
from bot.engine.cards import sentence
from bot.engine.scene import REFEREE, Unit
from bot.systems.players import parts

log = logging.getLogger(__name__)
_ARCHIVED = 50083


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who is to be in the thread of a side, and who isn't, of all who have, or had, a part in the campaign."""

    thread_id: int
    inside: frozenset[int]
    outside: frozenset[int]


async def seated(transaction: Transaction, entry: Recorded) -> list[Sitting]:
    """Who is to be in which thread, where an entry has changed who plays which side."""
    outcome, was = entry.outcome, entry.was.units if entry.was else {}
    if not outcome or not (outcome.members or outcome.game or in_other_hands(was, outcome.units)):
        return []
    owners = {unit.owner for unit in was.values()}
    return await seated_without(transaction, {int(number) for number in {*owners, *outcome.members} - {""}})


def in_other_hands(was: Mapping[str, Unit], units: Mapping[str, Unit]) -> list[Unit]:
    """Those of the units, by the names that they had, who are new or another's, or of another side."""
    return [
        unit
        for name, unit in units.items()
        if name not in was or (was[name].owner, was[name].side) != (unit.owner, unit.side)
    ]


async def seated_without(transaction: Transaction, left: Collection[int]) -> list[Sitting]:
    """Who is to be in which thread, of all who have a part in the campaign, or had one and may have none `left`."""
    threads = await threads_of(transaction.connection, transaction.campaign.id)
    return [await seated_in(transaction, side, thread_id, left) for side, thread_id in threads.items()]


async def seated_in(transaction: Transaction, side: str, thread_id: int, left: Collection[int] = ()) -> Sitting:
    """Who is to be in the thread of a side."""
    found = parts(await transaction.memberships(), await seats(transaction))
    inside = {int(number) for number, part in found.items() if part.role == REFEREE or part.side == side}
    return Sitting(thread_id, frozenset(inside), frozenset({*map(int, found), *left} - inside))


async def seat(interaction: Interaction, wanted: Sitting) -> str:
    """Let those into a thread who are to be in it, and the others out; whom Discord doesn't know any more is left.

    What is to be said of it where the bot may not, once a thread, for others might read on who no longer should; and of
    a channel, into which it lets nobody: else "".
    """
    channel = interaction.client.get_channel(wanted.thread_id)
    if isinstance(channel, discord.TextChannel):
        return await _to_be_done(channel, wanted)
    http, allowed, told_of = interaction.client.http, True, interaction.client.unseated
    for who_to, change in ((wanted.inside, http.add_user_to_thread), (wanted.outside, http.remove_user_from_thread)):
        for user_id in sorted(who_to - {0}):
            allowed &= await _changed(interaction, wanted.thread_id, user_id, change)
    known = wanted.thread_id in told_of
    (told_of.discard if allowed else told_of.add)(wanted.thread_id)
    if allowed or known:
        return ""
    stay, leave = ([who(each) for each in sorted(people - {0})] for people in (wanted.inside, wanted.outside))
    goal = f"nobody is in it but {sentence(stay)}" if stay else f"{sentence(leave)} is in it no longer"
    return (
        f"I may not let all of them into <#{wanted.thread_id}>, or others out of it: allow me Send Messages in Threads "
        f"and Manage Threads, or see to it yourself that {goal}."
    )


async def _to_be_done(channel: discord.TextChannel, wanted: Sitting) -> str:
    """Whom the server's people have to let into a side's channel, and whom out of it; "" for nobody."""
    shut_out = [each for each in sorted(wanted.inside - {0}) if await may_view(channel, each) is False]
    reading = [each for each in sorted(wanted.outside - {0}) if await may_view(channel, each)]
    deeds = [
        *([f"let {sentence([who(each) for each in shut_out])} view it"] if shut_out else ()),
        *([f"take {sentence([who(each) for each in reading])} out, who are not of the side"] if reading else ()),
    ]
    return f"Who may view <#{channel.id}> isn't mine to say: {sentence(deeds)}." if deeds else ""


async def may_view(channel: discord.TextChannel, user_id: int) -> bool | None:
    """Whether somebody may view a channel; None for whoever has left the server, or administers it and views all."""
    try:
        member = channel.guild.get_member(user_id) or await channel.guild.fetch_member(user_id)
    except UNSENT as problem:
        log.info("the member %s could not be looked up: %s", user_id, problem)
        return None
    rights = channel.permissions_for(member)
    return None if rights.administrator else rights.view_channel


async def seat_all(interaction: Interaction, seats: Sequence[Sitting]) -> None:
    """The same for several threads after an answer; what is to be said of it whoever asked is told alone."""
    for wanted in seats:
        if not (told := await seat(interaction, wanted)):
            continue
        try:
            await interaction.followup.send(told, ephemeral=True)
        except UNSENT as problem:
            log.info("%r could not be told: %s", told, problem)


async def _changed(
    interaction: Interaction, thread_id: int, user_id: int, change: Callable[[int, int], Awaitable[None]]
) -> bool:
    """Whether the bot may let somebody in, or out, as it does then."""
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
        return not isinstance(problem, discord.Forbidden)
    return True
