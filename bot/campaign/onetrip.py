"""SQLite statements that go to the connection's thread once, and not once for each of their four steps.

SQLAlchemy makes a cursor, executes, fetches and closes, and aiosqlite carries each of these to its thread and
back. The trips, not the database, were most of what a command cost.
"""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

import aiosqlite


class _Cursor:
    """As much of a cursor as SQLAlchemy asks for; it holds a finished statement's rows."""

    def __init__(self, connection: "OneTripConnection") -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> "_Cursor":
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> None:
        await self._connection.in_thread(partial(self._run, lambda cursor: cursor.execute(sql, parameters)))

    async def executemany(self, sql: str, parameters: Any) -> None:
        await self._connection.in_thread(partial(self._run, lambda cursor: cursor.executemany(sql, parameters)))

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None:
        self._rows = []

    def _run(self, statement: Callable[[sqlite3.Cursor], Any], connection: sqlite3.Connection) -> None:
        cursor = connection.cursor()
        try:
            statement(cursor)
            self._rows = cursor.fetchall()
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


class OneTripConnection(aiosqlite.Connection):
    """A connection whose cursors need one trip to its thread for a statement with all its rows."""

    def cursor(self) -> Any:
        """A cursor, made without a trip."""
        return _Cursor(self)

    async def in_thread(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Do some work in the connection's thread."""
        await self._execute(work, self._conn)  # type: ignore[no-untyped-call]


def connector(path: str) -> Callable[..., Any]:
    """What `create_async_engine` takes as `async_creator` for a database file."""

    async def connect(*_: Any, **__: Any) -> OneTripConnection:
        connection = OneTripConnection(lambda: sqlite3.connect(path, isolation_level=None), iter_chunk_size=64)
        await connection
        return connection

    return connect
