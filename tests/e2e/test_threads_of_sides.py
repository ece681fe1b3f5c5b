"""The threads and channels of sides, whatever becomes of them: who may read one is said, and where the bot may not let
people out.

Archived and deleted ones, and who changes sides, are in `test_sides.py`.
"""

import pytest

from bot.sandbox.payloads import channel_payload
from tests.e2e.channel import table as starter
from tests.e2e.test_sides import ANN, BOB, MARINES, ONLOOKER, PIRATES, REF, TABLE, Watched, sides
from tests.e2e.test_unseen import foggy
from tests.e2e.unknowable import hidden_squares

DEN = "table/den"
UNSEEN = hidden_squares()[0]


@pytest.fixture
async def table(tmp_path):
    """The marines are Ann's, the pirates Bob's, and each side has its thread."""
    async with sides(f"sqlite+aiosqlite:///{tmp_path}/game.db") as watched:
        yield watched


@pytest.fixture
async def begun(tmp_path):
    """The same before either side has a thread."""
    async with foggy(f"sqlite+aiosqlite:///{tmp_path}/game.db") as loopback:
        yield Watched(loopback)


def inside(table, path):
    world = table.loopback.world
    return {world.users[number].name for number in world.channel(path).members} - {world.bot.name}


def let(table, permission, *, granted):
    world = table.loopback.world
    world.set_permission(world.channel(TABLE), world.bot, permission, granted=granted)


def den(table, *users):
    """A private thread that Bob has opened, with the bot and some more in it."""
    world = table.loopback.world
    thread = world.channel(DEN, world.user(BOB), "private")
    for user in (*map(world.user, users), world.bot):
        world.join(thread, user)


async def test_without_the_permission_none_is_opened_and_another_way_is_named(begun):
    let(begun, "create_private_threads", granted=False)
    told = await begun.line(ANN, TABLE, "/side open name:Marines")
    assert told == {ANN: told[ANN]}
    assert "allow me Create Private Threads" in told[ANN]
    assert "give /side open here:True in it." in told[ANN]
    told = await begun.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    assert "Pirate comes into view" in (await begun.line(ANN, TABLE, "/log"))[ANN]
    assert PIRATES not in told
    # In one that a member has opened it goes on.
    den(begun)
    told = await begun.line(BOB, DEN, "/side open name:Pirates here:True")
    assert "A thread for Pirates" in told[BOB]
    assert "Pirate lies prone" in (await begun.line(BOB, DEN, "/stance name:Pirate how:prone"))[DEN]


async def test_of_a_thread_that_is_taken_it_is_said_who_reads_it_already(begun):
    den(begun, ONLOOKER)
    told = await begun.line(BOB, DEN, "/side open name:Pirates here:True")
    assert "Whoever owns the server, or may manage its threads, can read it as well." in told[BOB]
    assert "So can all others who are in it already, which I don't see: take out who shouldn't be." in told[BOB]
    assert inside(begun, DEN) == {BOB, REF, ONLOOKER}


async def test_the_thread_in_which_a_campaign_is_played_becomes_no_sides(begun):
    """All who play there read it."""
    den(begun, ANN)
    for line in ("/campaign new starter:True", "/players hand name:Pirate player:@Bob"):
        await begun.line(REF, DEN, line)
    told = await begun.line(BOB, DEN, "/side open name:Pirates here:True")
    assert told == {BOB: told[BOB]}
    assert "A campaign is played in this thread: give this in a private thread of its side alone." in told[BOB]


async def test_a_place_that_all_read_becomes_no_sides(begun):
    told = await begun.line(ANN, TABLE, "/side open name:Marines here:True")
    assert told == {ANN: told[ANN]}
    assert "Only a private thread, or a channel that not everyone may view, is hidden from the others" in told[ANN]
    assert "give this in one, or leave “here” out." in told[ANN]


async def test_whoever_has_a_part_and_isnt_of_the_side_is_taken_out_of_it(begun):
    den(begun, ANN)
    await begun.line(BOB, DEN, "/side open name:Pirates here:True")
    assert inside(begun, DEN) == {BOB, REF}


