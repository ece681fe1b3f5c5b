"""What a force costs in credits (C3K lists)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Final

from bot.engine.errors import RuleError
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Sheet, Supply, Vehicle
from bot.systems.combat3000.lists.weapons import Reload, Weapon

# What is loaded by the barrel is sold in so many rounds.
A_BUNDLE: Final = 20


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
    # A flight pack's price goes by whom it lifts (C3K Equipment).
    lifts = _A_STRENGTH_LIFTED * figure.profile.strength * figure.equipment.count(_PACK)
    return lifts + cost_of(
        book,
        creatures=[figure.creature] if figure.creature in book.creatures else [],
        weapons=[carried.weapon for carried in firearms],
        spares=[carried.weapon for carried in firearms for _ in range(_pieces(carried, book.weapons[carried.weapon]))],
        close=[carried.weapon for carried in figure.weapons if carried.weapon in book.close],
        shells=[(each.ammunition, each.rounds) for each in (*figure.grenades, *_shells(firearms))],
        sights=[code for carried in figure.weapons for code in (carried.sight, carried.mount) if code in book.sights],
        armour=figure.armour,
        equipment=figure.equipment,
    )


def _pieces(carried: Carried, weapon: Weapon) -> int:
    """How many spares of a weapon have a price of their own: magazines, which a launcher's shells are no part of, power
    sources, packs, and bundles of 20 rounds for what is loaded by the barrel.
    """
    if weapon.spare is None:
        return 0
    if weapon.reload is not Reload.BARREL:
        return len(carried.spare)
    return ceil(Fraction(sum(spare.rounds for spare in carried.spare if not spare.ammunition), A_BUNDLE))


def _shells(firearms: Iterable[Carried]) -> Iterator[Supply]:
    """The shells that are in weapons and in their spare magazines, which are paid for by themselves (C3K lists)."""
    return (each for carried in firearms for each in (carried.loaded, *carried.spare) if each.ammunition)


def cost_of_vehicle(vehicle: Vehicle, book: Book) -> int:
    """Credits for a vehicle of the list with the spares and shells for its weapon, which is in its price."""
    firearms = [carried for carried in vehicle.weapons if carried.weapon in book.weapons]
    spares = [carried.weapon for carried in firearms for _ in range(_pieces(carried, book.weapons[carried.weapon]))]
    shells = [(each.ammunition, each.rounds) for each in _shells(firearms)]
    return cost_of(book, vehicles=[vehicle.vehicle], spares=spares, shells=shells)


def cost_of_force(sheets: Sequence[Sheet], book: Book) -> int:
    """Credits for a whole force; what a kind of creature costs for its group, a Hatch, counts once."""
    figures = [sheet for sheet in sheets if isinstance(sheet, Figure)]
    listed = [sheet for sheet in sheets if isinstance(sheet, Vehicle) and sheet.vehicle in book.vehicles]
    groups = Counter(figure.creature for figure in figures if figure.creature in book.creatures)
    again = sum((number - 1) * book.creatures[name].group_cost for name, number in groups.items())
    return (
        sum(cost_of_figure(figure, book) for figure in figures)
        + sum(cost_of_vehicle(each, book) for each in listed)
        - again
    )


def _spare(book: Book, code: str) -> int:
    price = book.weapons[code].spare
    if price is None:
        raise RuleError(f"The list prints no price for a spare of {book.weapons[code].name}.")
    return price
