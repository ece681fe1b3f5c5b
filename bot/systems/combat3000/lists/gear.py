"""Equipment, actions, and how far things are seen (C3K lists)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from bot.engine.tables import read_rows


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
