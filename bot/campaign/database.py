"""The database: opened, made safe, and brought to the present schema."""

import asyncio
import errno
import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pydantic_core import from_json, to_json
from sqlalchemy import URL, Connection, event, func, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.campaign.models import METADATA
from bot.campaign.onetrip import connector

_MIGRATIONS = Path(__file__).parent / "migrations"
# Which of PostgreSQL's advisory locks is ours: any number, as long as it is always the same.
_UPGRADING = 0x0B0A_2D17
_TURNS = 0x0B0A_2D18
# PostgreSQL's number for a disk that is full.
_DISK_FULL = "53100"
# How many seconds a bot that leaves waits for what still goes on.
_LEAVING = 2.0
# What says that a database can't be used. Drivers let these through as well: TypeError for an option in the address
# that they don't know, OverflowError for a port beyond all ports, ValueError for a damaged file whose fault can't even
# be worded.
_UNUSABLE = (DBAPIError, OSError, TypeError, OverflowError, ValueError)


class DatabaseProblemError(Exception):
    """The database can't be used; the text is one sentence that names it."""


# A server may have been started anew since a connection was last used: ask before using it.
_SERVER = {"pool_pre_ping": True}


def _sqlite_options(path: str) -> dict[str, Any]:
    """One connection, whose queue is fairer than SQLite's own waiting, and which every transaction leaves clean."""
    return {"pool_size": 1, "max_overflow": 0, "pool_reset_on_return": None, "async_creator": connector(path)}


def _write_json(value: Any) -> str:
    """What is to stand in a column of JSON, by the counterpart of that which reads it, in a quarter of the time."""
    try:
        return to_json(value).decode()
    except ValueError:
        return json.dumps(value)


def read_json(text: str) -> Any:
    """What stands in a column of JSON: by a parser that takes a third of the time, which knows no lone surrogates."""
    try:
        return from_json(text)
    except ValueError:
        return json.loads(text)


async def size_of(engine: AsyncEngine) -> int:
    """How many bytes the database takes."""
    async with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            pages = (await connection.execute(text("PRAGMA page_count"))).scalar_one()
            return int(pages * (await connection.execute(text("PRAGMA page_size"))).scalar_one())
        return int((await connection.execute(text("SELECT pg_database_size(current_database())"))).scalar_one())


async def answers(engine: AsyncEngine, seconds: float) -> bool:
    """Whether the database can be written to and says so in time."""
    try:
        async with asyncio.timeout(seconds), engine.begin() as connection:
            await connection.execute(select(1))
    except (DBAPIError, OSError):  # a TimeoutError is one
        return False
    return True


async def take_turns(engine: AsyncEngine, seconds: float) -> None:
    """Let some seconds pass; of the processes that share a database, one at a time."""
    async with engine.begin() as connection:
        await connection.execute(select(func.pg_advisory_xact_lock(_TURNS)))
        await asyncio.sleep(seconds)


async def _rewrite(engine: AsyncEngine) -> None:
    """Write a SQLite file anew: what earlier programs deleted still stands in what is free of it."""
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        await driver.execute_fetchall("VACUUM")
        await driver.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")


def _line(reason: object) -> str:
    return " ".join(str(reason).split()).rstrip(".")


def _whole(connection: Connection) -> None:
    """Refuse a SQLite file with a damaged page now, and not when a command comes upon it."""
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise OSError(f"it is damaged ({found}); bring back a copy of it")


def versions() -> list[str]:
    """The versions that the schema has had, oldest first: what the migrations' files are numbered by."""
    return sorted(path.name.partition("_")[0] for path in (_MIGRATIONS / "versions").glob("[0-9]*.py"))


