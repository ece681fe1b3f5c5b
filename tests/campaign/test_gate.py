"""What each reader is handed out where sides know only what they have seen."""

import pytest

from bot.campaign.access import Actor
from bot.campaign.gate import game_for, row_for, rows_for, sides_for
from bot.campaign.log import log
from bot.campaign.play import play, scene_of
from bot.deck.plan import At
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.seats import Membership
from tests.campaign.conftest import AHL, PLAYER, REFEREE, STRANGER
from tests.campaign.test_knowing import MARINE, PIRATE, WEST, foggy, order

CORSAIR = Actor(4, "Corsair")


@pytest.fixture
async def fog(channel):
    """A marine and a pirate on both sides of a shut door, each played by somebody, and somebody who looks on."""
    await foggy(channel)
    for name, actor in ((MARINE, PLAYER), (PIRATE, CORSAIR)):
        await order(channel, "character edit", {"name": name}, owner=str(actor.id))
    return channel


async def names(channel, actor):
    async with channel.transaction(actor) as transaction:
        return [row.name for row in await rows_for(transaction)]


async def seen_game(channel, actor):
    async with channel.transaction(actor) as transaction:
        return await game_for(transaction, AHL)


async def give(channel, actor, verb, people=None, **fields):
    async with channel.transaction(actor) as transaction:
        return await play(transaction, channel.place, AHL, verb, people or {}, fields, LiveDice)


async def open_door(channel, **said):
    await order(channel, "door set", at="C1", side="E", open=said.get("open", True))


async def test_a_referee_knows_everything(fog):
    async with fog.transaction() as transaction:
        assert len(await rows_for(transaction)) == 4
    game = await seen_game(fog, REFEREE)
    assert {*game.board.people} == {MARINE, PIRATE}


async def test_a_player_knows_their_own_side_and_whom_it_has_seen(fog):
    assert await names(fog, PLAYER) == [MARINE, "Marine N1"]
    await open_door(fog)
    assert await names(fog, PLAYER) == [MARINE, "Marine N1", PIRATE]
    await open_door(fog, open=False)
    assert await names(fog, PLAYER) == [MARINE, "Marine N1", PIRATE]


async def test_who_plays_no_side_knows_what_all_sides_see(fog):
    assert await names(fog, STRANGER) == []
    await open_door(fog)
    assert await names(fog, STRANGER) == [MARINE, PIRATE]


async def test_of_others_no_more_is_read_than_shows(fog):
    await order(fog, "character edit", {"name": PIRATE}, field="light wounds", value="2")
    await open_door(fog)
    game = await seen_game(fog, PLAYER)
    pirate = game.units[PIRATE]
    assert (pirate.foreign, pirate.sheet.light_wounds, pirate.sheet.morale) == (True, 0, 7)
    told = AHL.line_of(pirate)
    assert "wound" not in told
    assert "rounds" not in told
    assert pirate.sheet.weapons[0].weapon in told
    assert (await seen_game(fog, CORSAIR)).units[PIRATE].sheet.light_wounds == 2


async def test_the_board_ends_where_nothing_more_is_known(fog):
    board = (await seen_game(fog, PLAYER)).board
    assert board.plan.levels[0].floor == WEST
    assert board.plan.levels[0].width == 3
    assert [room.name for room in board.plan.rooms] == ["West"]
    assert {*board.people} == {MARINE}
    await open_door(fog)
    board = (await seen_game(fog, PLAYER)).board
    assert (board.plan.levels[0].width, {*board.people}) == (6, {MARINE, PIRATE})


async def test_whom_one_only_remembers_is_where_they_were(fog):
    await open_door(fog)
    await open_door(fog, open=False)
    await order(fog, "place", {"name": PIRATE}, at="D1")
    assert (await seen_game(fog, PLAYER)).board.people[PIRATE].at == At(0, 5, 0)


