"""Vessels from ships that are kept, and from listings alone, which leave some things to be worked out."""

import re
from dataclasses import replace
from fractions import Fraction

from bot.engine.errors import RuleError
from bot.systems.highguard.combat.vessel import Armament, DropTanks, Facilities, Factors, People, Vessel, rested
from bot.systems.highguard.design.bill import Bill, bill
from bot.systems.highguard.design.carriage import SMALL_SHIP_TONS
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.crew import EMERGENCY_PERSONS, Duties, crew_sections
from bot.systems.highguard.design.draft import read_design
from bot.systems.highguard.design.drives import drive_number, drive_tons
from bot.systems.highguard.design.listing import Counted, Listing, armed_places
from bot.systems.highguard.design.tables import HIGHEST_TL, Computer, Tables
from bot.systems.highguard.design.usp import VALUES
from bot.systems.highguard.design.weapons import CAPACITOR_EP, bay_factor, place_of, screen_ep, turret_factor
from bot.systems.highguard.ships.commission import ordinary_facilities, vessel_of_bill
from bot.systems.highguard.ships.ship import Ship

BURDENED_DIGITS = 7
LARGEST_BATTERY_FACTOR = 9
_BRIDGE = re.compile(r"(?<!\bno )(?<!\bwithout )(?<!\bwithout a )\bbridge")


def vessel_of_ship(ship: Ship, tables: Tables, yard: Yard) -> Vessel:
    """The undamaged vessel of a ship that is kept: by its design where it has one, else by its listing.

    `yard` holds the craft that designs may carry. Raises RuleError where the design names others.
    """
    if not ship.design:
        return vessel_of_listing(ship.listed, tables)
    return vessel_of_bill(bill_of_ship(ship, tables, yard), tables)


def bill_of_ship(ship: Ship, tables: Tables, yard: Yard) -> Bill:
    """The bill of a ship with a design; what is refused of one tells nothing of it, since others fire at the ship."""
    try:
        return bill(read_design(ship.design, tables, yard), tables)
    except RuleError:
        raise RuleError(
            "The design of a ship here can't be read any more, since it carries a craft by name alone: whose ship it "
            "is changes any line of it by /ship design, which writes the craft's figures down."
        ) from None


def unscathed(vessel: Vessel, new: Vessel) -> bool:
    """Whether nothing is left to keep of a battle: only what belongs to a turn, or to who led it, is another."""
    usual = replace(rested(vessel), hits=(), stored=Fraction(0), watch_revived=False)
    return replace(usual, name=new.name, captain=new.captain, pilot=new.pilot) == new


def vessel_of_listing(ship: Listing, tables: Tables) -> Vessel:
    """The undamaged vessel that a listing describes.

    What it doesn't tell: ships have one bridge, small craft none unless a note names one (R-31); capacitors
    are the jump drive's; batteries draw what the fewest weapons of their factor would, and no more than the
    listed agility leaves (HG-D28); energy weapons are plasma guns unless a note says fusion (R-51).
    """
    tons = ship.tons or Fraction(next(size.tons for size in tables.sizes if size.code == ship.usp.tonnage))
    notes = " ".join(ship.notes).casefold()
    factors = _factors(ship, tables, notes)
    computer, small = _computer(ship, tables), ship.usp.tonnage == "0"
    return Vessel(
        name=ship.name,
        size=ship.usp.tonnage,
        tons=tons,
        configuration=int(ship.usp.configuration),
        built=factors,
        now=factors,
        agility=ship.agility,
        fib=computer is not None and computer.model.endswith("fib"),
        bridges=0 if small and not _BRIDGE.search(notes) else 1,
        draws=_draws(ship, tons, factors, tables),
        fuel=ship.fuel,
        tankage=ship.fuel,
        capacity=tons * factors.jump / 200 * CAPACITOR_EP,
        people=_people(ship, tons),
        facilities=Facilities() if small else Facilities(ordinary_facilities(tons)),
        tanks=_tanks(ship, tons, factors, tables),
    )


