import asyncio
import io
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import aiosqlite
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import select, text, update
from sqlalchemy.exc import IntegrityError

from bot.campaign import database
from bot.campaign.database import DatabaseProblemError, open_database
from bot.campaign.log import log
from bot.campaign.models import METADATA
from bot.campaign.onetrip import OneTripConnection, in_one_trip
from bot.campaign.rows import ENTRY
from bot.campaign.store import Store
from bot.engine.cards import Card, person
from bot.engine.seats import Membership
from tests.campaign.conftest import TABLE, Channel, as_of_0005


async def test_the_migrations_make_the_schema(store):
    def differences(connection):
        return compare_metadata(MigrationContext.configure(connection), METADATA)

    async with store.engine.begin() as connection:
        assert await connection.run_sync(differences) == []


def test_the_migrations_compile_for_postgresql():
    output = io.StringIO()
    config = Config(output_buffer=output)
    config.set_main_option("script_location", str(database._MIGRATIONS))
    config.set_main_option("dialect", "postgresql")
    command.upgrade(config, "head", sql=True)
    for table in METADATA.tables:
        assert f"CREATE TABLE {table} (" in output.getvalue()


async def test_every_connection_is_safe(tmp_path):
    """Every one that the pool can hand out, at once, and those that it makes anew."""
    engine = await open_database(f"sqlite+aiosqlite:///{tmp_path}/campaigns.db")
    for _ in range(2):
        connections = [await engine.connect() for _ in range(engine.pool.size() + engine.pool._max_overflow)]
        for connection in connections:
            found = {
                pragma: (await connection.execute(text(f"PRAGMA {pragma}"))).scalar()
                for pragma in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
            }
            assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
            await connection.invalidate()
            await connection.close()
    await engine.dispose()


async def test_a_transaction_has_the_write_lock_from_its_first_question(tmp_path):
    engine = await open_database(f"sqlite+aiosqlite:///{tmp_path}/campaigns.db")
    with closing(sqlite3.connect(tmp_path / "campaigns.db", timeout=0, isolation_level=None)) as other:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT 1"))
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
    await engine.dispose()


async def test_writes_without_a_question_before_are_one_transaction(tmp_path):
    """Nothing has been asked, so that nothing has begun one before."""
    engine = await open_database(f"sqlite+aiosqlite:///{tmp_path}/campaigns.db")

    async def write():
        async with engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
            await connection.execute(text("INSERT INTO change (id) VALUES (1)"))

    with pytest.raises(IntegrityError):
        await write()
    async with engine.begin() as connection:
        found = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one()
    assert found == database.versions()[-1]
    await engine.dispose()


async def test_what_one_trip_knows_of_the_driver_is_so():
    """Its connection has a thread of its own, not started yet, and does there what it is given, as `_execute` says."""
    connection = OneTripConnection(lambda: sqlite3.connect(":memory:"), iter_chunk_size=64)
    assert (connection._thread.is_alive(), connection._thread.daemon) == (False, True)
    await connection
    done, there, conn = await connection._execute(
        lambda given: (given, threading.current_thread(), connection._conn), 7
    )
    assert (done, there) == (7, connection._thread)
    assert isinstance(conn, sqlite3.Connection)
    await connection.close()


async def test_a_shot_is_three_trips(tmp_path, monkeypatch):
    """Campaign and people are read in one, all is written in another, and the last commits."""
    store = Store(await open_database(f"sqlite+aiosqlite:///{tmp_path}/campaigns.db"), now=lambda: 0)
    channel, trips = Channel(store), []
    await channel.begin()
    await channel.fire()
    execute = aiosqlite.Connection._execute
    monkeypatch.setattr(aiosqlite.Connection, "_execute", lambda *given: trips.append(given[1]) or execute(*given))
    await channel.fire()
    assert len(trips) == 3
    await store.engine.dispose()


