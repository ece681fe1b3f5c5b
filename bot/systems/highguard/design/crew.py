"""Crew by section, quarters, berths and couches (HG-D62 to D72, HG-S11 to S13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from bot.engine.cards import counted
from bot.systems.highguard.design.carriage import SMALL_SHIP_TONS
from bot.systems.highguard.design.choices import BillLine, Design, Entries, Fault, Limit, Number, Remark
from bot.systems.highguard.design.drives import installed, installed_plant
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.design.weapons import batteries_of, spinal_tons

STATEROOM_TONS, STATEROOM_PRICE = 4, 500_000
SMALL_STATEROOM_TONS, SMALL_STATEROOM_PRICE = 2, 100_000
COUCH_TONS, COUCH_PRICE = Fraction(1, 2), 25_000
LOW_TONS, LOW_PRICE = Fraction(1, 2), 50_000
EMERGENCY_TONS, EMERGENCY_PRICE, EMERGENCY_PERSONS = 1, 100_000, 4
COMMAND_OFFICERS, COMMAND_CREW, LARGE_SHIP_TONS = 7, 11, 20_000
BRIDGE_SEATS = 2


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the crew; petty officers are counted beside officers, the others are ratings."""

    name: str
    count: int
    officers: int = 0
    petty: int = 0


@dataclass(frozen=True, slots=True)
class Duties:
    """What a crew must serve: drive tons, weapons, screens, craft and their crews, tubes, vehicles."""

    tons: Number
    drive_tons: Number = 0
    weapon_types: int = 0
    spinal_tons: int = 0
    bays: int = 0
    turret_batteries: int = 0
    screens: int = 0
    craft: int = 0
    craft_crew: int = 0
    tubes: int = 0
    vehicles: int = 0
    troops: int = 0


