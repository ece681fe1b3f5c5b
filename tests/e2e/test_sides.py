"""Two sides that know only what they have seen, each in a thread of its own, and somebody who looks on."""

from contextlib import asynccontextmanager

import pytest

from bot.sandbox.messages import components_of
from tests.e2e.test_unseen import foggy
from tests.e2e.unknowable import hidden_squares

ANN, BOB, REF, ONLOOKER = "Ann", "Bob", "Ref", "Onlooker"
TABLE, MARINES, PIRATES = "table", "table/Marines", "table/Pirates"
# Where none of the marines sees anybody.
UNSEEN = hidden_squares()[0]


class Watched:
    """A channel with two sides, of which everybody's messages are told line by line."""

    def __init__(self, loopback):
        self.loopback = loopback

    async def line(self, user, channel, text):
        """What reaches whom of a command: its words by the channel, or by who alone reads it."""
        world = self.loopback.world
        with world.watch() as changes:
            shown = await self.loopback.slash(user, channel, text)
            await self.loopback.gateway.flush()
        assert shown.error is None, shown.error
        told = {}
        for change in changes:
            message = change.message
            place = world.channels[int(message.payload["channel_id"])].path[1:]
            alone = message.visible_to and world.users[message.visible_to].name
            told[alone or place] = told.get(alone or place, "") + words(message)
        return told

    def reads(self, user):
        """All that somebody finds in their client."""
        world = self.loopback.world
        messages = [message for channel in world.channels.values() for message in channel.messages.values()]
        return "\n".join(words(each) for each in messages if world.reads(world.user(user), each))


def words(message):
    embeds = message.payload["embeds"]
    ids = " ".join(str(part.get("custom_id")) for part in components_of(message))
    told = [f"{each.get('title', '')}\n{each.get('description', '')}" for each in embeds]
    return "\n".join([message.payload["content"], *told, ids, ""])


@asynccontextmanager
async def sides(url):
    """The marines of Ann, and the pirates of Bob, where neither sees the other; each has a thread."""
    async with foggy(url) as loopback:
        await loopback.slash(REF, TABLE, '/players hand name:"Pirate, Pirate Captain" player:@Bob')
        watched = Watched(loopback)
        for user, side in ((ANN, "Marines"), (BOB, "Pirates")):
            told = await watched.line(user, TABLE, f"/side open name:{side}")
            assert "can read it as well" in told[user]
        yield watched


@pytest.fixture
async def table(tmp_path):
    async with sides(f"sqlite+aiosqlite:///{tmp_path}/game.db") as watched:
        yield watched


async def test_what_nobody_else_sees_reaches_nobody_else(table):
    told = await table.line(BOB, PIRATES, "/roll throw:2D")
    assert {*told} == {PIRATES}
    told = await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    assert {*told} == {REF, PIRATES}
    told = await table.line(BOB, TABLE, "/stance name:Pirate how:prone")
    assert {*told} == {BOB, PIRATES}
    told = await table.line(REF, TABLE, '/set name:Pirate field:morale value:5 because:"a fright"')
    assert {*told} == {REF, PIRATES}
    for user in (ANN, ONLOOKER):
        assert UNSEEN not in table.reads(user)
        assert "prone" not in table.reads(user)
        assert "fright" not in table.reads(user)


async def test_who_comes_into_view_is_told_to_both_who_see_it(table):
    told = await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    assert "Pirate comes into view at S15 facing south: Submachinegun · cloth" in told[MARINES]
    assert "Pirate stands at S15" in told[PIRATES]
    for both in (PIRATES, TABLE):
        assert "Marine E1 comes into view at S18 facing north" in told[both]
    told = await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    assert "Pirate is out of sight, seen last at S15" in told[MARINES]


async def test_a_shot_is_told_to_who_is_shot_at_with_what_it_did(table):
    await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    table.loopback.stage.dice([6, 6, 6])
    told = await table.line(REF, MARINES, '/fire name:"Marine E1" target:Pirate dm:12 because:"close"')
    assert table.loopback.stage.faces == ()
    assert "To hit" in told[REF]
    assert "To hit" in told[MARINES]
    assert "Marine E1 attacks Pirate: hit with effect" in told[PIRATES]
    assert "To hit" not in told[PIRATES] + told[TABLE]
    assert "ACR: " not in told[PIRATES] + told[TABLE]
    assert "skill" not in told[PIRATES]


