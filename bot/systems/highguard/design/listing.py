"""A ship's listing: the lines that referees pass around (HG-L01 to L11), as a value, and written; and where it and the
rules disagree (HG-L13), which is told and never mended.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from bot.engine.errors import RuleError
from bot.systems.highguard.design.bill import Bill
from bot.systems.highguard.design.choices import Design, Number, in_tons, plain
from bot.systems.highguard.design.crew import crew_digit
from bot.systems.highguard.design.drives import energy_points, fuel_inside, jump_fuel, plant_fuel, tanks_price
from bot.systems.highguard.design.hull import least_computer
from bot.systems.highguard.design.tables import MCR, Computer, Tables
from bot.systems.highguard.design.usp import DIGITS, GROUPS, VALUES, Usp, to_code
from bot.systems.highguard.design.usp import PLACES as USP_PLACES
from bot.systems.highguard.design.weapons import PLACES, bearing

LABEL_WIDTH, PRICE_WIDTH = 26, 12
PRICE_PLACES = 3
# Notes that a battle or a referee reads, and how any other begins.
KNOWN_NOTE = re.compile(r"Bridge\.|Fusion guns\.|Vehicles: \d+ [^\n]{1,60}\.")
NOTE = re.compile(r"^notes?[ ]*:[ ]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Counted:
    """How many batteries a place has, and how many of them bear."""

    total: int = 1
    bearing: int = 1


@dataclass(frozen=True, slots=True)
class Tanks:
    """Drop tanks: their tons and MCr, the first third of the profile and the agility with them on (HG-L07)."""

    tons: Fraction
    profile: str = ""
    price: Fraction | None = None
    agility: int | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A ship as it is listed. `price` is in MCr, None where it isn't told; what isn't listed is 0 (HG-L04).

    `batteries` holds the places that have weapons; where a listing tells none, each is one battery (HG-L02).
    """

    usp: Usp
    name: str = ""
    number: str = ""
    price: Fraction | None = None
    tons: Fraction = Fraction(0)
    batteries: Mapping[str, Counted] = field(default_factory=dict)
    crew: int = 0
    tl: int = 0
    passengers: int = 0
    low: int = 0
    emergency_low: int = 0
    frozen_watch: int = 0
    cargo: Fraction = Fraction(0)
    fuel: Fraction = Fraction(0)
    ep: Fraction = Fraction(0)
    agility: int = 0
    troops: int = 0
    marines: int = 0
    pulse: bool = False
    tanks: Tanks | None = None
    notes: tuple[str, ...] = ()

    @property
    def emergency_agility(self) -> int:
        """Agility with all that needs energy silent: the lower of maneuver and plant (HG-L05, R-15)."""
        return max(self.agility, min(VALUES[self.usp.maneuver], VALUES[self.usp.power_plant]))

    @property
    def plant_fuel(self) -> Fraction:
        """Tons of fuel that the power plant keeps: as many as it makes energy points (HG-L06)."""
        return min(self.fuel, self.ep)


def armed_places(usp: Usp) -> tuple[str, ...]:
    """The places that have batteries, in the order of the profile."""
    return tuple(place for place in USP_PLACES if place in PLACES and getattr(usp, place) != "0")


def column(place: str) -> int:
    """Where a place stands in a printed profile, from 0."""
    before, start = USP_PLACES.index(place) + GROUPS[0], 0
    for number, length in enumerate(GROUPS):
        if before < start + length:
            return before + number
        start += length
    raise ValueError(place)


def rounded(number: Number) -> Fraction:
    """A number as a listing shows it: to three places, halves up (R-02)."""
    scale = 10**PRICE_PLACES
    return Fraction((Fraction(number) * scale + Fraction(1, 2)).__floor__(), scale)


def listing_of(bill: Bill, tables: Tables) -> Listing:
    """The listing of a design's bill; raises RuleError where the ship has no profile (R-01)."""
    if bill.usp is None:
        raise RuleError("The power plant's number has no digit, so there is no profile to list (R-01).")
    design = bill.design
    return Listing(
        usp=bill.usp,
        name=design.name,
        number=design.number,
        price=rounded(bill.price / MCR),
        tons=Fraction(design.tons),
        batteries={
            place: Counted(found.total, found.bearing) for place, found in bill.batteries.items() if found.factor
        },
        crew=bill.crew,
        tl=design.tl,
        passengers=design.passengers,
        low=design.low,
        emergency_low=design.emergency_low,
        frozen_watch=(bill.crew + design.soldiers + 1) // 2 if design.frozen_watch else 0,
        cargo=rounded(design.cargo or 0),
        fuel=rounded(fuel_inside(design)),
        ep=rounded(energy_points(design.tons, design.power)),
        agility=bill.agility,
        troops=design.troops,
        marines=design.marines,
        pulse=any("pulse" in turrets.weapons for turrets in design.turrets),
        tanks=_tanks(bill, tables),
        notes=tuple(_notes(design)),
    )


