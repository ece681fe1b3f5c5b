"""Strangers as contacts: what each side calls whom it has met, and who is known by name to whom."""

import pytest

from bot.campaign.access import Actor
from bot.campaign.game import game_of
from bot.campaign.gate import game_for, row_for, rows_for
from bot.campaign.play import play
from bot.campaign.settings import settings_of
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.scene import Reader
from bot.systems.house import DrawnDeck, Settable
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import AHL, PLAYER, STRANGER
from tests.campaign.test_knowing import CROSSED, CROSSING, MARINE, PIRATE, foggy, ids, known, known_of, order, stored

CORSAIR = Actor(4, "Corsair")
MATE = "Marine N1"


async def as_contacts(channel):
    settable = Settable(settings_of(AHL), {}, True)
    await order(channel, "campaign set", material=settable, setting="strangers", value="contacts")


@pytest.fixture
async def fog(channel):
    """A marine and two pirates in two rooms with a shut door between them, where strangers are contacts."""
    await foggy(channel)
    await as_contacts(channel)
    await order(channel, "character add", name="Pirate Chief", side="Pirates", template="Pirate")
    await order(channel, "place", {"name": "Pirate Chief"}, at="D1")
    for name, actor in ((MARINE, PLAYER), (PIRATE, CORSAIR), ("Pirate Chief", CORSAIR)):
        await order(channel, "character edit", {"name": name}, owner=str(actor.id))
    return channel


async def names(channel, actor):
    async with channel.transaction(actor) as transaction:
        return [row.name for row in await rows_for(transaction)]


async def door(channel, *, is_open=True):
    await order(channel, "door set", at="C1", side="E", open=is_open)


async def give(channel, actor, verb, people=None, **fields):
    async with channel.transaction(actor) as transaction:
        return await play(transaction, channel.place, AHL, verb, people or {}, fields, LiveDice)


async def reveal(channel, what, side):
    await order(channel, "reveal", what=what, side=side, because="They hear it")


async def test_who_comes_at_once_is_numbered_by_where_they_stand(fog):
    await door(fog)
    # D1 is before F1, though whoever stands there came into the game later.
    # Nor does a list tell who came first, who may be known by name from before they were strangers.
    assert await names(fog, PLAYER) == [MARINE, MATE, "Contact 1", "Contact 2"]
    assert await names(fog, CORSAIR) == [PIRATE, "Pirate Captain", "Pirate Chief", "Contact 1"]
    async with fog.transaction(PLAYER) as transaction:
        assert [*(await game_for(transaction, AHL)).units] == [MARINE, MATE, "Contact 1", "Contact 2"]
    async with fog.transaction() as transaction:
        game = (await game_of(transaction, AHL)).known_to("Marines")
    assert [*game.units] == [MARINE, MATE, "Pirate Chief", PIRATE]


async def test_who_comes_later_has_the_next_number_and_keeps_it(fog):
    await order(fog, "place", {"name": "Pirate Chief"}, at="off")
    await door(fog)
    await door(fog, is_open=False)
    await order(fog, "place", {"name": "Pirate Chief"}, at="D1")
    await door(fog)
    assert await names(fog, PLAYER) == [MARINE, MATE, "Contact 1", "Contact 2"]


async def test_all_that_is_read_of_them_goes_by_that_name(fog):
    await door(fog)
    async with fog.transaction(PLAYER) as transaction:
        game = await game_for(transaction, AHL)
    assert {*game.units} == {MARINE, MATE, "Contact 1", "Contact 2"}
    assert {*game.board.people} == {MARINE, "Contact 1", "Contact 2"}
    assert AHL.line_of(game.units["Contact 1"])


async def test_an_order_reaches_them_by_it_and_by_no_name_that_isnt_known(fog):
    await door(fog)
    await give(fog, PLAYER, "face", {"name": MARINE}, facing="E")
    entry = await give(fog, PLAYER, "fire", {"name": MARINE, "target": "Contact 1"}, fire="aimed")
    assert "Contact 1" in entry.card.title
    assert "Pirate" not in f"{entry.card}"
    with pytest.raises(RuleError, match="There is no character “Pirate Chief”"):
        await give(fog, PLAYER, "fire", {"name": MARINE, "target": "Pirate Chief"})
    # What a field names is read in the same way.
    entry = await give(fog, PLAYER, "move", {"name": MARINE}, to="Contact 1")
    assert "Pirate" not in f"{entry.card}"


