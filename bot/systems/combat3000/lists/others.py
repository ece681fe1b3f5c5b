"""The other lists: shells, close weapons, sights and mounts, armour, creatures, vehicles."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

from bot.engine.tables import read_rows
from bot.systems.combat3000.figure.sheet import Profile
from bot.systems.combat3000.lists.weapons import number_or_none, stun_die


class Form(StrEnum):
    """In which form a code can be had; shells and grenades don't interchange."""

    BOTH = "both"
    SHELL = "shell only"
    GRENADE = "grenade only"


@dataclass(frozen=True, slots=True)
class Shell:
    """A shell or grenade of one calibre (0: an arrow).

    `diameter` of the circle in cm is 0 for armour piercing and None where the list has X, as is `effect`.
    """

    code: str
    name: str
    calibre: int
    diameter: int | None
    effect: int | None
    accuracy: int
    cost: int
    form: Form
    traits: frozenset[str]
    doubts: frozenset[str]


@dataclass(frozen=True, slots=True)
class CloseWeapon:
    """A close combat weapon; `handling` is None for the Laser Pike, whose own rule gives it.

    `thrown` is accuracy and effect of one that may be thrown; improvised weapons have their name as their code.
    """

    code: str
    name: str
    handling: int | None
    effect: int
    cost: int
    hands: int
    thrown: tuple[int, int] | None
    stun: int
    traits: frozenset[str]
    doubts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sight:
    """A sight or a mount: percent, percent at night, reflex; `fits` the weapon classes (empty for any).

    `ws` is wide spectrum; `always` counts in every fire and not only in aimed fire.
    """

    code: str
    name: str
    ws: bool
    accuracy: int
    night: int
    reflex: int
    cost: int
    fits: frozenset[str]
    always: bool
    doubts: frozenset[str]


class Scope(StrEnum):
    """Against what armour counts."""

    ALL = "all"
    CLOSE = "close combat"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Armour:
    """A piece of armour, or a full suit with what it does to the wearer's profile and load limit."""

    code: str
    name: str
    value: int
    scope: Scope
    load: Fraction
    cost: int
    dexterity: int
    reflex: int
    walk: int
    close_strength: int
    limit: int
    doubts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Creature:
    """A kind of creature: profile, price (of a whole group besides, for some), arc of vision to each side."""

    name: str
    profile: Profile
    cost: int
    group_cost: int
    arc: int
    traits: frozenset[str]


@dataclass(frozen=True, slots=True)
class VehicleType:
    """A vehicle of the list: speeds in cm, armour, how many it carries, and its mounted weapon with that mount."""

    code: str
    name: str
    movement: str
    amphibious: bool
    acceleration: int
    maximum: int
    armour: int
    carries: int
    weapon: str
    mount: str
    mount_profile: tuple[int, int, int]
    traverse: str
    cost: int


def load_shells(path: Path) -> dict[str, Shell]:
    """Shells and grenades by code, and by code and calibre where a code has several: 1132 is 113 of calibre 2."""

    def row(cells: Mapping[str, str]) -> Shell:
        return Shell(
            code=cells["code"],
            name=cells["shell"],
            calibre=int(cells["calibre"]),
            diameter=number_or_none(cells["diameter"]),
            effect=number_or_none(cells["effect"]),
            accuracy=int(cells["accuracy"]),
            cost=int(cells["cost"]),
            form=Form(cells["form"]),
            traits=frozenset(cells["traits"].split()),
            doubts=frozenset(cells["doubts"].split()),
        )

    rows = read_rows(path, row)
    codes = [shell.code for shell in rows]
    return {(f"{shell.code}{shell.calibre}" if codes.count(shell.code) > 1 else shell.code): shell for shell in rows}


def load_close_weapons(path: Path) -> dict[str, CloseWeapon]:
    """Close combat weapons by code, improvised ones by name."""

    def row(cells: Mapping[str, str]) -> CloseWeapon:
        traits = frozenset(cells["traits"].split())
        thrown = (int(cells["thrown accuracy"]), int(cells["thrown effect"])) if cells["thrown accuracy"] else None
        return CloseWeapon(
            code=cells["code"] or cells["weapon"],
            name=cells["weapon"],
            handling=number_or_none(cells["handling"]),
            effect=int(cells["effect"]),
            cost=int(cells["cost"]),
            hands=int(cells["hands"]),
            thrown=thrown,
            stun=stun_die(traits),
            traits=traits,
            doubts=frozenset(cells["doubts"].split()),
        )

    return {weapon.code: weapon for weapon in read_rows(path, row)}


def load_sights(path: Path) -> dict[str, Sight]:
    """Sights and mounts by code."""

    def row(cells: Mapping[str, str]) -> Sight:
        return Sight(
            code=cells["code"],
            name=cells["sight"],
            ws=cells["ws"] == "yes",
            accuracy=int(cells["accuracy"]),
            night=int(cells["night"]),
            reflex=int(cells["reflex"]),
            cost=int(cells["cost"]),
            fits=frozenset() if cells["for"] == "any" else frozenset(cells["for"].split("/")),
            always="always" in cells["traits"].split(),
            doubts=frozenset(cells["doubts"].split()),
        )

    return {sight.code: sight for sight in read_rows(path, row)}


def load_armour(path: Path) -> dict[str, Armour]:
    """Armour by code, full suits too."""

    def row(cells: Mapping[str, str]) -> Armour:
        return Armour(
            code=cells["code"],
            name=cells["armour"],
            value=int(cells["value"]),
            scope=Scope(cells["scope"]),
            load=Fraction(cells["load"] or 0),
            cost=int(cells["cost"]),
            dexterity=int(cells["dexterity"] or 0),
            reflex=int(cells["reflex"] or 0),
            walk=int(cells["walk"] or 0),
            close_strength=int(cells["close strength"] or 0),
            limit=int(cells["limit"] or 0),
            doubts=frozenset(cells["doubts"].split()),
        )

    return {armour.code: armour for armour in read_rows(path, row)}


def load_creatures(path: Path) -> dict[str, Creature]:
    """Creatures by name."""

    def row(cells: Mapping[str, str]) -> Creature:
        ratings = ("accuracy", "strength", "dexterity", "reflex", "walk")
        return Creature(
            name=cells["creature"],
            profile=Profile(*(int(cells[rating]) for rating in ratings)),
            cost=int(cells["cost"]),
            group_cost=int(cells["group cost"]),
            arc=int(cells["arc"]),
            traits=frozenset(cells["traits"].split()),
        )

    return {creature.name: creature for creature in read_rows(path, row)}


def load_vehicles(path: Path) -> dict[str, VehicleType]:
    """Vehicles by code."""

    def row(cells: Mapping[str, str]) -> VehicleType:
        accuracy, night, reflex = (int(part) for part in (cells["mount profile"] or "0.0.0").split("."))
        return VehicleType(
            code=cells["code"],
            name=cells["vehicle"],
            movement=cells["class"],
            amphibious="amphibious" in cells["traits"].split(),
            acceleration=int(cells["acceleration"]),
            maximum=int(cells["maximum"]),
            armour=int(cells["armour"]),
            carries=int(cells["carries"]),
            weapon=cells["weapon"],
            mount=cells["mount"],
            mount_profile=(accuracy, night, reflex),
            traverse=cells["traverse"],
            cost=int(cells["cost"]),
        )

    return {vehicle.code: vehicle for vehicle in read_rows(path, row)}