async def test_a_light_is_told_to_who_sees_it(table):
    told = await table.line(REF, TABLE, "/light room:Bridge on:False")
    assert "Bridge" in told[MARINES]
    assert {*told} == {REF, MARINES}


def pictured(table, channel):
    """The files of the one message in a side's thread that shows the deck as the side knows it."""
    world = table.loopback.world
    here = [each for each in world.channels.values() if each.path[1:] == channel]
    found = [each for each in here[0].messages.values() if "The deck as" in words(each)]
    assert len(found) == 1
    return found[0], [each.data for each in found[0].files]


async def test_each_thread_has_one_picture_of_the_deck_as_its_side_knows_it(table):
    await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    first, marines = pictured(table, MARINES)
    _, pirates = pictured(table, PIRATES)
    assert marines
    assert pirates
    assert marines != pirates
    # What a side doesn't see leaves its picture as it is, and nothing is edited.
    told = await table.line(REF, TABLE, "/stance name:Pirate how:prone")
    assert "The deck as Marines know it" not in told.get(MARINES, "")
    assert pictured(table, MARINES) == (first, marines)
    assert pictured(table, PIRATES)[1] != pirates
    await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    later, seen = pictured(table, MARINES)
    assert later.id == first.id
    assert seen != marines
    assert "Pirate at S15" in later.files[0].alt
    # Taken back, it shows again what the side knew.
    await table.line(REF, TABLE, "/undo")
    assert pictured(table, MARINES)[1] == marines
    # One that is gone is posted anew with what is seen next.
    table.loopback.world.delete_message(later)
    await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    assert pictured(table, MARINES)[1] == seen


async def test_a_step_of_the_turn_is_told_to_all(table):
    told = await table.line(REF, TABLE, "/turn begin")
    for place in (TABLE, MARINES, PIRATES):
        assert "It is the decision phase of turn 1" in told[place]
    assert "Pirate" not in told[MARINES]
    assert "Marine" not in told[PIRATES]


async def test_plans_are_a_sides(table):
    await table.line(REF, TABLE, "/turn begin")
    told = await table.line(ANN, TABLE, '/plan name:"Marine E1" plan:aim')
    assert {*told} == {ANN, MARINES}
    assert "Marine E1: aim" in told[MARINES]
    told = await table.line(BOB, TABLE, "/log")
    assert "plan" not in told[BOB].replace("decision phase", "")


async def test_what_was_asked_for_and_refused_is_a_sides(table):
    await table.line(REF, TABLE, "/turn begin")
    told = await table.line(ANN, MARINES, '/character give name:"Marine E1" weapon:Revolver')
    assert "waits for a yes" in told[MARINES]
    await table.loopback.press(REF, MARINES, "Refuse")
    await table.loopback.gateway.flush()
    assert "Revolver" in table.reads(ANN)
    for user in (BOB, ONLOOKER):
        told = await table.line(user, TABLE, "/log")
        assert "Revolver" not in told[user] + table.reads(user)
        assert "efused" not in told[user]


async def test_what_is_taken_back_shows_nothing(table):
    told = await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    told = await table.line(REF, TABLE, "/undo")
    assert {*told} == {REF, PIRATES}
    assert "“Placed” was taken back" in told[PIRATES]
    await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    told = await table.line(REF, TABLE, "/undo")
    assert "An order of another side was taken back" in told[MARINES]
    assert "An order was taken back" in told[TABLE]
    assert "Placed" not in told[MARINES] + told[TABLE]
    for user, channel, name in ((ANN, MARINES, "Marine E1"), (BOB, PIRATES, "Pirate")):
        told = await table.line(user, channel, "/undo")
        assert {*told} == {user}
        assert "You have given no order here that could be taken back: nobody is asked." in told[user]
        await table.line(user, channel, f'/set name:"{name}" field:morale value:5')
        told = await table.line(user, channel, "/undo")
        assert {*told} == {channel}
        assert "the referee takes orders back, or allows it" in told[channel]


async def test_a_thread_that_is_archived_is_written_in_all_the_same(table):
    world = table.loopback.world
    thread = world.channel(MARINES)
    world.archive(thread)
    told = await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    assert "Pirate comes into view" in told[MARINES]
    assert not thread.archived


