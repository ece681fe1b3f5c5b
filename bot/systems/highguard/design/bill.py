"""A design's bill: every part with tons, credits, energy points and rule, all limits, and the ship's profile."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from bot.engine.cards import article
from bot.engine.errors import RuleError
from bot.systems.highguard.design import carriage, crew, drives, hull, weapons
from bot.systems.highguard.design.choices import (
    BillLine,
    Design,
    Entries,
    Entry,
    Fault,
    Limit,
    Number,
    Remark,
    in_tons,
    plain,
)
from bot.systems.highguard.design.crew import Section
from bot.systems.highguard.design.tables import MCR, Tables
from bot.systems.highguard.design.usp import DIGITS, Usp, to_code

T = TypeVar("T")
NO_FACTOR = weapons.Batteries(0, 0, 0)

SHIP = (
    hull.hull_lines,
    drives.drive_lines,
    drives.fuel_lines,
    drives.scoop_lines,
    drives.purifier_lines,
    hull.bridge_lines,
    hull.computer_lines,
    hull.armor_lines,
    weapons.spinal_lines,
    weapons.bay_lines,
    weapons.turret_lines,
    weapons.agreement_limits,
    weapons.screen_lines,
    carriage.vehicle_lines,
    carriage.craft_lines,
)
SMALL_CRAFT = (
    hull.small_limits,
    hull.hull_lines,
    drives.drive_lines,
    drives.fuel_lines,
    hull.small_control_lines,
    hull.small_armor_lines,
    weapons.small_weapon_lines,
    carriage.vehicle_lines,
)


@dataclass(frozen=True, slots=True)
class Bill:
    """What a design comes to. Tons, credits and energy points are exact.

    `usable` is the room in the hull; `sections` is the least crew; `burdened` are jump, maneuver and power
    plant number with the drop tanks on. `usp` is None where a number has no digit.
    """

    design: Design
    lines: tuple[BillLine, ...]
    faults: tuple[Fault, ...]
    remarks: tuple[Remark, ...]
    usable: Fraction
    tons: Fraction
    price: Fraction
    ep: Fraction
    ep_used: Fraction
    agility: int
    emergency_agility: int
    computer_level: int
    crew: int
    sections: tuple[Section, ...]
    batteries: Mapping[str, weapons.Batteries]
    usp: Usp | None
    burdened: tuple[int, int, int]
    burdened_agility: int

    @property
    def spare(self) -> Fraction:
        """Tons left over; negative where the design is too large for its hull (HG-D74)."""
        return self.usable - self.tons

    @property
    def legal(self) -> bool:
        """Whether no limit is broken."""
        return not self.faults

    @property
    def series_price(self) -> Fraction:
        """Credits for each further ship of the class (HG-D75, R-78)."""
        return self.price * 80 / 100

    def part(self, name: str) -> BillLine:
        """All lines of one part together."""
        lines = [line for line in self.lines if line.part == name]
        return BillLine(name, name, _total(lines, "tons"), _total(lines, "price"), _total(lines, "ep"))


def _total(lines: Iterable[BillLine], what: str) -> Fraction:
    return sum((Fraction(getattr(line, what)) for line in lines), Fraction(0))


def bill(design: Design, tables: Tables) -> Bill:
    """Price and check a design; raises RuleError only for what the tables can't look up at all."""
    _refuse(design, tables)
    design, entries = _entries(design, tables)
    lines = _of(BillLine, entries)
    tons, used = _total(lines, "tons"), _total(lines, "ep")
    ep = drives.energy_points(design.tons, design.power)
    usable = hull.usable_tons(design.tons, tables.configurations[design.configuration])
    batteries = weapons.batteries_of(design, tables)
    sections, people = _people(design, tables)
    calm = drives.agility(design.tons, ep - used, design.maneuver)
    burdened = drives.burdened(design, tables) if design.tanks else (design.jump, design.maneuver, design.power)
    return Bill(
        design=design,
        lines=lines,
        faults=_of(Fault, entries),
        remarks=_of(Remark, entries),
        usable=usable,
        tons=tons,
        price=_total(lines, "price"),
        ep=ep,
        ep_used=used,
        agility=calm,
        emergency_agility=max(calm, drives.emergency_agility(design.maneuver, design.power)),
        computer_level=hull.battle_level(design, tables),
        crew=people,
        sections=sections,
        batteries=batteries,
        usp=_profile(design, people, batteries, tables),
        burdened=burdened,
        burdened_agility=drives.agility(design.tons + design.tanks, ep - used, burdened[1]),
    )


