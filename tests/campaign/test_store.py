import asyncio

import pytest
from sqlalchemy import event

from bot.campaign.journal import entry_of
from bot.campaign.posts import BATTLE, Posted, note
from bot.campaign.recording import Place
from bot.campaign.rows import Recorded
from bot.campaign.settings import settings_of
from bot.campaign.store import NoCampaignError, RepeatedError
from bot.engine.cards import Card
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.house import read_setting
from tests.campaign.conftest import AHL, PLAYER, REFEREE, STRANGER, Channel

HIT = [4, 5, 3, 3, 2]


def scripted(*faces):
    return lambda _seed, _counter: ScriptedDice(faces)


async def test_what_the_message_shows_that_was_used_comes_with_the_campaign(channel):
    """Another campaign's message, or any that isn't kept up to date, shows nothing."""
    async with channel.transaction() as transaction:
        here = transaction.campaign.id
        assert transaction.used == ""
    await note(channel.store.engine, here, "career 7", 1, Posted(100, 555))
    other = Channel(channel.store, Place(1, 200))
    await other.begin()
    for each, message, shown in ((channel, 555, "career 7"), (channel, 556, ""), (other, 555, "")):
        async with each.transaction(used=message) as transaction:
            assert transaction.used == shown


async def test_a_shot_is_kept(channel):
    entry = await channel.fire(dice=scripted(*HIT))
    assert entry.card.title == "Marine E1 fires at Pirate"
    assert (await channel.sheet("Pirate")).light_wounds == 1
    assert (await channel.sheet("Marine E1")).weapons[0].loaded.rounds == 16


async def test_who_was_missed_is_not_written_again(channel):
    written = []

    @event.listens_for(channel.store.engine.sync_engine, "before_cursor_execute")
    def count(_connection, _cursor, statement, parameters, _context, many):
        if statement.startswith("UPDATE unit"):
            written.append(len(parameters) if many else 1)

    await channel.fire(range=600, mode="single", dm=-9)
    assert written == [1]


async def test_a_refusal_changes_nothing(channel):
    before = await channel.snapshot()
    with pytest.raises(RuleError, match="reaches 600 squares at most"):
        await channel.fire(range=601)
    assert await channel.snapshot() == before