async def test_a_thread_that_is_deleted_is_said_once_to_its_side_alone(table):
    table.loopback.world.delete_channel(table.loopback.world.channel(MARINES))
    told = await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    assert "Marines is gone" in told[REF]
    told = await table.line(BOB, TABLE, "/character list")
    assert {*told} == {BOB}
    assert "gone" not in told[BOB]
    told = await table.line(ANN, TABLE, "/side open name:Marines")
    assert "A thread for Marines" in told[ANN]


async def test_a_thread_that_the_bot_is_shut_out_of_is_said_once_to_its_side_alone(table):
    world = table.loopback.world
    await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    world.join(world.channel(MARINES), world.bot, joins=False)
    world.set_permission(world.channel(TABLE), world.bot, "manage_threads", granted=False)
    # What the pirate does shows to the marines, and tells nobody else that they can't be told.
    for user, line in ((BOB, "/stance name:Pirate how:prone"), (ONLOOKER, "/character list")):
        told = await table.line(user, TABLE, line)
        assert "shut to me" not in repr(told)
        assert MARINES not in told
    told = await table.line(ANN, TABLE, "/character list")
    assert {*told} == {ANN}
    assert "The thread of Marines is shut to me: let me in again" in told[ANN]
    assert "facing south, prone" in (await table.line(ANN, TABLE, "/log"))[ANN]
    await table.line(BOB, TABLE, "/stance name:Pirate how:up")
    assert "shut to me" not in repr(await table.line(ANN, TABLE, "/character list"))
    # Once they have let it in again, it goes on there.
    world.join(world.channel(MARINES), world.bot)
    assert "facing south, prone" in (await table.line(BOB, TABLE, "/stance name:Pirate how:prone"))[MARINES]


async def test_who_changes_sides_keeps_what_they_have_read_and_reads_no_more(table):
    world = table.loopback.world
    await table.line(REF, TABLE, "/players set player:@Ann side:Pirates")
    assert not world.sees(world.user(ANN), world.channel(MARINES))
    assert world.sees(world.user(ANN), world.channel(PIRATES))
    told = await table.line(ANN, TABLE, "/log")
    assert "stands at S18" not in told[ANN]
    await table.line(REF, TABLE, "/undo")
    assert world.sees(world.user(ANN), world.channel(MARINES))
    assert not world.sees(world.user(ANN), world.channel(PIRATES))


@pytest.mark.parametrize("line", ["/campaign new starter:True", "/campaign move campaign:2"])
async def test_no_other_campaign_is_played_in_a_sides_thread(table, line):
    """Whoever gave an order there would give it to another game than they think."""
    await table.line(REF, "elsewhere", "/campaign new starter:True")
    told = await table.line(REF, PIRATES, line)
    assert told == {REF: told[REF]}
    assert "This place is for Pirates, whose campaign is played here" in told[REF]
    assert {*await table.line(BOB, PIRATES, "/roll throw:2D")} == {PIRATES}


async def test_fog_is_lifted_only_by_who_says_that_it_is_meant(table):
    told = await table.line(REF, TABLE, "/campaign set setting:fog value:off")
    assert told == {REF: told[REF]}
    assert "nobody can unknow it: say value:“off for all” if that is meant" in told[REF]
    told = await table.line(ANN, TABLE, '/campaign set setting:fog value:"off for all"')
    assert told == {ANN: told[ANN]}
    await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    assert UNSEEN not in table.reads(ANN)
    await table.line(REF, TABLE, '/campaign set setting:fog value:"off for all"')
    told = await table.line(ANN, TABLE, "/turn show")
    assert "Pirate" in (await table.line(ANN, TABLE, "/character list"))[TABLE]
    # It lies again as it did, with what everybody knew.
    await table.line(REF, TABLE, "/undo")
    assert "Pirate Captain" not in (await table.line(ANN, TABLE, "/character list"))[ANN]


@pytest.mark.parametrize(
    ("user", "line", "told"),
    [
        (REF, "/campaign set setting:rounds value:counted", "rounds: counted"),
        (REF, "/players set player:@Onlooker observer:True", "they look on"),
        (ANN, "/dice salt words:heather", "“heather” by"),
        (REF, "/campaign end", "The campaign ends"),
    ],
)
@pytest.mark.parametrize("channel", [TABLE, MARINES])
async def test_what_is_the_tables_all_are_told_wherever_it_is_ordered(table, user, line, told, channel):
    """A setting, a salt or a seat is of no deck."""
    heard = await table.line(user, channel, line)
    assert told in heard[channel]
    assert told in heard[TABLE]
    if line != "/campaign end":
        assert told in (await table.line(BOB, TABLE, "/log"))[BOB]