async def test_where_the_bot_may_take_nobody_out_that_is_said_once(begun):
    """Else whoever changes sides would read on, and nobody would know."""
    den(begun)
    await begun.line(BOB, DEN, "/side open name:Pirates here:True")
    await begun.line(REF, TABLE, "/players set player:@Cid side:Pirates")
    assert inside(begun, DEN) == {BOB, REF, "Cid"}
    let(begun, "manage_threads", granted=False)
    told = await begun.line(REF, TABLE, "/players set player:@Cid observer:True")
    assert "I may not let all of them into" in told[REF]
    assert "see to it yourself that nobody is in it but" in told[REF]
    assert "I may not" not in told[TABLE]
    assert REF not in await begun.line(REF, TABLE, "/players set player:@Cid side:Marines")
    let(begun, "manage_threads", granted=True)
    await begun.line(REF, TABLE, "/players set player:@Cid observer:True")
    assert inside(begun, DEN) == {BOB, REF}


async def test_the_bot_says_so_as_well_where_it_opens_one(begun):
    den(begun, ANN)
    let(begun, "manage_threads", granted=False)
    told = await begun.line(BOB, DEN, "/side open name:Pirates here:True")
    assert "I may not let all of them into" in told[BOB]


async def test_whoever_leaves_one_is_let_in_again_by_asking_for_it(table):
    world = table.loopback.world
    world.join(world.channel(MARINES), world.user(ANN), joins=False)
    told = await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    assert "Pirate comes into view" in told[MARINES]
    told = await table.line(ANN, TABLE, '/stance name:"Marine E1" how:prone')
    assert "Marine E1 lies prone" in told[ANN]
    assert "Marine E1 lies prone" in told[MARINES]
    assert inside(table, MARINES) == {REF}
    told = await table.line(ANN, TABLE, "/side open name:Marines")
    assert "Marines have a thread already. All who play them are in it." in told[ANN]
    assert inside(table, MARINES) == {ANN, REF}


async def test_one_under_another_name_goes_on(table):
    world = table.loopback.world
    thread = world.channel(MARINES)
    thread.name = "Devil dogs"
    world.tell("THREAD_UPDATE", channel_payload(thread))
    told = await table.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    assert "Pirate comes into view" in told["table/Devil dogs"]
    told = await table.line(ANN, "table/Devil dogs", '/stance name:"Marine E1" how:prone')
    assert "Marine E1 lies prone" in told["table/Devil dogs"]


HANDED = '/players hand name:"Pirate Captain" player:@Cid'


async def test_whoever_comes_to_a_side_late_is_let_in_by_whom_they_are_given_too(table):
    await table.line(REF, TABLE, HANDED)
    assert inside(table, PIRATES) == {BOB, REF, "Cid"}
    await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    assert "stands at" in table.reads("Cid")


@pytest.mark.parametrize(
    "lines",
    [
        ["/undo"],
        ['/players hand name:"Pirate Captain" player:@Bob'],
        ['/character remove name:"Pirate Captain"'],
        [
            "/players set player:@Cid side:Pirates",
            '/players hand name:"Pirate Captain" player:@Bob',
            "/undo",
            "/undo",
            "/undo",
        ],
    ],
)
async def test_who_has_no_part_in_the_campaign_any_more_is_let_out(table, lines):
    await table.line(REF, TABLE, HANDED)
    for line in lines:
        assert inside(table, PIRATES) == {BOB, REF, "Cid"}
        await table.line(REF, TABLE, line)
    assert inside(table, PIRATES) == {BOB, REF}
    assert inside(table, MARINES) == {ANN, REF}


async def test_who_is_forgotten_is_let_out(table):
    told = await table.line(ANN, MARINES, '/privacy forget confirm:"forget me"')
    assert "You are let out of the threads of sides." in told[ANN]
    assert inside(table, MARINES) == {REF}
    assert inside(table, PIRATES) == {BOB, REF}


async def test_who_is_forgotten_is_told_where_the_bot_may_let_nobody_out(begun):
    den(begun)
    await begun.line(BOB, DEN, "/side open name:Pirates here:True")
    let(begun, "manage_threads", granted=False)
    told = await begun.line(BOB, TABLE, '/privacy forget confirm:"forget me"')
    assert "see to it yourself that <@" in told[BOB]
    assert "is in it no longer" in told[BOB]


LAIR = "lair"
OPEN_LAIR = "/side open name:Pirates here:True"


