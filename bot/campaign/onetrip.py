"""SQLite statements that go to the connection's thread together, and not one by one, nor each in four steps.

SQLAlchemy makes a cursor, executes, fetches and closes, and aiosqlite carries each of these to its thread and
back. The trips, not the database, were most of what a command cost. So a statement is one trip with all its rows, and
statements that follow one another are one trip together; the beginning goes with the first.

A transaction begins by itself, with the write lock: the driver's own begin only at the first write, so that two
who read and then write would lose an update without an error.

This is the one file that knows the insides of aiosqlite: that a connection has a `_thread` that is not yet started
and does in it what `_execute` is given, with the sqlite3 connection `_conn`; and of SQLAlchemy that an adapted cursor
waits for nothing but its driver's. A test names each of these.
"""

import sqlite3
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

import aiosqlite
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

P = ParamSpec("P")
T = TypeVar("T")
# What every connection keeps.
_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON"


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
        await self._connection.in_thread(lambda connection: self._run(connection, "execute", sql, parameters))

    async def executemany(self, sql: str, parameters: Any) -> None:
        await self._connection.in_thread(lambda connection: self._run(connection, "executemany", sql, parameters))

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None:
        self._rows = []

    def _run(self, connection: sqlite3.Connection, how: str, sql: str, parameters: Any) -> None:
        if not connection.in_transaction:
            connection.execute("BEGIN IMMEDIATE")
        cursor = connection.cursor()
        try:
            getattr(cursor, how)(sql, parameters)
            self._rows = cursor.fetchall()
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


class OneTripConnection(aiosqlite.Connection):
    """A connection whose cursors need one trip to its thread for a statement with all its rows, or for many."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # As SQLAlchemy does for those that it makes: whatever goes wrong, no program waits for it in its end.
        self._thread.daemon = True
        self._is_there = False

    def cursor(self) -> Any:
        """A cursor, made without a trip."""
        return _Cursor(self)

    async def in_thread(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Do some work in the connection's thread: at once, where this is it."""
        if self._is_there:
            work(self._conn)
        else:
            await self._execute(work, self._conn)  # type: ignore[no-untyped-call]

    async def whole(self, steps: Coroutine[Any, Any, T]) -> T:
        """Go through some steps in the connection's thread, that wait for nothing but its statements."""
        done: T = await self._execute(self._go, steps)  # type: ignore[no-untyped-call]
        return done

    def _go(self, steps: Coroutine[Any, Any, T]) -> T:
        self._is_there = True
        try:
            steps.send(None)
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            self._is_there = False
        raise AssertionError("in one trip nothing else can be waited for")


async def in_one_trip(
    connection: AsyncConnection, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """What `AsyncConnection.run_sync` does, on SQLite with all statements of the work in one trip."""
    steps = connection.run_sync(work, *args, **kwargs)
    driver = (await connection.get_raw_connection()).driver_connection
    return await (driver.whole(steps) if isinstance(driver, OneTripConnection) else steps)


def connector(path: str) -> Callable[..., Any]:
    """What `create_async_engine` takes as `async_creator` for a database file."""

    async def connect(*_: Any, **__: Any) -> OneTripConnection:
        connection = OneTripConnection(lambda: sqlite3.connect(path, isolation_level=None), iter_chunk_size=64)
        await connection
        try:
            await connection.executescript(_PRAGMAS)
        except BaseException:
            # Its thread must not outlive the refusal.
            await connection.close()
            raise
        return connection

    return connect
