"""Whole steps in a campaign: written as one, and taken back whole."""

from random import Random

import pytest

from bot.campaign.play import play
from bot.deck.reading import read_plan
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.systems.house import DrawnDeck
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import AHL, REFEREE, Channel

HALL = "name: Hall\n\nlevel: Main\n\n" + "\n\n".join(" ." * 8 + " " for _ in range(5)) + "\n"
PEOPLE = {"Ann": ("B2", "blue"), "Abe": ("B3", "blue"), "Bob": ("F2", "red"), "Ben": ("F3", "red")}


@pytest.fixture
async def table(store):
    """Two against two on a deck, in a turn that has begun."""
    channel = Channel(store)
    await channel.begin(starter=False)
    async with channel.transaction() as transaction:
        deck = DrawnDeck(read_plan(HALL, "hall"), HALL, ())
        await play(transaction, channel.place, AHL, "deck load", {}, {}, LiveDice, deck)
    for name, (at, side) in PEOPLE.items():
        await give(channel, "character add", {"name": name, "template": "Marine", "side": side})
        await give(channel, "place", {"at": at, "facing": "E" if side == "blue" else "W"}, name=name)
    await give(channel, "turn begin")
    return channel


async def give(channel, verb, fields=None, **people):
    async with channel.transaction(REFEREE) as transaction:
        return await play(transaction, channel.place, AHL, verb, people, fields or {}, LiveDice)


async def act(channel, chance):
    """Something at random, as somebody might try it; whether the rules allowed it, and it changed something."""
    name, other = chance.sample([*PEOPLE], 2)
    verb, fields, people = chance.choice(
        [
            ("next", {}, {}),
            ("next", {}, {}),
            ("plan", {"plan": chance.choice(["move", "aim", "cover"])}, {"name": name}),
            ("phase ready", {}, {"name": name}),
            ("standing", {"when": "snap", "say": "always"}, {"name": name}),
            ("move", {"to": f"{chance.choice('BCDEFG')}{chance.randint(1, 5)}"}, {"name": name}),
            ("fire", {"mode": chance.choice(["snap", "aimed"])}, {"name": name, "target": other}),
        ]
    )
    try:
        return (await give(channel, verb, fields, **people)).undoable
    except RuleError:
        return False


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_all_that_is_due_is_taken_back_and_done_again_whole(table, seed):
    """Moves with the checks and shots that they draw, and steps with all in them: each goes back as one."""
    chance, states = Random(seed), [await table.snapshot()]
    for _ in range(40):
        if await act(table, chance):
            states.append(await table.snapshot())
    assert len(states) > 10
    for expected in reversed(states[:-1]):
        await take_back(table)
        assert await table.snapshot() == expected
    for expected in states[1:]:
        await again(table)
        assert await table.snapshot() == expected


async def test_a_step_is_one_entry_with_all_its_throws(table):
    """Everybody who plans nothing says so; then the phases pass, and the next turn asks anew."""
    await give(table, "phase ready", {}, name="Ann, Abe, Bob, Ben")
    entry = await give(table, "next")
    assert (entry.verb, entry.undoable, entry.brought) == ("next", True, ())
    assert entry.card.title == "Phase 1 of turn 1: snap shots"
