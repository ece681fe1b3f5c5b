"""Rosters of people and ships: kept, saved anew, taken away and taken over, with undo, on both databases."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import select

from bot.campaign.backups import copy_to
from bot.campaign.database import open_database
from bot.campaign.recording import Place
from bot.campaign.rosters import chosen, meant, member_of, remove, rosters_for, save, take_over
from bot.campaign.rows import ROSTER
from bot.campaign.store import Store
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.systems.ships import HIDDEN
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import AHL, PLAYER, REFEREE, STRANGER, SYSTEMS, TABLE, Channel
from tests.campaign.whole import contradictions

RULES = {"character": AHL, "ship": SYSTEMS["highguard"]}


async def kept(channel, name="Boarders", shared=False):
    async with channel.transaction() as transaction:
        members = [member_of(unit, AHL, {}) for unit in await transaction.units()]
        await save(transaction, name, members, shared=shared)
        await transaction.record("roster save", Card("Saved"), place=channel.place)


async def there_are(store):
    async with store.engine.begin() as connection:
        rows = (await connection.execute(select(ROSTER).order_by(ROSTER.c.id))).mappings().all()
    return {row["name"]: ([one["name"] for one in row["members"]], row["shared"]) for row in rows}


ALL = ["Marine E1", "Marine N1", "Pirate", "Pirate Captain"]


async def test_a_name_that_looks_like_that_of_another_one_is_refused(store):
    channel = Channel(store)
    await channel.begin()
    await kept(channel)
    # The first letter is the Greek one.
    with pytest.raises(RuleError, match="looks like Boarders"):
        await kept(channel, "Βoarders")
    assert {*await there_are(store)} == {"Boarders"}


async def test_one_is_saved_anew_and_taken_away_and_all_of_that_taken_back(store):
    channel = Channel(store)
    await channel.begin()
    await kept(channel)
    async with channel.transaction() as transaction:
        await transaction.remove(await transaction.unit("Pirate"))
        await transaction.record("character remove", Card("Leaves"), place=TABLE)
    await kept(channel, "BOARDERS", shared=True)
    assert await there_are(store) == {"BOARDERS": (["Marine E1", "Marine N1", "Pirate Captain"], True)}
    assert await contradictions(store.engine) == []
    await take_back(channel)
    assert await there_are(store) == {"Boarders": (ALL, False)}
    await again(channel)
    async with channel.transaction() as transaction:
        assert await remove(transaction, "boarders") == "BOARDERS"
        await transaction.record("roster remove", Card("Away"), place=TABLE)
    assert await there_are(store) == {}
    await take_back(channel)
    assert await there_are(store) == {"BOARDERS": (["Marine E1", "Marine N1", "Pirate Captain"], True)}
    assert await contradictions(store.engine) == []


async def test_it_is_for_the_referees_of_its_campaign_or_for_all_of_the_server_if_it_is_shared(store):
    ours, other = Channel(store), Channel(store, Place(11, 200))
    await ours.begin()
    await kept(ours)
    await kept(ours, "Open", shared=True)
    await other.begin()
    await kept(other, "Elsewhere", shared=True)

    async def known(actor):
        async with store.engine.begin() as connection:
            return [each.stored.name for each in await rosters_for(connection, TABLE, actor)]

    assert await known(REFEREE) == ["Open", "Boarders"]
    assert await known(PLAYER) == await known(STRANGER) == ["Open"]


async def test_they_join_as_they_were_with_what_the_house_keeps_of_them(store):
    ours, other = Channel(store), Channel(store, Place(10, 200))
    await ours.begin()
    async with ours.transaction() as transaction:
        transaction.change(await transaction.unit("Pirate"), marks=["surrendered"], owner_id=PLAYER.id)
        await transaction.record("surrender", Card("Surrenders"), place=TABLE)
    await kept(ours)
    await other.begin(starter=False)
    before = await other.snapshot()
    async with other.transaction() as transaction:
        known = await rosters_for(transaction.connection, other.place, REFEREE)
        taken = await take_over(transaction, SYSTEMS, RULES, meant(known, "board"), "Pirates, Marine E1")
        await transaction.record("roster load", Card("Joins"), place=other.place)
    assert [name for name, _ in taken.joined] == ["Marine E1", "Pirate", "Pirate Captain"]
    async with other.transaction() as transaction:
        pirate = await transaction.unit("Pirate")
        assert (pirate.marks, pirate.owner_id, pirate.side) == (["surrendered"], PLAYER.id, "Pirates")
        assert pirate.sheet == AHL.dump_sheet(AHL.templates["Pirate"].sheet)
    await take_back(other)
    assert await other.snapshot() == before
    assert await contradictions(store.engine) == []


async def test_nobody_joins_where_one_of_them_cannot(store):
    channel = Channel(store)
    await channel.begin()
    await kept(channel)
    async with channel.transaction() as transaction:
        roster = meant(await rosters_for(transaction.connection, TABLE, REFEREE), "Boarders")
        with pytest.raises(RuleError, match="Marine E1, Marine N1, Pirate and Pirate Captain are here already"):
            await take_over(transaction, SYSTEMS, RULES, roster, "")
        for unit in await transaction.units():
            await transaction.remove(unit)
        with pytest.raises(RuleError, match="How somebody out of Azhanti High Lightning comes into Combat 3000"):
            await take_over(transaction, SYSTEMS, {"character": SYSTEMS["combat3000"]}, roster, "")
        with pytest.raises(RuleError, match="This campaign has no rules for characters"):
            await take_over(transaction, SYSTEMS, {"ship": SYSTEMS["highguard"]}, roster, "")
        gone = "This bot has the rules no longer by which Marine E1, Marine N1, Pirate and Pirate Captain played"
        with pytest.raises(RuleError, match=gone):
            await take_over(transaction, {"highguard": SYSTEMS["highguard"]}, RULES, roster, "")
        await transaction.record("character remove", Card("Gone"), place=TABLE)


async def test_it_goes_with_its_campaign(store):
    channel = Channel(store)
    await channel.begin()
    await kept(channel)
    async with channel.transaction() as transaction:
        assert (await transaction.erase())["roster"] == 1
    assert await there_are(store) == {}


async def test_a_backup_has_it(tmp_path):
    engine = await open_database(f"sqlite+aiosqlite:///{tmp_path}/campaigns.db")
    channel = Channel(Store(engine, now=lambda: 1_800_000_000))
    await channel.begin()
    await kept(channel)
    copy_to(tmp_path / "campaigns.db", tmp_path / "copy.db")
    await engine.dispose()
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT name FROM roster").fetchall() == [("Boarders",)]


def test_a_hidden_ship_is_chosen_by_its_own_name_alone_where_others_would_learn_of_it():
    sides = {"Ann": "Navy", "Lurker": "Navy", "Shade": "Dark"}
    members = [{"name": name, "side": side, "marks": [HIDDEN]} for name, side in sides.items()]
    members[0]["marks"] = []
    assert [one["name"] for one in chosen(members, "", hidden=False)] == ["Ann"]
    assert [one["name"] for one in chosen(members, "navy", hidden=False)] == ["Ann"]
    assert [one["name"] for one in chosen(members, "Navy, lurk", hidden=False)] == ["Ann", "Lurker"]
    assert [one["name"] for one in chosen(members, "navy, dark")] == ["Ann", "Lurker", "Shade"]
    with pytest.raises(RuleError, match="There is no one of them “dark”"):
        chosen(members, "dark", hidden=False)


def test_some_are_chosen_by_name_or_side():
    members = [{"name": name, "side": side} for name, side in (("Ann", "Navy"), ("Bob", "Navy"), ("Cid", ""))]
    assert [one["name"] for one in chosen(members, "")] == ["Ann", "Bob", "Cid"]
    assert [one["name"] for one in chosen(members, "cid, navy")] == ["Ann", "Bob", "Cid"]
    assert [one["name"] for one in chosen(members, "Bob,")] == ["Bob"]
    with pytest.raises(RuleError, match="no one of them “Dan”"):
        chosen(members, "Dan")
