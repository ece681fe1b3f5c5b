"""A ship of a campaign: its listing, and the design that it comes from, if any, as plain text."""

from dataclasses import dataclass

from bot.engine.errors import RuleError
from bot.systems.highguard.bill import bill
from bot.systems.highguard.components import Yard
from bot.systems.highguard.doubts import disagreements
from bot.systems.highguard.draft import read_design
from bot.systems.highguard.listing import Listing, listing_of, write_listing
from bot.systems.highguard.reading import Reading, read_listing
from bot.systems.highguard.tables import Tables
from bot.systems.sheets import SheetType


@dataclass(frozen=True, slots=True)
class Ship:
    """What is kept of a ship: its listing in the classic layout, its design, and the doubts of its reading."""

    listing: str
    design: str = ""
    doubts: tuple[str, ...] = ()

    @property
    def listed(self) -> Listing:
        """The listing as a value."""
        return read_listing(self.listing).ship


SHIP = SheetType(Ship)


def designed(text: str, tables: Tables, yard: Yard) -> Ship:
    """The ship of a design. Raises RuleError with every limit that it breaks, or that the text isn't one."""
    made = bill(read_design(text, tables, yard), tables)
    if made.faults:
        raise RuleError("\n".join(f"{fault.text} ({fault.rule})" for fault in made.faults))
    return Ship(write_listing(listing_of(made, tables)), text)


def pasted(reading: Reading, tables: Tables) -> Ship:
    """The ship of a pasted listing, with every doubt about it."""
    return Ship(write_listing(reading.ship), doubts=(*reading.doubts, *disagreements(reading.ship, tables)))