def _tanks(ship: Listing, tons: Fraction, factors: Factors, tables: Tables) -> DropTanks | None:
    """The drop tanks of a listing; what it doesn't tell is worked out for the smallest drives of these numbers."""
    if ship.tanks is None:
        return None
    burden = tons + ship.tanks.tons
    digits = ship.tanks.profile.partition("-")[2]
    jump, maneuver = (
        drive_number(drive, drive_tons(drive, number, tons, tables), burden, tables) if number else 0
        for drive, number in (("jump", factors.jump), ("maneuver", factors.maneuver))
    )
    power = (factors.power * tons / burden).__floor__()
    if len(digits) == BURDENED_DIGITS and all(digit in VALUES for digit in digits[2:5]):
        jump, maneuver = VALUES[digits[2]], VALUES[digits[3]]
    agility = ship.tanks.agility if ship.tanks.agility is not None else (ship.agility * tons / burden).__floor__()
    size = tables.size(burden).code
    return DropTanks(ship.tanks.tons, ship.tanks.tons, size, jump, maneuver, power, agility)


def _computer(ship: Listing, tables: Tables) -> Computer | None:
    return next((model for model in tables.computers.values() if model.code == ship.usp.computer), None)


def _factors(ship: Listing, tables: Tables, notes: str) -> Factors:
    usp = ship.usp
    computer = _computer(ship, tables)
    return Factors(
        jump=VALUES[usp.jump],
        maneuver=VALUES[usp.maneuver],
        power=VALUES[usp.power_plant],
        computer=computer.level if computer else 0,
        crew=VALUES[usp.crew],
        armor=VALUES[usp.armor],
        damper=VALUES[usp.nuclear_damper],
        meson_screen=VALUES[usp.meson_screen],
        globe=VALUES[usp.force_field],
        armament=tuple(_armament(place, ship, notes) for place in armed_places(usp)),
    )


def _armament(place: str, ship: Listing, notes: str) -> Armament:
    factor, counted = VALUES[getattr(ship.usp, place)], ship.batteries.get(place, Counted())
    weapon = {
        "laser": "pulse laser" if ship.pulse else "beam laser",
        "energy": "fusion" if "fusion" in notes else "energy",
    }.get(place, place)
    spinal = factor > LARGEST_BATTERY_FACTOR
    return Armament(place, weapon, factor, counted.total, counted.bearing, spinal)


def _draws(ship: Listing, tons: Fraction, factors: Factors, tables: Tables) -> tuple[tuple[str, Fraction], ...]:
    computer = _computer(ship, tables)
    told = {"computer": Fraction(computer.ep if computer else 0)}
    for name in ("damper", "meson screen"):
        if factors.screen(name):
            told[name] = screen_ep(tables.screens[name, factors.screen(name)], tons)
    for each in factors.armament:
        if each.spinal:
            told[each.place] = Fraction(spinal_ep(each, tables))
    guessed = {
        each.place: Fraction(least_ep(each, ship.tl or HIGHEST_TL, tables) * each.batteries)
        for each in factors.armament
        if not each.spinal
    }
    left = max(Fraction(0), (factors.power - ship.agility) * tons / 100 - sum(told.values()))
    whole = sum(guessed.values())
    if whole > left:
        guessed = {place: ep * left / whole for place, ep in guessed.items()}
    return tuple((name, ep) for name, ep in (told | guessed).items() if ep)


def spinal_ep(mount: Armament, tables: Tables) -> int:
    """Energy points of a spinal mount by its factor (HG-D34, HG-D35)."""
    return next(
        each.ep
        for (weapon, code), each in tables.spinal.items()
        if (weapon, VALUES[code]) == (mount.place, mount.factor)
    )


def least_ep(battery: Armament, tl: int, tables: Tables) -> int:
    """The least energy points that a battery of this factor can need, in turrets, else in a bay."""
    in_turrets = [
        count * weapon.ep
        for weapon in tables.turrets.values()
        if weapon.place == battery.place
        for _, count in weapon.needed
        if turret_factor(weapon, count, tl) >= battery.factor
    ]
    in_bays = [
        bay.ep
        for bay in tables.bays.values()
        if place_of(bay.weapon, tables) == battery.place and (bay_factor(bay, tl) or 0) >= battery.factor
    ]
    return min(in_turrets or in_bays or [0])


def _people(ship: Listing, tons: Fraction) -> People:
    large = crew_sections(Duties(tons, troops=ship.troops + ship.marines)) if tons > SMALL_SHIP_TONS else ()
    return People(
        crew=ship.crew,
        service=next((section.count for section in large if section.name == "service"), 0),
        troops=ship.troops,
        marines=ship.marines,
        low=ship.low + ship.emergency_low * EMERGENCY_PERSONS,
        frozen_watch=ship.frozen_watch,
    )
