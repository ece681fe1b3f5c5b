"""The referee looks through a side's eyes, and shows it what its people haven't seen."""

import pytest

from bot.campaign.gate import game_for, look_as, rows_for
from bot.campaign.log import log
from bot.campaign.play import play
from bot.deck.plan import At
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import AHL, PLAYER, REFEREE
from tests.campaign.test_knowing import EAST, MARINE, PIRATE, PLAN, WEST, foggy, known, order, sides, stored


@pytest.fixture
async def fog(channel):
    await foggy(channel)
    await order(channel, "character edit", {"name": MARINE}, owner=str(PLAYER.id))
    return channel


async def reveal(channel, what, actor=REFEREE, side="Navy", because="They find a plan of the ship"):
    async with channel.transaction(actor) as transaction:
        fields = {"what": what, "side": side, "because": because}
        return await play(transaction, channel.place, AHL, "reveal", {}, fields, LiveDice)


@pytest.fixture
async def ours(fog):
    return (await sides(fog))[0]


@pytest.mark.parametrize("what", ["East", "2", "F1", "deck"])
async def test_a_room_or_the_deck_is_remembered_from_then_on(fog, ours, what):
    await reveal(fog, what, side=ours)
    found = (await known(fog))[ours]
    assert (found.seen, found.known, found.people) == (WEST, WEST | EAST, {})


async def test_somebody_is_remembered_where_they_are_with_no_more_than_shows(fog, ours):
    await order(fog, "character edit", {"name": PIRATE}, field="skill", value="7")
    await reveal(fog, PIRATE, side=ours)
    found = (await known(fog))[ours]
    (met,) = found.people.values()
    assert (met.standing.at, met.present, found.known - WEST) == (At(0, 5, 0), False, {At(0, 5, 0)})
    assert AHL.load_sheet(met.shows["sheet"]).weapons[0].skill == 0
    async with fog.transaction(PLAYER) as transaction:
        assert PIRATE in [row.name for row in await rows_for(transaction)]


async def test_the_other_side_learns_nothing_of_it(fog, ours):
    before = await known(fog)
    await reveal(fog, "deck", side=ours)
    after = await known(fog)
    assert {side: each for side, each in after.items() if side != ours} == {
        side: each for side, each in before.items() if side != ours
    }
    async with fog.transaction(PLAYER) as transaction:
        assert [line for line in await log(transaction, 10) if "shown" in line.card.title] == []
    async with fog.transaction() as transaction:
        (line, *_) = await log(transaction, 10)
    assert line.card == Card(
        f"{ours} are shown the whole deck", ("By the referee's word: They find a plan of the ship",)
    )


async def test_it_is_taken_back_and_comes_again(fog, store, ours):
    before = await stored(store)
    await reveal(fog, "East", side=ours)
    after = await stored(store)
    await take_back(fog)
    assert await stored(store) == before != after
    await again(fog)
    assert await stored(store) == after


@pytest.mark.parametrize("what", ["West", "1", "A1"])
async def test_what_is_known_already_is_refused(fog, store, ours, what):
    before = await stored(store)
    with pytest.raises(RuleError, match=f"^{ours} know .* already: name something that they haven't seen.$"):
        await reveal(fog, what, side=ours)
    assert await stored(store) == before


@pytest.mark.parametrize(
    ("what", "side", "said"),
    [
        ("Engine", None, "There is no room on this deck “Engine”"),
        ("East", "Slavers", "There is no side “Slavers”"),
    ],
)
async def test_what_or_whom_there_is_not_is_refused(fog, ours, what, side, said):
    with pytest.raises(RuleError) as refused:
        await reveal(fog, what, side=side or ours)
    assert str(refused.value).startswith(said)


async def test_a_player_shows_nobody_anything(fog, ours):
    with pytest.raises(RuleError, match="for the referee only"):
        await reveal(fog, "East", PLAYER, side=ours)


async def test_without_fog_there_is_nothing_to_show(fog, ours):
    async with fog.transaction() as transaction:
        transaction.change_campaign(settings={**transaction.campaign.settings, "fog": "off"})
        await transaction.record("campaign set", Card("The campaign is set"), place=fog.place)
    with pytest.raises(RuleError, match="All sides know all of this deck"):
        await reveal(fog, "East", side=ours)
    with pytest.raises(RuleError, match="leave “as” out"):
        async with fog.transaction() as transaction:
            await look_as(transaction, ours)


async def test_the_referee_reads_as_a_side_reads(fog, ours):
    async with fog.transaction(PLAYER) as transaction:
        theirs = await game_for(transaction, AHL)
    async with fog.transaction() as transaction:
        await look_as(transaction, ours.lower())
        seen = await game_for(transaction, AHL)
    assert ([*seen.units], seen.board, seen.known) == ([*theirs.units], theirs.board, theirs.known)
    assert seen.board.plan != PLAN


async def test_only_a_referee_does_and_only_as_a_side_that_there_is(fog, ours):
    with pytest.raises(RuleError, match="Looking as a side does is for the referee only"):
        async with fog.transaction(PLAYER) as transaction:
            await look_as(transaction, ours)
    with pytest.raises(RuleError, match="There is no side “Slavers”"):
        async with fog.transaction() as transaction:
            await look_as(transaction, "Slavers")
