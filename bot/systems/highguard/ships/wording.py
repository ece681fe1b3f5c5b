"""Ships and bills in words: a card at a glance, a bill in full, what a change would do."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bot.engine.cards import Card, Tone, counted
from bot.engine.dice import Faces
from bot.engine.system import Unit
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.bill import Bill, Difference, building_months, design_weeks, yards
from bot.systems.highguard.design.carriage import launch_rate
from bot.systems.highguard.design.choices import Number, in_tons, plain
from bot.systems.highguard.design.hull import can_land, can_skim
from bot.systems.highguard.design.listing import Listing
from bot.systems.highguard.design.tables import MCR
from bot.systems.highguard.design.weapons import capacitor_ep
from bot.systems.highguard.ships.ship import Fate, Ship

LABEL_WIDTH = 44
_LANDS = {(True, True): "Lands anywhere", (False, True): "Lands on atmosphere 0 or 1", (False, False): "Never lands"}


def ship_line(ship: Ship) -> str:
    """A ship in a line for a list: profile, tons, agility, how it is; for a design that breaks limits, how many."""
    if ship.faults:
        return f"on the drawing board, {counted(len(ship.faults), 'limit')} broken"
    listed = ship.listed
    tons = f"{in_tons(listed.tons)}" if listed.tons else "tonnage not told"
    state = f" · {ship_state(ship)}" if ship_state(ship) else ""
    return f"{listed.usp} · {tons} · agility {listed.agility}{state}"


def ship_state(ship: Ship) -> str:
    """How a ship is, in a word or two; nothing for one that is whole."""
    if ship.faults:
        return "on the drawing board"
    if ship.fate is not Fate.AFLOAT:
        return ship.fate.value
    vessel = ship.vessel
    return "damaged" if vessel and (vessel.now != vessel.built or vessel.fuel < vessel.tankage) else ""


def ship_card(unit: Unit) -> Card:
    """A ship at a glance, with the doubts about its listing."""
    ship: Ship = unit.sheet
    title = f"{unit.name} ({unit.side})" if unit.side else unit.name
    faults = tuple(f"✗ {fault}" for fault in ship.faults)
    glance = tuple(_glance(ship.listed)) if ship.listing else ()
    bad = bool(faults) or ship.fate is not Fate.AFLOAT
    lines = (*_after_battle(ship), *glance, *faults, *(f"? {doubt}" for doubt in ship.doubts))
    return Card(title, lines, working=ship.doubts, tone=Tone.BAD if bad else Tone.PLAIN)


def _after_battle(ship: Ship) -> Iterable[str]:
    """What its last battle left of a ship."""
    if ship.fate is not Fate.AFLOAT:
        yield f"{ship.fate.capitalize()} in its last battle"
    if ship.vessel:
        lost = list(_lost(ship.vessel, ship.listed))
        yield f"Damaged: {', '.join(lost)}" if lost else "Undamaged in its last battle"
        yield from _aboard(ship.vessel, ship.listed)


def _aboard(vessel: Vessel, listed: Listing) -> Iterable[str]:
    """Who is aboard after a battle, where they aren't those of the listing, and the craft that are left."""
    people = vessel.people
    if (people.crew, people.troops, people.marines) != (listed.crew, listed.troops, listed.marines):
        yield f"Aboard now: crew {people.crew}, troops {people.troops}, marines {people.marines}"
    if vessel.craft:
        yield f"Craft aboard: {', '.join(f'{craft.count} {craft.name}' for craft in vessel.craft)}"


def _lost(vessel: Vessel, listed: Listing) -> Iterable[str]:
    """What a vessel has less of than when it was built."""
    for name in ("jump", "maneuver", "power", "computer", "crew", "armor", "damper", "meson_screen", "globe"):
        built, now = getattr(vessel.built, name), getattr(vessel.now, name)
        if built != now:
            yield f"{name.replace('_', ' ')} {built} → {now}"
    for built in vessel.built.armament:
        now = vessel.now.weapon(built.place)
        if now is not None and now != built:
            factors = f" of factor {built.factor} → {now.factor}" if now.factor != built.factor else ""
            yield f"{built.place} batteries {built.batteries} → {now.batteries}{factors}"
    if listed.tanks and vessel.tanks is None:
        yield "drop tanks gone"
    elif vessel.tanks and vessel.tanks.fuel < vessel.tanks.tons:
        yield f"fuel in drop tanks {plain(vessel.tanks.tons)} → {in_tons(vessel.tanks.fuel)}"
    if vessel.fuel < vessel.tankage:
        yield f"fuel {plain(vessel.tankage)} → {in_tons(vessel.fuel)}"


