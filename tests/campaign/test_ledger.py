"""What the rules keep of a campaign beside its characters: kept, taken back, and who may change it."""

import pytest

from bot.campaign.journal import redo, undo
from bot.campaign.play import play
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from tests.campaign.conftest import AHL, PLAYER, REFEREE

DOOR = {"name": "Door 3", "kind": "door"}


async def order(channel, verb, people=None, actor=REFEREE, **fields):
    async with channel.transaction(actor) as transaction:
        return await play(transaction, channel.place, AHL, verb, people or {}, fields, LiveDice)


async def moved(channel, move):
    async with channel.transaction() as transaction:
        await move(transaction)
        await transaction.record(move.__name__, Card("moved"), place=channel.place)


async def points(channel):
    entry = await order(channel, "structure list")
    return entry.card.lines


async def test_damage_is_kept_and_taken_back_and_done_again(channel):
    before = await channel.snapshot()
    await order(channel, "structure hit", penetration=5, **DOOR)
    first = await channel.snapshot()
    await order(channel, "structure hit", penetration=7, **DOOR)
    assert await points(channel) == ("Door 3 (door): 4 points, holds",)
    await moved(channel, undo)
    assert await channel.snapshot() == first
    assert await points(channel) == ("Door 3 (door): 1 point, holds",)
    await moved(channel, undo)
    assert await channel.snapshot() == before
    await moved(channel, redo)
    assert await channel.snapshot() == first


async def test_a_setting_and_a_structure_do_not_disturb_each_other(channel):
    await order(channel, "structure hit", penetration=5, **DOOR)
    async with channel.transaction() as transaction:
        transaction.change_campaign(settings={"vacuum": "yes"})
        await transaction.record("campaign set", Card("set"), place=channel.place)
    await order(channel, "structure hit", penetration=5, **DOOR)
    await moved(channel, undo)
    async with channel.transaction() as transaction:
        assert transaction.campaign.settings == {"vacuum": "yes"}
    await moved(channel, undo)
    assert await points(channel) == ("Door 3 (door): 1 point, holds",)


@pytest.mark.parametrize(
    ("verb", "people", "fields"),
    [
        ("structure hit", {}, {"penetration": 5, **DOOR}),
        ("blast", {"people": "Pirate"}, {}),
        ("blast", {"direct": "Pirate"}, {"cause": "HE", "penetration": 4}),
        ("vacuum", {"name": "Pirate"}, {}),
    ],
)
async def test_what_the_referee_decides_is_for_them_even_where_nobody_acts(channel, verb, people, fields):
    with pytest.raises(RuleError, match=f"/{verb} is for the referee only"):
        await order(channel, verb, people, PLAYER, **fields)


async def test_everybody_may_look_at_the_structures(channel):
    await order(channel, "structure list", actor=PLAYER)


async def test_a_player_throws_only_their_own_grenades(channel):
    with pytest.raises(RuleError, match="Pirate is not yours"):
        await order(channel, "grenade", {"name": "Pirate"}, PLAYER, range=3)
