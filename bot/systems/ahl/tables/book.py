"""The book's tables, as every order needs them."""

from dataclasses import dataclass

from bot.systems.ahl.tables.melee import MeleeTable
from bot.systems.ahl.tables.structures import StructureKind
from bot.systems.ahl.tables.weapons import Armour, Weapon


@dataclass(frozen=True, slots=True)
class Tables:
    """Weapons, armour and kinds of structure by name, and the melee table."""

    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    melee: MeleeTable
    structures: dict[str, StructureKind]
