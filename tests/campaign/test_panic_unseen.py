"""Whoever panics runs by what their side knows: the way tells of nobody whom it can't know."""

import pytest

from bot.campaign.game import game_of
from bot.campaign.play import play
from bot.deck.plan import At
from bot.deck.reading import read_plan
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.systems.house import DrawnDeck
from tests.campaign.conftest import AHL, PLAYER, REFEREE, Ones
from tests.campaign.test_knowing import MARINE, PIRATE, order

LURKER = "Pirate Captain"
# A corridor with two alcoves below it: E2 to E4, with a door before E4, and G2. From D1 nobody sees further than E2.
ALCOVES = """name: Alcoves
level: Deck
+-+-+-+-+-+-+-+
|. . . . . . .|
+-+-+-+-+ +-+ +
        |.| |.|
        + + +-+
        |.|
        +D+
        |.|
        +-+
"""
PLAN = read_plan(ALCOVES, "alcoves")
E2, E3, E4 = (At(0, 4, row) for row in (1, 2, 3))


@pytest.fixture
async def panic(channel):
    """A marine and a pirate who see each other in the corridor."""
    await order(channel, "deck load", material=DrawnDeck(PLAN, ALCOVES, ()))
    await order(channel, "character edit", {"name": MARINE}, owner=str(PLAYER.id))
    await order(channel, "place", {"name": PIRATE}, at="A1")
    await order(channel, "place", {"name": MARINE}, at="D1")
    return channel


async def fleeing(channel, fog, lurks):
    await order(channel, "character edit", {"name": MARINE}, field="nerve", value="fleeing")
    await begun(channel, fog, lurks)


async def begun(channel, fog, lurks, *, shut=False):
    """A turn in its step of movement, once the marine has been in the alcove, and somebody else has come there,
    or the door been shut."""
    async with channel.transaction() as transaction:
        transaction.change_campaign(settings={**transaction.campaign.settings, "fog": fog})
        await transaction.record("campaign set", Card("The campaign is set"), place=channel.place)
    await order(channel, "door set", at="E3", side="S", open=True)
    for at in ("E4", "D1"):
        await order(channel, "place", {"name": MARINE}, at=at, facing="S")
    await order(channel, "place", {"name": LURKER}, at=lurks)
    if shut:
        await order(channel, "door set", at="E3", side="S", open=False)
    await order(channel, "turn begin")
    for name in (MARINE, PIRATE, LURKER):
        await order(channel, "plan", {"name": name}, plan="move")
    await order(channel, "phase")
    await order(channel, "phase", step="movement")


async def ways(channel):
    """Where those run who flee, as it is due."""
    async with channel.transaction() as transaction:
        due = AHL.due(await game_of(transaction, AHL))
        return [choice.said.fields["to"] for each in due if "flight" in each.what for choice in each.choices]


async def stands(channel):
    async with channel.transaction() as transaction:
        return At(*(await transaction.unit(MARINE)).place["at"])


@pytest.mark.rule("AHL-18Dc")
@pytest.mark.parametrize(
    ("fog", "lurks", "to"), [("on", "off", "E2"), ("on", "E3", "E2"), ("off", "off", "E2"), ("off", "E3", "G2")]
)
async def test_the_panicked_run_from_those_alone_of_whom_their_side_knows(panic, fog, lurks, to):
    await fleeing(panic, fog, lurks)
    assert await ways(panic) == [to]


@pytest.mark.parametrize("actor", [PLAYER, REFEREE])
@pytest.mark.parametrize("lurks", ["off", "E3"])
async def test_whoever_has_them_run_they_run_there(panic, lurks, actor):
    """Beside somebody whom they meet there."""
    await fleeing(panic, "on", lurks)
    async with panic.transaction(actor) as transaction:
        await play(transaction, panic.place, AHL, "next", {}, {}, LiveDice)
    assert await stands(panic) == E2


@pytest.mark.parametrize(("shut", "end"), [(False, E4), (True, E3)])
async def test_a_way_after_the_check_that_comes_first_is_looked_for_over_what_is_known(panic, shut, end):
    """The check is for a pirate whom they see; at the door that was shut out of sight they learn of it."""
    await order(panic, "place", {"name": PIRATE}, at="F1")
    await begun(panic, "on", "off", shut=shut)
    async with panic.transaction(PLAYER) as transaction:
        entry = await play(transaction, panic.place, AHL, "move", {"name": MARINE}, {"to": "E4", "gait": "trot"}, Ones)
    assert [part.verb for part in entry.outcome.result.parts] == ["morale", "move"]
    assert await stands(panic) == end
