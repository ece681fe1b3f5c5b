"""What the worked cases of designs ask for, by the rule that a case names."""

from fractions import Fraction

from bot.systems.highguard.design import carriage, crew, drives, hull, weapons
from bot.systems.highguard.design.bill import bill
from bot.systems.highguard.design.choices import Bays, Craft, Design, Spinal, Turrets, Vehicle
from bot.systems.highguard.design.usp import PLACES, Usp, from_code, read_usp, to_code
from tests.systems.highguard.yard import TABLES, limits

# The text calls a part, a screen or a place so; the code so.
PARTS = {
    "pp": "power plant",
    "purification": "purifier",
    "nuclear_damper": "damper",
    "force_field": "globe",
    "meson_screen": "meson screen",
    "craft_berths": "craft berths",
    "auxiliary_bridges": "auxiliary bridges",
    "launch_tubes": "launch tubes",
    "low_berths": "low berths",
}

SAME_NAME = {
    *("type", "tl", "tons", "config", "jump", "maneuver", "jump_tons", "maneuver_tons", "fuel", "lhyd", "pp"),
    *("scoops", "computer", "armor", "crew", "troops", "staterooms", "single_staterooms", "low_berths"),
    *("emergency_low", "frozen_watch", "passengers", "cargo", "couches"),
    *("launch_tubes", "capacitor_tons", "bridges"),
}

RENAMED = {"config": "configuration", "pp": "power", "lhyd": "tanks", "single_staterooms": "singles"}
RENAMED |= {"low_berths": "low", "launch_tubes": "tubes", "capacitor_tons": "capacitors"}

EXACT = {"tons", "jump_tons", "maneuver_tons", "fuel", "tanks", "cargo", "capacitors"}


def fields(inputs):
    named = {RENAMED.get(name, name): inputs[name] for name in SAME_NAME & inputs.keys()}
    return {name: Fraction(value) if name in EXACT else value for name, value in named.items()}


def turret(group):
    names = tuple(group["mixed"]) if "mixed" in group else (group["type"],) * group.get("per", 1)
    return Turrets(names, group["count"], group.get("batteries"))


def vehicle(known):
    return Vehicle(known["name"], known["count"], known.get("tons"), known.get("cost_cr"))


def ship(**inputs):
    screens = inputs.get("screens", {})
    design = Design(
        **fields(inputs),
        purifier=inputs["tl"] if inputs.get("purify") else 0,
        spinal=Spinal(inputs["spinal"]["type"], inputs["spinal"]["code"]) if "spinal" in inputs else None,
        bays=tuple(Bays(bay["type"], bay["size"], bay["count"]) for bay in inputs.get("bays", ())),
        turrets=tuple(turret(group) for group in inputs.get("turrets", ())),
        damper=screens.get("nuclear_damper", 0),
        meson_screen=screens.get("meson_screen", 0),
        globe=screens.get("force_field", 0),
        vehicles=tuple(vehicle(each) for each in inputs.get("vehicles", ())),
        craft=tuple(
            Craft("craft", Fraction(each["tons"]), Fraction(each["cost_cr"]), each.get("crew", 1))
            for each in inputs.get("craft", ())
        ),
    )
    return Told(bill(design, TABLES))


def small_craft(**inputs):
    mounted = tuple(each["type"] for each in inputs.get("weapons", ()) for _ in range(each["count"]))
    design = Design(
        **fields(inputs), bridges=1 if inputs.get("bridge") else 0, turrets=(Turrets(mounted),) if mounted else ()
    )
    return Told(bill(design, TABLES))


def line_of(made, path):
    _, part, column = path.split(".")
    return getattr(made.part(PARTS.get(part, part)), {"cost_cr": "price"}.get(column, column))


class Told:
    """What a bill says under the names that a case gives it."""

    def __init__(self, made):
        self.made = made

    def __getitem__(self, path):
        return told(self.made, path)


def told(made, path):
    if path.startswith("lines."):
        return line_of(made, path)
    if path.startswith("factors."):
        return made.batteries[path.removeprefix("factors.")].factor
    simple = {
        "cost_cr": lambda: made.price,
        "ep": lambda: made.ep,
        "ep_used": lambda: made.ep_used,
        "agility": lambda: made.agility,
        "emergency_agility": lambda: made.emergency_agility,
        "usp": lambda: str(made.usp),
        "errors": lambda: limits(made),
        "tons_spare": lambda: made.spare,
        "tons_used": lambda: made.tons,
        "capacitor_ep": lambda: weapons.capacitor_ep(made.design),
        "combat_computer": lambda: made.computer_level,
        "minimum_crew": lambda: crew.small_craft_crew(made.design),
        "factors": lambda: {
            place: made.batteries[place].factor if place in made.batteries else 0 for place in weapons.PLACES
        },
        "batteries": lambda: {
            place: {"total": found.total, "bearing": found.bearing} for place, found in made.batteries.items()
        },
    }
    return simple[path]()


