"""The message that shows who is waited for, in a battle or a turn: where it is, and that there is one."""

import asyncio
from contextlib import asynccontextmanager

from bot.sandbox.loopback import Loopback
from bot.sandbox.manners import KIND, Manners
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import message_text

SILENT = 1 << 12
BEGUN = (
    "/campaign new",
    "/ship add template:Sable side:Red count:2",
    "/ship add template:Glaive side:Blue",
    "/battle new first:Red second:Blue",
)


@asynccontextmanager
async def table(url, manners=KIND):
    """A loopback and the bot, with a battle that nobody has joined."""
    loopback = Loopback(quiet_seconds=5, manners=manners)
    stage = RefereeStage(url)
    await loopback.start()
    try:
        await stage.start()
        for line in BEGUN:
            assert not (await loopback.slash("Ref", "table", line)).error
        yield loopback, stage
    finally:
        await stage.stop()
        await loopback.stop()
    assert loopback.faults == []


def messages(loopback, channel="table"):
    return loopback.world.channel(channel, loopback.world.user("Ref")).messages.values()


def trackers(loopback, channel="table"):
    """Every message of a channel that shows who is waited for in a battle that is on."""
    return [each for each in messages(loopback, channel) if "minutes in, long range" in message_text(each)]


async def test_it_is_posted_silently_once_and_edited_in_place_across_a_restart(database_url):
    async with table(database_url) as (loopback, stage):
        (posted,) = trackers(loopback)
        assert posted.flags & SILENT
        assert posted.visible_to is None
        await loopback.slash("Ref", "table", "/battle join")
        await stage.stop()
        await stage.start()
        formed = await loopback.slash("Ref", "table", "/battle form side:Red")
        assert [message.id for message in formed.edits] == [posted.id]
        (same,) = trackers(loopback)
        assert same.id == posted.id
        assert "**Red** (the referee): has formed, sealed" in message_text(same)


async def test_orders_at_once_leave_one_message_that_shows_the_last(database_url):
    async with table(database_url) as (loopback, _):
        joins = [f'/battle join name:"Sable {number}"' for number in (1, 2)]
        await asyncio.gather(*(loopback.slash("Ref", "table", join) for join in (*joins, "/battle join name:Glaive")))
        (shown,) = trackers(loopback)
        assert "no ship has joined" not in message_text(shown)


async def test_one_that_is_too_old_for_more_edits_is_posted_anew(database_url):
    async with table(database_url, Manners(old_edits=0)) as (loopback, _):
        (old,) = trackers(loopback)
        loopback.world.advance(2 * 3600)
        outcome = await loopback.slash("Ref", "table", '/battle join name:"Sable 1"')
        assert not any("can't be brought up to date" in message_text(reply) for reply in outcome.replies)
        _, new = trackers(loopback)
        joined = await loopback.slash("Ref", "table", "/battle join name:Glaive")
        assert [message.id for message in joined.edits] == [new.id] != [old.id]


async def test_one_that_was_deleted_is_posted_anew_once(database_url):
    async with table(database_url) as (loopback, _):
        loopback.world.delete_message(trackers(loopback)[0])
        await asyncio.gather(
            *(loopback.slash("Ref", "table", f"/battle join name:{name}") for name in ('"Sable 1"', "Glaive"))
        )
        assert len(trackers(loopback)) == 1
        await loopback.slash("Ref", "table", '/battle join name:"Sable 2"')
        assert len(trackers(loopback)) == 1


async def test_it_goes_with_the_campaign_to_another_channel(database_url):
    async with table(database_url) as (loopback, _):
        await loopback.slash("Ref", "bridge", "/campaign move campaign:1")
        assert trackers(loopback, "bridge") == []
        await loopback.slash("Ref", "bridge", "/battle join")
        (shown,) = trackers(loopback, "bridge")
        assert "owes its formation, since turn 1, battle formation → /battle form" in message_text(shown)


async def squad(loopback):
    """A turn that is kept, in a campaign of its own; the message that shows it, and what pinning it has posted."""
    for line in ("/campaign new starter:True", "/turn begin"):
        assert not (await loopback.slash("Ref", "hall", line)).error
    return turns(loopback)[0]


def turns(loopback):
    return [each for each in messages(loopback, "hall") if "Marines against Pirates" in message_text(each)]


