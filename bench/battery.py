"""How fast is one battery's fire, its damage, and its exact odds? Against avrae's d20 throwing the same dice.

Contenders take turns within one process; the medians of the rounds are compared.
"""

from collections.abc import Callable
from fractions import Fraction

import d20

from bench.resolver import median_time, missed
from bot.engine.dice import Dice, LiveDice
from bot.engine.odds import exact
from bot.systems import DATA
from bot.systems.highguard.combat.attack import Aim, Obstacle, Strike, aim, get_through, obstacle, strike
from bot.systems.highguard.combat.losses import suffer
from bot.systems.highguard.combat.shot import Range, Shot, battery_of, sighted
from bot.systems.highguard.combat.tables import CombatTables, load_combat_tables
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.draft import load_blueprints
from bot.systems.highguard.design.tables import load_tables
from bot.systems.highguard.ships.commission import vessel_of_bill

TRIES = 2000
SAND = 9


def ready_to_fire(combat: CombatTables) -> tuple[Shot, Vessel]:
    """A carrier's nuclear missiles at a cruiser with a damper, and the cruiser."""
    tables = load_tables(DATA / "highguard")
    ships = load_blueprints(DATA / "ships" / "own", tables)
    firer, target = (vessel_of_bill(ships[name].bill, tables) for name in ("Aviary", "Sable"))
    missiles = firer.now.weapon("missile")
    assert missiles is not None
    battery = battery_of(firer, missiles, combat.weapons["missile nuclear"])
    return sighted(battery, firer, target, Range.LONG, combat), target


def by_d20(ready: Aim, sand: Obstacle) -> Callable[[], bool]:
    """The same throws in d20's words, parsed beforehand, and damage thrown where they are all made."""

    def parsed(dm: int) -> d20.ast.Node:
        return d20.parse(f"2d6+{dm}".replace("+-", "-"))

    numbers = [(ready.to_hit, ready.needed or 0), *((met.modifiers, met.needed) for met in (sand, *ready.passive))]
    throws = [(parsed(sum(modifier.dm for modifier in modifiers)), needed) for modifiers, needed in numbers]
    damage = [parsed(sum(modifier.dm for modifier in modifiers)) for _, modifiers in ready.tables]

    def fire() -> bool:
        made = all(d20.roll(throw).total >= needed for throw, needed in throws)
        for throw in damage if made else ():
            d20.roll(throw)
        return made

    return fire


def main() -> None:
    """Print every figure."""
    combat, dice = load_combat_tables(DATA / "highguard"), LiveDice(bytes(32), 0)
    shot, target = ready_to_fire(combat)
    ready, sand = aim(shot, combat), obstacle(shot, "sand", SAND, combat)
    assert sand is not None

    def ours() -> Strike:
        return strike(ready, (sand,), dice, combat)

    def through(each: Dice) -> Strike:
        return get_through(ready, (sand,), each)

    peer = by_d20(ready, sand)
    # The same question: how often does it get through? Both are within four standard deviations of the exact chance.
    chances = exact(through, of=lambda struck: struck.penetrated)
    assert sum(chances.values()) == Fraction(1)
    chance = float(chances[True])
    assert 0 < chance < 1
    found = {"ours": sum(ours().penetrated for _ in range(TRIES)), "d20": sum(peer() for _ in range(TRIES))}
    for name, times in found.items():
        assert abs(times / TRIES - chance) < 4 * (chance * (1 - chance) / TRIES) ** 0.5, name
    mine, theirs, aiming = median_time(ours, peer, lambda: aim(shot, combat), times=300)
    figures = f"({mine * 1e6:.1f} us; at most 1){missed(mine / theirs, 1)}"
    print(f"one battery with its breakdown: {mine / theirs:.2f} of d20's time {figures}")
    print(f"aiming, once for like batteries: {aiming / mine:.2f} of one battery's fire ({aiming * 1e6:.1f} us)")
    struck = next(found for found in iter(ours, None) if found.penetrated)
    hurt, odds = median_time(
        lambda: suffer(target, struck.damage, dice),
        lambda: exact(through, of=lambda result: result.penetrated),
        times=100,
    )
    print(f"its damage done to the target: {hurt / mine:.2f} of one battery's fire ({hurt * 1e6:.1f} us)")
    print(f"exact odds to get through: {odds / mine:.0f} x one battery's fire ({odds * 1e3:.1f} ms)")


if __name__ == "__main__":
    main()
