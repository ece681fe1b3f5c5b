"""Ids, the clock and permissions."""

import datetime

import pytest

from bot.sandbox.entities import EPOCH_MS, GUILD_ID
from bot.sandbox.world import World


@pytest.fixture
def world() -> World:
    return World()


def test_named_ids_are_the_same_in_every_run(world):
    again = World()
    for thing in (lambda w: w.user("Ann"), lambda w: w.channel("table"), lambda w: w.channel("table/den")):
        assert thing(world).id == thing(again).id
    assert 1 << 54 <= GUILD_ID < 1 << 60


def test_named_ids_differ(world):
    ids = {world.user("Ann").id, world.user("ann").id, world.channel("Ann").id, world.channel("Ann/Ann").id}
    assert len(ids) == 4


def test_new_ids_grow_and_tell_the_time(world):
    ids = [world.next_id() for _ in range(5000)]
    assert ids == sorted(set(ids))
    made = datetime.datetime.fromtimestamp(((ids[0] >> 22) + EPOCH_MS) / 1000, datetime.UTC)
    assert abs(made - datetime.datetime.now(datetime.UTC)) < datetime.timedelta(seconds=5)
    assert ids[0] > world.user("Ann").id


def test_the_clock_goes_forward_only(world):
    before = world.now()
    world.advance(1200)
    assert world.now() - before >= datetime.timedelta(minutes=20)
    for seconds in (-1, 10**13, 10**30):
        with pytest.raises(ValueError, match=r"clock|calendar"):
            world.advance(seconds)


def test_the_first_user_owns_the_server(world):
    ann, bob = world.user("Ann"), world.user("Bob")
    channel = world.channel("table")
    assert world.permissions(ann, channel).administrator
    assert not world.permissions(bob, channel).administrator


def test_overwrites(world):
    channel, den = world.channel("table"), world.channel("table/den")
    world.set_permission(den, world.bot, "SEND_MESSAGES", granted=False)
    assert not world.permissions(world.bot, channel).send_messages
    world.set_permission(channel, world.bot, "SEND_MESSAGES", granted=True)
    assert world.permissions(world.bot, den).send_messages
    with pytest.raises(ValueError, match="no permission FLY"):
        world.set_permission(channel, world.bot, "FLY", granted=True)


def test_a_deleted_channel_takes_its_threads(world):
    den = world.channel("table/den")
    world.delete_channel(world.channel("table"))
    assert den.id not in world.channels
    assert world.channel("table/den").id != den.id
