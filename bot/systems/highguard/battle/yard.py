"""What a yard asks for a ship's damage after a battle (HG-R07)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.systems.highguard.battle.repairs import damaged_systems
from bot.systems.highguard.battle.state import Ship
from bot.systems.highguard.battle.upkeep import repair_cost, yard_classes
from bot.systems.highguard.design.bill import Bill
from bot.systems.highguard.design.entries import Number
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.design.weapons import place_of

# What a battle calls a part of a bill, where that isn't its name.
PARTS = {"power": "power plant"}
SINGLE = ("jump", "maneuver", "power", "computer", "bridge", "damper", "meson screen", "globe")


def system_prices(bill: Bill, tables: Tables) -> dict[str, Number]:
    """What a ship's systems cost new in credits: drives, computer, bridge, screens, and the weapons of each place."""
    design = bill.design
    prices: Counter[str] = Counter()
    if design.spinal:
        prices[design.spinal.weapon] += tables.spinal[design.spinal.weapon, design.spinal.code].price
    for bays in design.bays:
        if bays.weapon:
            prices[place_of(bays.weapon, tables)] += tables.bays[bays.weapon, bays.size].price * bays.count
    for turrets in design.turrets:
        for weapon in turrets.weapons:
            prices[tables.turrets[weapon].place] += tables.turrets[weapon].price * turrets.count
    single = {name: bill.part(PARTS.get(name, name)).price for name in SINGLE}
    return {**{name: price for name, price in single.items() if price}, **prices}


@dataclass(frozen=True, slots=True)
class YardLine:
    """What a yard asks for one system: credits, the class of starport, and whether it must be replaced."""

    system: str
    price: Fraction
    classes: str
    replaced: bool


def yard_bill(ship: Ship, prices: Mapping[str, Number]) -> tuple[YardLine, ...]:
    """What a ship's damage costs at a yard, by what its systems cost new (HG-R07, R-90).

    Of batteries those that were lost are paid for. Repairs made in battle must be made again.
    """
    vessel, criticals = ship.vessel, set(ship.vessel.criticals)
    whole = damaged_systems(replace(vessel, criticals=()))
    systems = [name for name in prices if name in whole or name in criticals or name in ship.jury]
    return tuple(
        YardLine(
            name,
            repair_cost(prices[name] * _share(ship, name), critical=name in criticals),
            yard_classes(name),
            name in criticals,
        )
        for name in systems
    )


def _share(ship: Ship, name: str) -> Fraction:
    """How much of a system is damaged: all of it, but of batteries only those lost or jury-rigged."""
    built, now = ship.vessel.built.weapon(name), ship.vessel.now.weapon(name)
    if built is None or now is None or built.batteries == 1 or name in ship.vessel.criticals:
        return Fraction(1)
    lost = built.batteries - now.batteries + (now.factor < built.factor) + ship.jury.count(name)
    return Fraction(min(lost, built.batteries), built.batteries)
