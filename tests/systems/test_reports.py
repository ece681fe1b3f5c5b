"""What orders report is plain data: stored as JSON, it is worded when it is told, and holds no tables and no deck."""

from dataclasses import is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from bot import systems

SYSTEMS = systems.discover(systems)
ORDERS = [
    pytest.param(order, id=f"{key} {verb}") for key, system in SYSTEMS.items() for verb, order in system.orders.items()
]
# Whole books and decks, and rows of their tables by which a report names what was fired, worn or hit.
NONE_OF = {"Book", "Tables", "Board", "Plan", "Weapon", "Ammunition", "Armour", "Cell", "Shell", "CloseWeapon"}
NONE_OF |= {"Sight", "StructureKind", "VehicleType", "Creature", "CombatTables", "WeaponKind"}
# Whole sheets, and battles of ships.
NONE_OF |= {"Character", "Figure", "Vehicle", "Ship", "Vessel", "Battle"}
# What is worded at once can't be told to another reader, nor replayed; what may be anything isn't read back as it was.
NONE_OF |= {"Card", "Any"}


def parts(kind, known):
    """All classes of which a value of that type may be made."""
    for inner in get_args(kind):
        parts(inner, known)
    if kind is Any:
        known.add(Any)
    found = get_origin(kind) or kind
    if isinstance(found, type) and is_dataclass(found) and found not in known:
        known.add(found)
        for hint in get_type_hints(found).values():
            parts(hint, known)
    return known


@pytest.mark.parametrize("order", ORDERS)
def test_a_report_is_neither_words_nor_tables_nor_sheets(order):
    assert {kind.__name__ for kind in parts(order.kind, set())} & NONE_OF == set()
