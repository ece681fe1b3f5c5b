"""Copies of a SQLite database: made while the bot works on it, checked, rotated, and put back while it doesn't.

A copy is SQLite's own, of one moment: whoever plays meanwhile waits for nothing. It is a single file, which only its
owner may read, since it holds the secret seeds of the dice. All of this takes as long as the disk needs: it is work
for a thread.
"""

import os
import re
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.campaign.database import DatabaseProblemError, no_address, versions

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
