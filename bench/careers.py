"""What careers cost, end to end, as ratios against a shot and the odds of one in the same run."""

import asyncio
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

from bench.commands import answered, begin, fire, medians, show, with_bot
from bench.walk import idle
from bot.sandbox.loopback import Loopback
from bot.sandbox.messages import components_of
from bot.sandbox.report import message_text
from bot.sandbox.stage import ClientStage

ROUNDS = 200
_WHOLE, _ODDS = ROUNDS // 4, ROUNDS // 8
_ANN = "upp:7A8A99 homeworld:A867949-C"
_FIRE_ODDS = '/odds fire name:"Marine E1" target:"Marine N1" range:600'


class Careers:
    """Careers one after the other, the newest pressed on choice by choice, each the first that is offered."""

    def __init__(self, loopback: Loopback) -> None:
        self.loopback, self.names, self.steps = loopback, count(), 0
        self.message: Any = None

    async def begin(self) -> str:
        name = f"Ann {next(self.names)}"
        self.message = await answered(self.loopback, "table", f'/career begin name:"{name}" {_ANN}')
        return name

    def asked(self) -> dict[str, Any] | None:
        """What answers the question; whoever is out is only asked aboard, and anybody may read the sheet."""
        parts = [part for part in components_of(self.message) if str(part.get("custom_id")).startswith("career:")]
        return next((part for part in parts if not part["custom_id"].endswith((":aboard", ":sheet"))), None)

    async def step(self) -> None:
        """The first choice is pressed; its message is edited, and nothing else is posted."""
        if (part := self.asked()) is None:
            await self.begin()
            return
        user, channel = self.loopback.place("Ref", "table")
        values = ["0"] if "options" in part else []
        before = self.message.payload["edited_timestamp"]
        outcome = await self.loopback.actions.use(user, channel, self.message.id, part["custom_id"], values)
        assert not outcome.replies
        # On a busy machine the answer may be deferred; two that are alike read the same.
        async with asyncio.timeout(10):
            while self.message.payload["edited_timestamp"] == before:
                await self.loopback.world.next_change()
        self.steps += 1


async def steps(loopback: Loopback, stage: ClientStage) -> None:
    """A choice pressed until the message shows what came of it, against a shot."""
    await begin(loopback, stage, "table")
    careers = Careers(loopback)
    await careers.begin()

    async def step() -> None:
        await careers.step()
        await idle(stage)

    async def shot() -> None:
        await fire(loopback, "table")
        await idle(stage)

    ours, theirs = await medians(step, shot, rounds=ROUNDS)
    assert careers.steps > ROUNDS // 2
    show("A step of a career / a /fire", ours, theirs, 1)


async def whole(loopback: Loopback, stage: ClientStage) -> None:
    """A career of four terms in one go, against a shot."""
    await begin(loopback, stage, "table")
    careers, whole_lives = Careers(loopback), []
    begun = iter([await careers.begin() for _ in range(_WHOLE)])

    async def career() -> None:
        line = f'/career next name:"{next(begun)}" all:True answers:"leave after 4 terms"'
        whole_lives.append(message_text(await answered(loopback, "table", line)))

    ours, theirs = await medians(career, lambda: fire(loopback, "table"), rounds=_WHOLE)
    assert len(whole_lives) == _WHOLE
    show("A whole career in one go / a /fire", ours, theirs, 10)


async def odds(loopback: Loopback, stage: ClientStage) -> None:
    """The odds of a year, its assignment still open, against those of a shot."""
    await begin(loopback, stage, "table")
    careers = Careers(loopback)
    name = await careers.begin()
    while "Another term" not in message_text(careers.message):
        if careers.asked() is None:
            name = await careers.begin()
        await careers.step()

    async def year() -> None:
        assert "wounded" in message_text(await answered(loopback, "table", f'/odds career name:"{name}" year:True'))

    async def shot() -> None:
        assert "Miss" in message_text(await answered(loopback, "table", _FIRE_ODDS))

    ours, theirs = await medians(year, shot, rounds=_ODDS)
    show("/odds career of a year / /odds fire", ours, theirs, 20)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for use in (steps, whole, odds):
            await with_bot(Path(folder), use)


if __name__ == "__main__":
    asyncio.run(main())