def lair(table, *users):
    """A channel that nobody may view but Bob, the bot and some more."""
    world = table.loopback.world
    channel = world.channel(LAIR, world.user(BOB), "private")
    for user in users:
        world.join(channel, world.user(user))
    return channel


def viewing(table, path):
    world = table.loopback.world
    return {user.name for user in world.users.values() if not user.bot and world.sees(user, world.channel(path))}


async def test_a_channel_that_the_side_alone_may_view_becomes_its_own(begun):
    """Its people read and order there as in a thread, and the others find nothing of it."""
    lair(begun)
    told = await begun.line(BOB, LAIR, OPEN_LAIR)
    assert "A channel for Pirates" in told[BOB]
    assert "Whoever owns or administers the server can read it as well." in told[BOB]
    assert viewing(begun, LAIR) == {REF, BOB}
    told = await begun.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN}")
    assert "Pirate stands at" in told[LAIR]
    assert TABLE not in told
    told = await begun.line(BOB, LAIR, "/stance name:Pirate how:prone")
    assert "Pirate lies prone" in told[LAIR]
    assert not told.keys() & {ANN, TABLE}
    assert "Pirate lies prone" not in begun.reads(ANN) + begun.reads(ONLOOKER)
    # Of what the referee is told there not all is theirs to know.
    assert LAIR not in await begun.line(REF, LAIR, "/character list")


async def test_in_a_sides_channel_buttons_and_threads_are_its_campaigns_after_a_restart_too(begun):
    lair(begun)
    await begun.line(BOB, LAIR, OPEN_LAIR)
    await begun.line(REF, TABLE, "/place name:Pirate at:S15 facing:S")
    await begun.loopback.slash(BOB, LAIR, "/stance name:Pirate how:prone")
    await begun.loopback.stage.stop()
    await begun.loopback.stage.start()
    shown = await begun.loopback.press(BOB, LAIR, "Undo")
    assert shown.error is None
    assert "referee" in begun.reads(BOB)
    told = await begun.line(BOB, f"{LAIR}/plans", "/character show name:Pirate")
    assert "Pirate" in told[BOB]


@pytest.mark.parametrize("who", [ANN, "Cid"])
async def test_a_channel_that_others_of_the_campaign_may_view_becomes_no_sides(begun, who):
    """Ann plays the marines, and Cid looks on."""
    await begun.line(REF, TABLE, "/players set player:@Cid observer:True")
    lair(begun, who)
    told = await begun.line(BOB, LAIR, OPEN_LAIR)
    assert told == {BOB: told[BOB]}
    assert "would read along: let nobody view it but the side first." in told[BOB]
    begun.loopback.world.join(begun.loopback.world.channel(LAIR), begun.loopback.world.user(who), joins=False)
    assert "A channel for Pirates" in (await begun.line(BOB, LAIR, OPEN_LAIR))[BOB]


async def test_of_whoever_comes_to_a_side_or_leaves_it_is_said_who_is_to_view_its_channel(begun):
    """The bot lets nobody into a channel, and nobody out."""
    lair(begun)
    await begun.line(BOB, LAIR, OPEN_LAIR)
    told = await begun.line(REF, TABLE, "/players set player:@Cid side:Pirates")
    assert "Who may view" in told[REF]
    assert "isn't mine to say: let" in told[REF]
    lair(begun, "Cid")
    told = await begun.line(REF, TABLE, '/players hand name:"Pirate Captain" player:@Cid')
    assert "Who may view" not in told[REF]
    told = await begun.line(REF, TABLE, "/players set player:@Cid observer:True")
    assert "out, who are not of the side." in told[REF]


async def test_of_several_campaigns_on_a_server_one_is_named(begun):
    lair(begun)
    await begun.line(REF, "elsewhere", "/campaign new starter:True")
    await begun.line(REF, "elsewhere", "/players set player:@Bob side:Pirates")
    told = await begun.line(BOB, LAIR, OPEN_LAIR)
    assert "You have a part in several campaigns: say in “campaign” which is meant, #elsewhere or #table." in told[BOB]
    assert "A channel for Pirates" in (await begun.line(BOB, LAIR, f"{OPEN_LAIR} campaign:#table"))[BOB]
    told = await begun.line(REF, LAIR, "/campaign new starter:True")
    assert "This place is for Pirates, whose campaign is played here: choose a channel of its own." in told[REF]


