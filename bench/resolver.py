"""How fast is one attack, and its exact odds? Against avrae's d20 throwing the same dice, and against itself.

Contenders take turns within one process; the medians of the rounds are compared.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import d20

from bot import systems
from bot.engine.dice import LiveDice
from bot.engine.fields import Value
from bot.engine.odds import exact, imagined_odds, order_odds
from bot.engine.system import Outcome, Scene, System
from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.systems.ahl.book import load_book
from bot.systems.ahl.fire.combat import Attack, attack

ROUNDS = 15
SHOT: Mapping[str, Value] = {"range": 30, "mode": "snap", "cover": "yes"}


def median_time(*contenders: Callable[[], Any], times: int) -> list[float]:
    """The median over the rounds of what each contender takes for one call, in seconds of processor time.

    None of them waits for anything, and what else the machine does at the time is not theirs.
    """
    taken: list[list[float]] = [[] for _ in contenders]
    for _ in range(ROUNDS):
        for number, contender in enumerate(contenders):
            start = time.process_time()
            for _ in range(times):
                contender()
            taken[number].append((time.process_time() - start) / times)
    return [statistics.median(each) for each in taken]


def missed(ratio: float, most: float) -> str:
    """What is printed behind a figure that is over its bound."""
    return "" if ratio <= most else " MISSED"


def shot(system: System) -> tuple[Scene, dict[str, Any]]:
    """A burst of the starter fight with four modifiers."""
    people = {unit.name: unit for unit in system.starter}
    attacker, target = (people[name] for name in list(people)[::2])
    return Scene({"name": (attacker,), "target": (target,), "others": ()}), system.orders["fire"].read(SHOT)


def resolver(system: System) -> None:
    """One attack resolved with its breakdown, and the whole order, against d20 throwing the same throws."""
    order, (scene, values) = system.orders["fire"], shot(system)
    dice, book = LiveDice(bytes(32), 0), load_book(systems.DATA / system.key)
    first = order.resolve(scene, values, dice).result.attacks[0]
    hit, damage = d20.parse("2d6+1+2-2-2"), d20.parse("2d6+4+2-6")

    def ours() -> Attack:
        return attack(book, first.shot, first.target, dice)

    def peer() -> bool:
        made: bool = d20.roll(hit).total >= 8
        if made:
            d20.roll(damage)
        return made

    # The same question: how often does it hit? Both are within four standard deviations of the exact chance.
    chance = 1 - float(dict(order_odds(order, scene, values))["Miss"])
    for name, hits in (("ours", sum(ours().hit.made for _ in range(2000))), ("d20", sum(peer() for _ in range(2000)))):
        assert abs(hits / 2000 - chance) < 4 * (chance * (1 - chance) / 2000) ** 0.5, name
    mine, theirs, whole = median_time(ours, peer, lambda: order.resolve(scene, values, dice), times=300)
    figures = f"({mine * 1e6:.1f} us; at most 1){missed(mine / theirs, 1)}"
    print(f"one attack with its breakdown: {mine / theirs:.2f} of d20's time {figures}")
    print(f"the whole order around it: {whole / theirs:.2f} of d20's time ({whole * 1e6:.1f} us)")


def odds(system: System) -> None:
    """Exact odds, against as many plain resolutions as they have branches."""
    order, (scene, values) = system.orders["fire"], shot(system)
    dice = LiveDice(bytes(32), 0)
    branches = 0

    def counted(d: Any) -> Outcome:
        nonlocal branches
        branches += 1
        return order.resolve(scene, values, d)

    chances = exact(counted, of=lambda done: order.odds and order.odds.outcome(done.result))
    assert sum(chances.values()) == Fraction(1)
    whole, one = median_time(
        lambda: order_odds(order, scene, values), lambda: order.resolve(scene, values, dice), times=20
    )
    ratio = whole / (branches * one)
    print(f"exact odds: {ratio:.2f} of {branches} branches x one resolve (at most 3){missed(ratio, 3)}")


async def commands() -> None:
    """`/odds fire` end to end, against `/roll`."""
    with tempfile.TemporaryDirectory() as folder:
        loopback, stage = Loopback(), RefereeStage(f"sqlite+aiosqlite:///{folder}/bench.db")
        await loopback.start()
        await stage.start()
        await loopback.slash("Ref", "table", "/campaign new starter:True")
        texts = ('/odds fire weapon:Carbine range:61 armour:cloth values:"skill 1"', "/roll throw:2D")
        taken: dict[str, list[float]] = {text: [] for text in texts}
        for _ in range(60):
            for text in texts:
                start = time.perf_counter()
                outcome = await loopback.slash("Ref", "table", text)
                taken[text].append(time.perf_counter() - start)
                assert outcome.error is None
        await stage.stop()
        await loopback.stop()
    asked, thrown = (statistics.median(taken[text]) for text in texts)
    figures = f"({asked * 1e3:.1f} ms; at most 2){missed(asked / thrown, 2)}"
    print(f"/odds fire end to end: {asked / thrown:.2f} of /roll {figures}")


def main() -> None:
    """Print every figure."""
    system = next(iter(systems.discover(systems).values()))
    assert sum(chance for _, chance in imagined_odds(system.orders["fire"], {"weapon": "Carbine", "range": 5}, {})) == 1
    resolver(system)
    odds(system)
    asyncio.run(commands())


if __name__ == "__main__":
    main()
