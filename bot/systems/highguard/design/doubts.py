"""Where a listing and the rules disagree (HG-L13): told, never mended."""

from collections.abc import Iterator
from fractions import Fraction

from bot.systems.highguard.design.codes import VALUES
from bot.systems.highguard.design.crew import crew_digit
from bot.systems.highguard.design.drives import energy_points, jump_fuel, plant_fuel
from bot.systems.highguard.design.entries import in_tons, plain
from bot.systems.highguard.design.hull import least_computer
from bot.systems.highguard.design.listing import Listing, rounded
from bot.systems.highguard.design.tables import Computer, Tables
from bot.systems.highguard.design.weapons import bearing


def disagreements(ship: Listing, tables: Tables) -> tuple[str, ...]:
    """What a listing says against itself or the rules, in sentences with their rules."""
    checks = (_size, _crew, _drives, _computer, _energy, _fuel, _bearing, _watch)
    return tuple(text for check in checks for text in check(ship, tables))


def _size(ship: Listing, tables: Tables) -> Iterator[str]:
    if ship.tons and tables.size(ship.tons).code != ship.usp.tonnage:
        code = tables.size(ship.tons).code
        yield f"{plain(ship.tons)} tons have code {code}, the profile says {ship.usp.tonnage} (HG-D03)."


def _crew(ship: Listing, _: Tables) -> Iterator[str]:
    if crew_digit(ship.crew) != ship.usp.crew:
        yield f"A crew of {ship.crew} has code {crew_digit(ship.crew)}, the profile says {ship.usp.crew} (HG-D69)."


def _drives(ship: Listing, _: Tables) -> Iterator[str]:
    jump, maneuver, power = (VALUES[digit] for digit in (ship.usp.jump, ship.usp.maneuver, ship.usp.power_plant))
    if power < max(jump, maneuver):
        yield f"Power plant {power} is less than jump {jump} or maneuver {maneuver} (HG-D15)."
    if ship.agility > maneuver:
        yield f"Agility {ship.agility} is more than maneuver {maneuver} (HG-D28)."


def _computer(ship: Listing, tables: Tables) -> Iterator[str]:
    least, fitted = least_computer(ship.usp.tonnage, tables), _fitted(ship, tables)
    if least and (not fitted or fitted.level < least.level):
        yield f"A hull of code {ship.usp.tonnage} needs computer {least.model} at least (HG-D30)."
    if fitted and fitted.jump < VALUES[ship.usp.jump]:
        yield f"Computer {fitted.model} controls jump {fitted.jump}, not {ship.usp.jump} (HG-D31)."


def _fitted(ship: Listing, tables: Tables) -> Computer | None:
    return next((model for model in tables.computers.values() if model.code == ship.usp.computer), None)


def _energy(ship: Listing, _: Tables) -> Iterator[str]:
    made = rounded(energy_points(ship.tons, VALUES[ship.usp.power_plant]))
    if ship.tons and ship.ep != made:
        yield f"The plant makes {plain(made)} EP, the listing says {plain(ship.ep)} (HG-D26)."


def _fuel(ship: Listing, _: Tables) -> Iterator[str]:
    plant = plant_fuel(ship.tons, VALUES[ship.usp.power_plant])
    needed = jump_fuel(ship.tons, VALUES[ship.usp.jump]) + plant
    carried = ship.fuel + (ship.tanks.tons if ship.tanks else Fraction(0))
    if carried < rounded(needed):
        yield f"The drives need {in_tons(needed)} of fuel, the listing has {plain(carried)} (HG-D18)."


def _bearing(ship: Listing, tables: Tables) -> Iterator[str]:
    percent = next(size.bearing for size in tables.sizes if size.code == ship.usp.tonnage)
    for place, found in ship.batteries.items():
        right = bearing(found.total, percent)
        if found.bearing != right:
            yield f"Of {found.total} {place} batteries {right} bear, the listing says {found.bearing} (HG-D52)."


def _watch(ship: Listing, _: Tables) -> Iterator[str]:
    if ship.frozen_watch > ship.low:
        yield f"A frozen watch of {ship.frozen_watch} has only {ship.low} low berths (HG-L09)."