async def test_whoever_plays_no_part_in_a_campaign_takes_no_channel_for_its_side(begun):
    world = begun.loopback.world
    world.channel(LAIR, world.user(ONLOOKER), "private")
    told = await begun.line(ONLOOKER, LAIR, OPEN_LAIR)
    assert "You have no part in a campaign of this server" in told[ONLOOKER]
    assert "No campaign is running in this channel" in (await begun.line(ONLOOKER, LAIR, "/character list"))[ONLOOKER]


async def test_where_the_bot_may_not_speak_in_a_channel_it_becomes_no_sides(begun):
    world = begun.loopback.world
    world.set_permission(lair(begun), world.bot, "send_messages", granted=False)
    told = await begun.line(BOB, LAIR, OPEN_LAIR)
    assert "allow me View Channel and Send Messages in this channel." in told[BOB]


# --- who comes to a side that has a place of its own, where no fog lies ---


@pytest.fixture
async def open_to_all(tmp_path):
    """All know all; the marines are Ann's, the pirates Bob's, and nobody has a thread."""
    async with starter(f"sqlite+aiosqlite:///{tmp_path}/game.db") as loopback:
        watched = Watched(loopback)
        await watched.line(REF, TABLE, '/players hand name:"Marine E1, Marine N1" player:@Ann')
        await watched.line(REF, TABLE, '/players hand name:"Pirate, Pirate Captain" player:@Bob')
        yield watched


@pytest.mark.parametrize(
    "line",
    [
        "/ship add template:Cutlass name:Spy side:Marines",
        "/character add template:Marine name:Mole side:Marines",
        "/character edit name:Wanderer field:side value:Marines",
        "/set name:Wanderer field:side value:Marines",
    ],
)
async def test_nobody_comes_into_a_sides_thread_but_by_the_referees_yes(open_to_all, line):
    await open_to_all.line("Eve", TABLE, "/character add template:Marine name:Wanderer")
    await open_to_all.line(ANN, TABLE, "/side open name:Marines")
    told = await open_to_all.line("Eve", TABLE, line)
    assert "waits for a yes" in told[TABLE]
    assert "This changes which side you play" in told[TABLE]
    assert inside(open_to_all, MARINES) == {ANN, REF}
    await open_to_all.loopback.press(REF, TABLE, "Allow")
    assert inside(open_to_all, MARINES) == {ANN, REF, "Eve"}
    # Whoever plays it, and a referee, go on freely.
    for user, name in ((ANN, "Able"), ("Eve", "Baker")):
        told = await open_to_all.line(user, TABLE, f"/ship add template:Cutlass name:{name} side:Marines")
        assert f"{name} joins" in told[TABLE]
    await open_to_all.line(REF, TABLE, "/character add template:Marine name:Third side:Marines owner:@Cid")
    assert inside(open_to_all, MARINES) == {ANN, REF, "Eve", "Cid"}


async def test_who_was_of_a_side_before_it_had_a_thread_comes_back_by_the_referees_yes_alone(open_to_all):
    await open_to_all.line("Eve", TABLE, "/ship add template:Cutlass name:Spy side:Marines")
    await open_to_all.line("Eve", TABLE, "/undo")
    await open_to_all.line(ANN, TABLE, "/side open name:Marines")
    told = await open_to_all.line("Eve", TABLE, "/redo")
    assert "This changes which side you play" in told[TABLE]
    assert inside(open_to_all, MARINES) == {ANN, REF}


async def test_to_a_side_without_a_thread_anybody_comes_but_opens_none_before_others(open_to_all):
    told = await open_to_all.line("Eve", TABLE, "/ship add template:Cutlass name:Spy side:Marines")
    assert "Spy joins" in told[TABLE]
    told = await open_to_all.line("Eve", TABLE, "/side open name:Marines")
    assert "Others play Marines as well: the referee opens their thread" in told["Eve"]
    await open_to_all.line(REF, TABLE, "/players set player:@Eve side:Marines")
    told = await open_to_all.line("Eve", TABLE, "/side open name:Marines")
    assert "is for Marines from now on" in told["Eve"]
    assert inside(open_to_all, MARINES) == {ANN, REF, "Eve"}
