"""Battles in a campaign: sealed formations, whole rounds taken back, damage kept and mended."""

from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from bot.campaign import database
from bot.campaign.database import open_database
from bot.campaign.journal import answer_to, redo, undo
from bot.campaign.log import log
from bot.campaign.play import play, scene_of
from bot.campaign.recording import Place
from bot.campaign.store import Store
from bot.chat.wording import foot_of
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.system import SHIP
from bot.systems.highguard.battle.state import Ledger
from tests.campaign.conftest import PLAYER, REFEREE, STRANGER
from tests.campaign.fleets import SHIPS, Fleets
from tests.campaign.whole import contradictions


@pytest.fixture
async def fleets(store):
    channel = Fleets(store)
    await channel.begin(starter=False)
    await channel.muster()
    return channel


async def test_odds_see_the_battle_that_the_ships_fight(fleets):
    await fleets.order("battle round")
    people = {"name": "Red One", "target": "Blue One"}
    async with fleets.transaction() as transaction:
        scene = await scene_of(transaction, SHIPS, SHIPS.orders["battery"], people)
    assert scene.ledger.battle == (await fleets.state())[0]
    assert scene.ledger.battle.turn == 2


async def test_a_whole_round_is_taken_back_with_its_throws_and_done_again(fleets, store):
    before = await fleets.state()
    entry = await fleets.order("battle round")
    after = await fleets.state()
    assert after[0].turn == 2
    assert after != before
    moved = await fleets.back()
    assert moved.throws > 2
    assert await fleets.state() == before
    assert await contradictions(store.engine) == []
    assert (await fleets.back(move=redo)).throws == moved.throws
    assert await fleets.state() == after
    async with fleets.transaction() as transaction:
        assert (await answer_to(transaction, entry.id)).card == entry.card
    assert await contradictions(store.engine) == []


async def test_who_falls_first_is_kept_with_the_battle_and_taken_back(fleets, store):
    before = await fleets.state()
    await fleets.order("battle standing", PLAYER, side="Red", fall="marines, troops; Red Two: crew")
    after = await fleets.state()
    falling = after[0].sides[0].falling
    assert (falling.usual, dict(falling.ships)) == (("marines", "troops"), {"Red Two": ("crew",)})
    await fleets.back(PLAYER)
    assert await fleets.state() == before
    await fleets.back(PLAYER, move=redo)
    assert await fleets.state() == after
    assert await contradictions(store.engine) == []
    with pytest.raises(RuleError, match="Red is another's fleet"):
        await fleets.order("battle standing", STRANGER, side="Red", fall="crew")


async def test_damage_stays_after_the_battle_and_a_yard_mends_it(fleets):
    with pytest.raises(RuleError, match="Blue One is in a battle: end that first"):
        await _repair(fleets, "Blue One")
    await fleets.order("battle round")
    fought = (await fleets.state())[0]
    ended = await fleets.order("battle end", winner="Red")
    assert "The battle is over" in ended.card.title
    battle, sheets = await fleets.state()
    assert battle is None
    hurt = [
        name
        for name, ship in fought.ships.items()
        if ship.vessel.now != ship.vessel.built and ship.place.value != "destroyed"
    ]
    assert hurt, "a round of cruisers hurt nobody"
    for name in hurt:
        assert SHIPS.load_sheet(sheets[name]).vessel == fought.ships[name].vessel
        mended = await _repair(fleets, name)
        assert mended.card.title == f"{name} is repaired"
        assert SHIPS.load_sheet((await fleets.state())[1][name]).vessel is None
    with pytest.raises(RuleError, match="has no damage to repair"):
        await _repair(fleets, hurt[0])
    with pytest.raises(RuleError, match="is for the referee only"):
        await _repair(fleets, hurt[0], PLAYER)


async def _repair(fleets, name, actor=REFEREE):
    async with fleets.transaction(actor) as transaction:
        return await play(transaction, fleets.place, SHIPS, "ship repair", {"name": name}, {}, LiveDice)


