"""What is said of the weapon in use, by name."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.engine.errors import RuleError
from bot.engine.matching import match
from bot.engine.system import Settings, Trait, whole
from bot.systems.combat3000.arming import arm_of, arms, carry, filled, named, shell_for, sight_for, spares
from bot.systems.combat3000.sheet import (
    Carried,
    Hand,
    Sheet,
    Supply,
    Working,
)
from bot.systems.combat3000.tables import Tables
from bot.systems.combat3000.weapons import Weapon

_NONE = "none"
_MOST_SPARES = 100


def in_use(sheet: Sheet) -> Carried:
    """The first weapon; raises RuleError where there is none."""
    if not sheet.weapons:
        raise RuleError("There is no weapon on this sheet: name one with weapon: first.")
    return sheet.weapons[0]


def weapon_traits(tables: Tables) -> tuple[Trait, ...]:
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
        _of_weapon("in hand", "hand", Hand, lambda carried, hand: replace(carried, hand=hand)),
        _of_weapon("working", "working", Working, lambda carried, working: replace(carried, working=working)),
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


def _of_weapon(name: str, attribute: str, kind: Any, put: Callable[[Carried, Any], Carried]) -> Trait:
    """Something of the weapon in use that has a few values."""

    def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return sheet.with_carried(put(in_use(sheet), kind(match(text, tuple(kind), what=f"value for {name}"))))

    return Trait(name, lambda sheet: str(getattr(in_use(sheet), attribute).value), write, tuple(kind))
