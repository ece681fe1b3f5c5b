"""Reading the values of an order's fields."""

from bot.engine.errors import RuleError
from bot.engine.system import Values
from bot.systems.highguard.combat.tables import CombatTables, WeaponKind


def text(values: Values, name: str) -> str:
    """A field's text, empty where it was left out."""
    return str(values.get(name, ""))


def number(values: Values, name: str) -> int:
    """A field's number, 0 where it was left out."""
    value = values.get(name, 0)
    assert isinstance(value, int)
    return value


def weapon_asked(values: Values, combat: CombatTables) -> WeaponKind:
    """The kind of weapon that was named; raises RuleError where none was."""
    name = text(values, "weapon")
    if not name:
        raise RuleError("Name a weapon, such as weapon:beam laser; missiles are nuclear or HE (HG-A11).")
    return combat.weapons[name]