def _bearing(total: int, able: int) -> str:
    return f"{able} of {counted(total, 'battery')} {'bears' if able == 1 else 'bear'}"


def _glance(listed: Listing) -> Iterable[str]:
    price = "" if listed.price is None else f", MCr{plain(listed.price)}"
    yield str(listed.usp)
    tons = f"{in_tons(listed.tons)}" if listed.tons else "Tonnage not told"
    yield f"{tons}, {f'TL {listed.tl}' if listed.tl else 'TL not told'}{price}"
    usp = listed.usp
    yield f"Jump {usp.jump}, maneuver {usp.maneuver}, power plant {usp.power_plant}"
    yield f"Agility {listed.agility}, {listed.emergency_agility} in emergency"
    yield f"Armor {usp.armor}, computer {usp.computer}, {plain(listed.ep)} EP, fuel {in_tons(listed.fuel)}"
    for place, found in listed.batteries.items():
        yield f"{place.capitalize()} {getattr(usp, place)}: {_bearing(found.total, found.bearing)}"
    yield f"Crew {listed.crew}, troops {listed.troops}, marines {listed.marines}, cargo {in_tons(listed.cargo)}"
    yield from (f"Note: {note}" for note in listed.notes)


@dataclass(frozen=True, slots=True)
class Glance:
    """A design's bill at a glance: its totals in tons, credits and energy points, each broken limit and remark with
    its rule, and its builder's comments.
    """

    name: str
    usp: str
    price: Fraction
    series_price: Fraction
    tons: Fraction
    usable: Fraction
    ep_used: Fraction
    ep: Fraction
    agility: int
    emergency_agility: int
    crew: int
    faults: tuple[tuple[str, str], ...]
    remarks: tuple[tuple[str, str], ...]
    comments: tuple[str, ...] = ()


def glance_at(bill: Bill, name: str, comments: Iterable[str] = ()) -> Glance:
    """What a bill comes to, under a name."""
    return Glance(
        name or "A design",
        str(bill.usp or "No profile"),
        bill.price,
        bill.series_price,
        bill.tons,
        bill.usable,
        bill.ep_used,
        bill.ep,
        bill.agility,
        bill.emergency_agility,
        bill.crew,
        tuple((fault.text, fault.rule) for fault in bill.faults),
        tuple((remark.text, remark.rule) for remark in bill.remarks),
        tuple(comments),
    )


def glance_card(bill: Glance, _: Faces) -> Card:
    """A design's bill at a glance: totals, then each broken limit with its rule; its builder's comments as working."""
    lines = (
        bill.usp,
        f"MCr{plain(bill.price / MCR)} (later ships MCr{plain(bill.series_price / MCR)})",
        f"{plain(bill.tons)} of {in_tons(bill.usable)} used, {plain(bill.usable - bill.tons)} spare",
        f"{plain(bill.ep_used)} of {plain(bill.ep)} EP used",
        f"Agility {bill.agility} ({bill.emergency_agility} in emergency), crew {bill.crew}",
        *(f"✗ {text} ({rule})" for text, rule in bill.faults),
    )
    remarks = tuple(f"{text} ({rule})" for text, rule in bill.remarks)
    verdict = f"{counted(len(bill.faults), 'limit')} broken" if bill.faults else "Legal"
    tone = Tone.BAD if bill.faults else Tone.GOOD
    return Card(f"{bill.name}: {verdict}", lines, (*remarks, *bill.comments), tone=tone)


