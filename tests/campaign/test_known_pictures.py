"""The pictures of whoever doesn't know all: what they see as it is, what they remember pale, and nothing beyond."""

import pytest

from bot.campaign.access import Actor
from bot.campaign.gate import all_of, game_for
from bot.chat.pictures import deck_views
from bot.deck.alttext import alt_text
from bot.deck.plan import At
from renderers.deck import deck_png
from tests.campaign.conftest import AHL, PLAYER, REFEREE
from tests.campaign.test_knowing import EAST, MARINE, PIRATE, WEST, foggy, order
from tests.renderers.views import pixels

CORSAIR = Actor(4, "Corsair")


@pytest.fixture
async def fog(channel):
    await foggy(channel)
    for name, actor in ((MARINE, PLAYER), (PIRATE, CORSAIR)):
        await order(channel, "character edit", {"name": name}, owner=str(actor.id))
    return channel


async def view(channel, actor=PLAYER, *, public=False):
    async with channel.transaction(actor) as transaction:
        game = await game_for(transaction, AHL, all_of(transaction) if public else None)
    views = deck_views(game, AHL)
    return views[0] if views else None


async def door(channel, *, is_open):
    await order(channel, "door set", at="C1", side="E", open=is_open)


def ages(view):
    return {counter.name: counter.age for counter in view.counters}


async def test_what_a_side_sees_is_drawn_as_ever_and_the_deck_ends_there(fog):
    shown = await view(fog)
    assert (shown.remembered, ages(shown)) == (frozenset(), {MARINE: None})
    assert shown.board.plan.levels[0].floor == WEST
    assert alt_text(shown) == f"Deck of Rooms, from A1 to C1. In West: {MARINE} at A1, facing north."


async def test_what_it_remembers_is_paler_and_who_was_there_is_a_pale_counter_with_the_phases_since(fog):
    await order(fog, "turn begin")
    await door(fog, is_open=True)
    seen = await view(fog)
    await door(fog, is_open=False)
    at_once = await view(fog)
    assert (at_once.remembered, ages(at_once)) == (EAST, {MARINE: None, PIRATE: 0})
    for _ in range(2):
        await order(fog, "phase")
    later = await view(fog)
    assert (later.remembered, ages(later)) == (EAST, {MARINE: None, PIRATE: 2})
    assert alt_text(later).endswith(
        f"In East: {PIRATE} at F1, facing north, last seen 2 phases ago. As last seen: 3 squares, in East."
    )
    assert "not seen now" in alt_text(at_once)
    assert len({deck_png(each) for each in (seen, at_once, later)}) == 3


async def test_what_has_changed_out_of_sight_is_in_no_picture(fog):
    await door(fog, is_open=True)
    await door(fog, is_open=False)
    before = await view(fog)
    await order(fog, "place", {"name": PIRATE}, at="D1")
    await order(fog, "stance", {"name": PIRATE}, how="prone")
    after = await view(fog)
    assert (deck_png(after), alt_text(after)) == (deck_png(before), alt_text(before))
    assert deck_png(await view(fog, CORSAIR)) != deck_png(before)


async def test_the_public_picture_is_what_every_side_sees(fog):
    assert await view(fog, public=True) is None
    await door(fog, is_open=True)
    everybody = await view(fog, public=True)
    assert everybody.board.plan.levels[0].floor == WEST | EAST
    assert ages(everybody) == {MARINE: None, PIRATE: None}
    await door(fog, is_open=False)
    assert (await view(fog, public=True)).remembered == WEST | EAST


async def test_a_referee_sees_all_as_it_is(fog):
    shown = await view(fog, REFEREE)
    assert (shown.remembered, ages(shown)) == (frozenset(), {MARINE: None, PIRATE: None})


async def test_it_is_paler_in_grey_too(fog):
    """Of the walls of a room that is remembered no square has as much ink as before."""
    await door(fog, is_open=True)
    seen = pixels(deck_png(await view(fog))).convert("L")
    await door(fog, is_open=False)
    gone = pixels(deck_png(await view(fog))).convert("L")
    assert seen.size == gone.size
    width, height = seen.size
    box = (2 * width // 3, 0, width, height)
    assert ink(gone.crop(box)) < 0.9 * ink(seen.crop(box))


def ink(picture):
    return sum(picture.histogram()[:30])


async def test_through_somebodys_eyes_no_more_is_seen_than_their_side_sees(fog):
    await door(fog, is_open=True)
    await door(fog, is_open=False)
    async with fog.transaction(PLAYER) as transaction:
        game = await game_for(transaction, AHL)
    (shown,) = deck_views(game, AHL, eyes=[At(0, 0, 0)])
    assert shown.seen == WEST