def _notes(design: Design) -> Iterator[str]:
    """What a profile can't tell and a battle or a referee asks for (R-31, R-51)."""
    if design.small and design.bridges:
        yield "Bridge."
    if "fusion" in {bays.weapon for bays in design.bays}.union(*(turrets.weapons for turrets in design.turrets)):
        yield "Fusion guns."
    yield from (f"Vehicles: {vehicle.count} {vehicle.name}." for vehicle in design.vehicles)


def _tanks(bill: Bill, tables: Tables) -> Tanks | None:
    design = bill.design
    if not design.tanks or bill.usp is None:
        return None
    jump, maneuver, power = bill.burdened
    size = tables.size(design.tons + design.tanks).code
    digits = f"{size}{design.configuration}{jump}{maneuver}{to_code(power)}{bill.usp.computer}{bill.usp.crew}"
    price = rounded(tanks_price(design.tanks) / MCR)
    return Tanks(Fraction(design.tanks), f"{design.type}-{digits}", price, bill.burdened_agility)


def write_listing(ship: Listing) -> str:
    """The listing in its classic layout, ready to paste in a fixed-width font."""
    label = f"{ship.number} {ship.name}".strip().ljust(LABEL_WIDTH - 1) + " "
    price = "" if ship.price is None else f"MCr{_figure(ship.price)}".ljust(PRICE_WIDTH)
    tons = f"{_figure(ship.tons)} tons" if ship.tons else ""
    lines = [f"{label}{ship.usp}  {price}  {tons}".rstrip()]
    lines += _battery_lines(ship, len(label))
    lines += _data_lines(ship)
    if ship.tanks:
        lines.append(_tank_line(ship.tanks))
    if ship.pulse:
        lines.append("Pulse lasers.")
    return "\n".join([*lines, *map(_note, ship.notes)])


def _note(note: str) -> str:
    """A note on a line of its own, marked as one unless it is of those that are listed without a mark."""
    return note if KNOWN_NOTE.fullmatch(note) else f"Note: {note}"


def write_listings(ships: Iterable[Listing]) -> str:
    """Many listings for one file: a mother ship's craft belong below her (HG-L11)."""
    return "\n\n".join(write_listing(ship) for ship in ships) + "\n"


def _figure(number: Number) -> str:
    return plain(number, PRICE_PLACES).replace(",", "")


def _battery_lines(ship: Listing, indent: int) -> list[str]:
    """The two lines below the profile, with a legend where a number has no digit (HG-L02)."""
    crew = f"Crew={ship.crew}." if ship.crew else ""
    tl = f"TL={ship.tl}." if ship.tl else ""
    if all(counted == Counted() for counted in ship.batteries.values()):
        return [line] if (line := f"{crew} {tl}".strip()) else []
    letters = _letters({count for found in ship.batteries.values() for count in (found.total, found.bearing)})
    bearing = {place: letters[found.bearing] for place, found in ship.batteries.items()}
    total = {place: letters[found.total] for place, found in ship.batteries.items()}
    legend = ", ".join(f"{letter}={count}" for count, letter in sorted(letters.items()) if count >= len(DIGITS))
    lines = [_columns("batteries bearing", bearing, indent, crew), _columns("batteries", total, indent, tl)]
    return lines + ([f"Legend: {legend}."] if legend else [])


def _letters(counts: set[int]) -> dict[int, str]:
    """A digit for each count; those beyond Z = 33 take letters that no other count needs."""
    taken = {count: to_code(count) for count in counts if count < len(DIGITS)}
    free = [letter for letter in reversed(DIGITS[10:]) if letter not in taken.values()]
    return taken | dict(zip(sorted(counts - taken.keys(), reverse=True), free, strict=False))


def _columns(label: str, digits: Mapping[str, str], indent: int, end: str) -> str:
    width = len(str.join("-", ["x" * length for length in GROUPS]))
    row = [" "] * width
    for place, digit in digits.items():
        row[column(place)] = digit
    return f"{label.rjust(indent - 3)}   {''.join(row)}  {end}".rstrip()


def _data_lines(ship: Listing) -> list[str]:
    """The line of figures; none where nothing was ever told, so that no zeros are made up."""
    amounts = {
        "Passengers": ship.passengers,
        "Low": ship.low,
        "Emergency Low": ship.emergency_low or None,
        "Frozen Watch": ship.frozen_watch or None,
        "Cargo": ship.cargo,
        "Fuel": ship.fuel,
        "EP": ship.ep,
        "Agility": ship.agility,
        "Troops": ship.troops or None,
        "Marines": ship.marines or None,
    }
    if not any(amounts.values()):
        return []
    return [" ".join(f"{name}={_figure(amount)}." for name, amount in amounts.items() if amount is not None)]


def _tank_line(tanks: Tanks) -> str:
    profile = f" ({tanks.profile})" if tanks.profile else ""
    price = "" if tanks.price is None else f" and cost MCr{_figure(tanks.price)}"
    agility = "" if tanks.agility is None else f" Burdened Agility={tanks.agility}."
    return f"L-Hyd Tanks add {_figure(tanks.tons)} tons of fuel and mass{profile}{price}.{agility}"


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
