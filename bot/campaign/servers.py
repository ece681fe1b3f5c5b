"""Servers that the bot is no longer in: their campaigns are kept for a while, and erased unless it comes back."""

from collections.abc import Callable, Collection

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.campaign.erasing import erase_campaign, scour
from bot.campaign.rows import CAMPAIGN, DEPARTURE

DAY = 86_400
# Unless it is set otherwise.
KEPT_DAYS = 30


async def departed(engine: AsyncEngine, guild_id: int, at: int) -> None:
    """Note that the bot was put out of a server at a time, in seconds since 1970, if anything is played there."""
    async with engine.begin() as connection:
        played = select(CAMPAIGN.c.id).where(CAMPAIGN.c.guild_id == guild_id).limit(1)
        if (await connection.execute(played)).scalar() is not None:
            await _depart(connection, guild_id, at)


async def came_back(engine: AsyncEngine, guild_id: int) -> None:
    """Note that the bot is in a server again."""
    async with engine.begin() as connection:
        await connection.execute(delete(DEPARTURE).where(DEPARTURE.c.guild_id == guild_id))


async def compare(engine: AsyncEngine, present: Collection[int], ours: Callable[[int], bool], at: int) -> None:
    """After a start: note which servers the bot was put out of meanwhile, and which it is in again.

    `present` are those that it is in, also those that Discord can't reach now; `ours` tells which are this process's.
    """
    async with engine.begin() as connection:
        played = set((await connection.execute(select(CAMPAIGN.c.guild_id).distinct())).scalars())
        known = set((await connection.execute(select(DEPARTURE.c.guild_id))).scalars())
        for guild_id in filter(ours, played - known):
            if guild_id not in present:
                await _depart(connection, guild_id, at)
        for guild_id in known & set(present):
            await connection.execute(delete(DEPARTURE).where(DEPARTURE.c.guild_id == guild_id))


async def _depart(connection: AsyncConnection, guild_id: int, at: int) -> None:
    known = select(DEPARTURE.c.id).where(DEPARTURE.c.guild_id == guild_id)
    if (await connection.execute(known)).scalar() is None:
        await connection.execute(insert(DEPARTURE).values(guild_id=guild_id, since=at))


async def erase_departed(engine: AsyncEngine, before: int) -> int:
    """Erase all that was played in servers which the bot was put out of before a time; how many campaigns."""
    async with engine.begin() as connection:
        query = select(DEPARTURE.c.guild_id).where(DEPARTURE.c.since <= before)
        due = list((await connection.execute(query)).scalars())
    return sum([await forget_server(engine, guild_id, before) for guild_id in due])


async def forget_server(engine: AsyncEngine, guild_id: int, before: int | None = None) -> int:
    """Erase everything that was played in a server; how many campaigns.

    With `before` only if the bot was put out of it before that time and hasn't come back.
    """
    async with engine.begin() as connection:
        gone = delete(DEPARTURE).where(DEPARTURE.c.guild_id == guild_id)
        if before is not None:
            gone = gone.where(DEPARTURE.c.since <= before)
        was_gone = (await connection.execute(gone.returning(DEPARTURE.c.id))).scalar() is not None
        if before is not None and not was_gone:
            return 0
        query = select(CAMPAIGN.c.id).where(CAMPAIGN.c.guild_id == guild_id).with_for_update()
        campaigns = list((await connection.execute(query)).scalars())
        for campaign_id in campaigns:
            await erase_campaign(connection, campaign_id)
    await scour(engine)
    return len(campaigns)
