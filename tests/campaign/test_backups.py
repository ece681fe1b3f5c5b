"""Copies of a SQLite database: made while it is in use, checked, rotated, put back; and what goes wrong with them."""

import asyncio
import os
import sqlite3
import stat
from contextlib import closing

import pytest

from bot.__main__ import main
from bot.campaign.backups import Backups, check, restore
from bot.campaign.database import DatabaseProblemError, open_database
from bot.campaign.posts import keep_thread
from bot.campaign.recording import Place
from bot.campaign.store import Store
from bot.engine.cards import Card
from bot.upkeep import back_up_if_due
from tests.campaign.conftest import Channel
from tests.campaign.whole import contradictions

NOW = 1_800_000_000


@pytest.fixture
def url(tmp_path):
    return f"sqlite+aiosqlite:///{tmp_path}/campaigns.db"


@pytest.fixture
async def running(url):
    """A bot's store, with its one connection open."""
    store = Store(await open_database(url), now=lambda: NOW)
    yield store
    await store.engine.dispose()


async def played(store, number=1):
    channel = Channel(store, Place(10, 100 * number))
    await channel.begin()
    await channel.fire()
    return channel


async def test_a_copy_made_amid_orders_is_whole_and_of_one_moment(running, url, tmp_path):
    """Orders at four tables while copies are made one after the other: none waits long, none is half in a copy."""
    channels = [await played(running, number) for number in range(1, 5)]
    backups, done = Backups(tmp_path / "copies", keep=99), asyncio.Event()

    async def orders(channel):
        count = 0
        while not done.is_set():
            async with channel.transaction() as transaction:
                transaction.change(await transaction.unit("Pirate"), side=f"Side {count}")
                await transaction.record("character edit", Card("Pirate is changed"), place=channel.place)
            count += 1
        return count

    playing = [asyncio.ensure_future(orders(channel)) for channel in channels]
    made = [await asyncio.to_thread(backups.make, url, NOW + number) for number in range(6)]
    done.set()
    assert min(await asyncio.gather(*playing)) > 0
    for copy in made:
        assert check(copy) == 4
        engine = await open_database(f"sqlite+aiosqlite:///{copy}")
        assert await contradictions(engine) == []
        await engine.dispose()


async def test_a_copy_is_one_file_that_only_its_owner_reads(running, url, tmp_path):
    await played(running)
    copy = Backups(tmp_path / "copies", keep=2).make(url, NOW)
    assert copy.name == "boarding-party-20270115-080000.db"
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


async def test_the_newest_are_kept_and_nothing_else_is_touched(running, url, tmp_path):
    await played(running)
    backups = Backups(tmp_path / "copies", keep=2)
    backups.folder.mkdir()
    other = backups.folder / "mine.db"
    other.write_text("not a copy")
    made = [backups.make(url, NOW + day * 86_400) for day in range(4)]
    assert backups.all() == made[2:]
    assert other.exists()
    assert backups.last() == int(made[3].stat().st_mtime)


async def test_each_day_one_is_made(running, url, tmp_path):
    await played(running)
    backups = Backups(tmp_path / "copies", keep=9)
    for later in (0, 60, 86_000):
        await back_up_if_due(backups, url, NOW + later)
        made = backups.all()
        os.utime(made[-1], (NOW, NOW))
    assert len(made) == 1
    await back_up_if_due(backups, url, NOW + 86_400)
    assert len(backups.all()) == 2


async def test_before_there_is_anything_nothing_is_copied_and_nothing_is_wrong(url, tmp_path):
    """As on the first day, when the copies are looked after before the database is made."""
    backups = Backups(tmp_path / "copies", keep=9)
    await back_up_if_due(backups, url, NOW)
    assert backups.all() == []


async def test_what_was_copied_is_put_back(running, url, tmp_path):
    """And what was there since is kept beside it."""
    channel = await played(running)
    before = await channel.snapshot()
    copy = Backups(tmp_path / "copies", keep=2).make(url, NOW)
    await channel.fire(target="Pirate Captain")
    assert await channel.snapshot() != before
    with pytest.raises(DatabaseProblemError, match=r"The bot runs on .*: stop it first, and then put the copy back"):
        restore(copy, url, NOW)
    after = await channel.snapshot()
    await running.engine.dispose()
    kept = restore(copy, url, NOW)
    for file, expected in ((url.partition(":///")[2], before), (kept, after)):
        store = Store(await open_database(f"sqlite+aiosqlite:///{file}"), now=lambda: NOW)
        assert await Channel(store, channel.place).snapshot() == expected
        assert await contradictions(store.engine) == []
        await store.engine.dispose()


@pytest.mark.parametrize("there", ["nothing", "noise", "a log beside it"])
async def test_it_is_put_back_whatever_is_there(running, url, tmp_path, there):
    channel = await played(running)
    before = await channel.snapshot()
    copy = Backups(tmp_path / "copies", keep=2).make(url, NOW)
    await running.engine.dispose()
    file = tmp_path / "campaigns.db"
    if there == "nothing":
        file.unlink()
    else:
        file.write_bytes(b"noise" * 4000)
        if there == "a log beside it":
            (tmp_path / "campaigns.db-wal").write_bytes(b"noise" * 4000)
    kept = restore(copy, url, NOW)
    assert (kept is None) == (there == "nothing")
    store = Store(await open_database(url), now=lambda: NOW)
    assert await Channel(store, channel.place).snapshot() == before
    await store.engine.dispose()


