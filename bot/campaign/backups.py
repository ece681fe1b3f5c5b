"""Copies of a SQLite database while the bot works on it, rotated and put back, and of all campaigns into another."""

import os
import re
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Table, func, insert, make_url, select, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.campaign.database import DatabaseProblemError, no_address, open_database, versions
from bot.campaign.models import METADATA
from bot.campaign.rows import CAMPAIGN

_NAMED = re.compile(r"boarding-party-\d{8}-\d{6}\.db")
# What belongs to a database's file while it is in use.
_BESIDE = ("-wal", "-shm", "-journal")
_IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@dataclass(frozen=True, slots=True)
class Backups:
    """Where copies are kept, and how many of them."""

    folder: Path
    keep: int

    def all(self) -> list[Path]:
        """The copies that there are, oldest first."""
        return sorted(path for path in self.folder.glob("*.db") if _NAMED.fullmatch(path.name))

    def last(self) -> int | None:
        """When the newest copy was made, in seconds since 1970; None where there is none."""
        made = self.all()
        return int(made[-1].stat().st_mtime) if made else None

    def make(self, url: str, at: int) -> Path:
        """Make a copy of a database and throw away those that are too many.

        Raises DatabaseProblemError where there is nothing to copy, or no room for it; then all is as it was.
        """
        copy = self.folder / time.strftime("boarding-party-%Y%m%d-%H%M%S.db", time.gmtime(at))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            copy_to(path_of(url), copy)
            for old in self.all()[: -self.keep]:
                old.unlink()
        except OSError as problem:
            raise DatabaseProblemError(f"No backup could be made in {self.folder}: {problem.strerror}.") from problem
        return copy


def path_of(url: str) -> Path:
    """The file of a SQLite database, which need not be there; raises DatabaseProblemError for any other database."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise no_address("DATABASE_URL") from None
    if parsed.get_backend_name() != "sqlite":
        raise DatabaseProblemError("Only SQLite is copied and put back like this: PostgreSQL has pg_dump and psql.")
    return Path(parsed.database or "")


def copy_to(source: Path, target: Path) -> None:
    """Copy a database as it is at this moment into a new file, and check the copy.

    Raises DatabaseProblemError where it can't be copied, or the copy is not whole; nothing is left of it then.
    """
    if not source.is_file():
        raise DatabaseProblemError(f"There is no file {source} to take a copy of.")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            # One file, with nothing beside it.
            new.execute("PRAGMA journal_mode=DELETE")
        check(part)
        _to_disk(part)
        part.replace(target)
        _to_disk(target.parent)
    except sqlite3.Error as problem:
        raise DatabaseProblemError(f"{source} could not be copied to {target.parent}: {problem}.") from problem
    finally:
        part.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def check(copy: Path) -> int:
    """Open a copy and read all of it; how many campaigns it has. Raises DatabaseProblemError unless it is whole."""
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            found = opened.execute("PRAGMA quick_check(1)").fetchone()[0]
            version = opened.execute("SELECT version_num FROM alembic_version").fetchone()
            campaigns = int(opened.execute("SELECT count(*) FROM campaign").fetchone()[0])
    except sqlite3.Error as problem:
        raise DatabaseProblemError(f"{copy} is no copy of this bot's database: {problem}.") from problem
    if found != "ok":
        raise DatabaseProblemError(f"{copy} is damaged: {found}.")
    if version is None or version[0] not in versions():
        raise DatabaseProblemError(f"{copy} is of a newer program than this one: take that one to put it back.")
    return campaigns


def restore(copy: Path, url: str, at: int) -> Path | None:
    """Put a copy back in a database's place; where what was there is kept, None where there was nothing.

    Raises DatabaseProblemError, with nothing changed, where the bot runs on it or the copy is not whole.
    """
    target = path_of(url)
    ready = target.with_name(f"{target.name}.restored")
    copy_to(copy, ready)
    try:
        with _alone(target):
            kept = _set_aside(target, time.strftime("before-%Y%m%d-%H%M%S", time.gmtime(at)))
            ready.replace(target)
    finally:
        ready.unlink(missing_ok=True)
    return kept


def _alone(target: Path) -> "closing[sqlite3.Connection]":
    """A hold on a database that nobody else has open, if it is one at all."""
    held = sqlite3.connect(target if target.is_file() else ":memory:", timeout=0, isolation_level=None)
    try:
        held.execute("PRAGMA locking_mode=EXCLUSIVE")
        # All that its log has goes into the file, which is set aside whole.
        held.execute("PRAGMA journal_mode=DELETE")
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as problem:
        if getattr(problem, "sqlite_errorcode", None) in _IN_USE:
            held.close()
            raise DatabaseProblemError(
                f"The bot runs on {target}: stop it first, and then put the copy back."
            ) from None
        # Damaged, or no database: that is what copies are for.
    return closing(held)


def _set_aside(target: Path, name: str) -> Path | None:
    if not target.exists():
        return None
    kept = target.with_name(f"{target.name}.{name}")
    target.rename(kept)
    for ending in _BESIDE:
        with suppress(FileNotFoundError):
            target.with_name(target.name + ending).rename(kept.with_name(kept.name + ending))
    return kept


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
