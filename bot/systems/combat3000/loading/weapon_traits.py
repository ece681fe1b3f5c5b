"""What is said of the weapon in use, by name."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Hand, Sheet, Working, in_use
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import arm_of, arms, carry, filled, named, shell_for, sight_for, spares

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
