"""A ship of a campaign: its listing, and the design that it comes from, if any; and what several come to together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.system import SheetType
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.bill import Bill
from bot.systems.highguard.design.choices import in_tons, plain
from bot.systems.highguard.design.listing import Listing, disagreements, listing_of, write_listing
from bot.systems.highguard.design.reading import Reading, read_listing
from bot.systems.highguard.design.tables import Tables


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


def total_lines(ships: Sequence[Ship]) -> Iterator[str]:
    """MCr, tons, crew, pilots (one for each ship and craft), and the lowest jump and agility.

    Those that were destroyed or are still on the drawing board count nothing. Craft that a ship among them carries
    are in her price and tonnage already (HG-L11), and have no jump of their own.
    """
    able = [ship for ship in ships if ship.fate is not Fate.DESTROYED and ship.listing and not ship.faults]
    if not able:
        return
    listed = [ship.listed for ship in able]
    carried = {craft.name for ship in able if ship.vessel for craft in ship.vessel.craft}
    carried |= {word for ship in able for word in _craft_named(ship)}
    whole = [each for each in listed if not (each.usp.tonnage == "0" and each.name in carried)]
    price = sum((each.price or Fraction(0) for each in whole), Fraction(0))
    tons = sum((each.tons for each in whole), Fraction(0))
    unpriced = sum(each.price is None for each in whole)
    without = f" ({counted(unpriced, 'price')} not told)" if unpriced else ""
    yield f"Together MCr{plain(price)}{without}, {in_tons(tons)}"
    crew = sum(ship.vessel.people.crew if ship.vessel else each.crew for ship, each in zip(able, listed, strict=True))
    soldiers = sum(each.troops + each.marines for each in listed)
    yield f"Crew {crew:,}, troops and marines {soldiers:,}, {counted(len(able), 'pilot')}"
    jumps = [int(each.usp.jump) for each in listed if each.usp.tonnage != "0"]
    jump = f"jump {min(jumps)}" if jumps else "no jump"
    yield f"Together {jump}, agility {min(each.agility for each in listed)}"


def _craft_named(ship: Ship) -> Iterator[str]:
    """The craft that a design names as carried: `craft 4 Dart, 10 tons`."""
    for line in ship.design.splitlines():
        if line.startswith("craft "):
            yield line.removeprefix("craft ").lstrip("0123456789 ").partition(",")[0].strip()
