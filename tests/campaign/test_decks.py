"""A campaign's deck and its ships in the store: put up, changed, taken down, and all of it taken back."""

import asyncio
from dataclasses import replace
from itertools import count

import pytest

from bot.campaign.database import open_database
from bot.campaign.game import game_of, write
from bot.campaign.journal import redo, undo
from bot.campaign.rows import CHANGE
from bot.campaign.store import Store
from bot.deck.board import Standing, as_drawn, dump_board, placed
from bot.deck.placing import turned
from bot.deck.plan import At, Edge, Facing
from bot.deck.reading import read_plan
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.seats import Membership
from bot.engine.system import SHIP
from tests.campaign.conftest import AHL, PLAYER, Channel
from tests.campaign.whole import contradictions

TEXT = "name: Hut\nlevel: Floor\n#=#=#\n#. .#\n#D#=#\n#. .#\n#=#=#\n"
PLAN = read_plan(TEXT, "hut")
DOOR = Edge(0, 0, 1, Facing.NORTH)


async def put_up(channel):
    async with channel.transaction() as transaction:
        await transaction.put_up_deck("abc", TEXT, dump_board(as_drawn(PLAN)))
        await transaction.record("deck load", Card("Hut is put up"), place=channel.place)


async def change(channel, do):
    async with channel.transaction() as transaction:
        before = await game_of(transaction, AHL)
        await write(transaction, AHL, before, replace(before, board=do(before.board)))
        await transaction.record("move", Card("moved"), place=channel.place)


async def board(channel):
    async with channel.transaction() as transaction:
        return (await game_of(transaction, AHL)).board


async def take_back(channel, do=undo):
    async with channel.transaction() as transaction:
        await do(transaction)
        await transaction.record(do.__name__, Card("Taken back"), place=channel.place)


async def test_who_stands_where_is_kept_with_the_doors(channel, store):
    assert await board(channel) is None
    await put_up(channel)
    assert await board(channel) == as_drawn(PLAN)
    stands = Standing(At(0, 1, 1), Facing.WEST)
    await change(channel, lambda here: turned(placed(here, "Pirate", stands), DOOR, is_open=True))
    here = await board(channel)
    assert (here.people, here.open) == ({"Pirate": stands}, {DOOR})
    await take_back(channel)
    assert await board(channel) == as_drawn(PLAN)
    await take_back(channel, redo)
    assert await board(channel) == here
    assert await contradictions(store.engine) == []


async def test_a_deck_that_is_taken_away_comes_back_with_everybody_on_it(channel, store):
    await put_up(channel)
    await change(channel, lambda here: placed(here, "Pirate", Standing(At(0, 0, 0))))
    before = await board(channel)
    async with channel.transaction() as transaction:
        await transaction.take_down_deck()
        await transaction.record("deck take", Card("Hut is taken away"), place=channel.place)
    assert await board(channel) is None
    async with channel.transaction() as transaction:
        assert all(unit.place is None for unit in await transaction.units())
    await take_back(channel)
    assert await board(channel) == before
    assert await contradictions(store.engine) == []


async def test_another_deck_takes_the_place_of_the_first(channel):
    await put_up(channel)
    await change(channel, lambda here: placed(here, "Pirate", Standing(At(0, 0, 0))))
    other = TEXT.replace("Hut", "Shed")
    async with channel.transaction() as transaction:
        await transaction.put_up_deck("def", other, dump_board(as_drawn(read_plan(other, "shed"))))
        await transaction.record("deck load", Card("Shed is put up"), place=channel.place)
    assert (await board(channel)).plan.name == "Shed"
    assert (await board(channel)).people == {}
    await take_back(channel)
    assert (await board(channel)).plan.name == "Hut"
    assert "Pirate" in (await board(channel)).people


async def test_ships_and_characters_are_apart_but_for_their_names(channel):
    async with channel.transaction() as transaction:
        await transaction.add_unit("Kinunir", "Imperium", 7, {"v": 1}, SHIP)
        await transaction.record("ship add", Card("Kinunir joins"), place=channel.place)
    async with channel.transaction() as transaction:
        assert [unit.name for unit in await transaction.units(SHIP)] == ["Kinunir"]
        assert "Kinunir" not in [unit.name for unit in await transaction.units()]
        with pytest.raises(RuleError, match="Kinunir is no character: /ship show shows it"):
            await transaction.unit("Kinunir")
        with pytest.raises(RuleError, match="There is a ship named KINUNIR already"):
            await transaction.add_unit("KINUNIR", "", None, {"v": 1})
        with pytest.raises(RuleError, match="There is a character named Pirate already"):
            await transaction.add_unit("Pirate", "", None, {"v": 1}, SHIP)


async def test_a_battle_is_changed_and_ended_and_taken_back(channel, store):
    async with channel.transaction() as transaction:
        assert await transaction.battle() is None
        await transaction.keep_battle(None, "turn 1")
        await transaction.record("battle new", Card("A battle begins"), place=channel.place)
    async with channel.transaction() as transaction:
        await transaction.keep_battle(await transaction.battle(), "turn 2")
        await transaction.record("battle round", Card("A round"), place=channel.place)
    async with channel.transaction() as transaction:
        await transaction.keep_battle(await transaction.battle(), None)
        await transaction.record("battle end", Card("It ends"), place=channel.place)
    for state in ("turn 2", "turn 1", None):
        await take_back(channel)
        async with channel.transaction() as transaction:
            battle = await transaction.battle()
            assert (battle and battle.state) == state
    assert await contradictions(store.engine) == []


async def test_an_order_from_before_the_table_grew_can_still_be_taken_back(channel, store):
    """Its changes know nothing of kinds and places."""
    await channel.fire()
    before = await channel.snapshot()
    async with store.engine.begin() as connection:
        for row in (await connection.execute(CHANGE.select().where(CHANGE.c.entity == "unit"))).mappings().all():
            kept = {
                side: row[side] and {key: row[side][key] for key in row[side] if key not in {"kind", "place"}}
                for side in ("before", "after")
            }
            await connection.execute(CHANGE.update().where(CHANGE.c.id == row["id"]).values(kept))
    await take_back(channel)
    assert await channel.snapshot() != before
    await take_back(channel, redo)
    assert (await channel.snapshot())[0] == before[0]


async def test_who_waits_for_a_turn_finds_the_deck_and_their_part_as_that_turn_left_them(channel, store):
    """The query that waits for the lock began before the other turn was done."""
    engine = await open_database(store.engine.url.render_as_string(hide_password=False))
    other = Channel(Store(engine, now=lambda: 0), keys=count(1000))
    changing = asyncio.Event()

    async def hold(how):
        async with channel.transaction() as transaction:
            await how(transaction)
            changing.set()
            await asyncio.sleep(0.3)
            await transaction.record("deck load", Card("changed"), place=channel.place)

    async def seen():
        await changing.wait()
        changing.clear()
        async with other.transaction(PLAYER) as transaction:
            return transaction.deck and transaction.deck.state, transaction.referee

    async def deck_and_referee(transaction):
        await transaction.put_up_deck("abc", "level: One", {"opened": 0})
        await transaction.keep_members({str(PLAYER.id): Membership("referee")})

    async def door(transaction):
        transaction.change_deck({"opened": 1})

    assert (await asyncio.gather(hold(deck_and_referee), seen()))[1] == ({"opened": 0}, True)
    assert (await asyncio.gather(hold(door), seen()))[1] == ({"opened": 1}, True)
    await engine.dispose()
