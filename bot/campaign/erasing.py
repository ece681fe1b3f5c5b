"""What is erased for good: a campaign with all that hangs on it, those of servers that the bot is no longer in, and
the bytes that it leaves in SQLite's files.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import ColumnElement, Table, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.campaign.access import ACCESS, Actor, allowed, refusal
from bot.campaign.models import METADATA
from bot.campaign.rows import CAMPAIGN, CHANGE, DEPARTURE, ENTRY, MEMBER
from bot.engine.errors import RuleError
from bot.engine.scene import REFEREE

log = logging.getLogger(__name__)
# How often the log is tried, at so many seconds between, while a copy is made that still reads from it.
_TRIES, _BETWEEN = 600, 0.1


def parts_of(campaign_id: int) -> list[tuple[Table, ColumnElement[bool]]]:
    """Every table that keeps something of a campaign, with which of its rows, what hangs on others first."""
    entries = select(ENTRY.c.id).where(ENTRY.c.campaign_id == campaign_id)
    parts: list[tuple[Table, ColumnElement[bool]]] = []
    for table in reversed(METADATA.sorted_tables):
        if table is CHANGE:
            parts.append((table, CHANGE.c.entry_id.in_(entries)))
        elif table is CAMPAIGN:
            parts.append((table, CAMPAIGN.c.id == campaign_id))
        elif "campaign_id" in table.c:
            parts.append((table, table.c.campaign_id == campaign_id))
    return parts


async def erase_campaign(connection: AsyncConnection, campaign_id: int) -> dict[str, int]:
    """Erase a campaign with its journal, for good; how many rows of each table there were."""
    erased = {}
    for table, here in parts_of(campaign_id):
        erased[table.name] = (await connection.execute(table.delete().where(here))).rowcount
    return erased


async def erase_elsewhere(engine: AsyncEngine, campaign_id: int, guild_id: int, actor: Actor) -> dict[str, int]:
    """Erase a campaign of a server from another channel; how many rows of each table there were.

    Raises RuleError where it is gone already, or the actor may not.
    """
    part = select(MEMBER.c.role).where(MEMBER.c.campaign_id == campaign_id, MEMBER.c.user_id == actor.id)
    here = select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == campaign_id, CAMPAIGN.c.guild_id == guild_id)
    async with engine.begin() as connection:
        if (await connection.execute(here.with_for_update())).scalar() is None:
            raise RuleError("That campaign has just been erased.")
        role = (await connection.execute(part)).scalar()
        if not allowed(ACCESS["campaign erase"], actor, referee=role == REFEREE):
            raise refusal(ACCESS["campaign erase"], "Erasing the campaign")
        return await erase_campaign(connection, campaign_id)


async def scour(engine: AsyncEngine) -> None:
    """Let nothing of what was erased stand in SQLite's files any more.

    In the database it is overwritten as it is deleted; the log of what was written is carried into it and emptied,
    once whoever makes a copy of it no longer reads from it. A server does that in its own time.
    """
    if engine.dialect.name != "sqlite":
        return
    for _ in range(_TRIES):
        if await _log_is_emptied(engine):
            return
        await asyncio.sleep(_BETWEEN)
    log.warning("the log of the database is in use and could not be emptied: it is as soon as the bot is stopped")


async def _log_is_emptied(engine: AsyncEngine) -> bool:
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        before = (await driver.execute_fetchall("PRAGMA busy_timeout"))[0][0]
        # Waited for outside: commands use the same connection.
        await driver.execute_fetchall("PRAGMA busy_timeout=0")
        try:
            busy = (await driver.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)"))[0][0]
        finally:
            await driver.execute_fetchall(f"PRAGMA busy_timeout={before}")
    return not busy


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
