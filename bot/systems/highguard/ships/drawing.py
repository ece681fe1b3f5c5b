"""The drawing office: designs and listings as text, in and out (HG-D74 to D77, HG-L01 to L13)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.ships import Drawing, Pasted, Redrawn, Shipyard
from bot.systems.highguard.design.bill import bill, what_if
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.draft import Blueprint, amend, carried, read_design, remarks, with_craft_told
from bot.systems.highguard.design.listing import listing_of, write_listings
from bot.systems.highguard.design.reading import read_listings
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.ships.redrawing import redrawn
from bot.systems.highguard.ships.ship import Ship, as_built, drawn, pasted, total_lines
from bot.systems.highguard.ships.traits import Refit
from bot.systems.highguard.ships.wording import bill_text, changes_card, glance_at

EXAMPLE = """name Sable
type CC
tech 12
hull 10000 needle
jump 3
maneuver 4
power 6
computer 6
turrets 30 triple beam in 10 batteries
bay 4 100-ton missile
cargo rest"""


def shipyard(tables: Tables, known: Mapping[str, Blueprint]) -> Shipyard:
    """What High Guard does with text; designs may carry the `known` craft by name, and the campaign's own."""

    def paste(text: str) -> Pasted:
        found = read_listings(text)
        ships = [(reading.ship.name, pasted(reading, tables)) for reading in found.ships]
        return Pasted(ships, found.refused)

    def craft_among(others: Mapping[str, Ship]) -> Yard:
        return {**library, **_yard(others, library, tables)}

    def draw(name: str, text: str, others: Mapping[str, Ship]) -> Drawing:
        yard = craft_among(others)
        # What is kept is read where nobody knows these others.
        text = with_craft_told(text, yard)
        made = bill(read_design(text, tables, yard), tables)
        glance = glance_at(made, name or made.design.name, remarks(text))
        return Drawing(made.design.name, drawn(made, text, tables), glance, bill_text(made, remarks(text)))

    def compare(name: str, before: str, after: str, others: Mapping[str, Ship]) -> Card:
        yard = craft_among(others)
        old, new = (bill(read_design(with_craft_told(text, yard), tables, yard), tables) for text in (before, after))
        return changes_card(name, what_if(old, new))

    def redraw(before: Ship, after: Ship, others: Mapping[str, Ship]) -> Redrawn:
        return redrawn(before, after, Refit(tables, craft_among(others)))

    def design_of(ship: Ship) -> str:
        # One that was kept by name alone is the book's, also where there is one's own of that name by now.
        return with_craft_told(ship.design, library)

    def totals(ships: Sequence[Ship]) -> Sequence[str]:
        return tuple(total_lines(ships))

    library = {name: carried(blueprint.bill) for name, blueprint in known.items()}
    listing = _listing(tables, known, craft_among)
    return Shipyard(paste, listing, draw, amend, compare, redraw, design_of, as_built, totals, EXAMPLE)


def _listing(
    tables: Tables, known: Mapping[str, Blueprint], craft_among: Callable[[Mapping[str, Ship]], Yard]
) -> Callable[[Mapping[str, Ship], Mapping[str, Ship]], str]:
    """Writes the listings of ships, with those of the craft that they carry."""
    listings = {name: listing_of(blueprint.bill, tables) for name, blueprint in known.items() if blueprint.bill.usp}

    def listing(ships: Mapping[str, Ship], others: Mapping[str, Ship]) -> str:
        yard = craft_among(others)
        listed = {name: replace(ship.listed, name=name) for name, ship in ships.items()}
        for ship in ships.values():
            for craft in read_design(ship.design, tables, yard).craft if ship.design else ():
                if craft.name in others or craft.name in listings:
                    # A mother ship's listing has no room for her craft: theirs follow (HG-L11).
                    own = others[craft.name].listed if craft.name in others else listings[craft.name]
                    listed.setdefault(craft.name, replace(own, name=craft.name))
        return write_listings(listed.values())

    return listing


def _yard(others: Mapping[str, Ship], library: Yard, tables: Tables) -> Yard:
    """The campaign's own designs as craft that another one may carry; those that carry its own are left out."""
    yard = {}
    for name, ship in others.items():
        if ship.design and not ship.faults:
            try:
                yard[name] = carried(bill(read_design(ship.design, tables, library), tables))
            except RuleError:
                continue
    return yard