async def test_a_refusal_goes_by_it(fog):
    await door(fog)
    with pytest.raises(RuleError) as refused:
        await give(fog, PLAYER, "face", {"name": "Contact 1"}, facing="N")
    assert str(refused.value) == "Contact 1 is not yours: only the owner or the referee may do that."


async def test_whoever_is_told_who_it_is_reaches_them_by_both_names(fog):
    await door(fog)
    await reveal(fog, "Pirate Chief", "Marines")
    assert await names(fog, PLAYER) == [MARINE, MATE, "Pirate Chief", "Contact 2"]
    async with fog.transaction(PLAYER) as transaction:
        assert (await row_for(transaction, "contact 1")).name == "Pirate Chief"
        assert (await row_for(transaction, "Pirate Chief")).name == "Pirate Chief"
    with pytest.raises(RuleError, match="Marines know Pirate Chief already"):
        await reveal(fog, "Pirate Chief", "Marines")


async def test_all_together_name_only_whom_every_side_knows_by_name(fog):
    await door(fog)
    assert await names(fog, STRANGER) == []
    await reveal(fog, PIRATE, "Marines")
    assert await names(fog, STRANGER) == [PIRATE]
    await reveal(fog, MARINE, "Pirates")
    assert await names(fog, STRANGER) == [MARINE, PIRATE]


async def test_whoever_looks_at_somebody_beside_them_is_told_who_it_is(fog):
    await door(fog)
    with pytest.raises(RuleError, match="Nobody is beside"):
        await give(fog, PLAYER, "look", {"name": MARINE})
    await order(fog, "place", {"name": MARINE}, at="C1")
    entry = await give(fog, PLAYER, "look", {"name": MARINE})
    assert entry.card.lines == ("Contact 1 is Pirate Chief",)
    assert entry.seen == ()
    assert await names(fog, PLAYER) == [MARINE, MATE, "Pirate Chief", "Contact 2"]


@pytest.mark.parametrize("where", ["B1", "C1"])
async def test_nobody_is_made_out_from_afar_or_through_a_door(fog, where):
    await door(fog)
    await door(fog, is_open=where == "B1")
    await order(fog, "place", {"name": MARINE}, at=where)
    with pytest.raises(RuleError, match="Nobody is beside"):
        await give(fog, PLAYER, "look", {"name": MARINE})


async def test_who_is_met_is_kept_goes_back_and_comes_again(fog, store):
    states = [await stored(store)]
    await door(fog)
    states.append(await stored(store))
    await reveal(fog, "Pirate Chief", "Marines")
    states.append(await stored(store))
    number = await ids(fog)
    met = (await known(fog))["Marines"].met
    assert [met[number[name]] for name in ("Pirate Chief", PIRATE)] == [(1, True), (2, False)]
    for state in reversed(states[:-1]):
        await take_back(fog)
        assert await stored(store) == state
    for state in states[1:]:
        await again(fog)
        assert await stored(store) == state


async def test_on_another_deck_they_are_known_again(fog):
    await door(fog)
    await reveal(fog, "Pirate Chief", "Marines")
    await order(fog, "deck load", material=DrawnDeck(CROSSING, CROSSED, ()))
    assert [await names(fog, PLAYER)] == [[MARINE, MATE]]
    for name, at in ((MARINE, "A1"), (PIRATE, "B1"), ("Pirate Chief", "C1")):
        await order(fog, "place", {"name": name}, at=at)
    assert await names(fog, PLAYER) == [MARINE, MATE, "Pirate Chief", "Contact 2"]
    assert {*(await ids(fog)).values()} >= {*(await known_of(fog, CROSSING))["Marines"].met}


async def test_whom_a_side_met_while_strangers_had_names_it_knows_by_name(channel):
    await foggy(channel)
    await order(channel, "character edit", {"name": MARINE}, owner=str(PLAYER.id))
    await door(channel)
    await as_contacts(channel)
    assert PIRATE in await names(channel, PLAYER)


async def test_a_name_like_a_contacts_is_its_owners(fog):
    await order(fog, "character edit", {"name": MATE}, field="name", value="Contact 1")
    await door(fog)
    assert await names(fog, PLAYER) == [MARINE, "Contact 1", "Stranger 1", "Contact 2"]
    async with fog.transaction(PLAYER) as transaction:
        assert (await row_for(transaction, "Contact 1")).side == "Marines"


async def test_without_fog_everybody_has_a_name(channel):
    await as_contacts(channel)
    async with channel.transaction(PLAYER) as transaction:
        assert PIRATE in [row.name for row in await rows_for(transaction, reader=Reader(everything=True))]
        assert PIRATE in [row.name for row in await rows_for(transaction)]
