"""Turns of Combat 3000 that are kept, in the store: what is secret in them, who may, and everything taken back."""

import random

import pytest

from bot.campaign.game import waits_sealed
from bot.campaign.play import play
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import NeedsYesError, RuleError
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import PLAYER, REFEREE, SYSTEMS, Channel

C3K = SYSTEMS["combat3000"]
PEOPLE = [unit.name for unit in C3K.starter]
PLANS = ("crouch", "fall prone", "stand up", "rise", "reload", "put away", "draw", "drop", "abandon")


async def order(channel, verb, people=None, actor=REFEREE, **fields):
    async with channel.transaction(actor) as transaction:
        return await play(transaction, channel.place, C3K, verb, people or {}, fields, LiveDice)


@pytest.fixture
async def skirmish(store):
    """The starter fight in a turn that is kept; the first of them is a player's."""
    channel = Channel(store)
    async with store.founding(channel.place, REFEREE, "new", C3K.key) as transaction:
        for number, unit in enumerate(C3K.starter):
            owner = None if number else PLAYER.id
            await transaction.add_unit(unit.name, unit.side, owner, C3K.dump_sheet(unit.sheet))
        await transaction.record("campaign new", Card("A campaign begins"), place=channel.place)
    await order(channel, "turn begin")
    return channel


async def step(channel, chance):
    """One order of a turn, as somebody might give it."""
    who, target = chance.sample(PEOPLE, 2)
    verb = chance.choice(("plan", "plan", "move", "fire", "reload", "phase", "phase", "next"))
    if verb in {"phase", "next"}:
        return await order(channel, verb)
    fields = {
        "plan": {"plan": chance.choice((*PLANS, f"aim at {target}"))},
        "move": {"gait": chance.choice(("walk", "run")), "to": "3 cm"},
        "fire": {"range": chance.choice((10, 40))},
        "reload": {},
    }[verb]
    return await order(channel, verb, {"name": who} | ({"target": target} if verb == "fire" else {}), **fields)


@pytest.mark.parametrize("seed", range(6))
async def test_any_turns_are_taken_back_and_done_again_state_by_state(skirmish, seed):
    chance = random.Random(seed)
    states = [await skirmish.snapshot()]
    for _ in range(25):
        try:
            await step(skirmish, chance)
        except RuleError:
            continue
        # What only tells something, such as who is asked, stands in no undo's way.
        if (now := await skirmish.snapshot()) != states[-1]:
            states.append(now)
    assert len(states) > 5
    for expected in reversed(states[:-1]):
        await take_back(skirmish)
        assert await skirmish.snapshot() == expected
    for expected in states[1:]:
        await again(skirmish)
        assert await skirmish.snapshot() == expected


async def test_a_player_plans_for_their_own_and_writes_on_no_sheet_without_a_yes(skirmish):
    mine, other = PEOPLE[0], PEOPLE[1]
    entry = await order(skirmish, "plan", {"name": mine}, PLAYER, plan="crouch")
    assert entry.outcome.sealed
    with pytest.raises(RuleError, match=f"{other} is not yours"):
        await order(skirmish, "plan", {"name": other}, PLAYER, plan="crouch")
    with pytest.raises(RuleError, match="/phase is for the referee only"):
        await order(skirmish, "phase", actor=PLAYER)
    with pytest.raises(NeedsYesError, match="It is the orders phase of turn 1"):
        await order(skirmish, "give", {"name": mine}, PLAYER, weapon="Sword")


async def test_what_is_secret_keeps_the_seed_closed_until_it_is_shown(skirmish):
    async def sealed():
        async with skirmish.transaction() as transaction:
            return await waits_sealed(transaction, (C3K,))

    assert await sealed() == ""
    await order(skirmish, "plan", {"name": PEOPLE[0]}, plan="crouch")
    assert await sealed() == "plans of turn 1 are secret"
    await order(skirmish, "phase")
    assert await sealed() == ""
    await order(skirmish, "phase")
    await order(skirmish, "move", {"name": PEOPLE[1]}, to="3 cm")
    assert await sealed() == "moves of turn 1 are secret"
    await order(skirmish, "phase")
    assert await sealed() == ""


async def test_a_plan_a_move_and_a_ride_follow_whoever_has_another_name(skirmish):
    await order(skirmish, "plan", {"name": PEOPLE[0]}, plan=f"aim at {PEOPLE[2]}")
    await order(skirmish, "character edit", {"name": PEOPLE[0]}, field="name", value="Corporal")
    await order(skirmish, "character edit", {"name": PEOPLE[2]}, field="name", value="Rook")
    shown = await order(skirmish, "phase")
    assert "Corporal aims at Rook" in shown.card.lines
    await order(skirmish, "phase")
    await order(skirmish, "move", {"name": PEOPLE[1]}, to="3 cm")
    await order(skirmish, "character edit", {"name": PEOPLE[1]}, field="name", value="Sergeant")
    shown = await order(skirmish, "phase")
    assert "Sergeant walks 3 cm" in shown.card.lines
    await order(skirmish, "character remove", {"name": "Sergeant"})
    assert "Sergeant" not in " ".join(map(str, (await order(skirmish, "turn show")).card.lines))
