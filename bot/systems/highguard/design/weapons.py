"""Weapons, batteries and screens (HG-D34 to D58)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.engine.cards import counted
from bot.systems.highguard.design.choices import (
    Bays,
    BillLine,
    Design,
    Entries,
    Fault,
    Limit,
    Number,
    Remark,
    Turrets,
    in_tons,
    tech_fault,
)
from bot.systems.highguard.design.tables import MCR, BayWeapon, Screen, Tables, TurretWeapon
from bot.systems.highguard.design.usp import from_code

BAY_SHARE, HARDPOINT_SHARE = 1_000, 100
BAY_PRICE = 10_000
BATTERY_TURRETS = 10
MIXED_TONS, MIXED_TURRETS = 1_000, 10
CAPACITOR_PRICE, CAPACITOR_EP = 4 * MCR, 36
SCREENS = {"damper": "Nuclear damper", "meson screen": "Meson screen", "globe": "Black globe"}
PLACES = ("sand", "repulsor", "laser", "energy", "particle", "meson", "missile")
MOUNTS = {1: "single", 2: "dual", 3: "triple"}


@dataclass(frozen=True, slots=True)
class Batteries:
    """The batteries of one USP place: their factor, how many there are and how many bear."""

    factor: int
    total: int
    bearing: int


def turret_factor(weapon: TurretWeapon, count: int, tl: int) -> int:
    """The factor of a battery with this many weapons, built at a tech level; at most 9 (HG-D44, HG-D45)."""
    base = next((factor for factor, needed in weapon.needed if count >= needed), 0)
    bonus = next((bonus for bonus, first in weapon.better if tl >= first), 0)
    return min(9, base + bonus) if base else 0


def bay_factor(weapon: BayWeapon, tl: int) -> int | None:
    """The factor of a bay weapon: the best of this or any lower tech level; None before its first (R-22)."""
    return max((factor for first, factor in weapon.factors.items() if first <= tl), default=None)


def most_bays(tons: Number, spinal: Number = 0) -> int:
    """How many bays a hull may have (HG-D38)."""
    return max(0, ((tons - spinal) / Fraction(BAY_SHARE)).__floor__())


def most_hardpoints(tons: Number, spinal: Number = 0, bays: int = 0) -> int:
    """How many turrets a hull may have (HG-D43, R-23)."""
    return max(0, ((tons - spinal - bays * BAY_SHARE) / Fraction(HARDPOINT_SHARE)).__floor__())


def bearing(batteries: int, percent: int) -> int:
    """How many batteries of a type bear: the nearest whole, halves up, at least one (HG-D52, R-14)."""
    return max(1, (batteries * percent + 50) // 100) if batteries else 0


def screen_ep(screen: Screen, tons: Number) -> Fraction:
    """Energy points of a screen; meson screens draw by the ship's tonnage (HG-D54, R-74)."""
    return screen.ep * tons / 100 if screen.name == "meson screen" else screen.ep


def capacitor_ep(design: Design) -> Fraction:
    """Energy points that the jump drive's capacitors and the extra ones hold (HG-D56)."""
    return (design.tons * design.jump / Fraction(200) + design.capacitors) * CAPACITOR_EP


def spinal_tons(design: Design, tables: Tables) -> int:
    """The tons of the spinal mount, 0 for none."""
    return tables.spinal[design.spinal.weapon, design.spinal.code].tons if design.spinal else 0


def spinal_lines(design: Design, tables: Tables) -> Entries:
    """The major weapon, and what may not stand beside it."""
    if design.spinal is None:
        return
    mount = tables.spinal[design.spinal.weapon, design.spinal.code]
    label = f"Spinal {mount.weapon} {'accelerator' if mount.weapon == 'particle' else 'gun'} {mount.code}"
    rule = "HG-D34" if mount.weapon == "particle" else "HG-D35"
    yield BillLine("spinal", label, mount.tons, mount.price, mount.ep, rule)
    yield from tech_fault(label, mount.tl, design.tl, "HG-D73")
    rivals = {bay.weapon for bay in design.bays}
    if mount.weapon == "particle":
        rivals |= {tables.turrets[weapon].place for turret in design.turrets for weapon in turret.weapons}
    if mount.weapon in rivals:
        text = f"A {mount.weapon} spinal mount forbids other {mount.weapon} weapons."
        yield Fault(Limit.SPINAL_RIVAL, text, "HG-D37")


def bay_lines(design: Design, tables: Tables) -> Entries:
    """Bays and their weapons, and how many the hull allows."""
    for bays in design.bays:
        yield from _bays(bays, design, tables)
    count, most = _bay_count(design), most_bays(design.tons, spinal_tons(design, tables))
    if count > most:
        text = f"The hull takes {most} bays, one for each 1,000 tons beside the spinal mount, not {count}."
        yield Fault(Limit.TOO_MANY_BAYS, text, "HG-D38")
    sizes: dict[str, set[int]] = {}
    for bays in design.bays:
        sizes.setdefault(bays.weapon, set()).add(bays.size)
    for weapon, found in sizes.items():
        if weapon and len(found) > 1:
            yield Fault(Limit.BAYS_DIFFER, f"All {weapon} bays of a ship must be alike.", "HG-D40")