async def test_on_one_trip_nothing_else_is_waited_for_and_what_goes_wrong_comes_back(database_url):
    engine = await open_database(database_url)

    def work(connection, number):
        assert connection.execute(text("SELECT 1")).scalar() == 1
        return connection.execute(text("SELECT 6 / :number"), {"number": number}).scalar()

    def wrong(connection):
        work(connection, 1)
        connection.execute(text("INSERT INTO change (id) VALUES (1)"))

    async with engine.connect() as connection:
        assert await in_one_trip(connection, work, number=2) == 3
        with pytest.raises(IntegrityError):
            await in_one_trip(connection, wrong)
        await connection.rollback()
        if engine.dialect.name == "sqlite":
            driver = (await connection.get_raw_connection()).driver_connection
            with pytest.raises(AssertionError, match="nothing else can be waited for"):
                await driver.whole(asyncio.sleep(0))
        assert await in_one_trip(connection, work, 3) == 2
    await engine.dispose()


async def test_a_server_that_was_started_anew_is_found_again(postgresql):
    """All connections cut at the server's end: the next command does not see it."""
    async with postgresql.database() as url:
        store = Store(await open_database(url), now=lambda: 0)
        await Channel(store).begin()
        await postgresql.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'")
        await Channel(store).fire()
        await store.engine.dispose()


async def test_several_who_start_at_once_make_one_schema(postgresql):
    async with postgresql.database(template="template1") as url:
        engines = await asyncio.gather(*(open_database(url) for _ in range(4)))
        async with engines[0].begin() as connection:
            versions = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars().all()
        assert len(versions) == 1
        for engine in engines:
            await engine.dispose()


async def test_a_database_opens_again(store, database_url):
    again = await open_database(database_url)
    await again.dispose()


def test_the_versions_are_the_migrations():
    config = Config()
    config.set_main_option("script_location", str(database._MIGRATIONS))
    assert list(reversed(database.versions())) == [
        each.revision for each in ScriptDirectory.from_config(config).walk_revisions()
    ]


async def test_a_schema_that_is_newer_than_the_program_is_left_alone(store, database_url):
    async with store.engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseProblemError, match="its schema 9999 is newer than this program's"):
        await open_database(database_url)


NEEDS_ALEMBIC = """
import asyncio, sys
from bot.campaign.database import open_database
engine = asyncio.run(open_database(sys.argv[1]))
print("alembic" in sys.modules)
import os; os._exit(0)
"""


def test_a_start_on_the_newest_schema_needs_no_migrations(tmp_path):
    """They are a good part of a start's time."""
    url = f"sqlite+aiosqlite:///{tmp_path}/campaigns.db"
    command = [sys.executable, "-c", NEEDS_ALEMBIC, url]
    outputs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(2)]
    assert [output.split() for output in outputs] == [["True"], ["False"]]


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "sqlite+aiosqlite:////nowhere/at/all.db",
        "postgresql+nothing://x/y",
        "postgresql+asyncpg://me:secret@127.0.0.1:1/campaigns",
        "postgresql+asyncpg://me:secret@127.0.0.1:port/campaigns",
        "postgresql+asyncpg://me:secret@127.0.0.1:99999/campaigns",
        "postgresql+asyncpg://127.0.0.1:1/campaigns?user=me&password=secret",
        "postgresql+asyncpg://127.0.0.1:1/campaigns?unheard_of=secret",
        "postgresql+asyncpg://me:a@secret@127.0.0.1:1/campaigns",
        "postgresql+asyncpg://me:a@secret/x@127.0.0.1:1/campaigns",
        "postgresql+asyncpg://me:a/secret:secret@127.0.0.1:1/campaigns",
        "postgresql+asyncpg://me@127.0.0.1:secret/campaigns",
        "postgresql+asyncpg://me:secret",
    ],
)
async def test_what_cannot_be_opened_is_said_in_a_sentence(url):
    """Whatever was mistyped: nothing of a password is said."""
    with pytest.raises(DatabaseProblemError, match=r"DATABASE_URL|can't be used") as problem:
        await open_database(url)
    assert "secret" not in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("name", ["nowhere", "NOBODY"])
