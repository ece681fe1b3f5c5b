"""How long does a round of two large fleets take? Against as many single attacks, and against half the fleet.

Contenders take turns within one process; the medians of the rounds are compared.
"""

import asyncio
import gc
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.resolver import median_time
from bot.engine.dice import LiveDice
from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.systems import DATA
from bot.systems.highguard.battle.logbook import log_lines
from bot.systems.highguard.battle.muster import Recruit, join, new_battle
from bot.systems.highguard.battle.rehearsal import rehearsal
from bot.systems.highguard.battle.report import Fired, Turned
from bot.systems.highguard.battle.rounds import play_round
from bot.systems.highguard.battle.state import Battle, dump_battle, load_battle
from bot.systems.highguard.battle.told import told_of
from bot.systems.highguard.combat.attack import Strike, aim, obstacle, strike
from bot.systems.highguard.combat.shot import Range, battery_of, sighted
from bot.systems.highguard.combat.tables import CombatTables, load_combat_tables
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.draft import load_blueprints
from bot.systems.highguard.design.tables import load_tables
from bot.systems.highguard.ships.commission import vessel_of_bill

SQUADRON = ("Harrier", "Ordeal", "Massif", "Paramount", "Sable", "Scree")
SHIPS = 96
FOLDER = DATA / "highguard"


def fleets(size: int) -> Battle:
    """Two equal fleets of so many ships each, of six designs."""
    tables = load_tables(FOLDER)
    known = load_blueprints(DATA / "ships" / "own", tables)
    vessels = {name: vessel_of_bill(known[name].bill, tables) for name in SQUADRON}
    battle = new_battle("Red", "Blue")
    for side in (0, 1):
        names = [SQUADRON[number % len(SQUADRON)] for number in range(size)]
        battle = join(battle, side, [Recruit(vessels[name], name) for name in names])
    return battle


def batteries(battle: Battle) -> int:
    """How many batteries both fleets have."""
    return sum(each.batteries for ship in battle.ships.values() for each in ship.vessel.now.armament)


def one_resolve(vessel: Vessel, tables: CombatTables) -> Callable[[], Strike]:
    """A missile battery at a ship of its own class that defends by sand, from the aim to the damage."""
    weapon, sand = vessel.now.weapon("missile"), vessel.now.weapon("sand")
    assert weapon
    assert sand
    dice = LiveDice(bytes(32), 0)

    def resolve() -> Strike:
        battery = battery_of(vessel, weapon, tables.weapons["missile nuclear"])
        aimed = aim(sighted(battery, vessel, vessel, Range.LONG, tables), tables)
        met = obstacle(aimed.shot, "sand", sand.factor, tables)
        return strike(aimed, (met,) if met else (), dice, tables)

    return resolve


def logged(battle: Battle, tables: CombatTables) -> tuple[Turned, list[str]]:
    """One round and its whole log."""
    turned = play_round(battle, LiveDice(bytes(32), 0), tables)
    return turned, list(log_lines(told_of(turned)))


async def slowest_callback() -> float:
    """Play such a round in a channel; the most processor time in seconds that one callback of the loop took."""
    taken: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        start = time.thread_time()
        run(handle)
        taken.append(time.thread_time() - start)

    setting_up = ["/campaign new", *mustered(), "/battle new first:Red second:Blue", "/battle join"]
    with tempfile.TemporaryDirectory() as folder:
        loopback, stage = (
            Loopback(answer_seconds=60, quiet_seconds=120),
            RefereeStage(f"sqlite+aiosqlite:///{folder}/db"),
        )
        await loopback.start()
        await stage.start()
        try:
            for line in setting_up:
                assert not (await loopback.slash("Ref", "bench", line)).error
            asyncio.Handle._run = timed  # type: ignore[assignment, method-assign]
            (answer,) = (await loopback.slash("Ref", "bench", "/battle round")).replies
            assert len(answer.files) == 2
        finally:
            asyncio.Handle._run = run  # type: ignore[method-assign]
            await stage.stop()
            await loopback.stop()
    return max(taken)


def mustered() -> Iterator[str]:
    """The commands that add both fleets."""
    for side in ("Red", "Blue"):
        for design in SQUADRON:
            yield f'/ship add template:{design} name:"{side} {design}" side:{side} count:{SHIPS // len(SQUADRON)}'


def main() -> None:
    """Print the figures of a round, its log, and what storing the battle takes."""
    # As timeit does: when the collector runs depends on what else is in memory, here two fleets' rounds.
    gc.disable()
    tables = load_combat_tables(FOLDER)
    battle, half = fleets(SHIPS), fleets(SHIPS // 2)
    turned, log = logged(battle, tables)
    assert logged(battle, tables) == (turned, log)
    assert load_battle(dump_battle(turned.battle)) == turned.battle
    fired = sum(isinstance(event, Fired) for event in turned.events)
    resolve = one_resolve(battle.ships["Harrier"].vessel, tables)
    contenders: list[Callable[[], Any]] = [lambda: logged(battle, tables), lambda: logged(half, tables)]
    whole, smaller = median_time(*contenders, times=1)
    (one,) = median_time(resolve, times=200)
    (stored,) = median_time(lambda: load_battle(dump_battle(turned.battle)), times=1)
    many = batteries(battle)
    text = f"{SHIPS} against {SHIPS} ships with {many:,} batteries, {fired:,} of which fired"
    print(f"a round of {text}: {whole / (many * one):.2f} of their number x one resolve ({whole:.2f} s; at most 3)")
    print(f"twice the fleet: {whole / smaller:.2f} of the time (at most 2.2)")
    (told,) = median_time(lambda: next(rehearsal(battle, 100, tables)), times=1)
    print(f"the first chances, by a smaller copy: {told:.2f} s (at most 1; they are shown after one second)")
    longest = asyncio.run(slowest_callback())
    print(f"such a round in a channel keeps the loop busy for {longest * 1e3:.0f} ms at a time (at most 20)")
    print(f"storing the battle and loading it: {stored / whole:.2f} of the round ({stored * 1e3:.0f} ms)")


if __name__ == "__main__":
    main()
