"""Servers that put the bot out: kept for a while, erased unless it comes back."""

from bot.campaign.erasing import DAY, came_back, compare, departed, erase_departed, forget_server
from bot.campaign.recording import Place
from tests.campaign.conftest import Channel
from tests.campaign.whole import contradictions

HERE, THERE, NOW = 10, 20, 1_800_000_000


async def two_servers(store):
    channels = [Channel(store, Place(HERE, 100)), Channel(store, Place(HERE, 101)), Channel(store, Place(THERE, 200))]
    for channel in channels:
        await channel.begin()
        await channel.fire()
    return channels


async def played_in(store):
    """In how many channels of each server something is played."""
    async with store.engine.begin() as connection:
        rows = await connection.exec_driver_sql("SELECT guild_id, count(*) FROM campaign GROUP BY guild_id")
        return dict(list(map(tuple, rows)))


async def test_a_server_that_put_the_bot_out_is_erased_after_its_time(store):
    await two_servers(store)
    await departed(store.engine, HERE, NOW)
    assert await erase_departed(store.engine, NOW - 1) == 0
    assert await played_in(store) == {HERE: 2, THERE: 1}
    assert await erase_departed(store.engine, NOW) == 2
    assert await played_in(store) == {THERE: 1}
    assert await contradictions(store.engine) == []
    assert await erase_departed(store.engine, NOW + DAY) == 0


async def test_whoever_comes_back_finds_it_all(store):
    channel, *_ = await two_servers(store)
    await departed(store.engine, HERE, NOW)
    await came_back(store.engine, HERE)
    assert await erase_departed(store.engine, NOW + 99 * DAY) == 0
    await channel.fire()


async def test_it_counts_from_the_first_time_that_it_was_missed(store):
    await two_servers(store)
    for at in (NOW, NOW + DAY):
        await compare(store.engine, {THERE}, lambda _: True, at)
    assert await erase_departed(store.engine, NOW) == 2


async def test_while_it_was_off_it_was_put_out_or_let_in_again(store):
    """Of the servers of its own shards alone: another process answers for the others."""
    await two_servers(store)
    await compare(store.engine, set(), lambda guild_id: guild_id != THERE, NOW)
    await compare(store.engine, {HERE}, lambda guild_id: guild_id != THERE, NOW)
    assert await erase_departed(store.engine, NOW + 99 * DAY) == 0
    await compare(store.engine, {HERE}, lambda _: True, NOW)
    assert await erase_departed(store.engine, NOW + 99 * DAY) == 1
    assert await played_in(store) == {HERE: 2}


async def test_a_server_in_which_nothing_was_played_leaves_nothing(store):
    await departed(store.engine, HERE, NOW)
    async with store.engine.begin() as connection:
        assert (await connection.exec_driver_sql("SELECT count(*) FROM departure")).scalar() == 0


async def test_a_server_is_forgotten_at_once_where_that_is_asked(store):
    await two_servers(store)
    await departed(store.engine, HERE, NOW)
    assert await forget_server(store.engine, HERE) == 2
    assert await forget_server(store.engine, HERE) == 0
    assert await played_in(store) == {THERE: 1}
    async with store.engine.begin() as connection:
        assert (await connection.exec_driver_sql("SELECT count(*) FROM departure")).scalar() == 0
