"""Which part everybody has in a campaign: kept, taken back, forgotten and erased as all else is."""

import pytest
from sqlalchemy import func, select

from bot.campaign.erasing import forget_person
from bot.campaign.play import play
from bot.campaign.rows import MEMBER
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.scene import OBSERVER, PLAYER
from bot.engine.scene import REFEREE as REFEREES_PART
from bot.engine.seats import Membership
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import AHL, REFEREE

ANN = "203456789012345678"


async def seat(channel, **fields):
    async with channel.transaction() as transaction:
        return await play(transaction, channel.place, AHL, "players set", {}, {"player": ANN, **fields}, LiveDice)


async def parts(channel):
    async with channel.transaction() as transaction:
        return {number: part for number, part in (await transaction.memberships()).items() if number != "1"}


async def test_a_side_by_word_is_kept_changed_and_taken_back_step_by_step(channel):
    steps = [{}]
    for fields in ({"side": "marines"}, {"side": "Pirates"}, {"observer": True}, {}):
        await seat(channel, **fields)
        steps.append(await parts(channel))
    assert steps[1:] == [
        {ANN: Membership(PLAYER, "Marines")},
        {ANN: Membership(PLAYER, "Pirates")},
        {ANN: Membership(OBSERVER)},
        {},
    ]
    for expected in reversed(steps[:-1]):
        await take_back(channel)
        assert await parts(channel) == expected
    for expected in steps[1:]:
        await again(channel)
        assert await parts(channel) == expected


async def test_who_becomes_a_referee_was_something_else_and_is_so_again_when_that_is_taken_back(channel):
    await seat(channel, side="Pirates")
    async with channel.transaction() as transaction:
        await transaction.keep_members({ANN: Membership(REFEREES_PART)})
        await transaction.record("campaign set", Card("set"), place=channel.place)
        assert await transaction.referees() == {REFEREE.id, int(ANN)}
    with pytest.raises(RuleError, match="A referee plays no side"):
        await seat(channel, side="Marines")
    await take_back(channel)
    assert await parts(channel) == {ANN: Membership(PLAYER, "Pirates")}


async def test_whoever_is_forgotten_has_no_part_any_more_and_undo_gives_none_back(channel):
    await seat(channel, side="Pirates")
    await seat(channel, side="Marines")
    await forget_person(channel.store.engine, int(ANN))
    assert await parts(channel) == {}
    await take_back(channel)
    assert await parts(channel) == {}


async def test_an_erased_campaign_leaves_nobodys_part(channel):
    await seat(channel, side="Pirates")
    async with channel.transaction() as transaction:
        await transaction.erase()
    async with channel.store.engine.begin() as connection:
        assert (await connection.execute(select(func.count()).select_from(MEMBER))).scalar_one() == 0
