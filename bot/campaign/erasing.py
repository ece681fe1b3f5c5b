"""What is erased for good: a campaign with all that hangs on it, those of servers that the bot is no longer in, and
the bytes that it leaves in SQLite's files.
"""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Integer,
    LargeBinary,
    RowMapping,
    String,
    Table,
    cast,
    delete,
    insert,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.campaign.access import ACCESS, Actor, allowed, refusal
from bot.campaign.models import METADATA
from bot.campaign.posts import threads_of
from bot.campaign.rows import CAMPAIGN, CHANGE, DEPARTURE, ENTRY, MEMBER, SEAT
from bot.engine.cards import PERSON_SIGN
from bot.engine.errors import RuleError
from bot.engine.packing import PACKED, pack, unpack
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


# Discord counts from 2015 on: the first numbers that it gave to people were longer than this already.
_SHORTEST = 10**14
# What is one person's alone, a row each.
_THEIRS = (MEMBER, SEAT)
_SOMEBODY = "somebody who is forgotten"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """In how many campaigns somebody was forgotten, how many of those have no referee now, and the threads and channels
    of their sides, which somebody who is forgotten reads no longer.
    """

    campaigns: int
    without_referee: int
    places: tuple[int, ...] = ()


async def forget_person(engine: AsyncEngine, user_id: int) -> Forgotten:
    """Forget somebody, by Discord's number, in all campaigns; each is free for others between.

    Raises RuleError for what can't be the number of a person.
    """
    if not _SHORTEST <= user_id < 2**63:
        raise RuleError(f"{user_id} is no number of a person on Discord: it has 17 to 19 digits.")
    async with engine.begin() as connection:
        campaigns = list((await connection.execute(select(CAMPAIGN.c.id).order_by(CAMPAIGN.c.id))).scalars())
    found, without, places = 0, 0, list[int]()
    for campaign_id in campaigns:
        async with engine.begin() as connection:
            if await _forget_in(connection, campaign_id, user_id):
                found += 1
                without += not await _has_referee(connection, campaign_id)
                places += (await threads_of(connection, campaign_id)).values()
    await scour(engine)
    return Forgotten(found, without, tuple(places))


async def _has_referee(connection: AsyncConnection, campaign_id: int) -> bool:
    query = select(MEMBER.c.id).where(MEMBER.c.campaign_id == campaign_id, MEMBER.c.role == REFEREE).limit(1)
    return (await connection.execute(query)).scalar() is not None


async def _forget_in(connection: AsyncConnection, campaign_id: int, user_id: int) -> bool:
    """Forget somebody in one campaign, locked meanwhile; whether anything named them."""
    await connection.execute(select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == campaign_id).with_for_update())
    found = await _leave(connection, campaign_id, user_id)
    for table, here in parts_of(campaign_id):
        wanted = [named for column in table.c if (named := _names(column, user_id)) is not None]
        rows = (await connection.execute(select(table).where(here, or_(*wanted)))).mappings().all() if wanted else []
        for row in rows:
            if changed := await asyncio.to_thread(_changed, table, row, user_id):
                await connection.execute(table.update().where(table.c.id == row["id"]).values(changed))
                found = True
    return found


def _changed(table: Table, row: RowMapping, user_id: int) -> dict[str, Any]:
    """The columns of a row in which somebody stood, without them; what is packed takes a while to look through."""
    after = {column.name: _nobody(column, row[column.name], user_id) for column in table.c}
    return {name: value for name, value in after.items() if value != row[name]}


async def _leave(connection: AsyncConnection, campaign_id: int, user_id: int) -> bool:
    """Take somebody's part in a campaign away, and their seat, and what the journal would restore of them."""
    found = False
    for table in _THEIRS:
        left = table.delete().where(table.c.campaign_id == campaign_id, table.c.user_id == user_id)
        found |= (await connection.execute(left.returning(table.c.id))).scalar() is not None
    entries = select(ENTRY.c.id).where(ENTRY.c.campaign_id == campaign_id)
    query = select(CHANGE).where(CHANGE.c.entry_id.in_(entries), CHANGE.c.entity.in_([table.name for table in _THEIRS]))
    for change in (await connection.execute(query)).mappings().all():
        if user_id in {(change[side] or {}).get("user_id") for side in ("before", "after")}:
            await connection.execute(CHANGE.delete().where(CHANGE.c.id == change["id"]))
            found = True
    return found


def _names(column: Column[Any], user_id: int) -> ColumnElement[bool] | None:
    """Whether a column may name somebody; None where it can't name anybody."""
    if column.primary_key or column.foreign_keys or isinstance(column.type, Boolean | LargeBinary):
        return None
    if isinstance(column.type, Integer):
        return column == user_id
    text = cast(column, String)
    # What is packed has to be looked through.
    return or_(text.contains(str(user_id)), text.startswith(PACKED), text.contains(f'"{PACKED}'))


def _nobody(column: Column[Any], value: Any, user_id: int) -> Any:
    """A column's value with nobody in their place."""
    if isinstance(column.type, Integer) and value == user_id and not column.nullable:
        return 0
    return without(value, user_id)


def without(value: Any, user_id: int) -> Any:
    """A value of JSON with nobody where somebody stood: null for their number, "" for it as text; a key goes whole."""
    if isinstance(value, dict):
        kept = {key: inner for key, inner in value.items() if key != str(user_id)}
        return {without(key, user_id): without(inner, user_id) for key, inner in kept.items()}
    if isinstance(value, list):
        return [without(inner, user_id) for inner in value]
    if isinstance(value, str):
        return _text_without(value, user_id)
    return None if type(value) is int and value == user_id else value


def _text_without(text: str, user_id: int) -> str:
    if text.startswith(PACKED):
        # What rules keep of a battle, or a word that merely begins so.
        with suppress(ValueError):
            inner = unpack(text)
            return pack(_text_without(inner, user_id)) if str(user_id) in inner else text
    if str(user_id) not in text:
        return text
    if text == str(user_id):
        return ""
    if text[0] in "{[":
        # What rules keep as text; other text that begins so isn't read.
        try:
            return json.dumps(without(json.loads(text), user_id), ensure_ascii=False, separators=(",", ":"))
        except ValueError:
            pass
    sign = re.escape(PERSON_SIGN)
    return re.sub(rf"{sign}{user_id}{sign}|<@!?{user_id}>|(?<!\d){user_id}(?!\d)", _SOMEBODY, text)
