"""The values of a sheet that people set by name, in the order in which they are written."""

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.cards import signed
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, Profile, Sheet, Supply, Vehicle
from bot.systems.combat3000.figure.state import figure_of, state_traits, vehicle_traits
from bot.systems.combat3000.fire.fuses import fuse_trait
from bot.systems.combat3000.lists.others import VehicleType
from bot.systems.combat3000.loading.arming import carry, grenades, named
from bot.systems.combat3000.loading.weapon_traits import weapon_traits

_NONE = "none"
_LIMITS = {"accuracy": 100, "strength": 10, "dexterity": 10, "reflex": 10, "walk": 50}


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
        fuse_trait(),
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