async def test_a_server_without_that_database_says_so(postgresql, name):
    with pytest.raises(DatabaseProblemError, match=f'can\'t be used: database "{name}" does not exist'):
        await open_database(postgresql.url(name))


async def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("not a database at all, but somebody's notes\n" * 50)
    with pytest.raises(DatabaseProblemError, match="can't be used"):
        await open_database(f"sqlite+aiosqlite:///{path}")
    assert path.read_text().startswith("not a database")


async def test_a_file_whose_schema_is_no_text_is_left_alone(tmp_path):
    path = tmp_path / "campaigns.db"
    await (await open_database(f"sqlite+aiosqlite:///{path}")).dispose()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    spoilt = whole.replace(b"CREATE TABLE unit", b"CREATE \xe9\xe9BLE unit")
    assert spoilt != whole
    path.write_bytes(spoilt)
    with pytest.raises(DatabaseProblemError, match="can't be used"):
        await open_database(f"sqlite+aiosqlite:///{path}")
    assert path.read_bytes() == spoilt


@pytest.mark.parametrize("version", ["0001", "0004", "the newest"])
async def test_a_file_of_the_very_first_days_is_refused_with_what_it_lacks(tmp_path, version):
    """It bears a version's number and has a part of it: said at once, and the file is left as it was."""
    path = tmp_path / "campaigns.db"
    url = f"sqlite+aiosqlite:///{path}"
    await (await open_database(url)).dispose()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE campaign DROP COLUMN things")
        if version != "the newest":
            connection.execute("UPDATE alembic_version SET version_num = ?", [version])
        connection.commit()
        before = connection.execute("SELECT sql FROM sqlite_master").fetchall()
    with pytest.raises(DatabaseProblemError, match=r"^The database .*campaigns\.db can't be used: ") as problem:
        await open_database(url)
    if version == "the newest":
        assert "it lacks campaign.things, as databases from before the first release do" in str(problem.value)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT sql FROM sqlite_master").fetchall() == before


async def test_an_upgrade_names_people_in_old_answers_by_their_numbers(store, database_url):
    """So that they are shown as they are called now, and can be forgotten."""
    channel = Channel(store)
    await channel.begin()
    async with channel.transaction() as transaction:
        transaction.change(await transaction.unit("Pirate"), owner_id=7)
        await transaction.record(
            "character edit", Card("Pirate is changed", ("Owner: Ann", "Because: Owner")), place=TABLE
        )
    async with channel.transaction() as transaction:
        await transaction.keep_members({"8": Membership("referee")})
        await transaction.record("campaign set", Card("The campaign is set", ("Bob is a referee now",)), place=TABLE)
    old = {"title": "A campaign begins", "lines": ["Referee: Ref"], "working": [], "footer": "", "tone": "plain"}
    async with store.engine.begin() as connection:
        await connection.execute(update(ENTRY).where(ENTRY.c.verb == "campaign new").values(card=old))
        await as_of_0005(connection)
    again = await open_database(database_url)
    async with Channel(Store(again, now=lambda: 0)).transaction() as transaction:
        lines = [line.card.lines for line in await log(transaction, 9)]
    assert lines == [
        (f"{person(8)} is a referee now",),
        (f"Owner: {person(7)}", "Because: Owner"),
        (f"Referee: {person(1)}",),
    ]
    await again.dispose()


@pytest.mark.parametrize("kept", [{"a": [1, None, 2**70, 1.5]}, {"ä": "é\u2028"}, {"lone": "\ud800"}, [], "x"])
async def test_what_is_kept_as_json_comes_back_as_it_was(store, channel, kept):
    async with channel.transaction() as transaction:
        row = update(ENTRY).where(ENTRY.c.id == transaction.campaign.head_id).values(order={"said": kept})
        await transaction.connection.execute(row)
    async with store.engine.begin() as connection:
        found = (await connection.execute(select(ENTRY.c.order))).scalars().all()
    assert {"said": kept} in found
