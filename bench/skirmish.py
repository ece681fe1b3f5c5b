"""What the end of a turn costs among 40 people who all aim, as a ratio to a single shot of the same run; and the odds
of a close combat, against as many plain ones as they have branches.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.commands import answered, fire, medians, show, with_bot
from bench.resolver import median_time, missed
from bot import systems
from bot.engine.dice import Dice, LiveDice
from bot.engine.odds import exact, order_odds
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
        text = message_text(await answered(loopback, channel, line))
        assert told in text, text

    return say


async def turns(loopback: Loopback, _: ClientStage) -> None:
    """The phase that ends a turn in which everybody aimed, against a shot elsewhere."""
    for line in (
        '/campaign new system:"Combat 3000"',
        *[f"/character add name:Ann template:Startrooper side:Troopers count:{PEOPLE // 2}"] * 2,
        "/character add name:Foe template:Outlaw side:Outlaws",
        "/turn begin",
    ):
        await answered(loopback, "table", line)
    await answered(loopback, "elsewhere", '/campaign new system:"Combat 3000" starter:True')

    def phase(told: str) -> Callable[[], Awaitable[None]]:
        return _says(loopback, "table", "/phase", told)

    between = [phase(f"The {each} phase begins") for each in ("close combat", "movement", "firing", "actions")]
    planned = _says(loopback, "table", '/plan name:Troopers plan:"aim at Foe"', "aims at Foe")
    *_others, ours, theirs = await medians(
        planned,
        *between,
        phase("has aimed at Foe"),
        lambda: _shot(loopback),
        rounds=ROUNDS,
    )
    show(f"The end of a turn of {PEOPLE} people / a /fire", ours, theirs, 12)


async def _shot(loopback: Loopback) -> None:
    await fire(loopback, "elsewhere", _FIRE)


class _Plain:
    """Dice that branch at every throw, and merge nothing on the way."""

    def __init__(self, dice: Dice) -> None:
        self.roll, self.pick = dice.roll, dice.pick

    def fold(self, items: Iterable[Any], state: Any, step: Callable[..., Any], _: Any = None) -> Any:
        for item in items:
            state = step(self, state, item)
        return state


def melee() -> None:
    """Exact odds of two who fight, against as many plain fights as their dice have branches; both come to the same."""
    order = systems.discover(systems)["combat3000"].orders["melee"]
    assert order.odds is not None
    scene, values = replace(order.odds.imagine({"weapon": "Sword", "back": "Knife"}), only_odds=True), order.read({})
    fight, branches = order.prepared(scene, values), 0

    def killed(dice: Dice) -> str:
        nonlocal branches
        branches += 1
        blows = fight(_Plain(dice)).result.blows
        return (
            "Killed"
            if any(each.struck and each.target == "the target" and each.struck.after.killed for each in blows)
            else "No effect"
        )

    chances = dict(order_odds(order, scene, values))
    assert exact(killed, of=str) == {what: chances[f"the target: {what}"] for what in ("Killed", "No effect")}
    dice = LiveDice(bytes(32), 0)
    whole, one = median_time(lambda: order_odds(order, scene, values), lambda: fight(dice), times=20)
    ratio = whole / (branches * one)
    print(f"/odds melee: {ratio:.3f} of {branches} branches x one fight (at most 1){missed(ratio, 1)}")


async def main() -> None:
    melee()
    with tempfile.TemporaryDirectory() as folder:
        await with_bot(Path(folder), turns)


if __name__ == "__main__":
    asyncio.run(main())
