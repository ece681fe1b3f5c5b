import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from bot.campaign.database import open_database
from bot.campaign.journal import answer_to, entry_of, undo
from bot.campaign.log import log
from bot.campaign.play import play
from bot.campaign.recording import Done
from bot.campaign.rows import ENTRY
from bot.campaign.store import Store
from bot.engine.cards import Card
from bot.engine.dice import LiveDice, ScriptedDice
from bot.engine.errors import RuleError
from tests.campaign.back_and_forth import again, play_back_and_forth, take_back
from tests.campaign.conftest import AHL, PLAYER, REFEREE, STRANGER, Channel


async def titles(channel, **more):
    async with channel.transaction() as transaction:
        return [(line.verb, line.undone) for line in await log(transaction, 20, **more)]


async def test_undo_restores_and_redo_repeats(channel):
    before = await channel.snapshot()
    await channel.fire(dice=lambda *_: ScriptedDice([6, 6, 6, 6]))
    after = await channel.snapshot()
    moved = await take_back(channel)
    assert await channel.snapshot() == before
    assert [order.card.title for order in moved.orders] == ["Marine E1 fires at Pirate"]
    assert len(moved.unit_ids) == 2
    await again(channel)
    assert await channel.snapshot() == after


async def test_a_mark_goes_and_comes_back_with_whoever_has_it(channel):
    async with channel.transaction() as transaction:
        await play(transaction, channel.place, AHL, "surrender", {"name": "Pirate"}, {}, LiveDice)
    async with channel.transaction() as transaction:
        await transaction.remove(await transaction.unit("Pirate"))
        await transaction.record("character remove", Card("Pirate leaves"), place=channel.place)
    await take_back(channel)
    assert (await channel.snapshot())[0]["Pirate"].marks == ["surrendered"]
    await take_back(channel)
    assert (await channel.snapshot())[0]["Pirate"].marks == []


async def test_a_campaign_can_be_taken_back_to_its_beginning_only(channel):
    await channel.fire()
    await take_back(channel)
    with pytest.raises(RuleError, match="where it began"):
        await take_back(channel)


async def test_nothing_to_do_again(channel):
    with pytest.raises(RuleError, match="nothing to do again"):
        await again(channel)
    await channel.fire()
    await take_back(channel)
    await channel.fire()
    with pytest.raises(RuleError, match="nothing to do again"):
        await again(channel)


async def test_a_player_takes_back_their_own_newest_order_only(channel):
    async with channel.transaction() as transaction:
        transaction.change(await transaction.unit("Marine E1"), owner_id=PLAYER.id)
        await transaction.record("character edit", Card("Marine E1 is changed"), place=channel.place)
    with pytest.raises(RuleError, match="“Marine E1 is changed” is not yours: only whoever gave that order"):
        await take_back(channel, PLAYER)
    await channel.fire(actor=PLAYER)
    await take_back(channel, PLAYER)


async def test_newest_first(channel):
    first = await channel.fire()
    second = await channel.fire(target="Pirate Captain")
    with pytest.raises(RuleError, match="Newest first: “Marine E1 fires at Pirate Captain” came after"):
        await take_back(channel, entry_id=first.id)
    await take_back(channel, entry_id=second.id)
    with pytest.raises(RuleError, match="taken back already"):
        await take_back(channel, entry_id=second.id)
    await take_back(channel, entry_id=first.id)


async def test_an_entry_of_another_campaign_is_out_of_reach(channel, store):
    other = Channel(store, type(channel.place)(10, 200))
    await other.begin()
    elsewhere = await other.fire()
    with pytest.raises(RuleError, match="no longer played here"):
        await take_back(channel, entry_id=elsewhere.id)


async def test_a_throw_does_not_stand_in_the_way(channel):
    before = await channel.snapshot()
    await channel.fire()
    async with channel.transaction(PLAYER) as transaction:
        dice = LiveDice(transaction.source.key, transaction.campaign.counter)
        dice.roll(2, why="throw")
        await transaction.record("roll", Card("Throw 2D"), place=channel.place, throws=dice.throws)
    await take_back(channel)
    assert await channel.snapshot() == before


async def test_undo_never_brings_the_same_dice_again(channel):
    await channel.fire()
    await take_back(channel)
    entry = await channel.fire()
    assert entry.card.footer == "thrown after an undo"
    async with channel.transaction() as transaction:
        lines = await log(transaction, 3)
        counter = transaction.campaign.counter
    assert lines[0].after_undo
    assert counter >= 4


async def test_the_log_tells_what_no_longer_holds(channel):
    await channel.fire()
    await channel.fire(target="Pirate Captain")
    await take_back(channel)
    assert await titles(channel) == [("undo", False), ("fire", True), ("fire", False), ("campaign new", False)]
    assert await titles(channel, skip=1) == [("fire", True), ("fire", False), ("campaign new", False)]
    await again(channel)
    assert (await titles(channel))[2] == ("fire", False)


