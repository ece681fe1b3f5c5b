"""What the end of a turn costs among 40 people who all aim, as a ratio to a single shot of the same run."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from bench.commands import fire, medians, show, with_bot
from bot.sandbox.loopback import Loopback
from bot.sandbox.report import message_text
from bot.sandbox.stage import ClientStage

ROUNDS, PEOPLE = 40, 40
_FIRE = (
    '/fire name:"Trooper Hale" target:"Outlaw Kemp" range:490 values:"turns free, game large, light bright, moved 40"'
)


def _says(loopback: Loopback, channel: str, line: str, told: str) -> Callable[[], Awaitable[None]]:
    """A line that is typed, and of which the answer holds some words."""

    async def say() -> None:
        outcome = await loopback.slash("Ref", channel, line)
        assert outcome.interaction is not None
        while outcome.interaction.deferred:
            await loopback.world.next_change()
        answered = outcome.interaction.original
        assert told in message_text(answered), message_text(answered)

    return say


async def turns(loopback: Loopback, _: ClientStage) -> None:
    """The phase that ends a turn in which everybody aimed, against a shot elsewhere."""
    for line in (
        '/campaign new system:"Combat 3000"',
        *[f"/character add name:Ann template:Startrooper side:Troopers count:{PEOPLE // 2}"] * 2,
        "/character add name:Foe template:Outlaw side:Outlaws",
        "/turn begin",
    ):
        outcome = await loopback.slash("Ref", "table", line)
        assert outcome.error is None, outcome.error
    await loopback.slash("Ref", "elsewhere", '/campaign new system:"Combat 3000" starter:True')

    def phase(told: str) -> Callable[[], Awaitable[None]]:
        return _says(loopback, "table", "/phase", told)

    between = [phase(f"The {each} phase begins") for each in ("close combat", "movement", "firing", "actions")]
    planned = _says(loopback, "table", '/plan name:Troopers plan:"aim at Foe"', "aims at Foe")
    *_, ours, theirs = await medians(
        planned,
        *between,
        phase("has aimed at Foe"),
        lambda: _shot(loopback),
        rounds=ROUNDS,
    )
    show(f"The end of a turn of {PEOPLE} people / a /fire", ours, theirs, 12)


async def _shot(loopback: Loopback) -> None:
    await fire(loopback, "elsewhere", _FIRE)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        await with_bot(Path(folder), turns)


if __name__ == "__main__":
    asyncio.run(main())
