"""What is gone for good stands in no byte of the files, while the bot goes on."""

import asyncio
import random
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import JSON, Boolean, Integer, LargeBinary, insert, select

from bot.campaign.database import open_database
from bot.campaign.erasing import parts_of, scour
from bot.campaign.models import METADATA
from bot.campaign.recording import Place
from bot.campaign.rows import CAMPAIGN
from bot.campaign.store import Store
from bot.engine.cards import Card
from tests.campaign.conftest import AHL, Channel, as_of_0005
from tests.campaign.whole import contradictions


@pytest.fixture
async def file(tmp_path):
    """A store on a SQLite file that nobody else has open."""
    path = tmp_path / "campaigns.db"
    engine = await open_database(f"sqlite+aiosqlite:///{path}")
    yield Store(engine, now=lambda: 1_800_000_000), path
    await engine.dispose()


def everything(path):
    """All bytes of a database's files."""
    return b"".join(each.read_bytes() for each in path.parent.iterdir())


async def play_on(channel, secret, chance):
    """A few orders, the same name and reason again and again, in rows of many sizes."""
    async with channel.transaction() as transaction:
        await transaction.add_unit(f"{secret} {chance.randrange(10**6)}", secret, None, AHL.dump_sheet(AHL.new_sheet))
        transaction.change(await transaction.unit("Pirate"), side=f"{secret} {chance.randrange(10**6)}")
        lines = [f"Because: {secret} {'x' * chance.randrange(3_000)}" for _ in range(chance.randrange(1, 4))]
        await transaction.record("character add", Card(f"{secret} joins", tuple(lines)), place=channel.place)


async def erase(channel):
    async with channel.transaction(ended=True) as transaction:
        await transaction.erase()
    await scour(channel.store.engine)


@pytest.mark.parametrize("seed", range(4))
async def test_an_erased_campaign_leaves_no_byte_while_the_bot_runs(file, seed):
    """Among campaigns that grow beside it, erased early and late: no name, no reason, no seed of its dice."""
    store, path = file
    chance = random.Random(seed)
    ours = Channel(store, Place(10, 100))
    others = [Channel(store, Place(10, 200 + number)) for number in range(3)]
    for channel in (ours, *others):
        await channel.begin()
    for _ in range(12):
        await play_on(ours, "Zaphod of Betelgeuse", chance)
        await play_on(chance.choice(others), "Somebody else", chance)
    async with ours.transaction() as transaction:
        seed_of_dice, key = transaction.source.seed, "zaphod of betelgeuse"
    present = everything(path)
    assert b"Zaphod of Betelgeuse" in present
    assert seed_of_dice in present
    await erase(ours)
    present = everything(path)
    assert (path.parent / "campaigns.db-wal").stat().st_size == 0
    assert b"Zaphod of Betelgeuse" not in present
    assert key.encode() not in present
    assert seed_of_dice not in present
    assert b"Somebody else" in present
    assert await contradictions(store.engine) == []


async def test_the_log_is_emptied_when_a_copy_that_reads_from_it_is_done(file):
    """Orders go on meanwhile."""
    store, path = file
    ours, other = Channel(store, Place(10, 100)), Channel(store, Place(10, 200))
    await ours.begin()
    await other.begin()
    await play_on(ours, "Zaphod of Betelgeuse", random.Random(1))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entry").fetchone()
        erasing = asyncio.ensure_future(erase(ours))
        await asyncio.sleep(0.3)
        await other.fire()
        assert not erasing.done()
        reader.execute("COMMIT")
    await erasing
    assert b"Zaphod of Betelgeuse" not in everything(path)


async def test_what_an_earlier_program_deleted_is_gone_after_the_upgrade(tmp_path):
    """It deleted without overwriting: what it left is found in the file, and after the next upgrade it isn't."""
    path = tmp_path / "campaigns.db"
    url = f"sqlite+aiosqlite:///{path}"
    store = Store(await open_database(url), now=lambda: 0)
    ours = Channel(store)
    await ours.begin()
    await play_on(ours, "Zaphod of Betelgeuse", random.Random(2))
    async with store.engine.begin() as connection:
        await as_of_0005(connection)
    await store.engine.dispose()
    with closing(sqlite3.connect(path)) as before:
        before.execute("PRAGMA secure_delete=OFF")
        for table in ("change", "entry", "unit", "member", "campaign"):
            before.execute(f"DELETE FROM {table}")
        before.commit()
    assert b"Zaphod of Betelgeuse" in everything(path)
    engine = await open_database(url)
    assert b"Zaphod of Betelgeuse" not in everything(path)
    await engine.dispose()


def filled(table, campaign_id, row_id):
    """A row with something in every column."""
    of_type = {Integer: row_id, Boolean: False, LargeBinary: b"seed", JSON: {}}
    values = {}
    for column in table.c:
        found = [value for kind, value in of_type.items() if isinstance(column.type, kind)]
        values[column.name] = found[0] if found else f"{table.name} {row_id}"
    return values | {"campaign_id": campaign_id} if "campaign_id" in table.c else values


async def test_every_table_that_knows_a_campaign_is_erased_with_it(store):
    """Whatever tables there will be: one whose rows belong to a campaign goes with it, and of other campaigns none."""
    async with store.engine.begin() as connection:
        for campaign_id in (1, 2):
            for table in METADATA.sorted_tables:
                row = filled(table, campaign_id, campaign_id)
                await connection.execute(insert(table), row)
        for table, here in parts_of(1):
            await connection.execute(table.delete().where(here))
        for table in METADATA.sorted_tables:
            kept = {row.id for row in await connection.execute(select(table))}
            of_campaigns = table is CAMPAIGN or any(
                key.column.table.name in {"campaign", "entry"} for key in table.foreign_keys
            )
            assert kept == ({2} if of_campaigns else {1, 2}), table.name
