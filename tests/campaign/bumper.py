"""A process of its own that gives orders to a campaign: `python -m tests.campaign.bumper URL NAME COUNT`.

Each order adds one to a number that stands in a character's side and throws two dice. Every second order has
a key that other processes use as well.
"""

import asyncio
import sys
from pathlib import Path

from bot.campaign.database import open_database
from bot.campaign.store import RepeatedError, Store
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from tests.campaign.conftest import REFEREE, TABLE

ROOT = Path(__file__).parents[2]


async def bumper(url, name, count):
    """How many of so many orders such a process has carried out."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.campaign.bumper", url, name, str(count), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0
    return int(output)


async def bump(store, key):
    """Whether this order was carried out: 0 if another process had done so before."""
    try:
        async with store.transaction(TABLE, REFEREE, key) as transaction:
            unit = await transaction.unit("Pirate")
            transaction.change(unit, side=str(int(unit.side or 0) + 1))
            dice = LiveDice(transaction.source.key, transaction.campaign.counter)
            dice.roll(2, why="bump")
            await transaction.record("character edit", Card("bumped"), place=TABLE, throws=dice.throws)
    except RepeatedError:
        return 0
    return 1


async def main(url, name, count):
    engine = await open_database(url)
    store = Store(engine, now=lambda: 0)
    keys = [f"{'all' if number % 2 else name}-{number}" for number in range(count)]
    print(sum(await asyncio.gather(*(bump(store, key) for key in keys))))
    await engine.dispose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
