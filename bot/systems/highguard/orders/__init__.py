"""High Guard's orders: one battery's odds, a battle from its beginning to its end, repairs at a yard, and fuel."""

from collections.abc import Mapping

from bot.engine.system import Order
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.orders.battery import battery_order
from bot.systems.highguard.orders.battle import step_orders
from bot.systems.highguard.orders.battle_muster import muster_orders
from bot.systems.highguard.orders.yard import refuel_order, repair_order


def orders(tables: Tables, combat: CombatTables, yard: Yard) -> Mapping[str, Order]:
    """All of High Guard's orders by verb; `yard` holds the craft that designs may carry."""
    made = (
        battery_order(tables, combat, yard),
        repair_order(tables, yard),
        refuel_order(tables, yard),
        *muster_orders(tables, combat, yard),
        *step_orders(combat),
    )
    return {order.verb: order for order in made}
