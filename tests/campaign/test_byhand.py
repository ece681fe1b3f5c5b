"""Dice thrown on the table, as they are kept: they use up none of the seed's, and everything else is as with those."""

import json

import pytest
from sqlalchemy import select

from bot.campaign.access import Actor
from bot.campaign.backups import copy_campaigns
from bot.campaign.byhand import Unthrown, note_unthrown, unthrown_of
from bot.campaign.database import open_database
from bot.campaign.erasing import forget_person
from bot.campaign.play import play
from bot.campaign.rows import ENTRY
from bot.campaign.stretches import opened_log, reveal, to_open
from bot.engine.byhand import UnthrownError, Wanted
from bot.engine.cards import Card
from bot.engine.dice import LiveDice, Throw
from bot.engine.errors import RuleError
from bot.engine.throwlog import checked, written
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import AHL, PLAYER, REFEREE, STRANGER

ANN = Actor(203_456_789_012_345_678, "Ann")
MISS = Throw("to hit Pirate", 6, (1, 1), by_hand=True)
SAID = {"verb": "fire", "people": {"name": "Marine E1", "target": "Pirate"}, "fields": {"range": 30}}


@pytest.fixture
async def at_table(channel):
    async with channel.transaction() as transaction:
        transaction.change_campaign(settings={"dice": "table"})
        await transaction.record("campaign set", Card("The campaign is set"), place=channel.place)
    return channel


async def fire(channel, *thrown, actor=REFEREE, dice=LiveDice):
    async with channel.transaction(actor) as transaction:
        transaction.thrown = list(thrown) or None
        return await play(transaction, channel.place, AHL, "fire", SAID["people"], SAID["fields"], dice)


async def wait(channel, actor=PLAYER, **more):
    async with channel.transaction(actor) as transaction:
        waits = Unthrown("order", SAID, transaction.chain, actor.id, wanted=[Wanted("to hit Pirate", 2, 6)], **more)
        return await note_unthrown(transaction, channel.place, waits, "/fire waits for dice")


async def test_an_order_stops_with_nothing_changed_until_its_dice_are_thrown(at_table):
    before = await at_table.snapshot()
    with pytest.raises(UnthrownError) as unthrown:
        await fire(at_table)
    assert unthrown.value.wanted == (Wanted("to hit Pirate", 2, 6),)
    assert await at_table.snapshot() == before
    entry = await fire(at_table, MISS)
    assert entry.card.footer.endswith("thrown by hand")
    async with at_table.transaction() as transaction:
        assert transaction.campaign.counter == 0


async def test_more_dice_than_are_thrown_are_refused(at_table):
    """A miss has no damage: so the game has gone on since those dice were thrown."""
    with pytest.raises(RuleError, match="The game has gone on since those dice were thrown"):
        await fire(at_table, MISS, Throw("damage", 6, (3, 3), by_hand=True))
    with pytest.raises(RuleError, match="The game has gone on since those dice were thrown"):
        await fire(at_table, Throw("damage", 6, (3, 3), by_hand=True))


async def test_undo_and_redo_are_as_with_the_seeds_dice(at_table):
    await fire(at_table, MISS)
    after = await at_table.snapshot()
    assert (await take_back(at_table)).throws == 1
    await again(at_table)
    assert await at_table.snapshot() == after
    await take_back(at_table)
    assert (await fire(at_table, MISS)).card.footer.endswith("thrown by hand · thrown after an undo")


async def test_the_log_tells_them_apart_and_is_accepted(at_table):
    """Those of the seed are counted as if there were no others."""
    await fire(at_table, MISS)
    async with at_table.transaction() as transaction:
        transaction.change_campaign(settings={})
        await play(transaction, at_table.place, AHL, "roll", {}, {"throw": "2D"}, LiveDice)
    await fire(at_table, MISS)
    async with at_table.transaction() as transaction:
        await play(transaction, at_table.place, AHL, "roll", {}, {"throw": "1D"}, LiveDice)
    async with at_table.transaction() as transaction:
        await reveal(transaction, at_table.place, AHL, (await to_open(transaction)).first.id)
    async with at_table.transaction() as transaction:
        logged = await opened_log(transaction)
    for files in (written(1, logged), written(1, logged, most=2**16 + 300)):
        told = [list(checked(each)) for each in files]
        assert all(told)
    entries = json.loads(written(1, logged)[0])["stretches"][0]["entries"]
    hand = {"sides": 6, "faces": [1, 1], "for": "to hit Pirate"}
    assert [entry.get("by hand") for entry in entries] == [[hand], None, [hand], None]
    assert [sum(len(throw["faces"]) for throw in entry["throws"]) for entry in entries] == [0, 2, 0, 1]
    assert len(written(1, logged, most=2**16 + 300)) > 1


async def test_what_waits_for_dice_is_whose_turn_it_is_to_throw_and_answered_once(at_table):
    entry = await wait(at_table)
    assert entry.sealed
    assert not entry.undoable
    async with at_table.transaction(STRANGER) as transaction:
        with pytest.raises(RuleError):
            await unthrown_of(transaction, entry.id)
    async with at_table.transaction(REFEREE) as transaction:
        with pytest.raises(RuleError, match="Those dice are for somebody else to throw"):
            await unthrown_of(transaction, entry.id)
    async with at_table.transaction(PLAYER) as transaction:
        waits = await unthrown_of(transaction, entry.id)
        assert (waits.deed, waits.said, waits.asker_id) == ("order", SAID, PLAYER.id)
        assert waits.wanted == [Wanted("to hit Pirate", 2, 6)]
        await note_unthrown(transaction, at_table.place, waits, "/fire waits for dice")
    async with at_table.transaction(PLAYER) as transaction:
        with pytest.raises(RuleError, match="Those dice have been thrown already"):
            await unthrown_of(transaction, entry.id)


async def test_whoever_is_forgotten_throws_no_more(at_table, store):
    entry = await wait(at_table, ANN, thrown=[MISS])
    await forget_person(store.engine, ANN.id)
    async with store.engine.begin() as connection:
        row = (await connection.execute(select(ENTRY).where(ENTRY.c.id == entry.id))).mappings().one()
    assert str(ANN.id) not in json.dumps({name: str(value) for name, value in row.items()})
    async with at_table.transaction(ANN) as transaction:
        with pytest.raises(RuleError):
            await unthrown_of(transaction, entry.id)


async def test_a_copy_waits_for_the_same_dice(at_table, store, database_url, tmp_path):
    entry = await wait(at_table, thrown=[MISS])
    url = f"sqlite+aiosqlite:///{tmp_path}/copy.db"
    await copy_campaigns(database_url, url)
    engine = await open_database(url)
    try:
        copied = type(store)(engine, lambda: 0)
        async with copied.transaction(at_table.place, PLAYER, "somewhere-else") as transaction:
            waits = await unthrown_of(transaction, entry.id)
        assert waits.thrown == [MISS]
    finally:
        await engine.dispose()
