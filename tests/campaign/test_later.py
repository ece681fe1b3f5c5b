"""Orders that are kept for a later step: carried out in one with what brings them on, by their giver's rights."""

import json

import pytest
from sqlalchemy import select

from bot.campaign.access import Actor
from bot.campaign.erasing import forget_person
from bot.campaign.journal import redo, undo
from bot.campaign.log import log
from bot.campaign.play import play
from bot.campaign.rows import CAMPAIGN, ENTRY
from bot.chat.wording import lines_of
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from tests.campaign.conftest import AHL, REFEREE, Channel

ANN, BOB = Actor(203_456_789_012_345_678, "Ann"), Actor(1_403_456_789_012_345_679, "Bob")


async def give(channel, actor, verb, fields=None, **people):
    async with channel.transaction(actor) as transaction:
        return await play(transaction, channel.place, AHL, verb, people, fields or {}, LiveDice)


async def step(channel, name):
    return await give(channel, REFEREE, "phase", {"step": name})


async def shown_to(channel, actor):
    async with channel.transaction(actor) as transaction:
        return [str(line) for each in await log(transaction, 50) for line in (each.card.title, *each.card.lines)]


@pytest.fixture
async def table(store):
    """Ann's marine and Bob's pirate, both of whom may still act in the covering fire step of phase 1."""
    channel = Channel(store)
    await channel.begin(starter=False)
    async with channel.transaction() as transaction:
        for number, (name, owner) in enumerate((("Marine", ANN), ("Pirate", BOB))):
            sheet = AHL.dump_sheet(AHL.starter[number].sheet)
            await transaction.add_unit(name, f"{name}s", owner.id, sheet)
        transaction.change_campaign(settings={"later steps": "kept"})
        await transaction.record("campaign set", Card("Set"), place=channel.place)
    await give(channel, REFEREE, "turn begin")
    for actor in (ANN, BOB):
        await give(channel, actor, "plan", {"plan": "aim"})
    await give(channel, REFEREE, "phase")
    return channel


async def fire(channel, actor=ANN, attacker="Marine", target="Pirate"):
    return await give(channel, actor, "fire", {"range": 5}, name=attacker, target=target)


async def test_what_is_so_anyhow_is_not_kept_with_it_so_that_the_settings_of_its_step_hold(table):
    """A player may say what the campaign is set to; it goes round no other setting later (ruling R-161)."""

    async def rounds(value):
        async with table.transaction() as transaction:
            transaction.change_campaign(settings={"later steps": "kept", "rounds": value})
            await transaction.record("campaign set", Card("Set"), place=table.place)

    await rounds("unlimited")
    await give(
        table, ANN, "fire", {"range": 5, "values": "rounds unlimited, cover yes"}, name="Marine", target="Pirate"
    )
    await rounds("counted")
    (brought,) = (await step(table, "aimed fire")).brought
    assert brought.card.title == "Marine fires at Pirate"
    lines = "\n".join(map(str, brought.card.lines))
    assert "−2 cover" in lines
    assert "rounds left" in lines


async def test_it_is_carried_out_by_its_giver_in_the_chain_of_what_brings_it_on(table):
    early = await fire(table)
    assert early.sealed
    assert early.undoable
    assert not any("Kept" in line for line in await shown_to(table, BOB))
    assert any("Kept" in line for line in await shown_to(table, REFEREE))
    before = await table.snapshot()
    moved = await step(table, "aimed fire")
    (brought,) = moved.brought
    assert brought.actor_id == ANN.id
    assert brought.card.title == "Marine fires at Pirate"
    assert not brought.sealed
    after = await table.snapshot()
    async with table.transaction() as transaction:
        rows = (await transaction.connection.execute(select(ENTRY).where(ENTRY.c.id >= moved.id))).mappings().all()
        assert len({row["chain"] for row in rows}) == 1
        assert len({row["key"] for row in rows}) == 2
        assert rows[1]["throws"]
        back = await undo(transaction)
        await transaction.record("undo", Card("Taken back"), place=table.place, order={"chain": back.chain})
    assert await table.snapshot() == before
    async with table.transaction() as transaction:
        await redo(transaction)
        await transaction.record("redo", Card("Done again"), place=table.place)
    assert await table.snapshot() == after


async def test_two_in_one_step_are_carried_out_in_their_order_and_one_that_cannot_be_stops_nothing(table):
    await fire(table)
    await fire(table, BOB, "Pirate", "Marine")
    async with table.transaction() as transaction:
        transaction.change(await transaction.unit("Marine"), owner_id=None)
        await transaction.record("character edit", Card("Nobody's"), place=table.place)
    refused, fired = (await step(table, "aimed fire")).brought
    assert refused.card.title == "The order that was kept for Marine can't be carried out"
    assert lines_of(refused.card)[0] == "/fire name:Marine target:Pirate range:5"
    assert refused.card.lines[1].startswith("Marine is not yours")
    assert not refused.undoable
    assert fired.card.title == "Pirate fires at Marine"


async def test_whoever_brings_another_ones_order_on_leaves_its_undoing_to_the_referee(table):
    await fire(table)
    # Where no deck is up nobody else is known of who might act before.
    brought = (await give(table, BOB, "phase ready", {"step": "aimed fire"})).brought
    assert [each.actor_id for each in brought] == [ANN.id]
    async with table.transaction(BOB) as transaction:
        with pytest.raises(RuleError, match="shows the order that was kept for Marine, so only the referee"):
            await undo(transaction)


async def test_its_giver_takes_it_back(table):
    before = await table.snapshot()
    await fire(table)
    async with table.transaction(BOB) as transaction:
        with pytest.raises(RuleError, match="“Marine has an order for a later step” is not yours"):
            await undo(transaction)
    async with table.transaction(ANN) as transaction:
        back = await undo(transaction)
        await transaction.record("undo", Card("Taken back"), place=table.place, order={"chain": back.chain})
    assert await table.snapshot() == before
    assert (await step(table, "aimed fire")).brought == ()


async def test_whose_giver_is_forgotten_is_not_carried_out(table):
    await fire(table)
    await forget_person(table.store.engine, ANN.id)
    async with table.transaction() as transaction:
        things = (await transaction.connection.execute(select(CAMPAIGN.c.things))).scalar_one()
    assert str(ANN.id) not in json.dumps(things)
    (refused,) = (await step(table, "aimed fire")).brought
    assert refused.card.lines[1] == "Whoever gave that order is forgotten: nobody is left to do it for."
    assert refused.actor_id == REFEREE.id


async def test_who_has_left_is_told(table):
    await fire(table)
    async with table.transaction() as transaction:
        await transaction.remove(await transaction.unit("Pirate"))
        await transaction.record("character remove", Card("Gone"), place=table.place)
    (refused,) = (await step(table, "aimed fire")).brought
    assert refused.card.lines[1] == "Somebody in that order is no longer here: give it anew."
