"""All campaigns from one database into another, of whichever kinds, counted and compared row by row."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from sqlalchemy import Table, func, insert, make_url, select, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.campaign.database import DatabaseProblemError, no_address, open_database
from bot.campaign.models import METADATA
from bot.campaign.rows import CAMPAIGN

_PAGE = 1000


async def copy_campaigns(source_url: str, target_url: str) -> dict[str, int]:
    """Copy everything into an empty database; the rows that were copied of each table.

    Nothing is copied unless all is. Raises DatabaseProblemError, in a sentence, where either can't be used,
    the source has nothing, the target has something, or what arrived is not what was sent.
    """
    _check_source(source_url, target_url)
    async with AsyncExitStack() as opened:
        source = await open_database(source_url)
        opened.push_async_callback(source.dispose)
        target = await open_database(target_url)
        opened.push_async_callback(target.dispose)
        async with source.begin() as old, target.begin() as new:
            return await _copy(old, new)


def _check_source(source_url: str, target_url: str) -> None:
    try:
        source, target = make_url(source_url), make_url(target_url)
    except (ArgumentError, ValueError):
        raise no_address("FROM or TO") from None
    if source == target:
        raise DatabaseProblemError("That is the same database twice: name another one to copy to.")
    if source.get_backend_name() == "sqlite" and not Path(source.database or "").is_file():
        raise DatabaseProblemError(f"There is no file {source.database} to copy campaigns from.")


async def _copy(old: AsyncConnection, new: AsyncConnection) -> dict[str, int]:
    if old.dialect.name == "postgresql":
        # All tables as they are at one moment; a SQLite file is locked meanwhile.
        await old.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
    if present := await _count(new, CAMPAIGN):
        raise DatabaseProblemError(f"Campaigns are copied into an empty database only: that one has {present} already.")
    if not await _count(old, CAMPAIGN):
        raise DatabaseProblemError("There are no campaigns to copy.")
    for table in METADATA.sorted_tables:
        async for rows in _pages(old, table):
            await new.execute(insert(table), rows)
        await _compare(old, new, table)
        await _go_on_numbering(new, table, await _highest(old, table))
    return {table.name: await _count(new, table) for table in METADATA.sorted_tables}


async def _pages(connection: AsyncConnection, table: Table) -> AsyncIterator[list[dict[str, Any]]]:
    """All rows, by their ids, some at a time."""
    last = 0
    while True:
        query = select(table).where(table.c.id > last).order_by(table.c.id).limit(_PAGE)
        rows = [dict(row) for row in (await connection.execute(query)).mappings()]
        if not rows:
            return
        yield rows
        last = rows[-1]["id"]


async def _compare(old: AsyncConnection, new: AsyncConnection, table: Table) -> None:
    arrived = _pages(new, table)
    async for rows in _pages(old, table):
        if await anext(arrived, None) != rows:
            raise DatabaseProblemError(f"What arrived in {table.name} is not what was sent, so nothing was copied.")
    if await _count(old, table) != await _count(new, table):
        raise DatabaseProblemError(f"The rows of {table.name} are not as many as were sent, so nothing was copied.")


async def _count(connection: AsyncConnection, table: Table) -> int:
    return (await connection.execute(select(func.count()).select_from(table))).scalar_one()


def _keeps_numbers(table: Table) -> bool:
    """Whether SQLite never uses an id of this table again."""
    return bool(table.dialect_options["sqlite"]["autoincrement"])


async def _highest(connection: AsyncConnection, table: Table) -> int:
    """The highest id that was ever given to a row, even if that row is gone."""
    highest = (await connection.execute(select(func.coalesce(func.max(table.c.id), 0)))).scalar_one()
    if connection.dialect.name == "postgresql":
        given = text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table.name}_id_seq")  # noqa: S608
    elif _keeps_numbers(table):
        given = text("SELECT seq FROM sqlite_sequence WHERE name = :name").bindparams(name=table.name)
    else:
        return int(highest)
    return int(max(highest, (await connection.execute(given)).scalar() or 0))


async def _go_on_numbering(connection: AsyncConnection, table: Table, highest: int) -> None:
    """Let the next row's id be above every one that was ever given."""
    given = {"name": table.name, "highest": highest}
    if connection.dialect.name == "postgresql" and highest:
        await connection.execute(text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :highest)"), given)
    elif connection.dialect.name == "sqlite" and _keeps_numbers(table):
        await connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), given)
        await connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :highest)"), given)
