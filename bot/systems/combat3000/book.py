"""Combat 3000's book as a value: its lists, and the factors of its throws; whoever resolves something is handed it."""

from dataclasses import dataclass
from pathlib import Path

from bot.engine.dice import ModifierRules
from bot.systems.combat3000.aim.hitroll import SUB_PHASE
from bot.systems.combat3000.aim.shot import TO_HIT, Shot
from bot.systems.combat3000.hit.kills import BY_THE_BOOK, Kills
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
from bot.systems.combat3000.lists.weapons import (
    Action,
    Item,
    Weapon,
    load_actions,
    load_equipment,
    load_visibility,
    load_weapons,
)
from bot.systems.combat3000.melee.blows import AS_PRINTED, Blows


@dataclass(frozen=True, slots=True)
class Book:
    """All lists by code; creatures by name, how far things are seen by size and light, and all that changes a chance
    to hit (`to_hit`), the die for a sub-phase, what a hit throws for (`kills`), and what a blow does (`blows`).
    """

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
    to_hit: ModifierRules[Shot] = TO_HIT
    sub_phase: ModifierRules[Shot] = SUB_PHASE
    kills: Kills = BY_THE_BOOK
    blows: Blows = AS_PRINTED


def load_book(data: Path) -> Book:
    """Read every list from the data folder. Raises DataError, naming file and line, where one is wrong."""
    return Book(
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
