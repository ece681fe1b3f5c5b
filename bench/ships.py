"""How long does a design's full bill take? Against the 2 ms that it may, and against its own reading.

Contenders take turns within one process; the medians of the rounds are compared.
"""

from bench.resolver import median_time, missed
from bot.systems import DATA
from bot.systems.highguard.design.bill import bill
from bot.systems.highguard.design.draft import carried, load_blueprints, read_design
from bot.systems.highguard.design.listing import listing_of, write_listing
from bot.systems.highguard.design.reading import read_listing
from bot.systems.highguard.design.tables import load_tables

ALLOWED = 0.002


def main() -> None:
    """Print the figures of the largest ship: the bill with all checks, its text, its listing."""
    tables = load_tables(DATA / "highguard")
    ships = load_blueprints(DATA / "ships" / "own", tables)
    largest = max(ships.values(), key=lambda ship: ship.bill.design.tons)
    yard = {name: carried(ship.bill) for name, ship in ships.items()}
    design, listing = largest.bill.design, listing_of(largest.bill, tables)
    text = write_listing(listing)
    assert bill(design, tables) == largest.bill
    assert read_listing(text).ship == listing
    priced, read, pasted = median_time(
        lambda: bill(design, tables),
        lambda: read_design(largest.text, tables, yard),
        lambda: read_listing(text),
        times=20,
    )
    parts = len(largest.bill.lines)
    figures = f"({priced * 1e3:.2f} ms; at most 1){missed(priced, ALLOWED)}"
    print(f"a bill of {parts} parts, all checks: {priced / ALLOWED:.2f} of 2 ms {figures}")
    print(f"reading its plain text: {read / priced:.2f} of the bill ({read * 1e3:.2f} ms)")
    print(f"reading its listing: {pasted / priced:.2f} of the bill ({pasted * 1e3:.2f} ms)")


if __name__ == "__main__":
    main()