async def test_what_is_the_tables_is_taken_back_before_all(table):
    await table.line(REF, MARINES, "/campaign set setting:rounds value:counted")
    assert "“The campaign is set” was taken back" in (await table.line(REF, TABLE, "/undo"))[TABLE]


async def passed(table, seconds):
    """What reaches whom as time passes, by the channel."""
    world, told = table.loopback.world, {}
    with world.watch() as changes:
        world.advance(seconds)
        await table.loopback.stage.advance(seconds)
        await table.loopback.gateway.flush()
    for change in changes:
        place = world.channels[int(change.message.payload["channel_id"])].path[1:]
        told[place] = told.get(place, "") + words(change.message)
    return told


@pytest.mark.parametrize("late", ["default", "remind"])
async def test_all_are_told_that_the_table_waits_and_each_side_alone_for_whom(table, late):
    await table.line(REF, TABLE, f"/campaign set setting:late value:{late}")
    await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    await table.line(REF, TABLE, "/turn begin")
    await table.line(ANN, TABLE, "/table ping")
    told = await table.line(REF, TABLE, "/table wait for:1h")
    assert "The table waits until" in told[TABLE]
    assert "Marine E1" in told[REF]
    assert "Marine E1" not in told[TABLE]
    told = await passed(table, 3_700)
    assert "The table's wait is over" in told[TABLE]
    assert "Marine E1" not in told[TABLE]
    ann = table.loopback.world.user(ANN).id
    assert f"<@{ann}> The wait for you is over" in told[MARINES]
    assert "The wait for you" not in told[TABLE] + told.get(PIRATES, "")


@pytest.mark.parametrize("late", ["default", "remind"])
@pytest.mark.parametrize("plans", ["Pirate", "Pirates"])
async def test_a_wait_ends_alike_whether_others_have_answered_or_not(table, late, plans):
    await table.line(REF, TABLE, f"/campaign set setting:late value:{late}")
    await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    await table.line(REF, TABLE, f'/place name:"Pirate Captain" at:{UNSEEN}')
    await table.line(REF, TABLE, "/turn begin")
    await table.line(ANN, TABLE, "/plan name:Marines plan:move")
    await table.line(REF, TABLE, "/table wait for:1h")
    await table.line(BOB, TABLE, f"/plan name:{plans} plan:move")
    told = await passed(table, 3_700)
    assert "The table's wait is over: /table due tells each what they owe" in told[TABLE]
    assert MARINES not in told


async def test_a_side_reads_what_the_referee_shows_it(table):
    told = await table.line(REF, TABLE, "/reveal what:Bridge side:Pirates because:secret")
    assert "The referee shows you Bridge" in told[PIRATES]
    assert "secret" not in told[PIRATES]
    assert {*told} == {REF, PIRATES}


async def test_a_side_that_nobody_plays_is_listed_for_who_has_seen_somebody_of_it(table):
    await table.line(REF, TABLE, "/character add name:Zed template:Pirate side:Aslan")
    assert "**Aslan**: nobody but the referee" in (await table.line(REF, TABLE, "/players list"))[REF]
    for user in (ANN, BOB, ONLOOKER):
        told = (await table.line(user, TABLE, "/players list"))[user]
        assert "Aslan" not in told
        assert "**Pirates**: <@" in told
    await table.line(REF, TABLE, "/place name:Zed at:S15 facing:S")
    assert "Aslan" in (await table.line(ANN, TABLE, "/players list"))[ANN]


async def test_who_has_seen_nothing_of_a_deck_is_told_so_and_shown_no_picture(table):
    for line in ("/deck show", "/deck show whole:True"):
        told = await table.line(ONLOOKER, TABLE, line)
        assert "Nothing of this deck has been seen yet: who plays a side" in told[ONLOOKER]
    shown = await table.loopback.slash(ONLOOKER, TABLE, "/summary")
    assert shown.replies[0].files == []


async def test_a_deck_that_is_put_up_under_fog_is_shown_to_nobody(table):
    """It is a first one, or another."""
    await table.line(REF, "elsewhere", "/campaign new")
    await table.line(REF, "elsewhere", "/campaign set setting:fog value:on")
    for channel in ("elsewhere", TABLE):
        told = await table.line(REF, channel, "/deck load name:Trainer")
        assert "Training hall" in told[REF]
        assert "The deck Trainer is put up" in told[channel]
        assert "Training hall" not in told[channel]
        assert {*told} == {REF, channel}