async def test_a_fault_changes_nothing(channel):
    before = await channel.snapshot()

    async def faulty():
        async with channel.transaction() as transaction:
            await transaction.remove(await transaction.unit("Pirate"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await faulty()
    assert await channel.snapshot() == before


async def test_a_change_without_an_entry_is_not_committed(channel):
    before = await channel.snapshot()
    with pytest.raises(AssertionError, match="recorded nothing"):
        async with channel.transaction() as transaction:
            await transaction.remove(await transaction.unit("Pirate"))
    assert await channel.snapshot() == before


async def test_two_who_fire_at_once_lose_nothing(channel):
    """Twenty singles at once from one clip of twenty: each takes a round, and each has dice of its own."""
    entries = await asyncio.gather(
        *(channel.fire(mode="single", target="Pirate Captain") for _ in range(20)), return_exceptions=True
    )
    fired = [entry for entry in entries if not isinstance(entry, Exception)]
    assert {str(entry) for entry in entries if isinstance(entry, Exception)} <= {
        "Pirate Captain is dead already: choose another target."
    }
    assert (await channel.sheet("Marine E1")).weapons[0].loaded.rounds == 20 - len(fired)


async def test_dice_are_never_thrown_twice(channel):
    async with channel.transaction() as transaction:
        assert transaction.campaign.counter == 0
    await channel.fire(dice=scripted(*HIT))
    async with channel.transaction() as transaction:
        assert transaction.campaign.counter == 5


async def test_the_same_interaction_acts_once(channel):
    await channel.fire(key="once", dice=scripted(*HIT))
    before = await channel.snapshot()
    with pytest.raises(RepeatedError) as repeated:
        await channel.fire(key="once", dice=scripted(6, 6, 6, 6))
    assert repeated.value.entry.card.title == "Marine E1 fires at Pirate"
    assert await channel.snapshot() == before


async def test_channels_are_apart(channel, store):
    other = Channel(store, Place(10, 200))
    with pytest.raises(NoCampaignError, match="start one with /campaign new"):
        await other.fire()
    await other.begin(STRANGER)
    before = await channel.snapshot()
    await other.fire(actor=STRANGER, dice=scripted(*HIT))
    assert await channel.snapshot() == before
    with pytest.raises(RuleError, match="not yours"):
        await other.fire(actor=REFEREE)


async def test_a_thread_uses_its_channels_campaign_until_it_has_its_own(channel, store):
    thread = Channel(store, Place(10, 300, parent_id=100))
    await thread.fire(dice=scripted(*HIT))
    assert (await channel.sheet("Pirate")).light_wounds == 1
    await thread.begin()
    assert (await thread.sheet("Pirate")).light_wounds == 0


async def test_one_campaign_a_channel(channel):
    with pytest.raises(RuleError, match="running in this channel already"):
        await channel.begin(PLAYER)


async def test_two_who_begin_at_once_begin_one(store):
    begun = await asyncio.gather(*(Channel(store).begin(actor) for actor in (REFEREE, PLAYER)), return_exceptions=True)
    assert {type(each) for each in begun} == {Recorded, RuleError}


async def test_whose_the_attacker_is_not_cannot_fire(channel):
    before = await channel.snapshot()
    with pytest.raises(RuleError, match="Marine E1 is not yours"):
        await channel.fire(actor=PLAYER)
    async with channel.transaction() as transaction:
        transaction.change(await transaction.unit("Marine E1"), owner_id=PLAYER.id)
        await transaction.record("character edit", Card("changed"), place=channel.place)
    await channel.fire(actor=PLAYER, dice=scripted(1, 1))
    with pytest.raises(RuleError, match="Adding a DM is for the referee only"):
        await channel.fire(actor=PLAYER, dm=1)
    assert (await channel.snapshot()) != before


async def test_names_are_unique_whatever_their_case(channel):
    async with channel.transaction() as transaction:
        with pytest.raises(RuleError, match="named PIRATE already"):
            await transaction.add_unit("PIRATE", "", None, AHL.dump_sheet(AHL.new_sheet))


def test_settings_are_read_by_name():
    setting, value = read_setting(settings_of(AHL), "chat", "FULL")
    assert (setting.name, value) == ("chatter", "full")
    with pytest.raises(RuleError, match="There is no setting “noise”: choose chatter"):
        read_setting(settings_of(AHL), "noise", "1")
    with pytest.raises(RuleError, match="choose brief or full"):
        read_setting(settings_of(AHL), "chatter", "loud")


async def test_what_is_erased_is_gone_and_leaves_others_alone(channel, store):
    other = Channel(store, Place(10, 200))
    await other.begin()
    before = await other.snapshot()
    old = await channel.fire(dice=scripted(*HIT))
    async with channel.transaction() as transaction:
        campaign_id = transaction.campaign.id
    await note(store.engine, campaign_id, BATTLE, 2, Posted(100, 200))
    async with channel.transaction() as transaction:
        erased = await transaction.erase()
    assert erased == {
        "change": 7,
        "entry": 2,
        "unit": 4,
        "roster": 0,
        "member": 1,
        "campaign": 1,
        "deck": 0,
        "plan": 0,
        "battle": 0,
        "post": 1,
        "stretch": 1,
        "seat": 0,
        "wait": 0,
        "seen": 0,
    }
    assert await other.snapshot() == before
    with pytest.raises(NoCampaignError):
        await channel.fire()
    channel.keys = iter(range(1000, 2000))
    async with store.founding(channel.place, REFEREE, "anew", "ahl") as transaction:
        entry = await transaction.record("campaign new", Card("A campaign begins"), place=channel.place)
    assert entry.id > old.id, "an old button must not reach a new order"


async def test_half_a_character_harms_nothing(channel):
    """JSON can carry what UTF-8 can't; a reason with such a half is kept without it."""
    entry = await channel.fire(dm=1, because="\ud83dnerves")
    assert "+1 referee: nerves" in "\n".join(entry.card.lines)
    async with channel.transaction() as transaction:
        assert (await entry_of(transaction, entry.id))["order"]["said"]["because"] == "nerves"
