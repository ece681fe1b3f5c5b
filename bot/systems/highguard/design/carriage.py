"""Vehicles, carried craft, launching, cargo, and whatever else fills a hull (HG-D42, D57 to D61)."""

from fractions import Fraction

from bot.engine.cards import counted
from bot.systems.highguard.design.choices import (
    SMALL_CRAFT_TONS,
    BillLine,
    Craft,
    Design,
    Entries,
    Fault,
    Limit,
    Number,
    Remark,
    Vehicle,
    in_tons,
    plain,
    tech_fault,
)
from bot.systems.highguard.design.tables import Tables

BERTH_PRICE = TUBE_PRICE = 2_000
TUBE_TONS, TUBE_CRAFT = 25, 40
SMALL_SHIP_TONS = 1_000
LAUNCH_TONS = 10_000
DISPERSED = 7


def carried_tons(craft: Number, ship: Number) -> Fraction:
    """The tons that a carried craft takes in a ship's hull (HG-D59)."""
    if craft >= SMALL_CRAFT_TONS:
        return Fraction(craft) * 110 / 100
    return Fraction(craft) if ship <= SMALL_SHIP_TONS else Fraction(craft) * 130 / 100


def launch_tube(tons: Number) -> tuple[Fraction, Fraction]:
    """Tons and credits of a launch tube for craft of these tons (HG-D61)."""
    tube = Fraction(tons) * TUBE_TONS
    return tube, tube * TUBE_PRICE


def launch_rate(tons: Number, configuration: int, tubes: int = 0, bays: int = 0) -> int | None:
    """How many craft a ship launches in a turn; None for all of them (HG-C06, HG-C07, R-30).

    `bays` are empty bays that hold craft: each launches one (HG-D42).
    """
    if configuration == DISPERSED:
        return None
    return -(-Fraction(tons) // LAUNCH_TONS) + tubes * TUBE_CRAFT + bays


def vehicle_of(vehicle: Vehicle, tables: Tables) -> tuple[Fraction, Fraction]:
    """Tons and credits of one vehicle: as described, else those of the table (HG-D57)."""
    known = tables.vehicles.get(vehicle.name)
    tons = vehicle.tons if vehicle.tons is not None else Fraction(known.tons if known else 0)
    price = vehicle.price if vehicle.price is not None else Fraction(known.price if known else 0)
    return tons, price


def vehicle_lines(design: Design, tables: Tables) -> Entries:
    """Ship's vehicles at their own tonnage (HG-D58)."""
    for vehicle in design.vehicles:
        tons, price = vehicle_of(vehicle, tables)
        label = f"{vehicle.count} {vehicle.name}"
        yield BillLine("vehicles", label, tons * vehicle.count, price * vehicle.count, rule="HG-D58")
        if known := tables.vehicles.get(vehicle.name):
            yield from tech_fault(vehicle.name, known.first_tl, design.tl, "HG-D57")
            if design.tl > known.last_tl:
                yield Remark(f"{vehicle.name}: nobody builds it beyond tech level {known.last_tl}.", "HG-D57")


def craft_lines(design: Design, _: Tables) -> Entries:
    """Carried craft, their berths and their launch tubes."""
    for craft in design.craft:
        label = f"{craft.count} {craft.name} of {in_tons(craft.tons)}"
        yield BillLine("craft", label, price=craft.price * craft.count, rule="HG-L11")
        yield from _berths(craft, design)
    yield from _bay_room(design)
    yield from _tubes(design)


def _berths(craft: Craft, design: Design) -> Entries:
    if design.configuration == DISPERSED:
        yield Remark(f"A dispersed structure carries the {craft.name} outside, without berths.", "HG-D60")
    elif not craft.in_bay:
        tons = carried_tons(craft.tons, design.tons) * craft.count
        price = craft.tons * craft.count * BERTH_PRICE
        yield BillLine("craft berths", f"Berths for {craft.count} {craft.name}", tons, price, rule="HG-D59")


def _bay_room(design: Design) -> Entries:
    room = sum((Fraction(bays.size * bays.count, 2) for bays in design.bays if not bays.weapon), Fraction(0))
    aboard = sum((craft.tons * craft.count for craft in design.craft if craft.in_bay), Fraction(0))
    if aboard > room:
        text = f"Empty bays hold {in_tons(room)} of craft, half their size, not {plain(aboard)}."
        yield Fault(Limit.BAY_OVERFULL, text, "HG-D42")


def _tubes(design: Design) -> Entries:
    if not design.tubes:
        return
    if not design.craft:
        yield Fault(Limit.NO_CRAFT_FOR_TUBE, "A launch tube is built for a craft: name one first.", "HG-D61")
        return
    tons, price = launch_tube(max(craft.tons for craft in design.craft))
    yield BillLine(
        "launch tubes", counted(design.tubes, "launch tube"), tons * design.tubes, price * design.tubes, rule="HG-D61"
    )


def other_lines(design: Design, _: Tables) -> Entries:
    """What the builder describes themselves, because no table has it (R-80)."""
    for other in design.other:
        amounts = (other.tons * other.count, other.price * other.count, other.ep * other.count)
        yield BillLine("other", f"{other.count} {other.name}", *amounts, rule="R-80")


def cargo_line(tons: Number) -> BillLine:
    """Room for cargo."""
    return BillLine("cargo", f"Cargo of {in_tons(tons)}", tons, rule="HG-D74")