def _bay_count(design: Design) -> int:
    return sum(bays.count for bays in design.bays)


def _bays(bays: Bays, design: Design, tables: Tables) -> Entries:
    frame, tons = bays.size * BAY_PRICE * bays.count, bays.size * bays.count
    if not bays.weapon:
        yield BillLine("bays", counted(bays.count, f"empty {bays.size}-ton bay"), tons, frame, rule="HG-D42")
        return
    weapon = tables.bays[bays.weapon, bays.size]
    label = counted(bays.count, f"{bays.size}-ton {bays.weapon} bay")
    yield BillLine("bays", label, tons, frame + weapon.price * bays.count, weapon.ep * bays.count, "HG-D39")
    yield from tech_fault(f"A {bays.size}-ton {bays.weapon} bay", min(weapon.factors), design.tl, "HG-D39")


def turret_lines(design: Design, tables: Tables) -> Entries:
    """Turrets and barbettes, batteries, and the hardpoints that the hull allows."""
    for turrets in design.turrets:
        label = counted(turrets.count, turret_name(turrets))
        yield _turret_line("turrets", label, turrets, tables)
        yield from turret_limits(turrets, design, tables)
        yield from _battery_limits(turrets, design)
    count = sum(turrets.count for turrets in design.turrets)
    most = most_hardpoints(design.tons, spinal_tons(design, tables), _bay_count(design))
    if count > most:
        text = f"The hull has {most} hardpoints, one for each 100 tons that weapons leave, not {count}."
        yield Fault(Limit.TOO_MANY_HARDPOINTS, text, "HG-D43")


def turret_name(turrets: Turrets) -> str:
    """What a turret is called: `dual beam turret`, `beam-sand-missile turret`, `particle barbette`."""
    kind = turrets.weapons[0]
    if turrets.mixed:
        return f"{'-'.join(turrets.weapons)} turret"
    if kind == "barbette":
        return "particle barbette"
    return f"{MOUNTS.get(len(turrets.weapons), str(len(turrets.weapons)))} {kind} turret"


def _turret_line(part: str, label: str, turrets: Turrets, tables: Tables) -> BillLine:
    weapons = [tables.turrets[weapon] for weapon in turrets.weapons]
    return BillLine(
        part,
        label,
        max(weapon.tons for weapon in weapons) * turrets.count,
        sum(weapon.price for weapon in weapons) * turrets.count,
        sum(weapon.ep for weapon in weapons) * turrets.count,
        "HG-D44",
    )


def small_weapon_lines(design: Design, tables: Tables) -> Entries:
    """The one turret's worth of weapons of a small craft (HG-S10)."""
    for turrets in design.turrets:
        names = " and ".join(f"{turrets.weapons.count(kind)} {kind}" for kind in dict.fromkeys(turrets.weapons))
        yield _turret_line("weapons", f"Weapons: {names}", turrets, tables)
        yield from turret_limits(turrets, design, tables)
    if sum(turrets.count for turrets in design.turrets) > 1:
        yield Fault(Limit.TOO_MANY_TURRETS, "A small craft takes one turret's worth of weapons.", "HG-S10")


def turret_limits(turrets: Turrets, design: Design, tables: Tables) -> Entries:
    """What one turret may hold (HG-D46), and when it may mix (HG-D48)."""
    kinds = [tables.turrets[weapon] for weapon in dict.fromkeys(turrets.weapons)]
    most = min(kind.most for kind in kinds)
    if len(turrets.weapons) > most:
        least = min(kinds, key=lambda kind: kind.most).weapon
        text = f"A turret with {least} weapons holds {most} at most, not {len(turrets.weapons)}."
        yield Fault(Limit.TURRET_TOO_FULL, text, "HG-D46")
    for kind in kinds:
        yield from tech_fault(f"A {kind.weapon} turret", kind.tl, design.tl, "HG-D73")
    count = sum(group.count for group in design.turrets)
    if turrets.mixed and (design.tons > MIXED_TONS or count > MIXED_TURRETS):
        text = "Turrets may mix weapons only on ships of up to 1,000 tons with ten turrets at most."
        yield Fault(Limit.MIXED_TURRET_NOT_ALLOWED, text, "HG-D48")


def _battery_limits(turrets: Turrets, design: Design) -> Entries:
    batteries = turrets.count if turrets.batteries is None else turrets.batteries
    if turrets.mixed:
        return
    if not batteries <= turrets.count <= batteries * BATTERY_TURRETS:
        text = f"{turrets.count} turrets can't form {batteries} batteries of one to ten."
        yield Fault(Limit.BATTERY_SIZE, text, "HG-D49")


