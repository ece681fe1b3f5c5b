"""Drives, power plant, fuel, tanks, scoops and purifiers; energy and agility (HG-D11 to D28)."""

from fractions import Fraction

from bot.engine.errors import RuleError
from bot.systems.highguard.design.choices import (
    BillLine,
    Design,
    Entries,
    Fault,
    Limit,
    Number,
    Remark,
    in_tons,
    plain,
    tech_fault,
)
from bot.systems.highguard.design.tables import MCR, Purifier, Tables

PLANT_PRICE = 3 * MCR
LARGEST_PLANT, SENSIBLE_PLANT = 50, 35
DRIVES = {"jump": "Jump drive", "maneuver": "Maneuver drive"}


def drive_tons(drive: str, number: int, tons: Number, tables: Tables) -> Fraction:
    """The least tons of a maneuver or jump drive of a number; 0 for none (HG-D11)."""
    return Fraction(tons) * tables.drives[drive, number].percent / 100 if number else Fraction(0)


def plant_tons(number: int, tons: Number, percent: int) -> Fraction:
    """The tons of a power plant; `percent` is the tech level's, per number (HG-D13)."""
    return Fraction(tons) * percent * number / 100


def drive_price(drive: str, number: int, tons: Number, tables: Tables) -> Fraction:
    """Credits for a maneuver or jump drive of these tons (HG-D14)."""
    return Fraction(tons) * tables.drives[drive, number].price


def drive_number(drive: str, installed: Number, tons: Number, tables: Tables) -> int:
    """The number that a drive of the tons `installed` achieves in a ship of `tons` (HG-D24, R-09)."""
    share = Fraction(installed) / tons * 100
    reached = [number for (kind, number), row in tables.drives.items() if kind == drive and row.percent <= share]
    return max(reached, default=0)


def plant_number(installed: Number, tons: Number, percent: int) -> int:
    """The number that a plant of the tons `installed` achieves in a ship of `tons` (HG-D24, R-09)."""
    return (Fraction(installed) * 100 / tons / percent).__floor__()


def jump_fuel(tons: Number, jump: int) -> Fraction:
    """Tons of fuel for one jump (HG-D18)."""
    return Fraction(tons) * jump / 10


def plant_fuel(tons: Number, power: int) -> Fraction:
    """Tons of fuel for four weeks of the power plant (HG-D19)."""
    return Fraction(tons) * power / 100


def energy_points(tons: Number, power: int) -> Fraction:
    """What a power plant makes in a turn (HG-D26)."""
    return Fraction(tons) * power / 100


def agility(tons: Number, spare: Number, maneuver: int) -> int:
    """Agility from the energy that nothing else needs, capped by the maneuver number (HG-D28, R-12)."""
    return max(0, min(maneuver, (Fraction(spare) * 100 / tons).__floor__()))


def emergency_agility(maneuver: int, power: int) -> int:
    """Agility with all that needs energy silent (HG-C19, HG-L05, R-15)."""
    return min(maneuver, power)


def purifier(model: Purifier, fuel: Number) -> tuple[Fraction, Fraction]:
    """Tons and credits of a plant that purifies these tons of fuel (HG-D21, HG-D22, R-06)."""
    scale = max(Fraction(fuel) / 1_000, Fraction(1, 5))
    return model.tons * scale, model.price * scale


def tanks_price(tons: Number) -> Fraction:
    """Credits for L-Hyd drop tanks that hold these tons (HG-D23)."""
    return 10_000 + Fraction(tons) * 1_000 if tons else Fraction(0)


def installed(drive: str, design: Design, tables: Tables) -> Fraction:
    """The tons of the maneuver or jump drive that the design has."""
    asked = design.jump_tons if drive == "jump" else design.maneuver_tons
    number = design.jump if drive == "jump" else design.maneuver
    least = drive_tons(drive, number, design.tons, tables)
    if design.small and number:
        least = max(Fraction(1), least)
    return least if asked is None else asked


def installed_plant(design: Design, tables: Tables) -> Fraction:
    """The tons of the power plant that the design has (HG-D13, HG-S02)."""
    tons = plant_tons(design.power, design.tons, tables.band(design.tl).plant)
    return max(Fraction(1), tons) if design.small and design.power else tons


def drive_lines(design: Design, tables: Tables) -> Entries:
    """Jump and maneuver drive and power plant."""
    for drive, label in DRIVES.items():
        yield from _one_drive(drive, label, design, tables)
    plant = installed_plant(design, tables)
    yield BillLine("power plant", f"Power plant {design.power}", plant, plant * PLANT_PRICE, rule="HG-D13")
    yield from _plant_limits(design)


