"""What others than their own side can see of somebody: what they are, hold and wear, and whether they are down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from bot.deck.board import Board
from bot.deck.placing import filled
from bot.deck.plan import At, Edge, sides_of
from bot.engine.scene import Unit
from bot.systems.ahl.sheet.character import Being, Character, Clip, Condition, named_weapon

C = TypeVar("C", bound=Character)
# The squares of those who fill more than their own, by name.
Bodies = Mapping[str, Sequence[At]]
NO_BODIES: Bodies = MappingProxyType({})


def outward(nobody: C, character: C) -> C:
    """A sheet with what can be seen on it, and all else as on the sheet of `nobody`.

    How many rounds are in a weapon doesn't show, so that it seems to be loaded.
    """
    held = [
        replace(each, skill=0, loaded=Clip(each.loaded.ammunition, 1), spare=(), fired=0)
        for each in character.weapons[:1]
    ]
    return replace(
        nobody,
        being=character.being,
        condition=character.condition,
        armour=character.armour,
        second_armour=character.second_armour,
        weapons=tuple(held),
    )


def squares_of(board: Board, unit: Unit) -> tuple[At, ...]:
    """The squares of a deck in which somebody on it is seen and met: all that they fill, the one that they stand on
    first.
    """
    standing = board.people[unit.name]
    return filled(board, standing, unit.sheet.fills) if unit.sheet.fills > 1 else (standing.at,)


def share_square(board: Board, one: Unit, other: Unit) -> bool:
    """Whether two on a deck are in one square of it, with any of those that they fill."""
    return not set(squares_of(board, one)).isdisjoint(squares_of(board, other))


def in_the_way(open_edges: Iterable[Edge], large: Bodies) -> str | None:
    """Who of those who fill several squares is in one of some openings, on both sides of it; None for nobody."""
    sides = [set(sides_of(edge)) for edge in open_edges]
    return next((name for name, body in large.items() if any(each <= set(body) for each in sides)), None)


def bodies(board: Board, people: Iterable[Unit]) -> Bodies:
    """The squares of those who fill more than their own, by name."""
    return {unit.name: squares_of(board, unit) for unit in people if unit.sheet.fills > 1}


def outside(character: Character) -> Iterator[str]:
    """What can be seen of a sheet, in words."""
    if character.condition is not Condition.ACTIVE:
        yield "destroyed" if character.robot and character.condition is Condition.DEAD else character.condition.value
    if character.being is not Being.PERSON:
        yield character.being.value
    yield from (named_weapon(each.weapon, each.loaded.ammunition) for each in character.weapons)
    yield " and ".join(character.worn) or "no armor"