def _version(connection: Connection) -> str | None:
    """The version that a database's schema has; None for one that is still empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def migrate(connection: Connection) -> str | None:
    """Bring the schema to the newest version; of several processes that start together, one does it.

    Returns the version that it was brought from, None where it was made or nothing had to be done. Raises OSError
    where the schema is newer than this program.
    """
    known = versions()
    if (found := _version(connection)) == known[-1]:
        return None
    if found is not None and found not in known:
        raise OSError(f"its schema {found} is newer than this program's {known[-1]}; run the newer one")
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_UPGRADING)))
    _upgrade(connection)
    return found


def _complete(connection: Connection) -> None:
    """Refuse a schema that lacks what this program asks for now, and not with every command.

    Databases of the very first days bear the number of a version of which they have only a part.
    """
    found = inspect(connection)
    tables = set(found.get_table_names())
    lacking = [name for name in METADATA.tables if name not in tables]
    for name in METADATA.tables.keys() & tables:
        columns = {column["name"] for column in found.get_columns(name)}
        lacking += [f"{name}.{column.name}" for column in METADATA.tables[name].c if column.name not in columns]
    if lacking:
        raise OSError(
            f"it lacks {', '.join(sorted(lacking))}, as databases from before the first release do; "
            "keep it where it is, and begin with a new one"
        )


def trouble_of(problem: BaseException) -> str:
    """What whoever runs the bot has to mend before anything can be written again, in a sentence; "" for all else."""
    found: BaseException | None = problem
    while found is not None:
        reason: Any = getattr(found, "orig", None) or found
        full = (
            getattr(reason, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
            or getattr(reason, "sqlstate", None) == _DISK_FULL
            or getattr(reason, "errno", None) in {errno.ENOSPC, errno.EDQUOT}
        )
        if full:
            return "the disk on which this bot keeps its campaigns is full, and whoever runs it has to make room"
        found = found.__cause__ or found.__context__
    return ""


def _upgrade(connection: Connection) -> None:
    # Imported only here: it takes a seventh of a start, and most starts find the newest schema.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def no_address(name: str) -> DatabaseProblemError:
    """What is said where the address in the setting `name` can't be read: nothing of it, for it may hold a password."""
    return DatabaseProblemError(
        f"{name} is not a database's address: write sqlite+aiosqlite:///boarding-party.db or "
        "postgresql+asyncpg://user:password@host/database, in a password %40 for @, %2F for / and %3A for :."
    )


def _where(url: URL) -> str:
    """A database as it may be named: without its user, its password, and the options, which may hold one."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    shown = URL.create(url.drivername, host=url.host, port=url.port, database=url.database).render_as_string()
    # What stands before another @ was part of the password.
    return unquote(shown).rpartition("@")[2]


async def open_database(url: str) -> AsyncEngine:
    """Open the database at an SQLAlchemy URL, creating or upgrading its tables.

    Raises DatabaseProblemError where the URL is none or the database can't be used.
    """
    try:
        parsed = make_url(url)
        sqlite = parsed.get_backend_name() == "sqlite"
        options = _sqlite_options(parsed.database or "") if sqlite else _SERVER
        engine = create_async_engine(parsed, json_serializer=_write_json, json_deserializer=read_json, **options)
    except (ArgumentError, ImportError, ValueError):
        raise no_address("DATABASE_URL") from None
    try:
        upgraded = await _made_ready(engine)
        if sqlite and upgraded:
            await _rewrite(engine)
    except BaseException as problem:
        await engine.dispose()
        if not isinstance(problem, _UNUSABLE):
            raise
        reason = getattr(problem, "orig", None) or problem
        raise DatabaseProblemError(f"The database {_where(parsed)} can't be used: {_line(reason)}.") from problem
    return engine


async def leave_database(engine: AsyncEngine) -> None:
    """Close a database for good: what still goes on in it is waited for a moment, and nothing new begins in it."""

    def refuse(opened: Any, _: object) -> None:
        # A pool hands out what was made by a creator of ours before anybody is asked.
        opened.close()
        raise ConnectionError("the bot has left its database")

    event.listen(engine.sync_engine, "connect", refuse)
    pool: Any = engine.pool
    with suppress(TimeoutError):
        async with asyncio.timeout(_LEAVING):
            while pool.checkedout():  # noqa: ASYNC110 - a pool tells nobody when its last connection is back
                await asyncio.sleep(0.01)
    await engine.dispose()


async def _made_ready(engine: AsyncEngine) -> str | None:
    """Look at a database and bring it to the newest version; what it was brought from, as `migrate` has it."""
    async with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            await connection.run_sync(_whole)
        upgraded = await connection.run_sync(migrate)
        await connection.run_sync(_complete)
        return upgraded