def _turret_batteries(turrets: Turrets, tl: int, tables: Tables) -> Iterator[tuple[str, int, int]]:
    """Place, factor and number of the batteries that these turrets form."""
    if turrets.mixed:
        for name in turrets.weapons:
            yield tables.turrets[name].place, turret_factor(tables.turrets[name], 1, tl), turrets.count
        return
    weapon = tables.turrets[turrets.weapons[0]]
    batteries = max(1, turrets.count if turrets.batteries is None else turrets.batteries)
    least, larger = divmod(turrets.count, batteries)
    for size, number in ((least + 1, larger), (least, batteries - larger)):
        if number and size:
            yield weapon.place, turret_factor(weapon, size * len(turrets.weapons), tl), number


def _small_batteries(design: Design, tables: Tables) -> Iterator[tuple[str, int, int]]:
    for turrets in design.turrets:
        for name in dict.fromkeys(turrets.weapons):
            weapon = tables.turrets[name]
            yield weapon.place, turret_factor(weapon, turrets.weapons.count(name), design.tl), 1


def place_of(weapon: str, tables: Tables) -> str:
    """The USP place of a bay or turret weapon: meson guns and repulsors stand in bays only."""
    return tables.turrets[weapon].place if weapon in tables.turrets else weapon


def _all_batteries(design: Design, tables: Tables) -> Iterator[tuple[str, int, int]]:
    if design.small:
        yield from _small_batteries(design, tables)
        return
    if design.spinal:
        yield design.spinal.weapon, from_code(design.spinal.code), 1
    for bays in design.bays:
        if bays.weapon:
            factor = bay_factor(tables.bays[bays.weapon, bays.size], design.tl) or 0
            yield place_of(bays.weapon, tables), factor, bays.count
    for turrets in design.turrets:
        yield from _turret_batteries(turrets, design.tl, tables)


def batteries_of(design: Design, tables: Tables) -> Mapping[str, Batteries]:
    """The batteries of every USP place that has any (HG-D49 to D52); factors that differ show the highest."""
    percent = tables.size(design.tons).bearing
    found: dict[str, tuple[int, int]] = {}
    for place, factor, number in _all_batteries(design, tables):
        best, total = found.get(place, (0, 0))
        found[place] = (max(best, factor), total + number)
    return {place: Batteries(factor, total, bearing(total, percent)) for place, (factor, total) in found.items()}


def agreement_limits(design: Design, tables: Tables) -> Entries:
    """All batteries of a place must have one factor (HG-D49, R-25), and stand in bays or in turrets (R-79)."""
    factors: dict[str, set[int]] = {}
    for place, factor, _ in _all_batteries(design, tables):
        factors.setdefault(place, set()).add(factor)
    in_bays = {place_of(bays.weapon, tables) for bays in design.bays if bays.weapon}
    in_turrets = {place_of(weapon, tables) for turrets in design.turrets for weapon in turrets.weapons}
    for place in sorted(in_bays & in_turrets):
        text = f"The {place} weapons must all be in bays or all in turrets."
        yield Fault(Limit.BAY_AND_TURRET, text, "HG-D40")
    for place, found in factors.items():
        spinal = design.spinal is not None and design.spinal.weapon == place
        if len(found) > 1 and not spinal and place not in in_bays & in_turrets:
            listed = " and ".join(str(factor) for factor in sorted(found))
            text = f"All {place} batteries must have the same factor; these have {listed}."
            yield Fault(Limit.BATTERY_FACTORS_DIFFER, text, "HG-D49")


def screen_lines(design: Design, tables: Tables) -> Entries:
    """Screens, and capacitors beyond those of the jump drive."""
    factors = {"damper": design.damper, "meson screen": design.meson_screen, "globe": design.globe}
    for name, factor in factors.items():
        if factor:
            yield from _screen(tables.screens[name, factor], design)
    if design.capacitors:
        label = f"{in_tons(design.capacitors)} of capacitors"
        yield BillLine("capacitors", label, design.capacitors, design.capacitors * CAPACITOR_PRICE, rule="HG-D56")


def _screen(screen: Screen, design: Design) -> Entries:
    label, ep = f"{SCREENS[screen.name]} {screen.factor}", screen_ep(screen, design.tons)
    rule = {"damper": "HG-D53", "meson screen": "HG-D54", "globe": "HG-D55"}[screen.name]
    yield BillLine(screen.name, label, screen.tons, screen.price or 0, ep, rule)
    yield from tech_fault(label, screen.tl, design.tl, "HG-D73")
    if screen.name == "globe":
        yield Remark("Black globes aren't for sale: a navy finds or lends them.", "HG-D55")
    if screen.price is None:
        yield Remark(f"{label} has no price in the book; it counts as nothing.", "R-81")
