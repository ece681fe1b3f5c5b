"""SQLite statements that go to the connection's thread once, and not once for each of their four steps.

SQLAlchemy makes a cursor, executes, fetches and closes, and aiosqlite carries each of these to its thread and
back. The trips, not the database, were most of what a command cost. So what gives nothing back waits for the
next trip: the beginning goes with the first question, and the last writes go with the commit.

A transaction begins by itself, with the write lock: the driver's own begin only at the first write, so that two
who read and then write would lose an update without an error.
"""

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import aiosqlite

# What every connection keeps.
_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON"
_QUIET = ("INSERT", "UPDATE")
Work = Callable[[sqlite3.Connection], None]


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
        await self._send(sql, lambda cursor: cursor.execute(sql, parameters))

    async def executemany(self, sql: str, parameters: Any) -> None:
        await self._send(sql, lambda cursor: cursor.executemany(sql, parameters))

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None:
        self._rows = []

    async def _send(self, sql: str, statement: Callable[[sqlite3.Cursor], Any]) -> None:
        if self._connection.defers and sql.startswith(_QUIET) and "RETURNING" not in sql:
            self._connection.waiting.append(partial(self._run, statement))
        else:
            await self._connection.in_thread(partial(self._run, statement))

    def _run(self, statement: Callable[[sqlite3.Cursor], Any], connection: sqlite3.Connection) -> None:
        cursor = connection.cursor()
        try:
            statement(cursor)
            self._rows = cursor.fetchall()
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


def _in_transaction(connection: sqlite3.Connection, works: Sequence[Work]) -> None:
    """Do some work, in a transaction that begins with it unless one has begun."""
    if works and not connection.in_transaction:
        connection.execute("BEGIN IMMEDIATE")
    for work in works:
        work(connection)


class OneTripConnection(aiosqlite.Connection):
    """A connection whose cursors need one trip to its thread for a statement with all its rows.

    While it `defers`, statements that give nothing back wait for the next trip; that one then raises what
    went wrong with them. Whoever counts the rows that he wrote has to turn that off.
    """

    defers = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # As SQLAlchemy does for those that it makes: whatever goes wrong, no program waits for it in its end.
        self._thread.daemon = True
        self.waiting: list[Work] = []

    def cursor(self) -> Any:
        """A cursor, made without a trip."""
        return _Cursor(self)

    async def in_thread(self, work: Work) -> None:
        """Do what waits, and then some work, in the connection's thread."""
        works, self.waiting = [*self.waiting, work], []
        await self._execute(_in_transaction, self._conn, works)  # type: ignore[no-untyped-call]

    async def commit(self) -> None:
        """Write what waits, and commit; or take everything back, and raise what went wrong."""
        waiting, self.waiting = self.waiting, []

        def trip(connection: sqlite3.Connection) -> None:
            try:
                _in_transaction(connection, waiting)
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

        await self._execute(trip, self._conn)  # type: ignore[no-untyped-call]

    async def rollback(self) -> None:
        """Forget what waits, and take back what was written."""
        self.waiting = []
        await super().rollback()


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