@pytest.mark.parametrize("spoilt", ["no copy", "a page", "newer", "gone", "empty"])
async def test_what_is_no_whole_copy_is_not_put_back(running, url, tmp_path, spoilt):
    channel = await played(running)
    copy = Backups(tmp_path / "copies", keep=2).make(url, NOW)
    before = await channel.snapshot()
    await running.engine.dispose()
    if spoilt == "no copy":
        copy.write_text("notes " * 500)
    elif spoilt == "a page":
        content = bytearray(copy.read_bytes())
        content[8192 : 8192 + 4096] = bytes(4096)
        copy.write_bytes(content)
    elif spoilt == "newer":
        with closing(sqlite3.connect(copy)) as opened:
            opened.execute("UPDATE alembic_version SET version_num = '9999'")
            opened.commit()
    elif spoilt == "gone":
        copy.unlink()
    else:
        copy.write_bytes(b"")
    with pytest.raises(DatabaseProblemError, match=r"copy|damaged|newer|There is no file"):
        restore(copy, url, NOW)
    store = Store(await open_database(url), now=lambda: NOW)
    assert await Channel(store, channel.place).snapshot() == before
    await store.engine.dispose()


async def test_where_no_copy_can_be_made_nothing_is_left(running, url, tmp_path):
    await played(running)
    folder = tmp_path / "copies"
    folder.write_text("a file where the folder should be")
    with pytest.raises(DatabaseProblemError, match=r"No backup could be made in .*copies: "):
        Backups(folder, keep=2).make(url, NOW)
    with pytest.raises(DatabaseProblemError, match=r"There is no file .*nowhere.db to take a copy of"):
        Backups(tmp_path / "others", keep=2).make(f"sqlite+aiosqlite:///{tmp_path}/nowhere.db", NOW)
    assert list((tmp_path / "others").iterdir()) == []
    with pytest.raises(DatabaseProblemError, match="PostgreSQL has pg_dump and psql"):
        Backups(tmp_path / "others", keep=2).make("postgresql+asyncpg://me@host/db", NOW)


async def test_from_the_command_line(running, url, tmp_path, monkeypatch, capsys):
    channel = await played(running)
    before = await channel.snapshot()
    for name, value in (("DATABASE_URL", url), ("BACKUP_DIR", str(tmp_path / "copies")), ("BACKUP_KEEP", "2")):
        monkeypatch.setenv(name, value)
    assert await asyncio.to_thread(main, ["backup"]) == 0
    told = capsys.readouterr().out
    assert told.endswith(".db has 1 campaign and is whole.\n")
    copy = told.split(" has ")[0]
    await channel.fire(target="Pirate Captain")
    assert await asyncio.to_thread(main, ["restore", copy]) == 2
    assert "The bot runs on" in capsys.readouterr().err
    await running.engine.dispose()
    assert await asyncio.to_thread(main, ["restore", copy]) == 0
    assert "is in its place again. What was there is" in capsys.readouterr().out
    store = Store(await open_database(url), now=lambda: NOW)
    assert await Channel(store, channel.place).snapshot() == before
    await store.engine.dispose()
    monkeypatch.delenv("BACKUP_DIR")
    assert await asyncio.to_thread(main, ["backup"]) == 2
    assert "Name a folder for the copy, or set BACKUP_DIR" in capsys.readouterr().err
    assert await asyncio.to_thread(main, ["backup", str(tmp_path / "other")]) == 0


async def test_forgetting_from_the_command_line(running, url, monkeypatch, capsys):
    """While the bot runs on it."""
    channel, theirs = await played(running), 203456789012345679
    async with channel.transaction() as transaction:
        transaction.change(await transaction.unit("Pirate"), owner_id=theirs)
        await transaction.record("character edit", Card("Pirate is changed"), place=channel.place)
        await keep_thread(transaction.connection, transaction.campaign.id, "Pirates", 777)
    monkeypatch.setenv("DATABASE_URL", url)
    assert await asyncio.to_thread(main, ["forget", "user", "12"]) == 2
    assert "12 is no number of a person on Discord" in capsys.readouterr().err
    assert await asyncio.to_thread(main, ["forget", "user", "203456789012345678"]) == 0
    told = capsys.readouterr().out
    assert "Forgotten in 0 campaigns" in told
    assert "threads" not in told
    assert await asyncio.to_thread(main, ["forget", "user", str(theirs)]) == 0
    assert "Let them out of the threads and channels of sides on Discord: 777." in capsys.readouterr().out
    assert await asyncio.to_thread(main, ["forget", "server", "10"]) == 0
    assert "Campaigns erased: 1." in capsys.readouterr().out
