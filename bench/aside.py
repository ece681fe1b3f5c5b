"""What a command costs while members have battles played on, or large rounds: /roll, against the same with none asked.

The two take turns in blocks, so that whatever else the machine does weighs on both.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from bench.battle import SHIPS, mustered
from bench.commands import answered, show, with_bot
from bot.chat.rehearsals import AT_ONCE
from bot.sandbox.loopback import Loopback
from bot.sandbox.report import message_text
from bot.sandbox.stage import ClientStage

ASKED = 40
BLOCKS, ROLLS = 4, 100
# So many channels play rounds of large fleets at once, one after the other and each taken back.
LARGE = 4
SETTING_UP = (
    "/campaign new",
    "/ship add template:Sable side:Red count:10",
    "/ship add template:Glaive side:Blue count:10",
    "/battle new first:Red second:Blue",
    "/battle join",
)
# Discord waits so long for an answer, in ms.
LATE = 3_000


async def rolls(loopback: Loopback) -> list[float]:
    """What each of a block of rolls takes, in ms."""
    taken = []
    for _ in range(ROLLS):
        start = time.perf_counter()
        text = message_text(await answered(loopback, "rolls", "/roll throw:2D", "Bob"))
        taken.append((time.perf_counter() - start) * 1000)
        assert "total" in text
    return taken


@contextmanager
def spinning() -> Iterator[None]:
    """Keep the processors awake as rehearsals do, by nothing that the bot has to do with: asleep they answer late."""
    spin = "import os\nos.nice(19)\nwhile True: pass"
    spinners = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(AT_ONCE)]  # noqa: S603 - it is ours
    try:
        yield
    finally:
        for each in spinners:
            each.kill()
            each.wait()


async def ask(loopback: Loopback) -> None:
    """Have a battle played on in every channel, and wait until the first chances are told."""
    for number in range(ASKED):
        await loopback.slash("Ann", f"battle-{number}", "/battle simulate battles:1000")
    while sum("still attack" in text for text in newest(loopback)) < 2:  # noqa: ASYNC110 - by another process
        await asyncio.sleep(0.1)


async def enough(loopback: Loopback, stage: ClientStage) -> None:
    """End them all."""
    rehearsals = stage.client.rehearsals  # type: ignore[union-attr]
    while any(text.startswith("Waits its turn") or "Enough" in text for text in newest(loopback)):
        rehearsals.close()
        await asyncio.sleep(0.1)


def newest(loopback: Loopback) -> list[str]:
    """What the newest message of each channel says, and the button under it."""
    channels = [loopback.world.channel(f"battle-{number}") for number in range(ASKED)]
    messages = [next(reversed(channel.messages.values())) for channel in channels]
    return [f"{message_text(each)} {'Enough' if each.payload['components'] else ''}" for each in messages]


async def beside(loopback: Loopback, stage: ClientStage) -> None:
    """Print what /roll takes with 40 asked for, against none."""
    await answered(loopback, "rolls", "/campaign new")
    for number in range(ASKED):
        for line in SETTING_UP:
            await answered(loopback, f"battle-{number}", line)
    await rolls(loopback)
    alone, awake, amid = [], [], []
    for _block in range(BLOCKS):
        alone += await rolls(loopback)
        with spinning():
            awake += await rolls(loopback)
        await ask(loopback)
        amid += await rolls(loopback)
        await enough(loopback, stage)
    what = f"/roll with {ASKED} battles asked to be played on / with none"
    show(what, statistics.median(amid), statistics.median(alone), 1.5)
    show("The same / with none, the processors kept awake", statistics.median(amid), statistics.median(awake), 1.5)
    late = sum(each > LATE for each in amid)
    print(f"Of {len(amid)} rolls the longest took {max(amid):.0f} ms, alone {max(alone):.0f} ms")
    print(f"Rolls that missed Discord's three seconds: {late} (at most 0) {'MISSED' if late else ''}")


@asynccontextmanager
async def large_rounds(loopback: Loopback) -> AsyncIterator[list[str]]:
    """While the block lasts, large fleets play a round after the other; what was answered to them."""
    told: list[str] = []

    async def play(channel: str) -> None:
        while going:
            for line in ("/battle round", "/undo"):
                told.append(message_text(await answered(loopback, channel, line)))

    going = True
    tasks = [asyncio.ensure_future(play(f"fleets-{number}")) for number in range(LARGE)]
    try:
        yield told
    finally:
        going = False
        await asyncio.gather(*tasks)


async def beside_rounds(loopback: Loopback, _: ClientStage) -> None:
    """Print what /roll takes while large fleets play their rounds, against none."""
    await answered(loopback, "rolls", "/campaign new")
    for number in range(LARGE):
        for line in ("/campaign new", *mustered(), "/battle new first:Red second:Blue", "/battle join"):
            await answered(loopback, f"fleets-{number}", line)
    async with large_rounds(loopback):
        await rolls(loopback)
    alone, awake, amid, rounds = [], [], [], 0
    for _block in range(BLOCKS):
        alone += await rolls(loopback)
        with spinning():
            awake += await rolls(loopback)
        async with large_rounds(loopback) as told:
            # Through all of a round: while it is decided, written down, drawn and sent.
            while len(told) < 2 * LARGE:
                amid += await rolls(loopback)
        rounds += sum("with all its" in text for text in told)
    what = f"/roll amid rounds of {LARGE} battles of {SHIPS} ships a side / with none"
    show(what, statistics.median(amid), statistics.median(alone), 1.5)
    show("The same / with none, the processors kept awake", statistics.median(amid), statistics.median(awake), 1.5)
    cuts = statistics.quantiles(amid, n=20)
    print(f"Amid {rounds} such rounds: p75 {cuts[14]:.0f}, p95 {cuts[18]:.0f}, longest {max(amid):.0f} ms")


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        await with_bot(Path(folder), beside)
        await with_bot(Path(folder), beside_rounds)


if __name__ == "__main__":
    asyncio.run(main())
