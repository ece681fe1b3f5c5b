"""A person is forgotten: nothing names them, and all that was played is played on, taken back and done again."""

import json
import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import JSON, Boolean, Integer, LargeBinary, insert, select

from bot.campaign.access import Actor
from bot.campaign.database import open_database
from bot.campaign.erasing import Forgotten, forget_person, parts_of, without
from bot.campaign.log import log
from bot.campaign.models import METADATA
from bot.campaign.play import play
from bot.campaign.recording import Place
from bot.campaign.store import Store
from bot.engine.cards import Card, person
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.packing import unpack
from bot.engine.scene import REFEREE as REFEREES_PART
from bot.engine.scene import Membership
from bot.engine.system import SHIP, Need
from tests.campaign.back_and_forth import again, step, take_back
from tests.campaign.conftest import REFEREE, SYSTEMS, Channel
from tests.campaign.whole import contradictions

ANN, BOB = Actor(203_456_789_012_345_678, "Ann"), Actor(1_403_456_789_012_345_679, "Bob")


async def naming(engine, *people):
    """Every row in which one of these people stands, wherever it is."""
    found = []
    async with engine.begin() as connection:
        for table in METADATA.sorted_tables:
            for row in await connection.execute(select(table)):
                written = json.dumps(list(row), default=repr)
                found += [(table.name, written) for each in people if str(each.id) in written]
    return found


def named_everywhere(number, *others):
    """Values that name people in all the ways in which a column may: alone, as a key, in a text, in a text of JSON."""
    text = f"<@{number}> and {person(number)}, {number}: {number}"
    deep = {"x": [text]}
    tree = {"owner_id": number, str(number): 1, "by": str(number), "all": [number, *others, text], "deep": deep}
    return tree, json.dumps(tree), text


def row_naming(table, person, other, number):
    """A row of a campaign, both of this number, with a person in every column that can hold one."""
    tree, _, text = named_everywhere(person.id, other.id)
    of_type = {Boolean: True, LargeBinary: b"seed", JSON: tree, Integer: person.id}
    row = {}
    for column in table.c:
        known = [value for kind, value in of_type.items() if isinstance(column.type, kind)]
        is_number = column.primary_key or column.foreign_keys
        row[column.name] = number if is_number else known[0] if known else f"{text} in {number}"
    return row


async def test_of_every_table_and_column_nobody_is_named_any_more(store):
    """Whatever tables and columns there will be: what belongs to a campaign and can hold a person's number loses it."""
    async with store.engine.begin() as connection:
        for number, person, other in ((1, ANN, BOB), (2, BOB, ANN)):
            for table, _ in reversed(parts_of(number)):
                await connection.execute(insert(table), row_naming(table, person, other, number))
    of_servers = {"departure"}
    assert {table for table, _ in await naming(store.engine, ANN)} == METADATA.tables.keys() - of_servers
    await forget_person(store.engine, ANN.id)
    assert await naming(store.engine, ANN) == []
    assert {table for table, _ in await naming(store.engine, BOB)} == METADATA.tables.keys() - of_servers
    await forget_person(store.engine, BOB.id)
    assert await naming(store.engine, BOB) == []


def test_where_somebody_stood_nobody_stands():
    tree, text, line = named_everywhere(ANN.id, BOB.id)
    somebody = "somebody who is forgotten"
    told = f"{somebody} and {somebody}, {somebody}: {somebody}"
    gone = {"owner_id": None, "by": "", "all": [None, BOB.id, told], "deep": {"x": [told]}}
    assert without(tree, ANN.id) == gone
    assert json.loads(without(text, ANN.id)) == gone
    assert without(line, ANN.id) == told
    assert without([True, 1, 2.5, None, "{x", f"[{ANN.id}"], ANN.id) == [True, 1, 2.5, None, "{x", f"[{somebody}"]
    assert without(f"1{ANN.id}", ANN.id) == f"1{ANN.id}"