async def test_fire_at_whom_nobody_of_the_side_sees_is_refused_as_an_unknown_name_is(fog):
    refusals = []
    for name in (PIRATE, "Pxrxte"):
        with pytest.raises(RuleError) as refused:
            await give(fog, PLAYER, "fire", {"name": MARINE, "target": name})
        refusals.append(str(refused.value).replace(name, "…"))
    assert refusals[0] == refusals[1]
    await open_door(fog)
    await open_door(fog, open=False)
    with pytest.raises(RuleError) as refused:
        await give(fog, PLAYER, "fire", {"name": MARINE, "target": PIRATE})
    assert str(refused.value).replace(PIRATE, "…") == refusals[1]


async def test_no_odds_hang_on_what_is_another_sides_to_know(fog):
    await open_door(fog)
    async with fog.transaction(PLAYER) as transaction:
        fire = AHL.order("fire")
        scene = await scene_of(transaction, AHL, fire, {"name": MARINE, "target": PIRATE})
        assert scene.one("target").foreign
        with pytest.raises(RuleError, match="Pirate's figures, which are their side's to know"):
            await scene_of(transaction, AHL, fire, {"name": PIRATE, "target": MARINE})
        with pytest.raises(RuleError, match="Pirate's figures, which are their side's to know"):
            await scene_of(transaction, AHL, AHL.order("morale"), {"name": PIRATE})


async def test_sides_that_nobody_has_met_or_plays_are_unknown(fog):
    await order(fog, "character edit", {"name": "Pirate Captain"}, field="side", value="Slavers")
    async with fog.transaction(PLAYER) as transaction:
        # Whose people somebody owns, they play, which /players list tells all.
        assert await sides_for(transaction) == {"Marines", "Pirates"}
    async with fog.transaction() as transaction:
        await transaction.keep_members({"77": Membership("player", "Slavers")})
        await transaction.record("players set", Card("Who plays which side"), place=fog.place)
    async with fog.transaction(PLAYER) as transaction:
        assert await sides_for(transaction) == {"Marines", "Pirates", "Slavers"}


async def test_an_order_is_in_the_log_of_its_side_and_of_the_referee_alone(fog):
    await give(fog, CORSAIR, "face", {"name": PIRATE}, facing="W")
    titles = {}
    for actor in (REFEREE, PLAYER, CORSAIR, STRANGER):
        async with fog.transaction(actor) as transaction:
            titles[actor.name] = [line.card.title for line in await log(transaction, 3)]
    assert titles["Ref"][0] == titles["Corsair"][0] != titles["Player"][0]
    assert not any(PIRATE in title for name in ("Player", "Stranger") for title in titles[name])


async def test_what_only_tells_is_worked_out_of_what_the_asker_knows(fog):
    """The turn that is kept lists nobody whom one hasn't seen, and nobody else's points."""
    await order(fog, "turn begin")
    told = {}
    for actor in (REFEREE, PLAYER):
        async with fog.transaction(actor) as transaction:
            entry = await play(transaction, fog.place, AHL, "turn show", {}, {}, LiveDice)
            told[actor.name] = str(entry.card)
    assert PIRATE in told["Ref"]
    assert MARINE in told["Player"]
    assert "Pirate" not in told["Player"]


async def test_without_fog_the_very_game_is_handed_out(channel):
    async with channel.transaction(STRANGER) as transaction:
        assert len(await rows_for(transaction)) == 4
        assert (await row_for(transaction, PIRATE)).foreign is False


async def test_who_owns_people_of_two_sides_gives_orders_once_it_is_said_which_they_play(fog):
    await order(fog, "character edit", {"name": PIRATE}, owner=str(PLAYER.id))
    for name in (MARINE, PIRATE):
        with pytest.raises(RuleError, match="Whoever plays no side gives no orders"):
            await give(fog, PLAYER, "face", {"name": name}, facing="N")
    async with fog.transaction() as transaction:
        side = (await row_for(transaction, MARINE)).side
    await order(fog, "players set", player=str(PLAYER.id), side=side)
    entry = await give(fog, PLAYER, "face", {"name": MARINE}, facing="N")
    assert MARINE in entry.card.title
    await order(fog, "players set", player=str(PLAYER.id), observer=True)
    with pytest.raises(RuleError, match="Whoever plays no side gives no orders"):
        await give(fog, PLAYER, "face", {"name": MARINE}, facing="S")
