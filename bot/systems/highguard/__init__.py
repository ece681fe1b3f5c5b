"""High Guard: ships by design, profile and listing.

The loader isn't called `load` yet: a campaign can't keep ships, so that these rules are none that it could
choose (see `bot.systems.discover`).
"""

from collections.abc import Mapping
from pathlib import Path

from bot.engine.system import Rule, System, Unit
from bot.engine.tables import read_rows
from bot.systems.highguard.combat.tables import load_combat_tables
from bot.systems.highguard.components import Yard
from bot.systems.highguard.listing import listing_of, write_listing
from bot.systems.highguard.orders.battery import battery_order
from bot.systems.highguard.ship import SHIP, Ship
from bot.systems.highguard.shipyard import Blueprint, carried, load_blueprints
from bot.systems.highguard.tables import Tables, load_tables
from bot.systems.highguard.wording import ship_card, ship_line


def load_ships(data: Path) -> System:
    """Build the system from its data folder, and its templates from the ships beside it.

    Raises DataError, naming file and line, where a table or a ship is wrong.
    """
    tables = load_tables(data)
    known = {
        **load_blueprints(data.parent / "ships" / "book", tables),
        **load_blueprints(data.parent / "ships" / "own", tables),
    }
    ships = {name: Unit(name, "", _kept(blueprint, tables)) for name, blueprint in known.items()}
    return System(
        key="highguard",
        title="High Guard",
        load_sheet=SHIP.load,
        dump_sheet=SHIP.dump,
        new_sheet=ships["Kinunir"].sheet,
        traits={},
        orders={order.verb: order for order in (battery_order(tables, load_combat_tables(data), _yard(known)),)},
        line=ship_line,
        card=ship_card,
        templates=ships,
        rules=_rules(data / "rules.csv") | _rules(data / "rulings.csv"),
    )


def _yard(known: Mapping[str, Blueprint]) -> Yard:
    """The craft that designs may carry."""
    return {name: carried(blueprint.bill) for name, blueprint in known.items()}


def _kept(blueprint: Blueprint, tables: Tables) -> Ship:
    return Ship(write_listing(listing_of(blueprint.bill, tables)), blueprint.text)


def _rules(path: Path) -> dict[str, Rule]:
    def row(cells: Mapping[str, str]) -> Rule:
        return Rule(cells["id"], cells["reference"], cells["summary"])

    return {rule.id: rule for rule in read_rows(path, row)}
