"""The book's lists, as every order needs them."""

from dataclasses import dataclass
from pathlib import Path

from bot.systems.combat3000.lists.gear import Action, Item, load_actions, load_equipment, load_visibility
from bot.systems.combat3000.lists.others import (
    Armour,
    CloseWeapon,
    Creature,
    Shell,
    Sight,
    VehicleType,
    load_armour,
    load_close_weapons,
    load_creatures,
    load_shells,
    load_sights,
    load_vehicles,
)
from bot.systems.combat3000.lists.weapons import Weapon, load_weapons


@dataclass(frozen=True, slots=True)
class Tables:
    """All lists by code; creatures by name, and how far things are seen by size and light."""

    weapons: dict[str, Weapon]
    shells: dict[str, Shell]
    close: dict[str, CloseWeapon]
    sights: dict[str, Sight]
    armour: dict[str, Armour]
    creatures: dict[str, Creature]
    vehicles: dict[str, VehicleType]
    equipment: dict[str, Item]
    actions: dict[str, Action]
    visibility: dict[int, dict[str, int]]


def load_tables(data: Path) -> Tables:
    """Read every list from the data folder. Raises DataError, naming file and line, where one is wrong."""
    return Tables(
        weapons=load_weapons(data / "weapons.csv"),
        shells=load_shells(data / "shells.csv"),
        close=load_close_weapons(data / "close.csv"),
        sights=load_sights(data / "sights.csv"),
        armour=load_armour(data / "armour.csv"),
        creatures=load_creatures(data / "creatures.csv"),
        vehicles=load_vehicles(data / "vehicles.csv"),
        equipment=load_equipment(data / "equipment.csv"),
        actions=load_actions(data / "actions.csv"),
        visibility=load_visibility(data / "visibility.csv"),
    )
