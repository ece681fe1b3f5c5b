"""A ship of a campaign: its listing, and the design that it comes from, if any, as plain text."""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.errors import RuleError
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.bill import Bill
from bot.systems.highguard.design.doubts import disagreements
from bot.systems.highguard.design.listing import Listing, listing_of, write_listing
from bot.systems.highguard.design.reading import Reading, read_listing
from bot.systems.highguard.design.tables import Tables
from bot.systems.sheets import SheetType


class Fate(StrEnum):
    """What became of a ship in its last battle."""

    AFLOAT = "afloat"
    DESTROYED = "destroyed"
    CAPTURED = "captured"
    JUMPED = "gone by jump"
    ESCAPED = "escaped"


@dataclass(frozen=True, slots=True)
class Ship:
    """What is kept of a ship: its listing in the classic layout, its design, and the doubts of its reading.

    A design that breaks limits is kept as well, with its `faults`: a ship on the drawing board. It has no
    listing where its numbers have no digits. `vessel` is the ship as its last battle left it, with its `fate`,
    and `jury` the systems that were mended in battle, which a yard must mend again.
    """

    listing: str
    design: str = ""
    doubts: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    vessel: Vessel | None = None
    fate: Fate = Fate.AFLOAT
    jury: tuple[str, ...] = ()

    @property
    def listed(self) -> Listing:
        """The listing as a value; raises RuleError where the ship has none."""
        if not self.listing:
            raise RuleError("This ship has no profile yet: mend its design first.")
        return read_listing(self.listing).ship


SHIP = SheetType(Ship)


def as_built(ship: Ship) -> Ship:
    """The ship without its damage, and afloat."""
    return replace(ship, vessel=None, fate=Fate.AFLOAT, jury=())


def drawn(made: Bill, text: str, tables: Tables) -> Ship:
    """The ship of a design's bill, with every limit that the design breaks."""
    listing = write_listing(listing_of(made, tables)) if made.usp else ""
    return Ship(listing, text, faults=tuple(f"{fault.text} ({fault.rule})" for fault in made.faults))


def pasted(reading: Reading, tables: Tables) -> Ship:
    """The ship of a pasted listing, with every doubt about it."""
    return Ship(write_listing(reading.ship), doubts=(*reading.doubts, *disagreements(reading.ship, tables)))
