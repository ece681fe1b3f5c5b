"""The values of a sheet that people set by name, in the order in which they are written."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.cards import signed
from bot.engine.errors import RuleError
from bot.engine.matching import match
from bot.engine.system import Settings, Trait, whole
from bot.systems.combat3000.arming import arm_of, arms, carry, filled, grenades, named, shell_for, sight_for, spares
from bot.systems.combat3000.lists import VehicleType
from bot.systems.combat3000.sheet import (
    Aim,
    Carried,
    Figure,
    Hand,
    Part,
    Posture,
    Profile,
    Sheet,
    Supply,
    Vehicle,
    Working,
    Wound,
)
from bot.systems.combat3000.tables import Tables
from bot.systems.combat3000.weapons import Weapon

_NONE = "none"
_LIMITS = {"accuracy": 100, "strength": 10, "dexterity": 10, "reflex": 10, "walk": 50}
_MOST_SPARES = 100
_MOST_TURNS = 1000
_FIGURES = ("alive", "killed")


def traits(tables: Tables) -> Mapping[str, Trait]:
    """All values by name: what it is, its profile, weapon and ammunition, armour, how it is."""
    made = (
        _vehicle(tables),
        _creature(tables),
        *(_rating(name) for name in _LIMITS),
        *_weapon_traits(tables),
        _codes("armour", {code: armour.name for code, armour in tables.armour.items()}),
        _codes("equipment", {code: item.name for code, item in tables.equipment.items()}),
        _grenades(tables),
        *_state_traits(),
        *_vehicle_traits(),
    )
    return {trait.name: trait for trait in made}


def figure_of(sheet: Sheet, what: str) -> Figure:
    """The sheet as a figure's; raises RuleError for a vehicle, which has no `what`."""
    if isinstance(sheet, Figure):
        return sheet
    raise RuleError(f"A vehicle has no {what}: it has armour, weapons, crew and speed.")


def vehicle_of(sheet: Sheet, what: str) -> Vehicle:
    """The sheet as a vehicle's; raises RuleError for a figure, which has no `what`."""
    if isinstance(sheet, Vehicle):
        return sheet
    raise RuleError(f"A figure has no {what}: make it a vehicle with vehicle: first.")


def in_use(sheet: Sheet) -> Carried:
    """The first weapon; raises RuleError where there is none."""
    if not sheet.weapons:
        raise RuleError("There is no weapon on this sheet: name one with weapon: first.")
    return sheet.weapons[0]


def _vehicle(tables: Tables) -> Trait:
    rows = {code: vehicle.name for code, vehicle in tables.vehicles.items()}

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        if text.casefold() == _NONE:
            return Figure()
        return make_vehicle(tables.vehicles[named(text, rows, "vehicle")], tables)

    def read(sheet: Sheet) -> str:
        return rows.get(sheet.vehicle, "vehicle") if isinstance(sheet, Vehicle) else _NONE

    return Trait("vehicle", read, write, (_NONE, *rows.values()))


def make_vehicle(kind: VehicleType, tables: Tables) -> Vehicle:
    """A vehicle of the list with its crew and its mounted weapon, whose mount is the vehicle's own."""
    bare = Vehicle(kind.code, kind.armour, kind.carries)
    if not kind.weapon:
        return bare
    return bare.with_carried(replace(carry(bare, kind.weapon, tables), mount=kind.code))


def _creature(tables: Tables) -> Trait:
    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        creature = tables.creatures[match(text, tables.creatures, what="creature")]
        return replace(figure_of(sheet, "creature"), creature=creature.name, profile=creature.profile)

    return Trait("creature", lambda sheet: getattr(sheet, "creature", _NONE), write, tuple(tables.creatures))


def _rating(name: str) -> Trait:
    most = _LIMITS[name]

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        figure = figure_of(sheet, name)
        number = whole(text, name, 0 if name == "walk" else -most, most)
        return replace(figure, profile=Profile(**{**_ratings(figure.profile), name: number}))

    def read(sheet: Sheet) -> str:
        return signed(getattr(sheet.profile, name)) if isinstance(sheet, Figure) else _NONE

    return Trait(name, read, write)


def _ratings(profile: Profile) -> dict[str, int]:
    return {name: getattr(profile, name) for name in _LIMITS}


