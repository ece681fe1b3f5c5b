"""Damage points on the barriers and conduits of a deck: what leaks, what is breached, what an explosion reaches
(AHL 24.A).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.passage import fixture_at, is_shut
from bot.deck.plan import At, Barrier, Edge, Facing, Fixture, edge_of, named, sides_of
from bot.deck.pressure import lose_air
from bot.engine.errors import RuleError
from bot.systems.ahl.blast.reach import Cause, collateral_penetration
from bot.systems.ahl.tables.structures import State, Structure, StructureKind, points, state_of

# The rows of the structural damage table; an airlock's door is built as a hatch.
_ROWS = {
    Barrier.WALL: "wall",
    Barrier.BULKHEAD: "bulkhead",
    Barrier.HULL: "outer hull",
    Barrier.SLIDING_DOOR: "door",
    Barrier.IRIS_VALVE: "iris valve",
    Barrier.HATCH: "hatch",
    Barrier.MAINTENANCE_HATCH: "hatch",
    Barrier.AIRLOCK_DOOR: "hatch",
    Barrier.ACCESS_PLATE: "access plate",
}


@dataclass(frozen=True, slots=True)
class Damaged:
    """A structure of the deck after a strike: where it is, what row of the table it is, before and after."""

    structure: Structure
    kind: StructureKind
    before: int

    @property
    def state(self) -> State:
        """How it stands now."""
        return state_of(self.kind, self.structure.points)

    @property
    def worse(self) -> bool:
        """Whether it has begun to leak, or is breached now."""
        return self.state is not state_of(self.kind, self.before)


def place_hit(board: Board, at: At, side: Facing | None) -> Edge | At:
    """What is struck at a square: the barrier on that side, or the conduit in it. Raises RuleError for neither."""
    if side is None:
        if fixture_at(board, at) is Fixture.CONDUIT:
            return at
        raise RuleError(f"There is no conduit at {named(at, at.level)}: name the side of it that is hit, as side:N.")
    edge = edge_of(at, side)
    if edge not in board.plan.levels[at.level].barriers or edge in board.breached:
        raise RuleError(f"Nothing whole stands on the {side.name.lower()} side of {named(at, at.level)}.")
    return edge


def strike_place(
    board: Board, place: Edge | At, penetration: int, kinds: Mapping[str, StructureKind], strikes: int = 1
) -> tuple[Board, Damaged]:
    """The board after equal strikes of that penetration on one structure, with the air that this lets out."""
    kind = kinds[_row(board, place)]
    before = board.damage.get(place, 0)
    total = before + strikes * points(kind, penetration)
    damaged = Damaged(Structure(_name(board, place), kind.name, total), kind, before)
    if total == before:
        return board, damaged
    return lose_air(_standing(replace(board, damage={**board.damage, place: total}), place, damaged.state)), damaged


def _standing(board: Board, place: Edge | At, state: State) -> Board:
    """The board with a structure that leaks or is breached."""
    if isinstance(place, At):
        return replace(board, wrecked=board.wrecked | {place}) if state is State.BREACHED else board
    if state is State.BREACHED:
        return replace(board, breached=board.breached | {place})
    return replace(board, holed=board.holed | {place}) if state is State.LEAKS else board


def splash(
    board: Board, squares: Mapping[At, int], cause: Cause, penetration: int, kinds: Mapping[str, StructureKind]
) -> tuple[Board, tuple[Damaged, ...]]:
    """The board after an explosion that reaches these squares, each with how far away it is, and all that took points
    by it.

    A barrier is as far away as the nearest square beside it; no throw is made (AHL 24.A, ruling R-131).
    """
    found = []
    for place, away in _reached(board, squares).items():
        board, damaged = strike_place(board, place, collateral_penetration(cause, penetration, away), kinds)
        found.append(damaged)
    return board, tuple(each for each in found if each.structure.points > each.before)


def _reached(board: Board, squares: Mapping[At, int]) -> dict[Edge | At, int]:
    """The structures in reach, nearest first, each with how many squares away it is."""
    found: dict[Edge | At, int] = {}
    for at, away in sorted(squares.items(), key=lambda each: (each[1], each[0])):
        if fixture_at(board, at) is Fixture.CONDUIT:
            found[at] = away
        for edge in (edge_of(at, side) for side in Facing):
            if is_shut(board, edge):
                found.setdefault(edge, away)
    return found


def known_structures(board: Board) -> tuple[Structure, ...]:
    """All structures of a deck that have been hit."""
    return tuple(Structure(_name(board, place), _row(board, place), total) for place, total in board.damage.items())


def _row(board: Board, place: Edge | At) -> str:
    if isinstance(place, At):
        return "conduit"
    return _ROWS[board.plan.levels[place.level].barriers[place]]


def _name(board: Board, place: Edge | At) -> str:
    """Where it is, in words: `Bulkhead between C7 and D7`."""
    if isinstance(place, At):
        return f"Conduit at {named(place)}"
    barrier = board.plan.levels[place.level].barriers[place]
    inside = [named(at) for at in sides_of(place) if at in board.plan.levels[place.level].floor]
    return f"{barrier.value.capitalize()} {'between' if len(inside) > 1 else 'at'} {' and '.join(inside)}"
