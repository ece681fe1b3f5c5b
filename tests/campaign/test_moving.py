"""Campaigns that move to another channel, on both databases."""

import asyncio
from dataclasses import replace

import pytest

from bot.campaign.access import Actor
from bot.campaign.moving import OtherCampaign, elsewhere, move
from bot.campaign.posts import keep_thread, threads_of
from bot.campaign.recording import Place
from bot.campaign.store import NoCampaignError
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.systems.house import MoveHereOrder
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import PLAYER, REFEREE, TABLE, Channel
from tests.campaign.whole import contradictions

OTHER = Place(guild_id=10, channel_id=200)
BOSS = Actor(9, "Boss", manager=True)


async def moved(channel, place, actor=REFEREE, **how):
    async with channel.transaction(actor) as transaction:
        waiting = await move(transaction, place, **how)
        await transaction.record("campaign move", Card("The campaign moves here"), place=place)
    return Channel(channel.store, place, channel.keys), waiting


async def test_everything_moves_with_a_campaign(channel, store):
    await channel.fire()
    before = await channel.snapshot()
    there, _ = await moved(channel, OTHER)
    assert await there.snapshot() == before
    with pytest.raises(NoCampaignError):
        await channel.fire()
    await there.fire()
    assert await contradictions(store.engine) == []


async def test_a_campaign_moves_only_to_where_none_runs(channel, store):
    await Channel(store, OTHER).begin(PLAYER)
    before = await channel.snapshot()
    with pytest.raises(RuleError, match="A campaign is running in this channel already"):
        await moved(channel, OTHER)
    assert await channel.snapshot() == before


async def test_a_move_is_taken_back_and_done_again(channel, store):
    """To where it was played, by an undo where it is played now; and what came before it after that."""
    before = await channel.snapshot()
    await channel.fire()
    fired = await channel.snapshot()
    there, _ = await moved(channel, OTHER)
    await take_back(there)
    with pytest.raises(NoCampaignError):
        await there.fire()
    assert await channel.snapshot() == fired
    await again(channel)
    assert await there.snapshot() == fired
    assert await contradictions(store.engine) == []
    await take_back(there)
    await take_back(channel)
    assert (await channel.snapshot())[0] == before[0]
    assert await contradictions(store.engine) == []


async def test_a_move_is_not_taken_back_to_where_another_campaign_runs(channel, store):
    there, _ = await moved(channel, OTHER)
    await Channel(store, TABLE).begin(PLAYER)
    with pytest.raises(RuleError, match="Another campaign is played there now"):
        await take_back(there)
    await there.fire()
    assert await contradictions(store.engine) == []


async def test_a_move_for_good_is_not_in_the_way_of_undo(channel, store):
    before = await channel.snapshot()
    await channel.fire()
    there, _ = await moved(channel, OTHER, for_good=True)
    await take_back(there)
    assert (await there.snapshot())[0] == before[0]
    assert await contradictions(store.engine) == []


async def test_of_two_that_move_to_one_place_at_once_one_does(channel, store):
    second = Channel(store, Place(10, 300))
    await second.begin()
    results = await asyncio.gather(moved(channel, OTHER), moved(second, OTHER), return_exceptions=True)
    assert sorted(type(each).__name__ for each in results) == ["RuleError", "tuple"]
    assert await contradictions(store.engine) == []


async def test_who_may_move_which(channel, store):
    await channel.fire()
    here = [OtherCampaign(1, 100, "ahl", 2, ended=False)]
    assert await elsewhere(store, OTHER, REFEREE, MoveHereOrder.need) == here
    assert await elsewhere(store, OTHER, BOSS, MoveHereOrder.need) == here
    assert await elsewhere(store, OTHER, PLAYER, MoveHereOrder.need) == []
    assert await elsewhere(store, TABLE, REFEREE, MoveHereOrder.need) == []
    assert await elsewhere(store, Place(guild_id=11, channel_id=200), BOSS, MoveHereOrder.need) == []
    async with channel.transaction() as transaction:
        transaction.change_campaign(ended=True)
        await transaction.record("campaign end", Card("The campaign ends"), place=TABLE)
    assert await elsewhere(store, OTHER, REFEREE, MoveHereOrder.need) == []


async def test_answers_that_never_came_are_told_where_the_campaign_has_gone(channel, store):
    entry = await channel.fire()
    await store.answered(entry.id - 1, 1)
    there, waiting = await moved(channel, OTHER)
    assert [each.id for each in waiting] == [entry.id]
    await there.store.look_around()
    assert (await store.next_unanswered(OTHER.channel_id)).id == entry.id
    assert await store.next_unanswered(TABLE.channel_id) is None


@pytest.mark.parametrize("for_good", [False, True])
async def test_what_waits_in_a_sides_own_thread_is_told_in_no_other_place(channel, store, for_good):
    async with channel.transaction() as transaction:
        await keep_thread(transaction.connection, transaction.campaign.id, "Marines", 777)
    async with channel.transaction() as transaction:
        there = replace(channel.place, channel_id=777, parent_id=channel.place.channel_id)
        waits = await transaction.record("fire", Card("Only the Marines read this"), place=there, side="Marines")
    _, waiting = await moved(channel, OTHER, for_good=for_good)
    assert waits.id not in {each.id for each in waiting}
    async with store.engine.begin() as connection:
        kept = await threads_of(connection, 1)
    assert kept == ({} if for_good else {"Marines": 777})