def forgotten(state):
    """A snapshot with nobody where Ann was."""
    units, chosen, things, ended, referees = state
    owners = {name: (unit.owner_id if unit.owner_id != ANN.id else None) for name, unit in units.items()}
    sheets = {name: (unit.sheet, unit.side, unit.place) for name, unit in units.items()}
    return owners, sheets, chosen, things, ended, referees - {ANN.id}


async def deed(channel, chance):
    """One command of a game in which Ann owns, referees, fights and leaves, and others do."""
    owner = chance.choice([ANN.id, BOB.id, None])
    what = chance.randrange(6)
    if what == 0:
        async with channel.transaction() as transaction:
            unit = transaction.change(await transaction.unit(chance.choice(["Marine E1", "Pirate"])), owner_id=owner)
            card = Card(f"{unit.name} is changed", (f"Owner: {person(owner or 0)}",))
            await transaction.record("character edit", card, place=channel.place)
    elif what == 1:
        async with channel.transaction() as transaction:
            if ANN.id not in await transaction.referees():
                await transaction.keep_members({str(ANN.id): Membership(REFEREES_PART)})
                card = Card("The campaign is set", (f"{person(ANN.id)} is a referee now",))
                await transaction.record("campaign set", card, place=channel.place)
    elif what == 2:
        async with channel.transaction(ANN) as transaction:
            stored = await transaction.battle()
            state = json.dumps({"ships": [{"name": "Wasp", "owner": str(owner or "")}], "round": chance.randrange(9)})
            await transaction.keep_battle(stored, state)
            await transaction.record("battle form", Card("Sealed orders"), place=channel.place, sealed=True)
    elif what == 3:
        async with channel.transaction(ANN) as transaction:
            name = f"Ship {transaction.campaign.version}"
            await transaction.add_unit(name, "", owner, {"v": 1}, SHIP)
            order = {"units": {}, "values": {"for": str(ANN.id)}}
            await transaction.record("ship add", Card(f"{name} is here"), place=channel.place, order=order)
    else:
        await step(channel, chance)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), back=st.integers(1, 8), undone=st.integers(0, 4))
async def test_any_game_is_taken_back_and_done_again_without_them(new_database, seed, back, undone):
    """Forgotten amid a game, some of it taken back: undoing passes the states that were there, but for them."""
    async with new_database() as url:
        engine = await open_database(url)
        await forget_amid(Channel(Store(engine, now=lambda: 0)), random.Random(seed), back, undone)
        await engine.dispose()


async def forget_amid(channel, chance, back, undone):
    await channel.begin()
    states = [await channel.snapshot()]
    for _ in range(14):
        before = await head(channel)
        try:
            await deed(channel, chance)
        except RuleError:
            continue
        if await head(channel) != before:
            states.append(await channel.snapshot())
    undone = min(undone, len(states) - 1)
    for _ in range(undone):
        await take_back(channel)
    await forget_person(channel.store.engine, ANN.id)
    assert await naming(channel.store.engine, ANN) == []
    assert await contradictions(channel.store.engine) == []
    for expected in states[len(states) - undone :]:
        await again(channel)
        assert forgotten(await channel.snapshot()) == forgotten(expected)
    back = min(back, len(states) - 1)
    for expected in reversed(states[-1 - back : -1]):
        await take_back(channel)
        assert forgotten(await channel.snapshot()) == forgotten(expected)
    async with channel.transaction() as transaction:
        transaction.change(await transaction.unit("Pirate"), side="Navy")
        await transaction.record("character edit", Card("Pirate is changed"), place=channel.place)
    assert await naming(channel.store.engine, ANN) == []


async def head(channel):
    async with channel.transaction() as transaction:
        return transaction.campaign.head_id