async def test_who_may_do_what(fleets):
    for verb in ("battle round", "battle end"):
        with pytest.raises(RuleError, match="is for the referee only"):
            await fleets.order(verb, PLAYER)
    with pytest.raises(RuleError, match="is for the referee only"):
        await fleets.order("battle form", PLAYER, dm=2)
    with pytest.raises(RuleError, match="Blue is another's fleet"):
        await fleets.order("battle form", PLAYER, side="Blue")
    with pytest.raises(RuleError, match="None of these ships is yours"):
        await fleets.order("battle form", STRANGER)
    before = await fleets.state()
    formed = await fleets.order("battle form", PLAYER, line="Red One")
    assert formed.sealed
    assert await fleets.state() != before


def _as_read(lines):
    return [(line.verb, line.card, line.undone) for line in lines]


async def seen_by_a_stranger(fleets):
    """Everything that somebody else is told about the battle, and every way in which they are refused."""
    told = [(await fleets.order("battle show", STRANGER)).card]
    for verb, fields in (("form", {}), ("form", {"side": "Red"}), ("decide", {"side": "Red"}), ("fire", {})):
        with pytest.raises(RuleError) as refused:
            await fleets.order(f"battle {verb}", STRANGER, **fields)
        told.append(str(refused.value))
    async with fleets.transaction(STRANGER) as transaction:
        told.append(_as_read(await log(transaction, 20)))
        with pytest.raises(RuleError) as refused:
            await undo(transaction)
        told.append(str(refused.value))
    return told


async def test_a_stranger_is_told_the_same_whatever_is_sealed(store):
    """Two campaigns that differ only in what Red has formed."""
    told = []
    for number, line in enumerate(("Red One", "none")):
        fleets = Fleets(store, place=Place(10, 200 + number))
        await fleets.begin(starter=False)
        await fleets.muster()
        sealed = await fleets.order("battle form", PLAYER, line=line)
        assert ("Red One" in sealed.card.lines[0]) is (line == "Red One")
        told.append([sealed.card.title, foot_of(sealed.card), *await seen_by_a_stranger(fleets)])
        with pytest.raises(RuleError, match="no longer played here"):
            async with fleets.transaction(STRANGER) as transaction:
                await answer_to(transaction, sealed.id)
    assert told[0] == told[1]
    assert "Red has formed" not in [card.title for _, card, _ in told[0][-2]]


async def test_a_rehearsal_does_not_know_what_is_sealed(fleets, monkeypatch):
    """A line that is kept back would lose the most often, and so tell of itself."""
    monkeypatch.setattr("bot.systems.highguard.battle.rehearsal.new_seed", lambda: bytes(32))
    open_ = next(SHIPS.ships.rehearse(Ledger((await fleets.state())[0]), 1))
    await fleets.order("battle form", PLAYER, line="none")
    sealed = (await fleets.state())[0]
    assert sealed.sides[0].sealed.all_reserve
    assert next(SHIPS.ships.rehearse(Ledger(sealed), 1)) == open_


async def test_taking_a_sealed_formation_back_tells_no_more_than_that_it_was_given(fleets):
    before = await fleets.state()
    await fleets.order("battle form", PLAYER, line="Red One")
    moved = await fleets.back(PLAYER)
    assert [order.card.title for order in moved.orders] == ["Red has formed"]
    assert await fleets.state() == before


async def test_a_battle_of_before_is_fought_on_by_whoever_joined_its_sides_first(fleets):
    """Stored when sides had no commanders: Red One is the player's, Red Two a stranger's, Blue nobody's."""
    before = (Path(__file__).parent / "files" / "battle_without_commanders.txt").read_text().strip()
    async with fleets.transaction() as transaction:
        await transaction.keep(SHIP, {"battle": before})
        await transaction.record("battle new", Card("Red against Blue"), place=fleets.place)
    with pytest.raises(RuleError, match="The line of Red: only its commander orders that"):
        await fleets.order("battle form", STRANGER, line="Red Two")
    await fleets.order("battle form", PLAYER, line="Red One, Red Two")
    await fleets.order("battle form", REFEREE, side="Blue")
    assert (await fleets.state())[0].step.value == "pre-combat decisions"