def bill_text(bill: Bill, comments: Iterable[str] = ()) -> str:
    """The bill in full for a fixed-width font: each line with tons, MCr, EP and rule, sums, limits, remarks.

    Last come the comments of its builder.
    """
    rows = [_row("", "tons", "MCr", "EP", "rule")]
    rows += [_row(line.label, plain(line.tons), _mcr(line.price), plain(line.ep), line.rule) for line in bill.lines]
    rows.append(_row("Total", plain(bill.tons), _mcr(bill.price), plain(bill.ep_used), "HG-D75"))
    rows.append(_row("Hull and power plant give", plain(bill.usable), "", plain(bill.ep), "HG-D26"))
    rows.append(_row("Left over", plain(bill.spare), "", plain(bill.ep - bill.ep_used), "HG-D74"))
    rows += ["", *_facts(bill)]
    rows += [f"Limit broken: {fault.text} ({fault.rule})" for fault in bill.faults]
    rows += [f"Remark: {remark.text} ({remark.rule})" for remark in bill.remarks]
    rows += [f"# {comment}" for comment in comments]
    return "\n".join(row.rstrip() for row in rows)


def _facts(bill: Bill) -> Iterable[str]:
    """What follows from a design beside its sums, a sentence each."""
    design = bill.design
    yield f"Profile: {bill.usp or 'none'}"
    yield f"Agility {bill.agility}, {bill.emergency_agility} in emergency (HG-D28)."
    for place, found in bill.batteries.items():
        yield f"{place.capitalize()} {found.factor}: {_bearing(found.total, found.bearing)} (HG-D52)."
    if design.tanks:
        jump, maneuver, power = bill.burdened
        numbers = f"jump {jump}, maneuver {maneuver}, power plant {power}, agility {bill.burdened_agility}"
        yield f"With drop tanks on: {numbers} (HG-D24)."
    yield from _crew(bill)
    skims = "skims gas giants" if can_skim(design.configuration) else "doesn't skim"
    yield f"{_LANDS[can_land(design.configuration, 9), can_land(design.configuration, 0)]}, {skims} (HG-D08)."
    if design.small:
        yield f"In battle its computer counts as level {bill.computer_level} (HG-S09)."
    else:
        yield from _ship_facts(bill)


def _crew(bill: Bill) -> Iterable[str]:
    if bill.sections:
        least = _by_section((part.name, part.count) for part in bill.sections)
        officers = _by_section((part.name, part.officers) for part in bill.sections)
        petty = _by_section((part.name, part.petty) for part in bill.sections)
        yield f"Least crew: {least} (HG-D62). Aboard: {bill.crew}."
        yield f"Officers among them: {officers}; petty officers: {petty or 'none'} (HG-D63, HG-D64)."


def _by_section(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts if count)


def _ship_facts(bill: Bill) -> Iterable[str]:
    design = bill.design
    if design.craft:
        in_bays = any(craft.in_bay for craft in design.craft)
        bays = sum(bays.count for bays in design.bays if not bays.weapon) if in_bays else 0
        rate = launch_rate(design.tons, design.configuration, design.tubes, bays)
        yield f"Launches {'all craft' if rate is None else rate} in a turn (HG-C06)."
    if design.jump or design.capacitors:
        yield f"Capacitors hold {plain(capacitor_ep(design))} EP (HG-D56)."
    low, high = building_months(design.tons)
    months = f"{plain(low)} to {plain(high)} months" if low else f"{plain(high)} months or less"
    later = f"each further ship 80% of time and price, MCr{_mcr(bill.series_price)}"
    yield f"Design {design_weeks(design)} weeks, building {months}; {later} (HG-D76)."
    yield f"Built at starports of class {' or '.join(yards(design))} (HG-D77)."


def _mcr(price: Number) -> str:
    return plain(Fraction(price) / MCR, 6)


def _row(label: str, tons: str, mcr: str, ep: str, rule: str) -> str:
    return f"{label[:LABEL_WIDTH]:{LABEL_WIDTH}} {tons:>12} {mcr:>15} {ep:>9}  {rule}"


def changes_card(name: str, changes: Iterable[Difference]) -> Card:
    """What a change of a design would do."""
    lines = tuple(f"{change.what}: {change.before} → {change.after}" for change in changes)
    return Card(f"{name or 'A design'}, what if", lines or ("Nothing would change.",))