def _weapon_traits(tables: Tables) -> tuple[Trait, ...]:
    """What is said of the weapon in use."""
    rows = arms(tables)

    def firearm(sheet: Sheet) -> tuple[Carried, Weapon]:
        carried = in_use(sheet)
        weapon = arm_of(carried.weapon, tables)
        if not isinstance(weapon, Weapon):
            raise RuleError(f"{weapon.name} is no firearm: it has no such thing.")
        return carried, weapon

    def write_weapon(sheet: Sheet, text: str, _: Settings) -> Sheet:
        rest = replace(sheet, weapons=sheet.weapons[1:])
        return replace(sheet, weapons=(carry(rest, named(text, rows, "weapon"), tables), *rest.weapons))

    def write_ammunition(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = firearm(sheet)
        shell = shell_for(weapon, text, tables)
        return sheet.with_carried(replace(carried, loaded=filled(weapon, shell), spare=()))

    def write_clips(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = firearm(sheet)
        number = whole(text, "number of spares", 0, _MOST_SPARES)
        return sheet.with_carried(replace(carried, spare=spares(weapon, carried.loaded.ammunition, number)))

    def write_rounds(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = firearm(sheet)
        rounds = whole(text, "number of shots", 0, weapon.supply)
        return sheet.with_carried(replace(carried, loaded=replace(carried.loaded, rounds=rounds)))

    def write_optics(*, mount: bool) -> Callable[[Sheet, str, Settings], Sheet]:
        def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
            carried, weapon = firearm(sheet)
            code = "" if text.casefold() == _NONE else sight_for(weapon, text, tables, mount=mount)
            return sheet.with_carried(replace(carried, mount=code) if mount else replace(carried, sight=code))

        return write

    def write_setting(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = firearm(sheet)
        names = [setting.name for setting in weapon.settings]
        return sheet.with_carried(replace(carried, setting=match(text, names, what=f"setting of {weapon.name}")))

    return (
        Trait("weapon", lambda sheet: in_use(sheet).name, write_weapon, tuple(rows.values())),
        Trait("ammunition", lambda sheet: in_use(sheet).loaded.ammunition, write_ammunition, tuple(tables.shells)),
        Trait("clips", lambda sheet: str(_spare_rounds(in_use(sheet).spare)), write_clips),
        Trait("loaded", lambda sheet: str(in_use(sheet).loaded.rounds), write_rounds),
        _of_weapon("hand", Hand, lambda carried, hand: replace(carried, hand=hand)),
        _of_weapon("working", Working, lambda carried, working: replace(carried, working=working)),
        Trait("sight", lambda sheet: in_use(sheet).sight or _NONE, write_optics(mount=False), _optics(tables, "S")),
        Trait("mount", lambda sheet: in_use(sheet).mount or _NONE, write_optics(mount=True), _optics(tables, "M")),
        Trait(
            "setting", lambda sheet: in_use(sheet).setting or _NONE, write_setting, ("kill", "stun", "tight", "wide")
        ),
    )


def _optics(tables: Tables, letter: str) -> tuple[str, ...]:
    return (_NONE, *(sight.name for code, sight in tables.sights.items() if code.startswith(letter)))


def _spare_rounds(spare: Iterable[Supply]) -> int:
    return sum(supply.rounds for supply in spare)


def _of_weapon(name: str, kind: Any, put: Callable[[Carried, Any], Carried]) -> Trait:
    """Something of the weapon in use that has a few values."""

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return sheet.with_carried(put(in_use(sheet), kind(match(text, tuple(kind), what=f"value for {name}"))))

    return Trait(name, lambda sheet: str(getattr(in_use(sheet), name).value), write, tuple(kind))


def _codes(name: str, rows: Mapping[str, str]) -> Trait:
    """A list of things, by names or codes with commas between them; a vehicle's armour is a number."""

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        if isinstance(sheet, Vehicle) and name == "armour":
            return replace(sheet, armour=whole(text, name, 0, 20))
        wanted = [] if text.casefold() in {_NONE, ""} else text.split(",")
        codes = tuple(named(each, rows, name) for each in wanted)
        figure = figure_of(sheet, name)
        return replace(figure, armour=codes) if name == "armour" else replace(figure, equipment=codes)

    def read(sheet: Sheet) -> str:
        if isinstance(sheet, Vehicle):
            return str(sheet.armour) if name == "armour" else _NONE
        return ", ".join(rows[code] for code in getattr(sheet, name)) or _NONE

    return Trait(name, read, write, (_NONE, *rows.values()))


def _grenades(tables: Tables) -> Trait:
    """Grenades as `101 x 3, 118`: codes or names, and how many of each."""
    rows = grenades(tables)

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        wanted = [] if text.casefold() in {_NONE, "", "0"} else text.split(",")
        held = tuple(_some(each, rows) for each in wanted)
        return replace(figure_of(sheet, "grenades"), grenades=held)

    def read(sheet: Sheet) -> str:
        held = sheet.grenades if isinstance(sheet, Figure) else ()
        return ", ".join(f"{supply.ammunition} x {supply.rounds}" for supply in held) or _NONE

    return Trait("grenades", read, write, tuple(rows.values()))


def _some(text: str, rows: Mapping[str, str]) -> Supply:
    name, _, number = text.strip().casefold().partition(" x ")
    return Supply(named(name, rows, "grenade"), whole(number or "1", "number of grenades", 1, 100))


def _state_traits() -> tuple[Trait, ...]:
    """How a figure is."""

    def write_posture(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return replace(figure_of(sheet, "posture"), posture=Posture(match(text, tuple(Posture), what="posture")))

    def write_robot(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return replace(figure_of(sheet, "robot"), robot=match(text, ("yes", "no"), what="answer") == "yes")

    def write_condition(sheet: Sheet, text: str, _: Settings) -> Sheet:
        killed = match(text, _FIGURES, what="condition") == "killed"
        return replace(figure_of(sheet, "condition"), killed=killed)

    def write_stunned(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return replace(figure_of(sheet, "stun"), stunned=whole(text, "number of turns", 0, _MOST_TURNS))

    def write_aiming(sheet: Sheet, text: str, _: Settings) -> Sheet:
        target, _space, turns = text.rpartition(" ")
        if text.casefold() == _NONE:
            return replace(figure_of(sheet, "aim"), aim=Aim())
        return replace(figure_of(sheet, "aim"), aim=Aim(target, whole(turns, "turns of aiming", 1, 9)))

    return (
        Trait("robot", lambda sheet: "yes" if getattr(sheet, "robot", False) else "no", write_robot, ("no", "yes")),
        Trait("posture", lambda sheet: str(getattr(sheet, "posture", _NONE)), write_posture, tuple(Posture)),
        Trait("condition", lambda s: "killed" if getattr(s, "killed", False) else "alive", write_condition, _FIGURES),
        Trait("stunned", lambda sheet: str(getattr(sheet, "stunned", 0)), write_stunned),
        Trait("wounds", _read_wounds, _write_wounds, (_NONE, *(f"1 {part}" for part in Part if part))),
        Trait("aiming", _read_aiming, write_aiming, (_NONE,)),
    )


def _read_aiming(sheet: Sheet) -> str:
    aim = sheet.aim if isinstance(sheet, Figure) else Aim()
    return f"{aim.target} {aim.turns}" if aim.turns else _NONE


def _read_wounds(sheet: Sheet) -> str:
    wounds = sheet.wounds if isinstance(sheet, Figure) else ()
    return ", ".join(f"{wound.points} {wound.part}".strip() for wound in wounds) or _NONE


def _write_wounds(sheet: Sheet, text: str, _: Settings) -> Sheet:
    """Wounds as `2 left arm, 1`: points, and the part where the campaign has those."""
    wanted = [] if text.casefold() in {_NONE, "", "0"} else text.split(",")
    return replace(figure_of(sheet, "wounds"), wounds=tuple(_wound(each.strip()) for each in wanted))


def _wound(text: str) -> Wound:
    points, _, part = text.partition(" ")
    parts = tuple(each for each in Part if each)
    return Wound(whole(points, "wound points", 1, 9), Part(match(part, parts, what="part of the body") if part else ""))


def _vehicle_traits() -> tuple[Trait, ...]:
    """How a vehicle is."""

    def count(name: str, attribute: str, most: int) -> Trait:
        def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
            changed: dict[str, Any] = {attribute: whole(text, name, 0, most)}
            return replace(vehicle_of(sheet, name), **changed)

        return Trait(name, lambda sheet: str(getattr(sheet, attribute, _NONE)), write)

    def so(name: str, attribute: str) -> Trait:
        def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
            changed: dict[str, Any] = {attribute: match(text, ("yes", "no"), what="answer") == "yes"}
            return replace(vehicle_of(sheet, name), **changed)

        return Trait(name, lambda sheet: "yes" if getattr(sheet, attribute, False) else "no", write, ("yes", "no"))

    return (
        count("crew", "crew", 50),
        count("speed", "speed", 1000),
        so("immobilised", "immobilised"),
        so("powerless", "powerless"),
        so("knocked out", "knocked_out"),
    )