def _refuse(design: Design, tables: Tables) -> None:
    tables.band(design.tl)
    if design.configuration not in tables.configurations:
        raise RuleError(f"Configurations are 1 to 9, not {design.configuration} (HG-D04).")
    if design.tons <= 0:
        raise RuleError("A hull has more than 0 tons (HG-D03).")
    for drive, number in (("jump", design.jump), ("maneuver", design.maneuver)):
        drives.known_number(drive, number, tables)
    for what, known in _armed_with(design, tables):
        if not known:
            raise RuleError(f"No table has {article(what)}: choose one that it has (HG-D34 to D55).")


def _armed_with(design: Design, tables: Tables) -> Iterator[tuple[str, bool]]:
    """What must be looked up for weapons and screens, and whether a table has it."""
    if mount := design.spinal:
        yield f"{mount.weapon} spinal mount {mount.code}", (mount.weapon, mount.code) in tables.spinal
    for bay in design.bays:
        yield f"{bay.size}-ton {bay.weapon} bay", not bay.weapon or (bay.weapon, bay.size) in tables.bays
    for weapon in (weapon for turrets in design.turrets for weapon in turrets.weapons):
        yield f"{weapon} turret", weapon in tables.turrets
    for name, factor in (("damper", design.damper), ("meson screen", design.meson_screen), ("globe", design.globe)):
        yield f"{name} of factor {factor}", not factor or (name, factor) in tables.screens


def _of(kind: type[T], entries: Iterable[Entry]) -> tuple[T, ...]:
    return tuple(entry for entry in entries if isinstance(entry, kind))


def _people(design: Design, tables: Tables) -> tuple[tuple[Section, ...], int]:
    """The least crew by section, and the crew aboard."""
    if design.small:
        return (), crew.crew_of(design, crew.small_craft_crew(design))
    sections = crew.sections_of(design, tables)
    return sections, crew.crew_of(design, sum(section.count for section in sections))


def _entries(design: Design, tables: Tables) -> tuple[Design, tuple[Entry, ...]]:
    """All entries, and the design with its cargo filled in where it takes what is left."""
    entries = [entry for part in (SMALL_CRAFT if design.small else SHIP) for entry in part(design, tables)]
    entries += _quarters(design, tables)
    entries += carriage.other_lines(design, tables)
    lines = _of(BillLine, entries)
    spare = hull.usable_tons(design.tons, tables.configurations[design.configuration]) - _total(lines, "tons")
    if design.cargo is None:
        design = replace(design, cargo=max(Fraction(0), spare))
    cargo = Fraction(design.cargo or 0)
    if cargo:
        entries.append(carriage.cargo_line(cargo))
    if design.private:
        price = _total(lines, "price") / 100
        entries.append(BillLine("architect", "Naval architect, 1%", price=price, rule="HG-D75"))
    return design, (*entries, *_totals(design, spare - cargo, _total(lines, "ep")))


def _quarters(design: Design, tables: Tables) -> Entries:
    if design.small:
        yield from crew.small_quarter_lines(design)
        return
    sections, people = _people(design, tables)
    yield from crew.crew_lines(design, sections)
    yield from crew.quarter_lines(design, people)


def _totals(design: Design, spare: Fraction, used: Fraction) -> Entries:
    ep = drives.energy_points(design.tons, design.power)
    if used > ep:
        text = f"The systems need {plain(used)} EP; the power plant makes {plain(ep)}."
        yield Fault(Limit.ENERGY_SHORT, text, "HG-D27")
    if spare < 0:
        yield Fault(Limit.OVER_CAPACITY, f"The hull is {in_tons(-spare)} too small.", "HG-D74")
    if design.power >= len(DIGITS):
        yield Remark(f"Power plant {design.power} has no digit, so the ship has no USP.", "HG-D16")


