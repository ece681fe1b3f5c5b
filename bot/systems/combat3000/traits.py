"""The values of a sheet that people set by name, in the order in which they are written."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.cards import signed
from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.devices.robots import robot_traits
from bot.systems.combat3000.devices.speech import speech_traits
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Profile, Sheet, Supply, Vehicle, Working, in_use
from bot.systems.combat3000.figure.state import figure_of, flying_traits, state_traits, vehicle_traits
from bot.systems.combat3000.fire.volley import fuse_trait
from bot.systems.combat3000.lists.others import VehicleType
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import (
    arm_of,
    arms,
    carry,
    filled,
    grenades,
    named,
    shell_for,
    sight_for,
    spares,
)
from bot.systems.combat3000.morale.traits import morale_traits

_NONE = "none"
_MOST_SPARES = 100


def _used(sheet: Sheet) -> Carried:
    """The weapon in use; raises RuleError if there is none."""
    used = in_use(sheet.weapons)
    if used is None:
        raise RuleError("There is no weapon on this sheet: name one with weapon: first.")
    return used


def weapon_traits(book: Book) -> tuple[Trait, ...]:
    """What is said of the weapon in use."""
    return (
        _weapon(book),
        _ammunition(book),
        _clips(book),
        _loaded(book),
        _of_weapon("in hand", "hand", Hand, lambda carried, hand: replace(carried, hand=hand)),
        _of_weapon("working", "working", Working, lambda carried, working: replace(carried, working=working)),
        _sight(book),
        _mount(book),
        _setting(book),
    )


def _firearm(sheet: Sheet, book: Book) -> tuple[Carried, Weapon]:
    """The weapon in use and its profile; raises RuleError for one that is no firearm."""
    carried = _used(sheet)
    weapon = arm_of(carried.weapon, book)
    if not isinstance(weapon, Weapon):
        raise RuleError(f"{weapon.name} is no firearm: it has no such thing.")
    return carried, weapon


def _weapon(book: Book) -> Trait:
    rows = arms(book)

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        used = in_use(sheet.weapons)
        rest = replace(sheet, weapons=tuple(carried for carried in sheet.weapons if carried is not used))
        return replace(sheet, weapons=(carry(rest, named(text, rows, "weapon"), book), *rest.weapons))

    return Trait("weapon", lambda sheet: _used(sheet).name, write, tuple(rows.values()))


def _ammunition(book: Book) -> Trait:
    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = _firearm(sheet, book)
        shell = shell_for(weapon, text, book)
        return sheet.with_carried(replace(carried, loaded=filled(weapon, shell), spare=()))

    return Trait("ammunition", lambda sheet: _used(sheet).loaded.ammunition, write, tuple(book.shells))


def _clips(book: Book) -> Trait:
    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = _firearm(sheet, book)
        number = whole(text, "number of spares", 0, _MOST_SPARES)
        return sheet.with_carried(replace(carried, spare=spares(weapon, carried.loaded.ammunition, number)))

    return Trait("clips", lambda sheet: str(sum(supply.rounds for supply in _used(sheet).spare)), write)


def _loaded(book: Book) -> Trait:
    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = _firearm(sheet, book)
        rounds = whole(text, "number of shots", 0, weapon.supply)
        return sheet.with_carried(replace(carried, loaded=replace(carried.loaded, rounds=rounds)))

    return Trait("loaded", lambda sheet: str(_used(sheet).loaded.rounds), write)


def _sight(book: Book) -> Trait:
    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = _firearm(sheet, book)
        return sheet.with_carried(replace(carried, sight=_optic(weapon, text, book, mount=False)))

    return Trait("sight", lambda sheet: _used(sheet).sight or _NONE, write, _optics(book, "S"))


def _mount(book: Book) -> Trait:
    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = _firearm(sheet, book)
        return sheet.with_carried(replace(carried, mount=_optic(weapon, text, book, mount=True)))

    return Trait("mount", lambda sheet: _used(sheet).mount or _NONE, write, _optics(book, "M"))


def _optic(weapon: Weapon, text: str, book: Book, *, mount: bool) -> str:
    """The code of a sight or a mount, "" for none."""
    return "" if text.casefold() == _NONE else sight_for(weapon, text, book, mount=mount)


def _setting(book: Book) -> Trait:
    known = dict.fromkeys(setting.name for weapon in book.weapons.values() for setting in weapon.settings)

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        carried, weapon = _firearm(sheet, book)
        names = [setting.name for setting in weapon.settings]
        return sheet.with_carried(replace(carried, setting=match(text, names, what=f"setting of {weapon.name}")))

    return Trait("setting", lambda sheet: _used(sheet).setting or _NONE, write, tuple(known))


def _optics(book: Book, letter: str) -> tuple[str, ...]:
    return (_NONE, *(sight.name for code, sight in book.sights.items() if code.startswith(letter)))


def _of_weapon(name: str, attribute: str, kind: Any, put: Callable[[Carried, Any], Carried]) -> Trait:
    """Something of the weapon in use that has a few values."""

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return sheet.with_carried(put(_used(sheet), kind(match(text, tuple(kind), what=f"value for {name}"))))

    return Trait(name, lambda sheet: str(getattr(_used(sheet), attribute).value), write, tuple(kind))


# How far profiles vary (C3K Creatures); of a walk the rules name no bound.
_LIMITS = {"accuracy": 50, "strength": 5, "dexterity": 3, "reflex": 2, "walk": 50}


def traits(book: Book) -> Mapping[str, Trait]:
    """All values by name: what it is, its profile, weapon and ammunition, armour, how it is."""
    made = (
        _vehicle(book),
        _creature(book),
        *(_rating(name) for name in _LIMITS),
        *weapon_traits(book),
        _codes("armour", {code: armour.name for code, armour in book.armour.items()}),
        _codes("equipment", {code: item.name for code, item in book.equipment.items()}),
        _grenades(book),
        *state_traits(),
        *morale_traits(),
        *flying_traits(),
        fuse_trait(),
        *robot_traits(),
        *speech_traits(),
        *vehicle_traits(),
    )
    return {trait.name: trait for trait in made}


def _vehicle(book: Book) -> Trait:
    rows = {code: vehicle.name for code, vehicle in book.vehicles.items()}

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        if text.casefold() == _NONE:
            return Figure()
        return make_vehicle(book.vehicles[named(text, rows, "vehicle")], book)

    def read(sheet: Sheet) -> str:
        return rows.get(sheet.vehicle, "vehicle") if isinstance(sheet, Vehicle) else _NONE

    return Trait("vehicle", read, write, (_NONE, *rows.values()))


def make_vehicle(kind: VehicleType, book: Book) -> Vehicle:
    """A vehicle of the list with its crew and its mounted weapon, whose mount is the vehicle's own."""
    bare = Vehicle(kind.code, kind.armour, kind.carries)
    if not kind.weapon:
        return bare
    return bare.with_carried(replace(carry(bare, kind.weapon, book), mount=kind.code))


def _creature(book: Book) -> Trait:
    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        creature = book.creatures[match(text, book.creatures, what="creature")]
        return replace(figure_of(sheet, "creature"), creature=creature.name, profile=creature.profile)

    return Trait("creature", lambda sheet: getattr(sheet, "creature", _NONE), write, tuple(book.creatures))


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


def _grenades(book: Book) -> Trait:
    """Grenades as `101 x 3, 118`: codes or names, and how many of each."""
    rows = grenades(book)

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
