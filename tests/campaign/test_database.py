import io

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import text

from bot.campaign import database
from bot.campaign.database import DatabaseProblemError, open_database
from bot.campaign.models import METADATA


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


async def test_every_connection_is_safe(store):
    async with store.engine.connect() as connection:
        found = {
            pragma: (await connection.execute(text(f"PRAGMA {pragma}"))).scalar()
            for pragma in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


async def test_a_database_opens_again(store, tmp_path):
    again = await open_database(f"sqlite+aiosqlite:///{tmp_path}/campaigns.db")
    await again.dispose()


@pytest.mark.parametrize("url", ["nonsense", "sqlite+aiosqlite:////nowhere/at/all.db", "postgresql+nothing://x/y"])
async def test_what_cannot_be_opened_is_said_in_a_sentence(url):
    with pytest.raises(DatabaseProblemError, match=r"DATABASE_URL|can't be used"):
        await open_database(url)


async def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("not a database at all, but somebody's notes\n" * 50)
    with pytest.raises(DatabaseProblemError, match="can't be used"):
        await open_database(f"sqlite+aiosqlite:///{path}")
    assert path.read_text().startswith("not a database")
