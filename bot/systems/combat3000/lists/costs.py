"""What a force costs in credits (C3K lists)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Figure, Sheet, Vehicle
from bot.systems.combat3000.lists.book import Tables


def cost_of(
    tables: Tables,
    *,
    creatures: Sequence[str] = (),
    weapons: Iterable[str] = (),
    spares: Iterable[str] = (),
    close: Iterable[str] = (),
    shells: Iterable[tuple[str, int]] = (),
    sights: Iterable[str] = (),
    armour: Iterable[str] = (),
    equipment: Iterable[str] = (),
    vehicles: Iterable[str] = (),
) -> int:
    """Credits for creatures by name and everything else by code.

    `spares` are magazines, power sources or packs by their weapon, and shells come in numbers. Some creatures cost
    something for their whole group besides. Raises RuleError for a spare without a price.
    """
    groups = {name: tables.creatures[name].group_cost for name in creatures}
    return (
        sum(tables.creatures[name].cost for name in creatures)
        + sum(groups.values())
        + sum(tables.weapons[code].cost for code in weapons)
        + sum(_spare(tables, code) for code in spares)
        + sum(tables.close[code].cost for code in close)
        + sum(tables.shells[code].cost * number for code, number in shells)
        + sum(tables.sights[code].cost for code in sights)
        + sum(tables.armour[code].cost for code in armour)
        + sum(tables.equipment[code].cost for code in equipment)
        + sum(tables.vehicles[code].cost for code in vehicles)
    )


def cost_of_figure(figure: Figure, tables: Tables) -> int:
    """Credits for a figure with all that it carries; spares and loads for which no price is printed are left out."""
    firearms = [carried for carried in figure.weapons if carried.weapon in tables.weapons]
    supplies = [*figure.grenades, *(carried.loaded for carried in firearms if carried.loaded.ammunition)]
    return cost_of(
        tables,
        creatures=[figure.creature] if figure.creature in tables.creatures else [],
        weapons=[carried.weapon for carried in firearms],
        spares=[
            carried.weapon
            for carried in firearms
            for spare in carried.spare
            if tables.weapons[carried.weapon].spare is not None and not spare.ammunition
        ],
        close=[carried.weapon for carried in figure.weapons if carried.weapon in tables.close],
        shells=[(supply.ammunition, supply.rounds) for supply in supplies],
        sights=[code for carried in figure.weapons for code in (carried.sight, carried.mount) if code in tables.sights],
        armour=figure.armour,
        equipment=figure.equipment,
    )


def cost_of_force(sheets: Sequence[Sheet], tables: Tables) -> int:
    """Credits for a whole force; what a kind of creature costs for its group, a Hatch, counts once."""
    figures = [sheet for sheet in sheets if isinstance(sheet, Figure)]
    vehicles = [sheet.vehicle for sheet in sheets if isinstance(sheet, Vehicle) and sheet.vehicle in tables.vehicles]
    groups = Counter(figure.creature for figure in figures if figure.creature in tables.creatures)
    again = sum((number - 1) * tables.creatures[name].group_cost for name, number in groups.items())
    return sum(cost_of_figure(figure, tables) for figure in figures) + cost_of(tables, vehicles=vehicles) - again


def _spare(tables: Tables, code: str) -> int:
    price = tables.weapons[code].spare
    if price is None:
        raise RuleError(f"The list prints no price for a spare of {tables.weapons[code].name}.")
    return price
