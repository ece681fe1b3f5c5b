"""A game: read once in a turn, changed as a value, and written as the difference, which undo takes back."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.campaign import rows
from bot.campaign.game import game_of, write
from bot.campaign.journal import redo, undo
from bot.campaign.rows import CHANGE
from bot.deck.board import Standing, as_drawn
from bot.deck.plan import At
from bot.deck.reading import read_plan
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Outcome, Unit, Units
from tests.campaign.conftest import AHL, PLAYER
from tests.campaign.whole import contradictions

HUT = (Path(__file__).parents[1] / "e2e" / "files" / "hold.txt").read_text(encoding="utf-8")


async def change(channel, do):
    """Have an order change the game; what rows it has written, by what they are of."""
    async with channel.transaction() as transaction:
        before = await game_of(transaction, AHL)
        await write(transaction, AHL, before, do(before))
        entry = await transaction.record("change", Card("Changed"), place=channel.place)
    async with channel.transaction() as transaction:
        rows = await transaction.connection.execute(CHANGE.select().where(CHANGE.c.entry_id == entry.id))
        return sorted(row["entity"] for row in rows.mappings())


async def there_and_back(channel, do):
    """Change the game, take it back and do it again: the game afterwards, and what was written."""
    before = await channel.snapshot()
    written = await change(channel, do)
    after = await channel.snapshot()
    assert after != before
    for step, expected in ((undo, before), (redo, after)):
        async with channel.transaction() as transaction:
            await step(transaction)
            await transaction.record(step.__name__, Card("Walked"), place=channel.place)
        assert await channel.snapshot() == expected
    assert await contradictions(channel.store.engine) == []
    async with channel.transaction() as transaction:
        return await game_of(transaction, AHL), written


async def test_it_is_read_once_and_again_after_a_change(channel):
    async with channel.transaction() as transaction:
        game = await game_of(transaction, AHL)
        assert await game_of(transaction, AHL) is game
        assert game.units["Pirate"] is game.units["Pirate"]
        transaction.change(await transaction.unit("Pirate"), side="Nobody's")
        assert (await game_of(transaction, AHL)).units["Pirate"].side == "Nobody's"
        await transaction.record("edit", Card("Changed"), place=channel.place)


async def test_a_sheet_is_read_from_its_text_where_somebody_looks_and_once(channel, monkeypatch):
    read = []
    monkeypatch.setattr(rows, "read_json", lambda text: read.append(text) or json.loads(text))
    async with channel.transaction() as transaction:
        game = await game_of(transaction, AHL)
        assert len(game.units) > 1
        assert read == []
        for _ in range(2):
            assert game.units["Pirate"].sheet
            assert (await transaction.unit("Pirate")).sheet
    assert len(read) == 1


async def test_what_was_written_is_the_game_that_is_read_next(channel):
    async with channel.transaction() as transaction:
        before = await game_of(transaction, AHL)
        after = before.after(Outcome({"Pirate": replace(before.units["Pirate"].sheet, light_wounds=1)}, None))
        await write(transaction, AHL, before, after)
        assert await game_of(transaction, AHL) is after
        await transaction.record("hurt", Card("Hurt"), place=channel.place)
    assert (await channel.sheet("Pirate")).light_wounds == 1


async def test_only_what_is_another_value_is_written(channel):
    def hurt(game):
        pirate = game.units["Pirate"]
        return game.after(Outcome({"Pirate": replace(pirate.sheet, light_wounds=1), "Marine E1": marine(game)}, None))

    def marine(game):
        return game.units["Marine E1"].sheet

    assert (await there_and_back(channel, hurt))[1] == ["unit"]


async def test_somebody_comes_leaves_and_is_called_otherwise(channel):
    def do(game):
        pirate = game.units["Pirate"]
        units = game.units.without("Marine N1").without("Pirate")
        return replace(
            game, units=units.having(replace(pirate, name="Corsair"), Unit("Ann", "Navy", pirate.sheet, owner="2"))
        )

    game, written = await there_and_back(channel, do)
    assert [*game.units] == ["Marine E1", "Corsair", "Pirate Captain", "Ann"]
    assert game.units["Ann"].owner == str(PLAYER.id)
    assert game.sides == ("Marines", "Pirates", "Navy")
    assert written == ["unit"] * 3


async def test_a_name_that_is_taken_is_refused(channel):
    async with channel.transaction() as transaction:
        game = await game_of(transaction, AHL)
        pirate = game.units["Pirate"]
        for units in (
            game.units.having(Unit("marine e1", "", pirate.sheet)),
            game.units.without("Pirate").having(replace(pirate, name="marine e1")),
        ):
            with pytest.raises(RuleError, match="There is a character named marine e1 already"):
                await write(transaction, AHL, game, replace(game, units=units))


async def test_settings_an_end_and_whose_somebody_is(channel):
    def do(game):
        game = replace(game, settings={**game.settings, "dark": "yes"}, ended=True)
        pirate = replace(game.units["Pirate"], side="Navy", owner="2")
        return game.after(Outcome({}, None, units={"Pirate": pirate}, game=game))

    async with channel.transaction() as transaction:
        before = await game_of(transaction, AHL)
        await write(transaction, AHL, before, do(before))
        await transaction.record("change", Card("Changed"), place=channel.place)
        assert (transaction.campaign.settings, transaction.campaign.ended) == ({"dark": "yes"}, True)
        pirate = await transaction.unit("Pirate")
        assert (pirate.side, pirate.owner_id) == ("Navy", 2)
    async with channel.transaction(ended=True) as transaction:
        await undo(transaction)
        await transaction.record("undo", Card("Taken back"), place=channel.place)
    assert (await channel.snapshot())[1] == {}


async def test_a_deck_is_put_up_changed_and_taken_down(channel):
    plan = read_plan(HUT, "hold")
    stands = Standing(At(0, 0, 0))

    def up(game):
        return replace(game, board=replace(as_drawn(plan), people={"Pirate": stands}), drawing=HUT)

    game, written = await there_and_back(channel, up)
    assert game.board.people == {"Pirate": stands}
    assert written == ["deck", "unit"]
    on = replace(stands, prone=True)
    game, written = await there_and_back(
        channel, lambda game: replace(game, board=replace(game.board, people={"Pirate": on}))
    )
    assert game.present["Pirate"].name == "Pirate"
    assert game.board.people == {"Pirate": on}
    assert written == ["unit"]
    game, written = await there_and_back(channel, lambda game: replace(game, board=None))
    assert game.board is None
    assert not game.present
    assert written == ["deck", "unit"]


def test_who_is_in_a_game_is_read_where_somebody_looks_and_once():
    looked = []

    def read(name):
        looked.append(name)
        return Unit(name, "", None)

    units = Units(["Ann", "Bob", "Cid"], read)
    more = units.without("Bob").having(Unit("Dot", "", None), Unit("Ann", "Navy", None))
    assert ([*units], [*more], len(more)) == (["Ann", "Bob", "Cid"], ["Ann", "Cid", "Dot"], 3)
    assert ("Bob" in units, "Bob" in more) == (True, False)
    assert looked == []
    assert more["Cid"] is units["Cid"]
    assert more["Ann"].side == "Navy"
    assert looked == ["Cid"]
    with pytest.raises(KeyError):
        more["Bob"]
    assert Game().ledger is None