async def test_a_value_that_has_changed_since_is_not_overwritten(channel):
    """Nothing in the program does this; a hand in the database might."""
    await channel.fire(dice=lambda *_: ScriptedDice([6, 6, 6, 6]))
    async with channel.store.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE unit SET side = 'Turncoats' WHERE name = 'Pirate'")
    with pytest.raises(RuleError, match="Pirate is no longer what that order left"):
        await take_back(channel)


async def test_several_changes_to_one_row_are_taken_back_together(channel):
    before = await channel.snapshot()
    async with channel.transaction() as transaction:
        turncoat = transaction.change(await transaction.unit("Pirate"), side="Turncoats")
        transaction.change(turncoat, owner_id=PLAYER.id)
        await transaction.remove(await transaction.unit("Marine N1"))
        await transaction.record("character edit", Card("Pirate is changed"), place=channel.place)
    after = await channel.snapshot()
    await take_back(channel)
    assert await channel.snapshot() == before
    await again(channel)
    assert await channel.snapshot() == after


async def test_an_ended_campaign_comes_back(channel):
    async with channel.transaction() as transaction:
        transaction.change_campaign(ended=True)
        await transaction.record("campaign end", Card("The campaign ends"), place=channel.place)
    with pytest.raises(RuleError, match="No campaign is running"):
        await channel.fire()
    await take_back(channel, ended=True)
    await channel.fire()


async def test_an_order_can_be_given_again(channel):
    entry = await channel.fire(mode="single", dice=lambda *_: ScriptedDice([1, 1]))
    repeated = await channel.again(entry.id, dice=lambda *_: ScriptedDice([1, 2]))
    assert repeated.card.lines[1] == "To hit: 8+ (effective) | 1+2 +1 skill = 4 → miss"
    assert (await channel.sheet("Marine E1")).weapons[0].loaded.rounds == 18


async def test_an_order_that_was_kept_under_other_names_can_be_given_again(channel):
    """Whoever fires was called attacker until roles were called as their options are."""
    entry = await channel.fire(mode="single", dice=lambda *_: ScriptedDice([1, 1]))
    async with channel.transaction() as transaction:
        order = (await entry_of(transaction, entry.id))["order"]
        units = order["units"]
        order = {**order, "units": {"attacker" if role == "name" else role: who for role, who in units.items()}}
        where = ENTRY.c.id == entry.id
        await transaction.connection.execute(update(ENTRY).where(where).values(order=order))
    repeated = await channel.again(entry.id, dice=lambda *_: ScriptedDice([1, 2]))
    assert repeated.card.title == entry.card.title
    async with channel.transaction() as transaction:
        assert (await entry_of(transaction, repeated.id))["order"]["units"] == units


async def test_an_order_to_somebody_gone_is_not_given_again(channel):
    entry = await channel.fire()
    async with channel.transaction() as transaction:
        await transaction.remove(await transaction.unit("Pirate"))
        await transaction.add_unit("Pirate", "", None, AHL.dump_sheet(AHL.new_sheet))
        await transaction.record("character remove", Card("Another Pirate"), place=channel.place)
    with pytest.raises(RuleError, match="no longer here"):
        await channel.again(entry.id)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), back=st.integers(1, 8))
async def test_any_number_of_orders_is_taken_back_and_done_again(new_database, seed, back):
    """After n orders, undoing k passes the very states that were there, and redoing k ends where it was."""
    async with new_database() as url:
        engine = await open_database(url)
        await play_back_and_forth(Channel(Store(engine, now=lambda: 0)), random.Random(seed), back)
        await engine.dispose()


async def test_what_is_sealed_only_its_actor_and_the_referee_read(channel):
    async with channel.transaction(PLAYER) as transaction:
        transaction.change_campaign(things={"character": {"v": 1, "structures": []}})
        sealed = await transaction.record(
            "battle form", Card("Sealed orders of Player"), place=channel.place, sealed=True
        )
    assert sealed.sealed
    for reader, reads in ((PLAYER, True), (REFEREE, True), (STRANGER, False)):
        async with channel.transaction(reader) as transaction:
            titles = [line.card.title for line in await log(transaction, 10)]
            assert ("Sealed orders of Player" in titles) is reads
            if reads:
                assert (await answer_to(transaction, sealed.id)).card.title == "Sealed orders of Player"
            else:
                with pytest.raises(RuleError, match="no longer played here"):
                    await answer_to(transaction, sealed.id)
    async with channel.transaction(STRANGER) as transaction:
        with pytest.raises(RuleError, match="“Sealed orders of Player” is not yours"):
            await undo(transaction)


# --- what has been shown, and what has been answered ---


async def changes(channel, actor, side, **more):
    """An order that changes something."""
    async with channel.transaction(actor) as transaction:
        transaction.change(await transaction.unit("Pirate"), side=side)
        return await transaction.record("order", Card(f"{actor.name} orders {side}"), place=channel.place, **more)


async def test_a_player_does_not_take_back_what_has_opened_something(channel):
    order = await changes(channel, PLAYER, "Raiders", done=Done("both formations"))
    for entry_id in (None, order.id):
        with pytest.raises(RuleError) as refused:
            await take_back(channel, PLAYER, entry_id)
        assert str(refused.value) == (
            "It shows both formations, so only the referee can take back “Player orders Raiders” now."
        )
    await take_back(channel, REFEREE, order.id)


