"""Campaigns found from outside: whose wait is over, those of a server, and those that move to another channel."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.campaign.access import Actor, allowed
from bot.campaign.posts import check_no_thread, threads_of
from bot.campaign.recording import Place
from bot.campaign.rows import (
    CAMPAIGN,
    ENTRY,
    ENTRY_COLUMNS,
    IS_HIDDEN,
    MEMBER,
    UNIT,
    WAIT,
    Recorded,
    StoredUnit,
    recorded,
)
from bot.campaign.store import Store
from bot.campaign.transaction import Transaction
from bot.engine.order import Need
from bot.engine.scene import FOG, ON, REFEREE
from bot.engine.system import CHARACTER


@dataclass(frozen=True, slots=True)
class OtherCampaign:
    """A campaign as it is seen from another channel; `entries` is how many its journal has."""

    id: int
    channel_id: int
    system: str
    entries: int
    ended: bool


async def elsewhere(
    store: Store, place: Place, actor: Actor, need: Need, *, ended: bool = False
) -> list[OtherCampaign]:
    """The campaigns of a server's other channels to which the actor may do what has that need, the newest first.

    Those that run, and with `ended` those that have ended too.
    """
    here = (MEMBER.c.campaign_id == CAMPAIGN.c.id) & (MEMBER.c.user_id == actor.id)
    kept = (CAMPAIGN.c.id, CAMPAIGN.c.channel_id, CAMPAIGN.c.system, CAMPAIGN.c.version, CAMPAIGN.c.ended)
    query = (
        select(*kept, MEMBER.c.role)
        .outerjoin_from(CAMPAIGN, MEMBER, here)
        .where(CAMPAIGN.c.guild_id == place.guild_id, CAMPAIGN.c.channel_id != place.channel_id)
        .order_by(CAMPAIGN.c.id.desc())
    )
    async with store.engine.begin() as connection:
        rows = (await connection.execute(query if ended else query.where(~CAMPAIGN.c.ended))).all()
    return [OtherCampaign(*row[:-1]) for row in rows if allowed(need, actor, referee=row[-1] == REFEREE)]


async def played_by(store: Store, place: Place, actor: Actor) -> Sequence[int]:
    """The channels of a server in which campaigns run that the actor has a part in, the newest campaign first; of one
    that is played at the place itself that alone.
    """
    member = exists().where(MEMBER.c.campaign_id == CAMPAIGN.c.id, MEMBER.c.user_id == actor.id)
    owner = exists().where(UNIT.c.campaign_id == CAMPAIGN.c.id, UNIT.c.owner_id == actor.id, ~IS_HIDDEN)
    query = select(CAMPAIGN.c.channel_id).where(
        CAMPAIGN.c.guild_id == place.guild_id,
        ~CAMPAIGN.c.ended,
        member | owner | (CAMPAIGN.c.channel_id == place.channel_id),
    )
    async with store.engine.begin() as connection:
        found = (await connection.execute(query.order_by(CAMPAIGN.c.id.desc()))).scalars().all()
    return [place.channel_id] if place.channel_id in found else found


_OCCUPIED = "A campaign is running in this channel already: /campaign end it first, or move the other one elsewhere."


async def move(transaction: Transaction, place: Place, *, for_good: bool = False) -> list[Recorded]:
    """Let a transaction's campaign be played at a place from now on.

    Returns what was never answered where it was played before, which is told at the new place; not what was for a
    side's own. A move `for_good`, out of a channel that is gone, is no part of what undo walks: there is no way back,
    and what came before it is taken back as if it had not been. Raises RuleError where another one runs at that place,
    or in the thread of a side.
    """
    await check_no_thread(transaction.connection, place.channel_id)
    own = (await threads_of(transaction.connection, transaction.campaign.id)).values()
    await (transaction.settle if for_good else transaction.move_to)(place.channel_id, _OCCUPIED)
    waiting = update(ENTRY).where(ENTRY.c.campaign_id == transaction.campaign.id, ~ENTRY.c.answered)
    waiting = waiting.where(ENTRY.c.channel_id.not_in(own))
    rows = await transaction.connection.execute(waiting.values(channel_id=place.channel_id).returning(*ENTRY_COLUMNS))
    return [recorded(row) for row in rows.mappings()]


@dataclass(frozen=True, slots=True)
class OtherCharacter:
    """A character of another channel's campaign, which rules that plays, and the last entry of its journal; whether
    that is open to whoever asks: where sides know only what they have seen, it tells more.
    """

    unit: StoredUnit
    campaign: int
    system: str
    head: int | None
    open: bool


async def people_elsewhere(connection: AsyncConnection, place: Place, actor: Actor) -> list[OtherCharacter]:
    """The characters of a server's other campaigns whose owner the actor is, or a referee there."""
    here = (MEMBER.c.campaign_id == CAMPAIGN.c.id) & (MEMBER.c.user_id == actor.id)
    query = (
        select(CAMPAIGN.c.id, CAMPAIGN.c.system, CAMPAIGN.c.head_id, CAMPAIGN.c.settings, MEMBER.c.role, *UNIT.c)
        .join_from(UNIT, CAMPAIGN, UNIT.c.campaign_id == CAMPAIGN.c.id)
        .outerjoin(MEMBER, here)
        .where(
            CAMPAIGN.c.guild_id == place.guild_id, CAMPAIGN.c.channel_id != place.channel_id, UNIT.c.kind == CHARACTER
        )
        .order_by(CAMPAIGN.c.id.desc(), UNIT.c.id)
    )
    rows = (await connection.execute(query)).all()
    return [
        OtherCharacter(StoredUnit(*unit), campaign, system, head, role == REFEREE or settings.get(FOG) != ON)
        for campaign, system, head, settings, role, *unit in rows
        if role == REFEREE or StoredUnit(*unit).owner_id == actor.id
    ]


@dataclass(frozen=True, slots=True)
class Overdue:
    """A wait that is over: its id, where, and by whose word the table waited, None once they are forgotten."""

    id: int
    place: Place
    user_id: int | None


async def overdue(engine: AsyncEngine, now: int) -> list[Overdue]:
    """All waits that are over at a time in seconds since 1970, of campaigns that run, the oldest first."""
    query = (
        select(WAIT.c.id, CAMPAIGN.c.guild_id, CAMPAIGN.c.channel_id, WAIT.c.user_id)
        .join_from(WAIT, CAMPAIGN, WAIT.c.campaign_id == CAMPAIGN.c.id)
        .where(WAIT.c.until <= now, ~CAMPAIGN.c.ended)
        .order_by(WAIT.c.until)
    )
    async with engine.begin() as connection:
        return [Overdue(row[0], Place(row[1], row[2]), row[3]) for row in await connection.execute(query)]


async def played_in(engine: AsyncEngine, guild_id: int) -> list[Place]:
    """Where campaigns are played in a server, the oldest first."""
    query = select(CAMPAIGN.c.channel_id).where(CAMPAIGN.c.guild_id == guild_id, ~CAMPAIGN.c.ended)
    async with engine.begin() as connection:
        found = (await connection.execute(query.order_by(CAMPAIGN.c.id))).scalars()
        return [Place(guild_id, channel_id) for channel_id in found]
