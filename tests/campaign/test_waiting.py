"""How long a table waits, who is mentioned and who is away: kept, taken back, forgotten and erased as all else is."""

import asyncio

import pytest
from sqlalchemy import func, select

from bot.campaign.access import Actor
from bot.campaign.erasing import forget_person
from bot.campaign.models import METADATA
from bot.campaign.moving import overdue, played_in
from bot.campaign.play import play
from bot.campaign.rows import SEAT, WAIT
from bot.campaign.store import Store
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.seats import Membership, Wait
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import AHL, PLAYER, REFEREE, STRANGER, TABLE

ANN = Actor(203_456_789_012_345_678, "Ann")
DAY = 86_400


@pytest.fixture
async def kept(channel):
    """A channel in which a turn is kept, and everybody owes a plan."""
    await order(channel, "turn begin")
    return channel


async def order(channel, verb, actor=REFEREE, **fields):
    given = {name.rstrip("_"): value for name, value in fields.items()}
    async with channel.transaction(actor) as transaction:
        return await play(transaction, channel.place, AHL, verb, {}, given, LiveDice)


async def table_of(channel):
    async with channel.transaction() as transaction:
        wait = await transaction.wait()
        seats = {seat.user_id: (seat.pinged, seat.away_until) for seat in await transaction.seats()}
        return (wait and (wait.until, wait.since), seats, await transaction.away())


async def test_a_wait_lasts_as_long_as_it_was_said_and_is_for_what_is_owed_then(kept):
    async with kept.transaction() as transaction:
        now = transaction.at
    await order(kept, "table wait", for_="24h")
    wait, _, _ = await table_of(kept)
    assert wait == (now + DAY, ["the decision phase of turn 1"])
    await order(kept, "table wait", for_="90m")
    assert (await table_of(kept))[0] == (now + 5_400, ["the decision phase of turn 1"])
    await order(kept, "table wait", for_="off")
    assert (await table_of(kept))[0] is None


@pytest.mark.parametrize("text", ["-1", "0m", "1y", "31d", "59", "24 hours and more", "", "9" * 90 + "d"])
async def test_a_time_that_nobody_would_wait_is_refused_with_nothing_changed(kept, text):
    before = await table_of(kept)
    for verb, field in (("table wait", "for"), ("table away", "until")):
        with pytest.raises(RuleError, match="from 1 minute to 30 days: write it like 90m, 24h or 3d, or"):
            await order(kept, verb, **{field: text})
    assert await table_of(kept) == before


async def test_seats_are_ones_own_and_change_one_by_one(kept):
    async with kept.transaction() as transaction:
        now = transaction.at
    await order(kept, "table ping", PLAYER, on=True)
    await order(kept, "table away", PLAYER, until="3d")
    assert (await table_of(kept))[1:] == ({PLAYER.id: (True, now + 3 * DAY)}, {str(PLAYER.id)})
    await order(kept, "table away", PLAYER, until="back")
    assert (await table_of(kept))[1:] == ({PLAYER.id: (True, None)}, set())
    await order(kept, "table ping", PLAYER, on=False)
    assert (await table_of(kept))[1] == {PLAYER.id: (False, None)}


async def test_a_wait_is_taken_back_and_done_again(kept):
    states = [await table_of(kept)]
    for time in ("1d", "2d"):
        await order(kept, "table wait", for_=time)
        states.append(await table_of(kept))
    for expected in states[-2::-1]:
        await take_back(kept)
        assert await table_of(kept) == expected
    for expected in states[1:]:
        await again(kept)
        assert await table_of(kept) == expected


async def test_whoever_says_of_themselves_how_they_sit_stands_in_nobodys_undo(kept):
    """It is their own and stays: the order before it is taken back, and done again after it."""
    await order(kept, "table wait", for_="1d")
    waiting, *_ = await table_of(kept)
    await order(kept, "table ping", STRANGER)
    await take_back(kept)
    assert (await table_of(kept))[:2] == (None, {STRANGER.id: (True, None)})
    await order(kept, "table away", STRANGER, until="2d")
    await again(kept)
    wait, seats, away = await table_of(kept)
    assert (wait, away) == (waiting, {str(STRANGER.id)})
    assert seats[STRANGER.id][0]


