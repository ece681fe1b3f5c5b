"""Careers in the store: any of them is taken back step by step, and is the same again by the same dice and answers."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.campaign.game import game_of
from bot.campaign.journal import redo, undo
from bot.campaign.play import play
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.system import CAREER
from tests.campaign.conftest import PLAYER, SYSTEMS, TABLE
from tests.campaign.whole import contradictions

NAVAL = SYSTEMS["naval"]
GIVEN = {"upp": "7A8A99", "homeworld": "A867949-C"}


def dice_of(seed):
    return lambda _, counter: LiveDice(seed, counter)


async def order(channel, verb, people=None, seed=b"1", actor=PLAYER, **fields):
    async with channel.transaction(actor) as transaction:
        return await play(transaction, TABLE, NAVAL, verb, people or {}, fields, dice_of(seed))


async def careers(channel):
    async with channel.transaction() as transaction:
        return [(unit.name, unit.owner_id, NAVAL.load_sheet(unit.sheet)) for unit in await transaction.units(CAREER)]


async def walk(channel, move):
    async with channel.transaction() as transaction:
        await move(transaction)
        await transaction.record(move.__name__, Card("moved"), place=TABLE)


async def choose(channel, name, chance, seed):
    """Answer what a career waits for by chance; whether it waited."""
    (due, *_) = [*await due_of(channel, name), None]
    if due is None:
        return False
    said = chance.choice(due.choices).said
    await order(channel, said.verb, {"name": name}, seed, **said.fields)
    return True


async def due_of(channel, name):
    async with channel.transaction() as transaction:
        game = await game_of(transaction, NAVAL)
        return [each for each in NAVAL.due(game) if name in each.owes and each.choices]


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 2**32))
async def test_any_two_careers_are_taken_back_step_by_step_to_before_they_began(channel, store, number):
    chance, seed = random.Random(number), number.to_bytes(5, "big")
    states = [await careers(channel)]
    for name in ("Ann", "Bob"):
        await order(channel, "career begin", None, seed, name=name, **GIVEN)
        states.append(await careers(channel))
    while len(states) < 14 and await choose(channel, chance.choice(("Ann", "Bob")), chance, seed):
        states.append(await careers(channel))
    for before in reversed(states[:-1]):
        await walk(channel, undo)
        assert await careers(channel) == before
    for after in states[1:]:
        await walk(channel, redo)
        assert await careers(channel) == after
    assert await contradictions(store.engine) == []
    for _ in states[1:]:
        await walk(channel, undo)
    assert await careers(channel) == []


@pytest.mark.rule("NAV-98")
async def test_the_same_dice_and_answers_are_the_same_career_in_one_go_and_step_by_step(channel):
    """Each by the dice from the first: whoever answers as the standing answers do comes to the same."""
    answers = "navy Imperial or Subsector; branch Gunnery; survival first; schools always; leave after 2 terms"

    def at_first(seed=b"career"):
        return lambda _, __: LiveDice(seed, 0)

    async def played(name):
        async with channel.transaction(PLAYER) as transaction:
            await play(transaction, TABLE, NAVAL, "career begin", {}, {"name": name, **GIVEN}, at_first())
        async with channel.transaction(PLAYER) as transaction:
            fields = {"all": True, "answers": answers}
            return await play(transaction, TABLE, NAVAL, "career next", {"name": name}, fields, at_first())

    one, other = await played("Ann"), await played("Bob")
    (_, _, ann), (_, _, bob) = await careers(channel)
    assert ann == bob
    assert [str(line).replace("Bob", "Ann") for line in other.card.lines] == [str(line) for line in one.card.lines]
    assert ann.terms >= 1


# --- thrown after an undo ---


async def begun(channel, name, **given):
    """Whether the mark stands on the throws with which a career begins."""
    entry = await order(channel, "career begin", name=name, homeworld="A867949-C", **given)
    return entry.card.footer == "thrown after an undo"


@pytest.mark.parametrize("name", ["Dora Marsh", "Eve"])
async def test_whoever_begins_anew_after_an_undo_throws_anew_whatever_the_name(channel, name):
    assert not await begun(channel, "Dora Marsh")
    await walk(channel, undo)
    assert await begun(channel, name)
    assert not await begun(channel, "Third")


async def test_who_is_removed_and_begins_anew_throws_anew(channel):
    assert not await begun(channel, "Dora Marsh")
    await order(channel, "career remove", {"name": "Dora Marsh"})
    assert not await begun(channel, "Eve")
    assert await begun(channel, "Dora Marsh")


async def test_what_begins_again_by_redo_or_stays_by_undo_owes_nothing(channel):
    await begun(channel, "Dora Marsh")
    await walk(channel, undo)
    await walk(channel, redo)
    assert not await begun(channel, "Eve")
    await order(channel, "career remove", {"name": "Dora Marsh"})
    await walk(channel, undo)
    before = await dice_thrown(channel)
    await order(channel, "career next", {"name": "Dora Marsh"}, choice="enlist")
    entry = await order(channel, "career next", {"name": "Dora Marsh"}, choice="imperial")
    assert await dice_thrown(channel) > before
    assert entry.card.footer == ""


async def dice_thrown(channel):
    async with channel.transaction() as transaction:
        return transaction.campaign.counter


async def test_whoever_comes_as_a_character_owes_nothing_for_a_career(channel):
    await begun(channel, "Dora Marsh")
    await walk(channel, undo)
    async with channel.transaction() as transaction:
        marine = await transaction.unit("Marine E1")
        await transaction.add_unit("Newcomer", "", None, marine.sheet)
        await transaction.record("character add", Card("Joins"), place=TABLE)
    assert (await channel.fire("Newcomer", "Pirate", range=5)).card.footer == ""
