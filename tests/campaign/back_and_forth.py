"""Orders played, taken back and done again, one by one or at random."""

from bot.campaign.journal import redo, undo
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from tests.campaign.conftest import REFEREE


async def take_back(channel, actor=REFEREE, entry_id=None, **more):
    async with channel.transaction(actor, **more) as transaction:
        moved = await undo(transaction, entry_id)
        await transaction.record("undo", Card("Taken back"), place=channel.place, order={"chain": moved.chain})
        return moved


async def again(channel, actor=REFEREE):
    async with channel.transaction(actor) as transaction:
        moved = await redo(transaction)
        await transaction.record("redo", Card("Done again"), place=channel.place)
        return moved


async def step(channel, chance):
    """One command of a game, as somebody might give it."""
    people = ["Marine E1", "Marine N1", "Pirate", "Pirate Captain"]
    attacker, target = chance.sample(people, 2)
    await channel.fire(attacker, target, range=5)


async def play_back_and_forth(channel, chance, back):
    await channel.begin()
    states = [await channel.snapshot()]
    for _ in range(12):
        try:
            await step(channel, chance)
        except RuleError:
            continue
        states.append(await channel.snapshot())
    back = min(back, len(states) - 1)
    for expected in reversed(states[-1 - back : -1]):
        await take_back(channel)
        assert await channel.snapshot() == expected
    for expected in states[len(states) - back :]:
        await again(channel)
        assert await channel.snapshot() == expected
