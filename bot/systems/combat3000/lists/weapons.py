"""The lists of weapons, equipment and actions: profiles as the book prints them (C3K lists, rulings C2)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

from bot.engine.tables import read_rows

# What is added to where a figure stands that the list leaves in doubt, a reading of ours.
OURS = ", our reading"


class Class(StrEnum):
    """How a weapon is held (C3K Weapon use); X is the autoblaster's, which counts as P or as S."""

    PISTOL = "P"
    SHOULDER = "S"
    MEDIUM = "M"
    HEAVY = "H"
    EITHER = "X"


class Trajectory(StrEnum):
    """Whether a weapon can fire high trajectory: never, as it likes, or only so."""

    DIRECT = "direct"
    EITHER = "either"
    HIGH_ONLY = "high only"


class Reload(StrEnum):
    """How a weapon is loaded."""

    MAGAZINE = "Mag"
    POWER = "Pos"
    BARREL = "Bar"
    INFINITE = "Inf"
    PACK = "Pak"


@dataclass(frozen=True, slots=True)
class Far:
    """What accuracy and effect are beyond a range in cm."""

    beyond: int
    accuracy: int
    effect: int


@dataclass(frozen=True, slots=True)
class WeaponSetting:
    """What a weapon can be set to: its effect, the circle in cm that it covers (0 for none), and the sides of the
    die that is thrown for turns of stun in tens (0 where it doesn't stun).
    """

    name: str
    effect: int
    circle: int = 0
    stun: int = 0


@dataclass(frozen=True, slots=True)
class Template:
    """A rectangle in cm on the table: across and along the line of fire."""

    wide: float
    deep: float


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's profile. `effect` is None where a shell or a setting gives it; `launcher` is the calibre, 0 for none.

    `supply` counts shots, bursts or barrels; `turns` is the time to reload (for one barrel, where it has those), and
    for weapons that need no reloading the turns that they are idle after a shot; None where it can't be reloaded.
    `minimum` and `maximum` ranges are in cm, 0 for none. `spare` is the price of a magazine, power source or pack,
    None where none is printed. `stun` is the die of a weapon that always stuns, in tens of turns. `doubts` names the
    columns that are readings of ours.
    """

    code: str
    name: str
    prefix: str
    kind: Class
    launcher: int
    trajectory: Trajectory
    area: bool
    accuracy: int
    effect: int | None
    reload: Reload
    supply: int
    turns: int | None
    breakdown: int
    cost: int
    spare: int | None
    minimum: int
    maximum: int
    far: Far | None
    settings: tuple[WeaponSetting, ...]
    template: Template | None
    stun: int
    traits: frozenset[str]
    doubts: frozenset[str]


_PREFIX = re.compile(r"(?P<kind>[PSMHX])X?(?P<area>A?)X?(?:L(?P<calibre>[123]))?(?:\.(?P<high>HTo?))?")
_HIGH = {None: Trajectory.DIRECT, "HT": Trajectory.EITHER, "HTo": Trajectory.HIGH_ONLY}
_SETTING = re.compile(r"(?P<name>\w+) (?P<effect>[+-]\d+)(?: circle (?P<circle>\d+))?(?: stuns d(?P<stun>\d+))?")
_STUN = re.compile(r"stun-d(\d+)")


def _setting(text: str) -> WeaponSetting:
    parts = _SETTING.fullmatch(text)
    if not parts:
        raise ValueError(f"a setting reads like kill +2, not {text!r}")
    return WeaponSetting(parts["name"], int(parts["effect"]), int(parts["circle"] or 0), int(parts["stun"] or 0))


def _template(text: str) -> Template | None:
    if not text:
        return None
    wide, deep = text.split("x")
    return Template(float(wide), float(deep))


def _far(text: str) -> Far | None:
    return Far(*map(int, text.split())) if text else None


def number_or_none(text: str) -> int | None:
    """A cell's number, None where the list has X or nothing."""
    return None if text in {"", "X"} else int(text)


def stun_die(traits: frozenset[str]) -> int:
    """The sides of the die that a weapon's traits give for turns of stun, 0 where it doesn't stun."""
    return next((int(found[1]) for trait in traits if (found := _STUN.fullmatch(trait))), 0)


def _row(cells: Mapping[str, str]) -> Weapon:
    prefix = _PREFIX.fullmatch(cells["prefix"])
    if not prefix:
        raise ValueError(f"a prefix reads like SL1.HTo, not {cells['prefix']!r}")
    traits = frozenset(cells["traits"].split())
    return Weapon(
        code=cells["code"],
        name=cells["weapon"],
        prefix=cells["prefix"],
        kind=Class(prefix["kind"]),
        launcher=int(prefix["calibre"] or 0),
        trajectory=_HIGH[prefix["high"]],
        area=bool(prefix["area"]),
        accuracy=int(cells["accuracy"]),
        effect=number_or_none(cells["effect"]),
        reload=Reload(cells["reload"]),
        supply=int(cells["supply"]),
        turns=number_or_none(cells["turns"]),
        breakdown=int(cells["breakdown"]),
        cost=int(cells["cost"]),
        spare=number_or_none(cells["spare"]),
        minimum=int(cells["minimum"] or 0),
        maximum=int(cells["maximum"] or 0),
        far=_far(cells["far"]),
        settings=tuple(_setting(text) for text in cells["settings"].split(";") if text),
        template=_template(cells["template"]),
        stun=stun_die(traits),
        traits=traits,
        doubts=frozenset(cells["doubts"].split()),
    )


def load_weapons(path: Path) -> dict[str, Weapon]:
    """The weapons by code. Raises DataError with file and line."""
    return {weapon.code: weapon for weapon in read_rows(path, _row)}


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of equipment; `load` in points."""

    code: str
    name: str
    cost: int
    load: Fraction
    facts: str
    doubts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Action:
    """An action: turns and hands that it takes, and what may go with it."""

    code: str
    name: str
    turns: int
    hands: int
    walk: bool
    fire: bool


def load_equipment(path: Path) -> dict[str, Item]:
    """Equipment by code."""

    def row(cells: Mapping[str, str]) -> Item:
        doubts = frozenset(cells["doubts"].split())
        return Item(cells["code"], cells["item"], int(cells["cost"]), Fraction(cells["load"]), cells["facts"], doubts)

    return {item.code: item for item in read_rows(path, row)}


def load_actions(path: Path) -> dict[str, Action]:
    """Actions by code."""

    def row(cells: Mapping[str, str]) -> Action:
        beside = cells["with"].split()
        turns, hands = int(cells["turns"]), int(cells["hands"])
        return Action(cells["code"], cells["action"], turns, hands, "walk" in beside, "fire" in beside)

    return {action.code: action for action in read_rows(path, row)}


def load_visibility(path: Path) -> dict[int, dict[str, int]]:
    """How far in cm a target of each size is seen, by light."""

    def row(cells: Mapping[str, str]) -> tuple[int, dict[str, int]]:
        return int(cells["size"]), {light: int(cells[light]) for light in ("bright", "normal", "bad", "night")}

    return dict(read_rows(path, row))
