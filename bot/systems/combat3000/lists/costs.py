"""What a force costs in credits (C3K lists)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.engine.errors import RuleError
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, Sheet, Vehicle


def cost_of(
    book: Book,
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
    groups = {name: book.creatures[name].group_cost for name in creatures}
    return (
        sum(book.creatures[name].cost for name in creatures)
        + sum(groups.values())
        + sum(book.weapons[code].cost for code in weapons)
        + sum(_spare(book, code) for code in spares)
        + sum(book.close[code].cost for code in close)
        + sum(book.shells[code].cost * number for code, number in shells)
        + sum(book.sights[code].cost for code in sights)
        + sum(book.armour[code].cost for code in armour)
        + sum(book.equipment[code].cost for code in equipment)
        + sum(book.vehicles[code].cost for code in vehicles)
    )


_PACK, _A_STRENGTH_LIFTED = "E18", 150


def cost_of_figure(figure: Figure, book: Book) -> int:
    """Credits for a figure with all that it carries; spares and loads for which no price is printed are left out."""
    firearms = [carried for carried in figure.weapons if carried.weapon in book.weapons]
    supplies = [*figure.grenades, *(carried.loaded for carried in firearms if carried.loaded.ammunition)]
    # A flight pack's price goes by whom it lifts (C3K Equipment).
    lifts = _A_STRENGTH_LIFTED * figure.profile.strength * figure.equipment.count(_PACK)
    return lifts + cost_of(
        book,
        creatures=[figure.creature] if figure.creature in book.creatures else [],
        weapons=[carried.weapon for carried in firearms],
        spares=[
            carried.weapon
            for carried in firearms
            for spare in carried.spare
            if book.weapons[carried.weapon].spare is not None and not spare.ammunition
        ],
        close=[carried.weapon for carried in figure.weapons if carried.weapon in book.close],
        shells=[(supply.ammunition, supply.rounds) for supply in supplies],
        sights=[code for carried in figure.weapons for code in (carried.sight, carried.mount) if code in book.sights],
        armour=figure.armour,
        equipment=figure.equipment,
    )


def cost_of_force(sheets: Sequence[Sheet], book: Book) -> int:
    """Credits for a whole force; what a kind of creature costs for its group, a Hatch, counts once."""
    figures = [sheet for sheet in sheets if isinstance(sheet, Figure)]
    vehicles = [sheet.vehicle for sheet in sheets if isinstance(sheet, Vehicle) and sheet.vehicle in book.vehicles]
    groups = Counter(figure.creature for figure in figures if figure.creature in book.creatures)
    again = sum((number - 1) * book.creatures[name].group_cost for name, number in groups.items())
    return sum(cost_of_figure(figure, book) for figure in figures) + cost_of(book, vehicles=vehicles) - again


def _spare(book: Book, code: str) -> int:
    price = book.weapons[code].spare
    if price is None:
        raise RuleError(f"The list prints no price for a spare of {book.weapons[code].name}.")
    return price