async def test_it_is_pinned_as_a_turn_begins_and_stays_where_it_is(database_url):
    async with table(database_url) as (loopback, _):
        posted = await squad(loopback)
        assert posted.payload["pinned"]
        for _ in range(22):
            await loopback.slash("Ref", "hall", "/roll throw:1D")
        planned = await loopback.slash("Ref", "hall", '/plan name:"Marine E1" plan:move')
        assert [each.id for each in planned.edits] == [posted.id]
        assert [each.id for each in turns(loopback)] == [posted.id]
        # What changes nothing that it shows doesn't edit it.
        assert not (await loopback.slash("Ref", "hall", "/turn show")).edits


async def test_where_nothing_is_played_before_and_after_an_undo_the_old_one_stays_as_it_is(database_url):
    async with table(database_url) as (loopback, _):
        over = await squad(loopback)
        assert not (await loopback.slash("Ref", "hall", "/turn end")).error
        fired = '/fire name:"Marine E1" target:Pirate range:30'
        assert not (await loopback.slash("Ref", "hall", fired)).error
        for line in ("/undo", "/redo", "/undo"):
            walked = await loopback.slash("Ref", "hall", line)
            assert not walked.error
            assert over.id not in {each.id for each in walked.edits}
        back = await loopback.slash("Ref", "hall", "/undo")
        assert over.id in {each.id for each in back.edits}
        assert "no longer kept" not in message_text(over)


async def test_where_it_follows_it_comes_down_when_much_stands_below_it_and_the_old_one_goes(database_url):
    async with table(database_url) as (loopback, _):
        old = await squad(loopback)
        await loopback.slash("Ref", "hall", "/campaign set setting:tracker value:follows")
        for _ in range(19):
            await loopback.slash("Ref", "hall", "/roll throw:1D")
        # Twenty answers stand below it, and nineteen of them are throws.
        await loopback.slash("Ref", "hall", '/plan name:"Marine E1" plan:move')
        assert [each.id for each in turns(loopback)] == [old.id]
        await loopback.slash("Ref", "hall", "/roll throw:1D")
        await loopback.slash("Ref", "hall", '/plan name:"Marine N1" plan:move')
        (new,) = turns(loopback)
        assert new.id > old.id
        assert not new.payload["pinned"]
        assert new.flags & SILENT


async def test_a_turns_message_that_is_gone_is_posted_and_pinned_anew_and_one_that_was_unpinned_stays_so(database_url):
    async with table(database_url) as (loopback, _):
        (await squad(loopback)).payload["pinned"] = False
        planned = await loopback.slash("Ref", "hall", '/plan name:"Marine E1" plan:move')
        (posted,) = turns(loopback)
        assert [each.id for each in planned.edits] == [posted.id]
        assert not posted.payload["pinned"]
        loopback.world.delete_message(posted)
        await loopback.slash("Ref", "hall", '/plan name:"Marine N1" plan:move')
        (new,) = turns(loopback)
        assert new.id != posted.id
        assert new.payload["pinned"]
        assert "Marine N1 · planned" in message_text(new)
        # Its buttons are those of the turn as it stands.
        assert not (await loopback.press("Ref", "hall", "Next step")).error


async def test_where_its_channel_is_gone_the_turn_goes_on_in_another(database_url):
    async with table(database_url) as (loopback, _):
        await squad(loopback)
        loopback.world.delete_channel(loopback.world.channel("hall", loopback.world.user("Ref")))
        moved = await loopback.slash("Ref", "bridge", "/campaign move campaign:2")
        assert not moved.error
        planned = await loopback.slash("Ref", "bridge", '/plan name:"Marine E1" plan:move')
        assert not any("Something went wrong" in message_text(each) for each in planned.replies)
        (new,) = [each for each in messages(loopback, "bridge") if "Marines against Pirates" in message_text(each)]
        assert "Marine E1 · planned" in message_text(new)


async def test_a_thread_that_was_put_away_or_is_gone_holds_nothing_up(database_url):
    async with table(database_url) as (loopback, _):
        for line in ("/campaign new starter:True", "/turn begin"):
            assert not (await loopback.slash("Ref", "hall/side", line)).error
        thread = loopback.world.channel("hall/side", loopback.world.user("Ref"))
        loopback.world.archive(thread)
        planned = await loopback.slash("Ref", "hall/side", '/plan name:"Marine E1" plan:move')
        assert not any("Something went wrong" in message_text(each) for each in planned.replies)
        loopback.world.delete_channel(thread)
        assert not (await loopback.slash("Ref", "hall", "/campaign move campaign:2")).error
        await loopback.slash("Ref", "hall", '/plan name:"Marine N1" plan:move')
        (new,) = turns(loopback)
        assert "Marine N1 · planned" in message_text(new)