async def test_a_database_of_before_opens_amid_a_battle(tmp_path):
    """As the first four migrations left it, with an order that had just been taken back."""
    file = tmp_path / "campaigns.db"
    config = Config()
    config.set_main_option("script_location", str(database._MIGRATIONS))
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        state = (Path(__file__).parent / "files" / "battle_without_commanders.txt").read_text().strip()
        connection.exec_driver_sql(
            "INSERT INTO campaign (id, guild_id, channel_id, system, settings, things, seed, counter, version, head_id,"
            " ended, undone, created_at) VALUES (1, 10, 100, 'ahl', '{}', '{}', x'00', 0, 1, 1, 0, 1, 0)"
        )
        connection.exec_driver_sql(
            'INSERT INTO entry (id, campaign_id, chain, key, actor_id, audience, verb, "order", throws, first_die,'
            " card, after_undo, at, channel_id, answered) VALUES (1, 1, 'a', 'a', 1, 'all', 'campaign new', '{}', '[]',"
            ' 0, \'{"title": "A campaign begins", "lines": [], "working": [], "footer": "",'
            ' "tone": "plain"}\', 0, 0, 100, 1)'
        )
        connection.exec_driver_sql("INSERT INTO battle (campaign_id, state) VALUES (1, ?)", (state,))
    engine.dispose()
    opened = await open_database(f"sqlite+aiosqlite:///{file}")
    fleets = Fleets(Store(opened, now=lambda: 0))
    with pytest.raises(RuleError, match="The line of Red: only its commander orders that"):
        await fleets.order("battle form", STRANGER, line="Red Two")
    formed = await fleets.order("battle form", PLAYER, line="Red Two")
    assert foot_of(formed.card).startswith("Waiting: Blue")
    await fleets.back(PLAYER)
    await opened.dispose()


async def test_a_commander_is_named_taken_back_and_named_again(fleets, store):
    before = await fleets.state()
    await fleets.order("battle commander", PLAYER, side="Red", commander=str(STRANGER.id))
    after = await fleets.state()
    assert after[0].sides[0].commander == str(STRANGER.id)
    with pytest.raises(RuleError, match="Standing orders of Red: only its commander"):
        await fleets.order("battle standing", PLAYER, side="Red")
    await fleets.back()
    assert await fleets.state() == before
    await fleets.back(move=redo)
    assert await fleets.state() == after
    assert await contradictions(store.engine) == []


async def test_a_prize_changes_hands_with_the_battle_s_end_and_back_with_its_undoing(fleets):
    async with fleets.transaction() as transaction:
        battle = SHIPS.load_ledger(await transaction.ledger(SHIP)).battle
        prize = replace(battle.ships["Blue One"], side=0, owner=str(PLAYER.id), taken=True)
        await transaction.keep(SHIP, SHIPS.dump_ledger(Ledger(battle.with_ships([prize]))))
        await transaction.record("battle decide", Card("Blue One is boarded"), place=fleets.place)
    await fleets.order("battle end")
    assert await hands(fleets) == {
        "Red One": ("Red", PLAYER.id),
        "Red Two": ("Red", PLAYER.id),
        "Blue One": ("Red", PLAYER.id),
    }
    await fleets.back()
    assert (await hands(fleets))["Blue One"] == ("Blue", None)
    await fleets.back(move=redo)
    assert (await hands(fleets))["Blue One"] == ("Red", PLAYER.id)


async def hands(fleets):
    """Each ship's side and owner."""
    async with fleets.transaction() as transaction:
        return {unit.name: (unit.side, unit.owner_id) for unit in await transaction.units(SHIP)}