def _one_drive(drive: str, label: str, design: Design, tables: Tables) -> Entries:
    number = design.jump if drive == "jump" else design.maneuver
    if not number:
        return
    tons, least = installed(drive, design, tables), drive_tons(drive, number, design.tons, tables)
    if tons < least:
        text = f"{label} {number} takes {in_tons(least)} at least, not {plain(tons)}."
        yield Fault(Limit.DRIVE_TOO_SMALL, text, "HG-D11")
    yield BillLine(drive, f"{label} {number}", tons, drive_price(drive, number, tons, tables), rule="HG-D14")
    yield from tech_fault(f"{label} {number}", tables.drives[drive, number].tl, design.tl, "HG-D12")


def _plant_limits(design: Design) -> Entries:
    least = max(design.jump, design.maneuver, 1)
    if design.power < least:
        text = f"The power plant must be {least} at least: the highest of jump, maneuver and 1."
        yield Fault(Limit.PLANT_TOO_SMALL, text, "HG-S03" if design.small else "HG-D15")
    if design.power > LARGEST_PLANT:
        yield Fault(Limit.PLANT_TOO_LARGE, f"Power plants end at {LARGEST_PLANT}.", "HG-D16")
    elif design.power > SENSIBLE_PLANT:
        yield Remark(f"Power plants rarely go beyond {SENSIBLE_PLANT}.", "HG-D16")


def fuel_needed(design: Design) -> Fraction:
    """The least tankage: one full jump and four weeks of the plant (HG-D18, HG-D19, HG-S04)."""
    if design.small:
        return max(Fraction(1), plant_fuel(design.tons, design.power))
    return jump_fuel(design.tons, design.jump) + plant_fuel(design.tons, design.power)


def fuel_inside(design: Design) -> Fraction:
    """The tankage inside the hull: what was asked for, or the least that the drop tanks leave to it (R-10)."""
    if design.fuel is not None:
        return design.fuel
    return max(plant_fuel(design.tons, design.power), fuel_needed(design) - design.tanks)


def fuel_lines(design: Design, _: Tables) -> Entries:
    """Tankage inside and drop tanks."""
    inside, needed = fuel_inside(design), fuel_needed(design)
    rule = "HG-S04" if design.small else "HG-D18"
    yield BillLine("fuel", f"Fuel for {in_tons(inside)}", inside, rule=rule)
    if inside + design.tanks < needed:
        text = f"The drives need {in_tons(needed)} of fuel; there are {plain(inside + design.tanks)}."
        yield Fault(Limit.FUEL_SHORT, text, rule)
    elif inside < plant_fuel(design.tons, design.power):
        text = f"The plant's {in_tons(plant_fuel(design.tons, design.power))} of fuel must be inside the hull."
        yield Fault(Limit.FUEL_SHORT, text, "HG-D19")
    if design.tanks:
        label = f"L-Hyd tanks for {in_tons(design.tanks)}"
        yield BillLine("tanks", label, price=tanks_price(design.tanks), rule="HG-D23")


def scoop_lines(design: Design, tables: Tables) -> Entries:
    """Fuel scoops."""
    if not design.scoops:
        return
    yield BillLine("scoops", "Fuel scoops", price=design.tons * 1_000, rule="HG-D20")
    if tables.configurations[design.configuration].streamlined == "no":
        name = tables.configurations[design.configuration].name
        yield Fault(Limit.NO_SCOOPS, f"A {name} isn't streamlined and can't have scoops.", "HG-D20")


def purifier_lines(design: Design, tables: Tables) -> Entries:
    """A fuel purification plant for the tankage inside."""
    if not design.purifier:
        return
    if design.purifier not in tables.purifiers:
        text = f"There are purification plants of tech level 8 to 15, not {design.purifier}."
        yield Fault(Limit.TECH_LEVEL, text, "HG-D21")
        return
    tons, price = purifier(tables.purifiers[design.purifier], fuel_inside(design))
    yield BillLine("purifier", f"Fuel purification plant, TL {design.purifier}", tons, price, rule="HG-D21")
    yield from tech_fault("The purification plant", design.purifier, design.tl, "HG-D73")


def burdened(design: Design, tables: Tables) -> tuple[int, int, int]:
    """Jump, maneuver and power plant number while the drop tanks are on (HG-D24, R-09)."""
    tons = design.tons + design.tanks
    jump = drive_number("jump", installed("jump", design, tables), tons, tables) if design.jump else 0
    maneuver = drive_number("maneuver", installed("maneuver", design, tables), tons, tables) if design.maneuver else 0
    power = plant_number(installed_plant(design, tables), tons, tables.band(design.tl).plant)
    return min(jump, design.jump), min(maneuver, design.maneuver), min(power, design.power)


def known_number(drive: str, number: int, tables: Tables) -> int:
    """A drive number of the table, or 0 for none; raises RuleError for any other (HG-D11)."""
    if number and (drive, number) not in tables.drives:
        raise RuleError(f"The {drive} number is from 0 to 6, not {number} (HG-D11).")
    return number