async def test_what_is_left_is_the_referees(channel):
    """Whoever is left without an owner is the referee's; where there is no referee left, the server names one."""
    async with channel.transaction() as transaction:
        transaction.change(await transaction.unit("Pirate"), owner_id=ANN.id)
        await transaction.record(
            "character edit", Card("Pirate is changed", (f"Owner: {person(ANN.id)}",)), place=channel.place
        )
    await channel.fire("Pirate", "Marine E1", ANN)
    other = Channel(channel.store, Place(10, 200))
    await other.begin(ANN)
    assert await forget_person(channel.store.engine, ANN.id) == Forgotten(campaigns=2, without_referee=1)
    await channel.fire("Pirate", "Marine E1")
    with pytest.raises(RuleError, match="Pirate is not yours"):
        await channel.fire("Pirate", "Marine E1", ANN)
    async with channel.transaction() as transaction:
        lines = await log(transaction, 9)
    assert [line.actor_id for line in lines] == [REFEREE.id, 0, REFEREE.id, REFEREE.id]
    assert lines[2].card.lines == ("Owner: somebody who is forgotten",)
    async with other.transaction(Actor(9, "Boss", manager=True)) as transaction:
        assert await transaction.referees() == set()
        transaction.check(Need.MANAGER, "That")
    assert await forget_person(channel.store.engine, ANN.id) == Forgotten(0, 0)


async def test_what_they_gave_in_secret_only_the_referees_read(channel):
    async with channel.transaction(ANN) as transaction:
        transaction.change_campaign(things={"character": {"v": 1, "structures": []}})
        await transaction.record("battle form", Card("Sealed orders"), place=channel.place, sealed=True)
    await forget_person(channel.store.engine, ANN.id)
    for reader, reads in ((REFEREE, 2), (BOB, 1), (ANN, 1)):
        async with channel.transaction(reader) as transaction:
            assert len(await log(transaction, 9)) == reads


@pytest.mark.parametrize("number", [0, 1, -5, 10**13, 2**63])
async def test_what_is_no_persons_number_is_refused(channel, number):
    with pytest.raises(RuleError, match="is no number of a person on Discord"):
        await forget_person(channel.store.engine, number)


async def test_in_a_battle_that_is_fought_their_ships_and_their_side_are_the_referee_s(channel):
    """What is kept of a battle is packed, now and in the journal."""
    ships = next(system for system in SYSTEMS.values() if system.kind == SHIP)

    async def order(verb, actor, people=(), **fields):
        async with channel.transaction(actor) as transaction:
            return await play(transaction, channel.place, ships, f"battle {verb}", dict(people), fields, LiveDice)

    async def battle():
        async with channel.transaction() as transaction:
            return ships.load_ledger(await transaction.ledger(SHIP)).battle

    async with channel.transaction() as transaction:
        for name, side, owner in (("Wasp", "Red", ANN.id), ("Dart", "Blue", BOB.id)):
            await transaction.add_unit(name, side, owner, ships.dump_sheet(ships.templates["Cutlass"].sheet), SHIP)
        await transaction.record("ship add", Card("2 ships join"), place=channel.place)
    await order("new", REFEREE, first="Red", second="Blue")
    await order("join", REFEREE)
    await order("form", ANN, line="Wasp")
    assert [side.commander for side in (await battle()).sides] == [str(ANN.id), str(BOB.id)]
    await forget_person(channel.store.engine, ANN.id)
    assert [side.commander for side in (await battle()).sides] == ["", str(BOB.id)]
    assert [ship.owner for ship in (await battle()).ships.values()] == ["", str(BOB.id)]
    formed = await battle()
    for _ in range(2):
        await take_back(channel)
    for _ in range(2):
        await again(channel)
    assert await battle() == formed
    async with channel.store.engine.begin() as connection:
        rows = [row for table in METADATA.sorted_tables for row in await connection.execute(select(table))]
    written = json.dumps([list(row) for row in rows], default=repr)
    packed = re.findall(r"eA[A-Za-z0-9+/=]{40,}", written)
    assert len(packed) > 4
    assert not any(str(ANN.id) in unpack(text) for text in packed)
    assert any(str(BOB.id) in unpack(text) for text in packed)
    with pytest.raises(RuleError, match="None of these ships is yours"):
        await order("form", ANN, line="Wasp")
    await order("form", BOB, line="Dart")
