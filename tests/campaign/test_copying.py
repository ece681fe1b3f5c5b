import random
import threading

import pytest
from sqlalchemy import select, text

from bot.__main__ import main
from bot.campaign.backups import copy_campaigns
from bot.campaign.database import DatabaseProblemError, open_database
from bot.campaign.erasing import departed
from bot.campaign.models import METADATA
from bot.campaign.posts import BATTLE, Posted, note
from bot.campaign.recording import Place
from bot.campaign.rosters import save
from bot.campaign.store import Store
from bot.engine.cards import Card
from bot.engine.seats import Seat, Wait
from bot.engine.system import CAREER, SHIP
from tests.campaign.back_and_forth import again, play_back_and_forth, take_back
from tests.campaign.conftest import AHL, Channel


async def everything(engine):
    async with engine.begin() as connection:
        return {
            name: (await connection.execute(select(table).order_by(table.c.id))).all()
            for name, table in METADATA.tables.items()
        }


@pytest.fixture
async def played(database_url):
    """A database with two campaigns, in one of which the last character that was added is gone."""
    engine = await open_database(database_url)
    store = Store(engine, now=lambda: 1_800_000_000)
    await play_back_and_forth(Channel(store), random.Random(5), 3)
    other = Channel(store, Place(10, 2**63 - 1))
    await other.begin()
    async with other.transaction() as transaction:
        await transaction.put_up_deck("5" * 64, "name: Hold\n\nlevel: One\n###\n#.#\n###\n", {"v": 1})
        await transaction.keep_sights("5" * 64, {"Pirates": {"v": 1}})
        await transaction.keep_battle(None, "{}")
        await transaction.add_unit("Wasp", "Pirates", 2**62, {"v": 1}, SHIP)
        transaction.change(await transaction.unit("Wasp", SHIP), marks=["surrendered"])
        await transaction.add_unit("Wasp", "", 2**62, {"v": 1}, CAREER)
        await transaction.keep(CAREER, {"v": 1})
        await save(transaction, "Żółw 🎲", [{"name": "Wasp", "sheet": {"v": 1}}], shared=True)
        await transaction.keep_table(Wait(2**40, ("turn 1",)), Seat(pinged=True, away_until=2**40))
        await transaction.record("deck load", Card("All that there is"), place=other.place)
    async with other.transaction() as transaction:
        await transaction.add_unit("Żółw 🎲", "", None, AHL.dump_sheet(AHL.new_sheet))
        await transaction.record("character add", Card("Żółw 🎲 is here", footer="☃"), place=other.place)
    await take_back(other)
    await departed(engine, 10, 1_800_000_000)
    await note(engine, 2, BATTLE, 3, Posted(2**63 - 1, 2**62))
    yield database_url, await everything(engine)
    await engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
async def empty(request, tmp_path):
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path}/copy.db"
        return
    server = request.getfixturevalue("postgresql")
    async with server.database() as url:
        yield url


async def test_a_copy_is_the_same_and_plays_on(played, empty):
    url, original = played
    counts = await copy_campaigns(url, empty)
    assert counts == {name: len(rows) for name, rows in original.items()}
    assert counts["campaign"] == 2
    assert all(counts.values()), "of every table something is copied"
    engine = await open_database(empty)
    assert await everything(engine) == original
    other = Channel(Store(engine, now=lambda: 0), Place(10, 2**63 - 1))
    other.keys = iter(range(10_000, 20_000))
    async with other.transaction() as transaction:
        new = await transaction.add_unit("Newcomer", "", None, AHL.dump_sheet(AHL.new_sheet))
        await transaction.record("character add", Card("Newcomer is here"), place=other.place)
    used = {row.entity_id for row in original["change"] if row.entity == "unit"}
    assert new > max(used), "an old button must not reach a new character"
    before = await other.snapshot()
    await take_back(other)
    await again(other)
    assert await other.snapshot() == before
    await engine.dispose()


async def test_only_into_an_empty_database(played, tmp_path):
    url, original = played
    with pytest.raises(DatabaseProblemError, match="same database twice"):
        await copy_campaigns(url, url)
    target = f"sqlite+aiosqlite:///{tmp_path}/other.db"
    await copy_campaigns(url, target)
    with pytest.raises(DatabaseProblemError, match="into an empty database only: that one has 2 already"):
        await copy_campaigns(url, target)
    engine = await open_database(target)
    assert await everything(engine) == original
    await engine.dispose()


async def test_what_has_nothing_is_refused(tmp_path):
    with pytest.raises(DatabaseProblemError, match=r"There is no file .*/gone.db"):
        await copy_campaigns(f"sqlite+aiosqlite:///{tmp_path}/gone.db", f"sqlite+aiosqlite:///{tmp_path}/b.db")
    await (await open_database(f"sqlite+aiosqlite:///{tmp_path}/a.db")).dispose()
    with pytest.raises(DatabaseProblemError, match="There are no campaigns to copy"):
        await copy_campaigns(f"sqlite+aiosqlite:///{tmp_path}/a.db", f"sqlite+aiosqlite:///{tmp_path}/b.db")


async def test_what_arrives_otherwise_is_not_kept(played, tmp_path):
    """A database that changes what it is given: a trigger here."""
    url, _ = played
    target = f"sqlite+aiosqlite:///{tmp_path}/other.db"
    engine = await open_database(target)
    async with engine.begin() as connection:
        trigger = "CREATE TRIGGER odd AFTER INSERT ON unit BEGIN UPDATE unit SET side = '?' WHERE id = NEW.id; END"
        await connection.execute(text(trigger))
    with pytest.raises(DatabaseProblemError, match="What arrived in unit is not what was sent"):
        await copy_campaigns(url, target)
    assert not any((await everything(engine)).values())
    await engine.dispose()


async def test_whatever_is_refused_all_that_was_opened_is_closed(played, tmp_path):
    """A thread that is left would keep the program from ending."""
    url, _ = played
    before = set(threading.enumerate())
    with pytest.raises(DatabaseProblemError, match=r"nowhere/b\.db can't be used"):
        await copy_campaigns(url, f"sqlite+aiosqlite:///{tmp_path}/nowhere/b.db")
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in left)


def test_the_command_names_what_is_wrong(capsys, tmp_path):
    assert main(["copy", "mysql://x", "y"]) == 2
    assert "FROM must begin with" in capsys.readouterr().err
    gone = f"sqlite+aiosqlite:///{tmp_path}/gone.db"
    assert main(["copy", gone, f"sqlite+aiosqlite:///{tmp_path}/b.db"]) == 2
    assert "There is no file" in capsys.readouterr().err
    for address in ("postgresql+asyncpg://me:a@host:secret/x", "postgresql+asyncpg://me:secret"):
        assert main(["copy", address, gone]) == 2
        told = capsys.readouterr().err
        assert told.startswith("FROM or TO is not a database's address: ")
        assert "secret" not in told