async def test_what_was_opened_stays_known_when_the_referee_has_taken_it_back(channel):
    await changes(channel, PLAYER, "Raiders", sealed=True)
    await changes(channel, STRANGER, "Patrol", done=Done("both formations"))
    await take_back(channel, REFEREE)
    with pytest.raises(RuleError, match="“Stranger orders Patrol” has shown both formations, so only the referee"):
        await take_back(channel, PLAYER)
    await changes(channel, PLAYER, "Free Traders")
    await take_back(channel, PLAYER)
    await take_back(channel, REFEREE)


async def test_a_player_does_not_take_back_what_others_went_on_from(channel):
    first = await changes(channel, PLAYER, "Raiders")
    await changes(channel, STRANGER, "Patrol")
    with pytest.raises(RuleError) as refused:
        await take_back(channel, PLAYER, first.id)
    assert str(refused.value) == (
        "“Stranger orders Patrol” came after that: only the referee can take back what others went on from."
    )
    await take_back(channel, STRANGER)
    await take_back(channel, PLAYER, first.id)


async def test_throws_that_changed_nothing_are_an_answer_but_those_of_nobody_are_not(channel):
    await changes(channel, PLAYER, "Raiders")
    for verb, done in (("roll", None), ("melee", Done(doers=("unit 1",)))):
        await take_back(channel, PLAYER)
        await again(channel, PLAYER)
        await thrown(channel, STRANGER, verb, done)
    with pytest.raises(RuleError, match="“A melee by Stranger” has answered “Player orders Raiders”: only the referee"):
        await take_back(channel, PLAYER)
    await take_back(channel, REFEREE)


async def thrown(channel, actor, verb, done):
    """A throw that changes nothing."""
    async with channel.transaction(actor) as transaction:
        dice = LiveDice(transaction.source.key, transaction.campaign.counter)
        dice.roll(2, why="throw")
        card = Card(f"A {verb} by {actor.name}")
        return await transaction.record(verb, card, place=channel.place, throws=dice.throws, done=done)


async def test_what_the_referee_took_back_a_player_does_not_do_again(channel):
    await changes(channel, PLAYER, "Raiders")
    await take_back(channel, REFEREE)
    with pytest.raises(RuleError, match="The referee has taken back “Player orders Raiders”: only the referee"):
        await again(channel, PLAYER)
    await again(channel, REFEREE)
    await take_back(channel, PLAYER)
    await again(channel, PLAYER)


# --- thrown after an undo ---


async def marked(channel, attacker, **fields):
    entry = await channel.fire(attacker, "Pirate Captain", **fields)
    return entry.card.footer == "thrown after an undo"


async def test_thrown_after_an_undo_stands_on_the_same_one_s_next_throw_and_on_nothing_else(channel):
    await channel.fire("Marine E1")
    await take_back(channel)
    roll = await thrown(channel, REFEREE, "roll", None)
    assert roll.card.footer == ""
    assert not await marked(channel, "Marine N1")
    assert not await marked(channel, "Pirate", range=5)
    assert await marked(channel, "Marine E1")
    assert not await marked(channel, "Marine E1")
    async with channel.transaction() as transaction:
        assert [line.after_undo for line in await log(transaction, 5)] == [False, True, False, False, False]


async def test_what_is_done_again_is_not_owed_and_what_was_taken_back_before_it_is(channel):
    await channel.fire("Marine E1")
    await channel.fire("Marine E1")
    await take_back(channel)
    await again(channel)
    assert not await marked(channel, "Marine N1")
    for _ in range(3):
        await take_back(channel)
    await again(channel)
    assert await marked(channel, "Marine E1")
    assert await marked(channel, "Marine N1")
    assert not await marked(channel, "Marine E1")


async def test_under_another_name_they_are_the_same(channel):
    await channel.fire("Marine E1")
    await take_back(channel)
    async with channel.transaction() as transaction:
        transaction.change(await transaction.unit("Marine E1"), name="Vane", key="vane")
        await transaction.record("character edit", Card("Vane"), place=channel.place)
    assert await marked(channel, "Vane")


async def test_who_leaves_and_comes_back_under_their_name_still_owes_it(channel):
    await channel.fire("Marine E1")
    await take_back(channel)
    async with channel.transaction() as transaction:
        await transaction.remove(await transaction.unit("Marine E1"))
        await transaction.record("character remove", Card("Marine E1 leaves"), place=channel.place)
    async with channel.transaction() as transaction:
        await transaction.add_unit("MARINE E1", "", PLAYER.id, AHL.dump_sheet(AHL.starter[0].sheet))
        await transaction.record("character add", Card("Marine E1 joins"), place=channel.place)
    assert not await marked(channel, "Marine N1")
    assert await marked(channel, "Marine E1")
    assert not await marked(channel, "Marine E1")


async def test_an_order_without_throws_owes_none(channel):
    await changes(channel, PLAYER, "Raiders", done=Done(doers=("unit 3",)))
    await take_back(channel)
    assert not await marked(channel, "Pirate", range=5)