async def test_a_wait_that_is_over_is_gone_and_stands_in_no_undos_way(kept):
    await order(kept, "table wait", for_="1d")
    async with kept.transaction() as transaction:
        await transaction.end_wait()
    await take_back(kept)
    await take_back(kept)
    async with kept.transaction() as transaction:
        assert not transaction.campaign.things.get("character", {}).get("clock")


async def test_it_is_over_when_its_time_is_and_the_campaign_runs(kept, store):
    await order(kept, "table wait", for_="1d")
    async with kept.transaction() as transaction:
        now = transaction.at
    assert await overdue(store.engine, now + DAY - 1) == []
    (found,) = await overdue(store.engine, now + DAY)
    assert (found.place, found.user_id) == (TABLE, REFEREE.id)
    async with kept.transaction() as transaction:
        transaction.change_campaign(ended=True)
        await transaction.record("campaign end", Card("The campaign ends"), place=kept.place)
    assert await overdue(store.engine, now + DAY) == []
    assert await played_in(store.engine, TABLE.guild_id) == []


async def test_somebody_forgotten_sits_nowhere_and_what_was_done_is_taken_back_as_before(kept, store):
    async with kept.transaction() as transaction:
        await transaction.keep_members({str(ANN.id): Membership("referee")})
        await transaction.record("campaign set", Card("Ann is a referee"), place=kept.place)
    await order(kept, "table wait", ANN, for_="1d")
    await order(kept, "table ping", ANN)
    await order(kept, "table away", ANN, until="1d")
    assert (await forget_person(store.engine, ANN.id)).campaigns == 1
    wait, seats, away = await table_of(kept)
    assert wait is not None
    assert (seats, away) == ({}, set())
    async with store.engine.begin() as connection:
        rows = [str(row) for table in METADATA.tables.values() for row in await connection.execute(select(table))]
    assert not any(str(ANN.id) in row for row in rows)
    await take_back(kept)
    assert await table_of(kept) == (None, {}, set())


async def test_an_erasing_takes_it_along(kept, store):
    await order(kept, "table wait", for_="1d")
    await order(kept, "table ping")
    async with kept.transaction() as transaction:
        erased = await transaction.erase()
    assert (erased["wait"], erased["seat"]) == (1, 1)
    async with store.engine.begin() as connection:
        for table in (WAIT, SEAT):
            assert (await connection.execute(select(func.count()).select_from(table))).scalar_one() == 0


async def test_of_two_processes_one_does_the_default(kept, store):
    """Each locks the campaign and looks whether the wait is still there."""
    await order(kept, "table wait", for_="1d")
    other = Store(store.engine, store._now)

    async def settle(one, key):
        async with one.transaction(TABLE, REFEREE, key) as transaction:
            if (wait := await transaction.wait()) is None:
                return 0
            await transaction.end_wait()
            await play(transaction, TABLE, AHL, "table default", {}, {}, LiveDice, Wait(wait.until, tuple(wait.since)))
            return 1

    assert sum(await asyncio.gather(settle(store, "one"), settle(other, "two"))) == 1


async def test_who_is_away_is_waited_for_by_nobody(kept):
    """What they owe is done as where nobody answers; what others owe waits."""
    async with kept.transaction() as transaction:
        unit = await transaction.unit("Pirate")
        transaction.change(unit, owner_id=PLAYER.id)
        await transaction.record("character edit", Card("The pirate is a player's"), place=kept.place)
    with pytest.raises(RuleError):
        await order(kept, "table default", PLAYER)
    async with kept.transaction() as transaction:
        others = {"characters": "Marine E1, Marine N1, Pirate Captain"}
        await play(transaction, kept.place, AHL, "plan", others, {"plan": "aim"}, LiveDice)
    told = await order(kept, "next")
    assert any("Pirate: a plan for the turn" in str(line) for line in told.card.lines)
    await order(kept, "table away", PLAYER, until="1d")
    told = await order(kept, "next")
    assert any("Pirate is ready" in str(line) for line in told.card.lines)
    assert not any("▶ Pirate: a plan" in str(line) for line in told.card.lines)


async def test_where_nothing_is_owed_nobody_is_reminded(channel):
    with pytest.raises(RuleError, match="Nobody owes anything now, so there is nothing to remind of"):
        await order(channel, "table remind")