def percent(tl):
    return TABLES.band(tl).plant


def renamed(of, **names):
    """The same question under the names that a case gives its parts."""
    return lambda **inputs: of(**{names.get(name, name): value for name, value in inputs.items()})


def drive_tons(kind, number, tons, tl=15):
    if kind == "pp":
        return drives.plant_tons(number, tons, percent(tl))
    return drives.drive_tons(kind, number, tons, TABLES)


def drive_cost(kind, number, drive_tons):
    if kind == "pp":
        return drive_tons * drives.PLANT_PRICE
    return drives.drive_price(kind, number, drive_tons, TABLES)


def drive_number(kind, drive_tons, total_tons, tl=15):
    if kind == "pp":
        return drives.plant_number(drive_tons, total_tons, percent(tl))
    return drives.drive_number(kind, drive_tons, total_tons, TABLES)


def priced(amounts):
    return dict(zip(("tons", "cost_cr"), amounts, strict=True))


def armor(tons, tl, factor):
    band = TABLES.band(tl)
    return priced(hull.armor_plates(tons, factor, band.armor_base, band.armor_each))


def screen(kind, factor, tons=0):
    row = TABLES.screens[PARTS[kind], factor]
    return {"tons": row.tons, "cost_cr": row.price, "ep": weapons.screen_ep(row, tons), "tl": row.tl}


def least_computer(size):
    found = hull.least_computer(size, TABLES)
    return found.model if found else None


def bearing_of(batteries, size):
    known = {each.code: each.bearing for each in TABLES.sizes}
    return weapons.bearing(batteries, known[size])


def crew_minimum(tons, **duties):
    if tons <= 1000:
        plain = Design(tl=15, tons=Fraction(tons), configuration=1)
        return {"rule": "book2"} if crew.sections_of(plain, TABLES) == () else {}
    crews = duties.pop("craft")
    sections = crew.crew_sections(crew.Duties(tons, craft=len(crews), craft_crew=sum(crews), **duties))
    counts = {section.name: section.count for section in sections}
    return counts | {"total": sum(counts.values())}


def turret_factor(weapon, count, tl=7):
    return weapons.turret_factor(TABLES.turrets[weapon], count, tl)


def bay_factor(weapon, size, tl):
    return weapons.bay_factor(TABLES.bays[weapon, size], tl)


ADAPTERS = {
    "to_code": to_code,
    "from_code": from_code,
    "usp_parse": lambda usp: {place: getattr(read_usp(usp), place) for place in ("type", *PLACES)},
    "usp_print": lambda **places: str(Usp(**places)),
    "tonnage_code": lambda tons: TABLES.size(tons).code,
    "crew_code": lambda **people: crew.crew_digit(people["crew"]),
    "hull_cost": lambda tons, config: hull.hull_price(tons, TABLES.configurations[config]),
    "drive_tons": drive_tons,
    "drive_cost": drive_cost,
    "drive_number": drive_number,
    "jump_fuel": drives.jump_fuel,
    "pp_fuel": renamed(drives.plant_fuel, pp="power"),
    "energy_points": renamed(drives.energy_points, pp="power"),
    "purification": lambda tl, fuel: priced(drives.purifier(TABLES.purifiers[tl], fuel)),
    "lhyd_cost": drives.tanks_price,
    "bridge": lambda tons: priced(hull.bridge(tons)),
    "min_computer": least_computer,
    "armor": armor,
    "base_turret_rating": renamed(turret_factor, type="weapon", weapons="count"),
    "turret_rating": renamed(turret_factor, type="weapon", weapons="count"),
    "bay_factor": renamed(bay_factor, type="weapon"),
    "max_bays": renamed(weapons.most_bays, spinal_tons="spinal"),
    "max_hardpoints": renamed(weapons.most_hardpoints, spinal_tons="spinal"),
    "bearing": bearing_of,
    "screen": screen,
    "carried_tons": carriage.carried_tons,
    "launch_rate": renamed(carriage.launch_rate, config="configuration"),
    "launch_tube": lambda tons: priced(carriage.launch_tube(tons)),
    "crew_minimum": crew_minimum,
    "staterooms_needed": crew.staterooms_needed,
    "agility": lambda tons, ep, used, maneuver: drives.agility(tons, ep - used, maneuver),
    "emergency_agility": renamed(drives.emergency_agility, pp="power"),
    "can_land": renamed(hull.can_land, config="configuration"),
    "design": ship,
    "small_craft": small_craft,
}