def _profile(design: Design, people: int, batteries: Mapping[str, weapons.Batteries], tables: Tables) -> Usp | None:
    if design.power >= len(DIGITS):
        return None
    computer = hull.computer_of(design, tables)
    factors = {place: to_code(batteries.get(place, NO_FACTOR).factor) for place in weapons.PLACES}
    return Usp(
        type=design.type,
        tonnage=tables.size(design.tons).code,
        configuration=str(design.configuration),
        jump=str(design.jump),
        maneuver=str(design.maneuver),
        power_plant=to_code(design.power),
        computer=computer.code if computer else "0",
        crew=crew.crew_digit(people),
        armor=to_code(min(design.armor + tables.configurations[design.configuration].armor, len(DIGITS) - 1)),
        meson_screen=str(design.meson_screen),
        nuclear_damper=str(design.damper),
        force_field=str(design.globe),
        fighters=to_code(min(design.fighters, len(DIGITS) - 1)),
        **factors,
    )


def design_weeks(design: Design) -> int:
    """Weeks until the yard can begin: a navy's specification takes 8, a private architect's 4 (HG-D76)."""
    return 4 if design.private else 8


def building_months(tons: Fraction, *, first: bool = True) -> tuple[Fraction, Fraction]:
    """The shortest and longest building time in months; a later ship of the class takes 80% (HG-D76, R-78).

    The book sets no shortest time up to 5,000 tons: it is 0 here.
    """
    low, high = (0, 36) if tons <= 5_000 else (24, 60)
    share = Fraction(1) if first else Fraction(80, 100)
    return low * share, high * share


def yards(design: Design) -> str:
    """The starports whose yards can build it: class A for jump ships, A or B for others (HG-D77)."""
    return "A" if design.jump else "AB"


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure before and after, as text."""

    what: str
    before: str
    after: str


def what_if(before: Bill, after: Bill) -> tuple[Difference, ...]:
    """All that differs between two bills: totals first, then parts, then limits that were mended or broken."""
    return (*_changed_totals(before, after), *_parts(before, after), *_limits(before, after))


def _changed_totals(before: Bill, after: Bill) -> Iterator[Difference]:
    for what, old, new in (
        ("price in MCr", before.price / MCR, after.price / MCR),
        ("tons spare", before.spare, after.spare),
        ("EP made", before.ep, after.ep),
        ("EP used", before.ep_used, after.ep_used),
        ("agility", before.agility, after.agility),
        ("emergency agility", before.emergency_agility, after.emergency_agility),
        ("crew", before.crew, after.crew),
    ):
        if old != new:
            yield Difference(what, plain(old), plain(new))
    if before.usp != after.usp:
        yield Difference("profile", str(before.usp or "none"), str(after.usp or "none"))


def _parts(before: Bill, after: Bill) -> Iterator[Difference]:
    for part in dict.fromkeys(line.part for line in (*before.lines, *after.lines)):
        old, new = _told(before, part), _told(after, part)
        if old != new:
            yield Difference(part, old, new)


def _told(bill: Bill, part: str) -> str:
    total = bill.part(part)
    if not any(line.part == part for line in bill.lines):
        return "none"
    ep = f", {plain(total.ep)} EP" if total.ep else ""
    return f"{in_tons(total.tons)}, MCr{_millions(total.price)}{ep}"


def _millions(price: Number) -> str:
    return plain(Fraction(price) / MCR)


def _limits(before: Bill, after: Bill) -> Iterator[Difference]:
    old, new = ({f"{fault.text} ({fault.rule})" for fault in bill.faults} for bill in (before, after))
    yield from (Difference("limit", text, "mended") for text in sorted(old - new))
    yield from (Difference("limit", "kept", text) for text in sorted(new - old))
