"""`/ship repair`: a ship's damage mended at a yard, and what each system costs (HG-R07, R-90)."""

from dataclasses import replace
from fractions import Fraction

from bot.engine.cards import Card
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Role, Scene, Unit, Values
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Ship as Fighting
from bot.systems.highguard.battle.yard import YardLine, system_prices, yard_bill
from bot.systems.highguard.design.bill import bill
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.draft import read_design
from bot.systems.highguard.design.entries import plain
from bot.systems.highguard.design.tables import MCR, Tables
from bot.systems.highguard.orders.battle import as_it_is
from bot.systems.highguard.ships.ship import Fate, Ship


def repair_order(tables: Tables, yard: Yard) -> Order:
    """`/ship repair`, for ships that have a design: a listing alone tells no prices."""

    def resolve(scene: Scene, _: Values, __: Dice) -> Outcome:
        unit = scene.one("ship")
        sheet: Ship = unit.sheet
        if scene.battle is not None and any(ship.name == unit.name for ship in all_ships(scene.battle)):
            raise RuleError(f"{unit.name} is in a battle: end that first with /battle end.")
        _check(unit, sheet)
        assert sheet.vessel is not None
        prices = system_prices(bill(read_design(sheet.design, tables, yard), tables), tables)
        lines = yard_bill(Fighting(sheet.vessel, 0, jury=sheet.jury), prices)
        mended = replace(sheet, vessel=None, jury=(), fate=Fate.AFLOAT)
        return Outcome({unit.name: mended}, _card(unit.name, lines))

    return Order("ship repair", (Role("ship"),), (), resolve, as_it_is, battle=True)


def _check(unit: Unit, sheet: Ship) -> None:
    if sheet.vessel is None:
        raise RuleError(f"{unit.name} has no damage to repair.")
    if sheet.fate is Fate.DESTROYED:
        raise RuleError(f"{unit.name} was destroyed: only a new ship can take its place.")
    if not sheet.design:
        raise RuleError(f"{unit.name} came as a listing, which tells no prices: draw its design with /ship design.")


def _card(name: str, lines: tuple[YardLine, ...]) -> Card:
    total = sum((Fraction(line.price) for line in lines), Fraction(0))
    told = [
        f"{line.system}: MCr{plain(line.price / MCR, 3)}, "
        f"{'replaced' if line.replaced else 'repaired'} at class {line.classes}"
        for line in lines
    ]
    rule = "Half the price of a new one, and all of it for what a critical hit destroyed (HG-R07)"
    also = "Fuel, crew and craft are made up as well"
    return Card(f"{name} is repaired for MCr{plain(total / MCR, 3)}", (*told, also), (rule,))