async def test_no_deck_is_taken_away_as_long_as_fog_lies(table):
    """Where none is up all know all."""
    told = await table.line(REF, TABLE, "/deck take")
    assert told == {REF: told[REF]}
    assert "put another up with /deck load, or set fog back first" in told[REF]
    assert "Pirate" not in (await table.line(ANN, TABLE, "/character list"))[ANN]


async def test_next_tells_nobody_what_others_owe(table):
    """Whoever has no more to do waits for others, and doesn't read who they are, nor what they have answered."""
    await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    await table.line(REF, TABLE, f'/place name:"Pirate Captain" at:{UNSEEN}')
    await table.line(REF, TABLE, "/turn begin")
    await table.line(ANN, TABLE, "/plan name:Marines plan:move")
    told = (await table.line(ANN, TABLE, "/next"))[ANN]
    assert told.strip() == (
        "You have nothing more to do here, and others may have, for all you know: it is the referee who goes on."
    )
    await table.line(BOB, TABLE, "/plan name:Pirate plan:aim")
    assert (await table.line(ANN, TABLE, "/next"))[ANN] == told


async def test_whether_others_may_act_shows_not_in_how_far_the_table_goes_on(table):
    """A player is done and the table stays, whoever else could act; the referee goes on a step at a time, though nobody
    could act in it.
    """
    await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    await table.line(REF, TABLE, "/turn begin")
    await table.line(ANN, TABLE, "/plan name:Marines plan:move")
    await table.line(BOB, TABLE, "/plan name:Pirate plan:move")
    for line in ("/next", "/phase ready:True"):
        assert TABLE not in await table.line(ANN, TABLE, line)
    steps = [(await table.line(REF, TABLE, "/next"))[TABLE] for _ in range(6)]
    assert [step.partition("It is ")[2].splitlines()[0] for step in steps] == [
        "phase 1 of turn 1, covering fire",
        "phase 1 of turn 1, movement",
        "phase 1 of turn 1, melee",
        "phase 1 of turn 1, aimed fire",
        "phase 1 of turn 1, snap shots",
        "phase 2 of turn 1, covering fire",
    ]
    assert TABLE not in await table.line(BOB, TABLE, "/phase ready:True")
    told = await table.line(ANN, TABLE, "/next")
    assert not {TABLE, PIRATES} & {*told}
    assert "which waits for others" in told[ANN]


async def test_the_turn_shows_what_one_knows_of_it(table):
    """Of others neither points nor plans are known, be they in sight or not."""
    await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    await table.line(REF, TABLE, "/turn begin")
    await table.line(BOB, TABLE, "/plan name:Pirate plan:aim")
    told = (await table.line(ANN, TABLE, "/turn show"))[ANN]
    assert "Marine E1: no plan" in told
    assert "Pirate" not in told
    told = (await table.line(ONLOOKER, TABLE, "/turn show"))[ONLOOKER]
    assert "no plan" not in told
    assert "a plan for the turn" not in told
    assert "Pirate: planned" in (await table.line(REF, TABLE, "/turn show"))[REF]


async def test_that_a_scenario_begins_and_how_it_ends_all_are_told(table):
    told = await table.line(REF, TABLE, '/scenario setup name:"First Watch" first:@Ann second:@Bob sweep:True')
    assert "First Watch begins: /scenario show tells you alone" in told[TABLE]
    assert "Trainer" not in told[TABLE]
    told = await table.line(REF, TABLE, "/scenario end")
    assert "First Watch ends\nNothing was decided" in told[TABLE]
    # One that does something of itself at once.
    told = await table.line(REF, TABLE, '/scenario setup name:"IV The Great Wine Heist" alone:nobody sweep:True')
    assert "The scenario goes on" in told[REF]
    assert "IV The Great Wine Heist begins: /scenario show tells you alone" in told[TABLE]
    assert "goes on" not in told[TABLE]


async def test_how_a_scenario_is_decided_all_are_told(table):
    """Whatever has decided it."""
    await table.line(REF, TABLE, '/scenario setup name:"First Watch" first:@Ann second:@Bob sweep:True')
    told = await table.line(REF, TABLE, "/character edit name:Marines field:condition value:dead")
    assert "The Pirates win the scenario\nDecided by: " in told[TABLE]
    assert "The Pirates win the scenario" in (await table.line(ANN, TABLE, "/log"))[ANN]