def _up(number: Number) -> int:
    return -(-Fraction(number) // 1)


def crew_sections(duties: Duties) -> tuple[Section, ...]:
    """The least crew by section, for ships over 1,000 tons (HG-D62 to D66, R-27, R-28)."""
    return (_command(duties), _engineering(duties), _gunnery(duties), _flight(duties), _service(duties))


def _command(duties: Duties) -> Section:
    if duties.tons <= LARGE_SHIP_TONS:
        return Section("command", COMMAND_CREW, COMMAND_OFFICERS)
    count = max(COMMAND_CREW, _up(Fraction(duties.tons) * 5 / 10_000))
    return Section("command", count, _up(Fraction(count * 2, 3)))


def _engineering(duties: Duties) -> Section:
    count = _up(Fraction(duties.drive_tons) / 100)
    return Section("engineering", count, _up(Fraction(count, 10)), _up(Fraction(count, 5)))


def _gunnery(duties: Duties) -> Section:
    mounts = _up(Fraction(duties.spinal_tons, 100)) + 2 * duties.bays + duties.turret_batteries + 4 * duties.screens
    if not mounts:
        return Section("gunnery", 0)
    count = mounts + 1 + duties.weapon_types
    return Section("gunnery", count, _up(Fraction(count, 10)), _up(Fraction(3 * count, 10)))


def _flight(duties: Duties) -> Section:
    control = 1 if duties.craft else 0
    count = control + duties.craft_crew + duties.craft + 10 * duties.tubes
    if duties.vehicles > 3:
        count += _up(Fraction(duties.vehicles, 3))
    return Section("flight", count, control + duties.craft + duties.tubes)


def _service(duties: Duties) -> Section:
    return Section("service", _up(Fraction(duties.tons) * (2 if duties.troops else 3) / 1_000))


def duties_of(design: Design, tables: Tables) -> Duties:
    """What the design's crew must serve."""
    batteries = batteries_of(design, tables)
    return Duties(
        tons=design.tons,
        drive_tons=sum(installed(drive, design, tables) for drive in ("jump", "maneuver"))
        + installed_plant(design, tables),
        weapon_types=len(batteries),
        spinal_tons=spinal_tons(design, tables),
        bays=sum(bays.count for bays in design.bays if bays.weapon),
        turret_batteries=sum(
            turrets.count if turrets.batteries is None else turrets.batteries for turrets in design.turrets
        ),
        screens=sum(1 for factor in (design.damper, design.meson_screen, design.globe) if factor),
        craft=sum(craft.count for craft in design.craft),
        craft_crew=sum(craft.crew * craft.count for craft in design.craft),
        tubes=design.tubes,
        vehicles=sum(vehicle.count for vehicle in design.vehicles),
        troops=design.soldiers,
    )


def sections_of(design: Design, tables: Tables) -> tuple[Section, ...]:
    """The least crew of a ship by section; nothing where the text doesn't say (HG-D68, R-28)."""
    return () if design.tons <= SMALL_SHIP_TONS else crew_sections(duties_of(design, tables))


def small_craft_crew(design: Design) -> int:
    """A pilot, and a gunner for each kind of weapon but the first and sandcasters (HG-S11)."""
    kinds = {weapon for turrets in design.turrets for weapon in turrets.weapons} - {"sand"}
    return max(1, len(kinds))


def crew_of(design: Design, least: int) -> int:
    """The crew that the design has: what it names, or the least."""
    return least if design.crew is None else design.crew


def crew_digit(crew: int) -> str:
    """The USP code of a crew: the number of its digits, 0 for none; the table ends at 5 (HG-D69)."""
    return str(min(5, len(str(crew)))) if crew else "0"


def crew_lines(design: Design, sections: tuple[Section, ...]) -> Entries:
    """Whether a ship's crew is named where it must be, and enough."""
    least = sum(section.count for section in sections)
    if design.crew is None and not sections:
        text = "Crews of ships up to 1,000 tons follow Book 2, which we don't have: name the crew."
        yield Fault(Limit.CREW_UNKNOWN, text, "HG-D68")
    if crew_of(design, least) < least:
        listed = ", ".join(f"{section.name} {section.count}" for section in sections if section.count)
        yield Fault(Limit.CREW_SHORT, f"The crew must be {least} at least: {listed}.", "HG-D62")
    yield from _troop_remark(design)


def _troop_remark(design: Design) -> Iterator[Remark]:
    low, high = Fraction(design.tons) * 3 / 1_000, Fraction(design.tons) * 3 / 100
    if design.tons > SMALL_SHIP_TONS and design.soldiers and not low <= design.soldiers <= high:
        text = f"Ships of this size mostly carry {_up(low)} to {high // 1} troops, not {design.soldiers}."
        yield Remark(text, "HG-D67")


def staterooms_needed(persons: int, singles: int = 1, passengers: int = 0) -> int:
    """Staterooms for crew and troops, some of them single, and for passengers (HG-D71, R-29)."""
    return min(persons, singles) + _up(Fraction(max(0, persons - singles), 2)) + passengers


def frozen_watch_berths(crew: int, soldiers: int) -> int:
    """Low berths that a frozen watch needs: half of crew and troops (HG-D70)."""
    return _up(Fraction(crew + soldiers, 2))


def quarter_lines(design: Design, crew: int) -> Entries:
    """A ship's staterooms and low berths."""
    needed = staterooms_needed(crew + design.soldiers, design.singles, design.passengers)
    rooms = needed if design.staterooms is None else design.staterooms
    yield BillLine(
        "staterooms", counted(rooms, "stateroom"), rooms * STATEROOM_TONS, rooms * STATEROOM_PRICE, rule="HG-D71"
    )
    if rooms < needed:
        aboard = f"{crew + design.soldiers} people and {design.passengers} passengers"
        yield Fault(Limit.QUARTERS_SHORT, f"{aboard} need {needed} staterooms, not {rooms}.", "HG-D71")
    yield from low_berth_lines(design)
    watch = frozen_watch_berths(crew, design.soldiers)
    if design.frozen_watch and design.low < watch:
        text = f"The frozen watch needs {watch} low berths (emergency ones don't count), not {design.low}."
        yield Fault(Limit.FROZEN_WATCH_BERTHS, text, "HG-D70")


def low_berth_lines(design: Design) -> Entries:
    """Low berths of both kinds (HG-D72, HG-S15)."""
    if design.low:
        label = counted(design.low, "low berth")
        yield BillLine("low berths", label, LOW_TONS * design.low, LOW_PRICE * design.low, rule="HG-D72")
    if design.emergency_low:
        count, people = design.emergency_low, design.emergency_low * EMERGENCY_PERSONS
        label = f"{counted(count, 'emergency low berth')} for {people}"
        yield BillLine("emergency low", label, EMERGENCY_TONS * count, EMERGENCY_PRICE * count, rule="HG-D72")


def small_quarter_lines(design: Design) -> Entries:
    """A small craft's crew, couches, staterooms and berths (HG-S11 to S15, R-32, R-33)."""
    least = small_craft_crew(design)
    crew = crew_of(design, least)
    if crew < least:
        text = f"The craft needs {least}: a pilot, and a gunner for each kind of weapon beyond one."
        yield Fault(Limit.CREW_SHORT, text, "HG-S11")
    needed = max(0, crew + design.soldiers + design.passengers - BRIDGE_SEATS * min(1, design.bridges))
    couches = needed if design.couches is None else design.couches
    if couches:
        yield BillLine("couches", counted(couches, "couch"), COUCH_TONS * couches, COUCH_PRICE * couches, rule="HG-S12")
    if couches < needed:
        yield Fault(Limit.COUCHES_SHORT, f"The craft needs {needed} couches, not {couches}.", "HG-S12")
    if not design.staterooms:
        yield Remark("Couches and bridge seats serve 24 hours, or 36 turns of combat.", "HG-S13")
    else:
        tons, price = SMALL_STATEROOM_TONS * design.staterooms, SMALL_STATEROOM_PRICE * design.staterooms
        yield BillLine("staterooms", counted(design.staterooms, "stateroom"), tons, price, rule="HG-S13")
    yield from low_berth_lines(design)
