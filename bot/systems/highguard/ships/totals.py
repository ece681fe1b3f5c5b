"""What ships come to together: price, tons, people, and what the slowest of them can do."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bot.engine.cards import counted
from bot.systems.highguard.design.entries import in_tons, plain
from bot.systems.highguard.ships.ship import Fate, Ship


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
