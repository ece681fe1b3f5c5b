"""`/ship repair`: ships' damage mended at a yard, and what each system costs (HG-R07, R-90)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from bot.engine.cards import Card, counted
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Need, Order, Outcome, Role, Scene, Unit, Values
from bot.systems.highguard.battle.asking import few
from bot.systems.highguard.battle.repairs import YardLine, system_prices, yard_bill
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Ship as Fighting
from bot.systems.highguard.design.bill import bill
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.draft import read_design
from bot.systems.highguard.design.drives import tanks_price
from bot.systems.highguard.design.entries import plain
from bot.systems.highguard.design.tables import MCR, Tables
from bot.systems.highguard.orders.battle import as_it_is
from bot.systems.highguard.orders.fields import text
from bot.systems.highguard.ships.ship import Fate, Ship
from bot.systems.highguard.ships.traits import amount

_MOST_MCR = 9_999_999
_RULE = "Half the price of a new one, and all of it for what a critical hit destroyed (HG-R07)"


def repair_order(tables: Tables, yard: Yard) -> Order:
    """`/ship repair`; a listing tells no prices of systems, so the referee says what it costs, or that it is free."""

    def cost(unit: Unit) -> Sequence[YardLine]:
        sheet: Ship = unit.sheet
        assert sheet.vessel is not None
        made = bill(read_design(sheet.design, tables, yard), tables)
        prices = system_prices(made, tables)
        lines = yard_bill(Fighting(sheet.vessel, 0, jury=sheet.jury), prices)
        gone = made.design.tanks and sheet.vessel.tanks is None
        new = (YardLine("drop tanks", tanks_price(made.design.tanks), "A or B", replaced=True),) if gone else ()
        return (*lines, *new)

    def resolve(scene: Scene, values: Values, __: Dice) -> Outcome:
        check_at_rest(scene)
        units = scene.all("ships")
        damaged, left = _damaged(units)
        listed = [unit for unit in damaged if not unit.sheet.design]
        asked = _asked(listed, values)
        lines = {unit.name: cost(unit) for unit in damaged if unit.sheet.design and not values["free"]}
        after = {unit.name: replace(unit.sheet, vessel=None, jury=(), fate=Fate.AFLOAT) for unit in damaged}
        total = asked * MCR + sum((Fraction(line.price) for each in lines.values() for line in each), Fraction(0))
        told = [*_cost_lines(lines), *_listed_lines(listed, asked, values), *left]
        names = few(unit.name for unit in damaged)
        price = "free" if values["free"] else f"for MCr{plain(total / MCR, 3)}"
        title = f"{names} {'is' if len(damaged) == 1 else 'are'} repaired {price}"
        return Outcome(after, Card(title, (*told, "Fuel, crew and craft are made up as well"), (_RULE,)))

    fields = (Field("price", Kind.TEXT, ""), Field("free", Kind.FLAG, default=False))
    return Order("ship repair", (Role("ships", many=True),), fields, resolve, as_it_is, battle=True, need=Need.REFEREE)


def check_at_rest(scene: Scene) -> None:
    """Raise RuleError where one of an order's ships is in a battle."""
    fighting = {ship.name for ship in all_ships(scene.battle)} if scene.battle is not None else set()
    for unit in (unit for units in scene.units.values() for unit in units):
        if unit.name in fighting:
            raise RuleError(f"{unit.name} is in a battle: end that first with /battle end.")


def _damaged(units: Sequence[Unit]) -> tuple[Sequence[Unit], Sequence[str]]:
    """Those that a yard can mend, and what is said of the others; raises RuleError where it can mend nobody."""
    lost = [unit for unit in units if unit.sheet.fate is Fate.DESTROYED]
    whole = [unit for unit in units if unit.sheet.vessel is None and unit not in lost]
    damaged = [unit for unit in units if unit not in lost and unit not in whole]
    if not damaged:
        if len(units) == 1 and lost:
            raise RuleError(f"{units[0].name} was destroyed: only a new ship can take its place.")
        have = "has" if len(units) == 1 else "have"
        raise RuleError(f"{few(unit.name for unit in units)} {have} no damage to repair.")
    told = [f"Destroyed, and past repair: {few(unit.name for unit in lost)}"] if lost else []
    return damaged, told + ([f"{counted(len(whole), 'ship')} had no damage"] if whole else [])


def _asked(listed: Sequence[Unit], values: Values) -> Fraction:
    """MCr that the referee asks for ships that came as listings; raises RuleError where he says nothing."""
    price = text(values, "price")
    if price and values["free"]:
        raise RuleError("Say a price, or that it is free, and not both.")
    if price and not listed:
        raise RuleError("What these cost is known by their designs: leave price out, or say free:True.")
    if not listed or values["free"]:
        return Fraction(0)
    if not price:
        names = few(unit.name for unit in listed)
        raise RuleError(
            f"{names} came as {'a listing' if len(listed) == 1 else 'listings'}, which tells no prices of systems: "
            "say what the repair costs, such as price:120 (MCr), or free:True."
        )
    return amount(price.casefold().removeprefix("mcr"), "price", _MOST_MCR)


def _cost_lines(lines: dict[str, Sequence[YardLine]]) -> Iterator[str]:
    for name, systems in lines.items():
        whose = f"{name}: " if len(lines) > 1 else ""
        for line in systems:
            done = "replaced" if line.replaced else "repaired"
            yield f"{whose}{line.system}: MCr{plain(line.price / MCR, 3)}, {done} at class {line.classes}"


def _listed_lines(listed: Sequence[Unit], asked: Fraction, values: Values) -> Iterator[str]:
    if listed and not values["free"]:
        yield f"{few(unit.name for unit in listed)}: MCr{plain(asked)} by the referee's word"
