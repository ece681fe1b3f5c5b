"""One person forgotten: what names them goes from every campaign, which is played on and taken back as before.

Discord's numbers of people are so long that nothing else is equal to one by chance. So it is looked for wherever it
may stand: as a value, as a key or within a text, in every column of every table that keeps something of a campaign.
Wherever it stood nobody stands then, in what is and in what the journal restores alike.
"""

import asyncio
import json
import re
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
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.campaign.erasing import parts_of, scour
from bot.campaign.rows import CAMPAIGN, CHANGE, ENTRY, MEMBER, SEAT
from bot.engine.cards import PERSON_SIGN
from bot.engine.errors import RuleError
from bot.engine.packing import PACKED, pack, unpack
from bot.engine.scene import REFEREE

# Discord counts from 2015 on: the first numbers that it gave to people were longer than this already.
_SHORTEST = 10**14
# What is one person's alone, a row each.
_THEIRS = (MEMBER, SEAT)
_SOMEBODY = "somebody who is forgotten"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """In how many campaigns somebody was forgotten, and how many of those have no referee now."""

    campaigns: int
    without_referee: int


async def forget_person(engine: AsyncEngine, user_id: int) -> Forgotten:
    """Forget somebody, by Discord's number, in all campaigns; each is free for others between.

    Raises RuleError for what can't be the number of a person.
    """
    if not _SHORTEST <= user_id < 2**63:
        raise RuleError(f"{user_id} is no number of a person on Discord: it has 17 to 19 digits.")
    async with engine.begin() as connection:
        campaigns = list((await connection.execute(select(CAMPAIGN.c.id).order_by(CAMPAIGN.c.id))).scalars())
    found = without = 0
    for campaign_id in campaigns:
        async with engine.begin() as connection:
            if await _forget_in(connection, campaign_id, user_id):
                found += 1
                without += not await _has_referee(connection, campaign_id)
    await scour(engine)
    return Forgotten(found, without)


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
