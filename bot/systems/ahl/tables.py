"""The book's tables, as every order needs them."""

from dataclasses import dataclass

from bot.systems.ahl.structures import StructureKind
from bot.systems.ahl.weapons import Armour, Weapon


@dataclass(frozen=True, slots=True)
class Tables:
    """Weapons, armour and kinds of structure by name."""

    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    structures: dict[str, StructureKind]
