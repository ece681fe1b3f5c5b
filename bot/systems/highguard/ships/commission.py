"""Vessels from designs: a bill tells all that a battle asks (HG-A, HG-H)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from bot.systems.highguard.combat.vessel import Armament, Carried, DropTanks, Facilities, Factors, People, Vessel
from bot.systems.highguard.design.bill import Bill
from bot.systems.highguard.design.carriage import LAUNCH_TONS
from bot.systems.highguard.design.choices import Design, Number
from bot.systems.highguard.design.crew import EMERGENCY_PERSONS, crew_digit, frozen_watch_berths
from bot.systems.highguard.design.drives import fuel_inside
from bot.systems.highguard.design.hull import computer_of
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.design.weapons import PLACES, capacitor_ep, place_of, screen_ep

# What the attack tables call a weapon, where that isn't its place's name.
NAMES = {"beam": "beam laser", "pulse": "pulse laser", "plasma": "energy", "fusion": "fusion", "barbette": "particle"}


def vessel_of_bill(bill: Bill, tables: Tables) -> Vessel:
    """The undamaged vessel that a design comes to, with its drop tanks full."""
    design = bill.design
    factors = _factors(bill, tables)
    computer = computer_of(design, tables)
    return Vessel(
        name=design.name,
        size=tables.size(design.tons).code,
        tons=Fraction(design.tons),
        configuration=design.configuration,
        built=factors,
        now=factors,
        agility=bill.agility,
        fib=computer is not None and computer.model.endswith("fib"),
        bridges=design.bridges,
        draws=_draws(design, tables),
        fuel=fuel_inside(design),
        tankage=fuel_inside(design),
        capacity=capacitor_ep(design),
        people=_people(bill),
        craft=_carried(design),
        facilities=_facilities(design),
        tanks=_tanks(bill, tables),
    )


def _tanks(bill: Bill, tables: Tables) -> DropTanks | None:
    tons = Fraction(bill.design.tanks)
    if not tons:
        return None
    size = tables.size(bill.design.tons + tons).code
    return DropTanks(tons, tons, size, *bill.burdened, agility=bill.burdened_agility or 0)


def _factors(bill: Bill, tables: Tables) -> Factors:
    design, computer = bill.design, computer_of(bill.design, tables)
    return Factors(
        jump=design.jump,
        maneuver=design.maneuver,
        power=design.power,
        computer=computer.level if computer else 0,
        crew=int(crew_digit(bill.crew)),
        armor=design.armor + tables.configurations[design.configuration].armor,
        damper=design.damper,
        meson_screen=design.meson_screen,
        globe=design.globe,
        armament=_armament(bill, tables),
    )


def _armament(bill: Bill, tables: Tables) -> tuple[Armament, ...]:
    kinds = {place_of(name, tables): NAMES.get(name, name) for name in _mounted(bill.design)}
    spinal = bill.design.spinal.weapon if bill.design.spinal else ""
    return tuple(
        Armament(place, kinds.get(place, place), found.factor, found.total, found.bearing, spinal=place == spinal)
        for place in PLACES
        if (found := bill.batteries.get(place)) is not None
    )


def _mounted(design: Design) -> Iterator[str]:
    """Each kind of weapon in bays and turrets."""
    yield from (bays.weapon for bays in design.bays if bays.weapon)
    yield from (weapon for turrets in design.turrets for weapon in turrets.weapons)


def _draws(design: Design, tables: Tables) -> tuple[tuple[str, Fraction], ...]:
    """The energy points of each system that needs any, by its name or the weapons' place (HG-D27)."""
    draws: dict[str, Fraction] = {}
    for system, ep in _consumers(design, tables):
        draws[system] = draws.get(system, Fraction(0)) + ep
    return tuple((system, ep) for system, ep in draws.items() if ep)


def _consumers(design: Design, tables: Tables) -> Iterator[tuple[str, Fraction | int]]:
    if computer := computer_of(design, tables):
        yield "computer", computer.ep
    for name, factor in (("damper", design.damper), ("meson screen", design.meson_screen)):
        if factor:
            yield name, screen_ep(tables.screens[name, factor], design.tons)
    if design.spinal:
        yield design.spinal.weapon, tables.spinal[design.spinal.weapon, design.spinal.code].ep
    for bays in design.bays:
        if bays.weapon:
            yield place_of(bays.weapon, tables), tables.bays[bays.weapon, bays.size].ep * bays.count
    for turrets in design.turrets:
        for weapon in turrets.weapons:
            yield place_of(weapon, tables), tables.turrets[weapon].ep * turrets.count


def _people(bill: Bill) -> People:
    design = bill.design
    return People(
        crew=bill.crew,
        service=next((section.count for section in bill.sections if section.name == "service"), 0),
        troops=design.troops,
        marines=design.marines,
        low=design.low + design.emergency_low * EMERGENCY_PERSONS,
        frozen_watch=frozen_watch_berths(bill.crew, design.soldiers) if design.frozen_watch else 0,
    )


def _carried(design: Design) -> tuple[Carried, ...]:
    return tuple(Carried(craft.name, craft.tons, craft.count) for craft in design.craft)


def ordinary_facilities(tons: Number) -> int:
    """How many craft a ship launches by its ordinary facilities: one for each 10,000 tons or part (R-30)."""
    return (-(-Fraction(tons) // LAUNCH_TONS)).__int__()


def _facilities(design: Design) -> Facilities:
    if design.small:
        return Facilities()
    bays = sum(bays.count for bays in design.bays if not bays.weapon)
    in_bays = any(craft.in_bay for craft in design.craft)
    return Facilities(ordinary_facilities(design.tons), design.tubes, bays if in_bays else 0)


def led_by(vessel: Vessel, captain: int, pilot: int) -> Vessel:
    """The vessel under a captain of this ship tactics and a pilot of this skill (HG-I01 to I03)."""
    return replace(vessel, captain=captain, pilot=pilot)
