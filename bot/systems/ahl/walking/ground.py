"""One step on a deck: whether it can be taken, and what it costs (AHL 2, 3 and 8).

What an action costs is a system's own: it hands in its `Costs`. All costs are in halves of an action point, so
that 1½ is 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from bot.deck.board import Board
from bot.deck.passage import Way, fixture_at, has_handhold, is_hatch_shut, is_open, ways
from bot.deck.plan import At, Barrier, Bearing, Facing, Fixture, adjacent, bearing, edge_between
from bot.deck.portals import shaft_at
from bot.deck.sight import sight_line
from bot.engine.errors import RuleError
from bot.systems.ahl.portals.lifts import is_there


@dataclass(frozen=True, slots=True)
class Costs:
    """What moving costs one character, in halves of an action point.

    `aside` is a step to the side or the rear, `hatch` is added for each open hatch or breach that is crossed,
    `crowd` for each active character in the square entered, `action` to every step and every turn. No step costs
    more than `most`. `size` is how much of a square they take up, `room` how much there is.
    """

    forward: int
    diagonal: int
    aside: int
    turn: int
    machinery: int
    stand: int
    hatch: int
    crowd: int
    most: int
    room: int
    size: int = 1
    action: int = 0


@dataclass(frozen=True, slots=True)
class Occupant:
    """Somebody in a square: how much of it they take up, whether they are active, and no friend of who walks.

    `counts` is for how many they count where a crowd costs more.
    """

    size: int = 1
    active: bool = True
    enemy: bool = False
    counts: int = 1


Crowd = Mapping[At, tuple[Occupant, ...]]


@dataclass(frozen=True, slots=True)
class Ground:
    """What a walk depends on: the board, the walker's costs, who else is where, and whether they need handholds."""

    board: Board
    costs: Costs
    crowd: Crowd
    by_handholds: bool = False

    def active(self, at: At) -> tuple[Occupant, ...]:
        """The active ones in a square."""
        return tuple(one for one in self.crowd.get(at, ()) if one.active)


def crowd_on(board: Board, occupants: Mapping[str, Occupant], without: str = "") -> Crowd:
    """Who is where on a board, but for the one who walks."""
    crowd: dict[At, tuple[Occupant, ...]] = {}
    for name, occupant in occupants.items():
        if name != without and name in board.people:
            at = board.people[name].at
            crowd[at] = (*crowd.get(at, ()), occupant)
    return crowd


def points(halves: int) -> str:
    """A cost in words: `1½` for 3 halves."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def cost_of(ground: Ground, start: At, facing: Facing, end: At, entry: int) -> int:
    """What one step costs in halves, given which way the walker faces and what getting into the square costs besides.

    Facing stays as it is. A square of close machinery has its own cost, whichever way it lies (AHL 8.C.3).
    """
    costs = ground.costs
    if fixture_at(ground.board, end) is Fixture.MACHINERY:
        step = costs.machinery
    elif bearing(facing, start, end) is not Bearing.FRONT:
        step = costs.aside
    else:
        step = costs.diagonal if start.x != end.x and start.y != end.y else costs.forward
    return min(step + entry, costs.most)


def entry_cost(ground: Ground, start: At, end: At) -> int:
    """What hatches, the crowd in a square and whatever is dragged add to the cost of a step into it.

    Raises RuleError where the step can't be taken, whichever way one faces.
    """
    check_square(ground, end)
    if start == end or not adjacent(start, end):
        raise RuleError("A step leads to a square that touches one's own: choose one of those.")
    open_ways = [way for way in ways(start, end) if is_open(ground.board, way)]
    if not open_ways:
        raise RuleError(f"{_obstruction(ground.board, start, end)} is in the way: open it, or go round.")
    hatches = min(_hatches(ground.board, way) for way in open_ways)
    crowd = sum(one.counts for one in ground.active(end))
    return hatches * ground.costs.hatch + crowd * ground.costs.crowd + ground.costs.action


def check_square(ground: Ground, at: At) -> None:
    """Raises RuleError where nobody can walk into a square, or this one finds no room in it (AHL 2, 8.C.4)."""
    if not 0 <= at.level < len(ground.board.plan.levels) or at not in ground.board.plan.levels[at.level].floor:
        raise RuleError("There is no floor: choose a square of the deck.")
    fixture = fixture_at(ground.board, at)
    if fixture is Fixture.FUEL:
        raise RuleError("Liquid hydrogen is in there, which kills at once in any suit: go round, or empty the tank.")
    if fixture is Fixture.TUBE:
        raise RuleError("That is the gun's tube: the only way down to the next catwalk is /jump with how:swing.")
    if fixture is Fixture.DROP and not is_hatch_shut(ground.board, at):
        raise RuleError("There the floor ends: jump or swing down to the next level, or go round.")
    if fixture is Fixture.LIFT and not is_there(ground.board, shaft_at(ground.board.plan, at), at.level):
        raise RuleError("The lift isn't there: call it with /lift call, and enter it when it has come.")
    if fixture is not None and fixture.solid:
        raise RuleError(f"Nobody can walk through {fixture.value}: go round.")
    if ground.by_handholds and not has_handhold(ground.board, at):
        raise RuleError("Without gravity one goes along walls and machinery only: go there, or drift with gait:drift.")
    taken = sum(one.size for one in ground.active(at))
    if taken + ground.costs.size > ground.costs.room:
        raise RuleError(f"That square is full, with {taken} of {ground.costs.room} places taken: choose another one.")


def ends_movement(ground: Ground, at: At) -> bool:
    """Whether an active enemy is in a square: who enters it moves no further in that phase (AHL 2, 8.C.9)."""
    return any(one.enemy for one in ground.active(at))


def _hatches(board: Board, way: Way) -> int:
    """How many open hatches and breaches a way crosses (AHL 8.B.3, 24.A)."""
    edges = [edge_between(one, other) for one, other in pairwise(way)]
    barriers = board.plan.levels[way[0].level].barriers
    return sum(
        edge in barriers and (edge in board.breached or barriers[edge] in {Barrier.HATCH, Barrier.MAINTENANCE_HATCH})
        for edge in edges
    )


def _obstruction(board: Board, start: At, end: At) -> str:
    obstruction = sight_line(board, start, end).obstruction
    return f"The {obstruction.name}" if obstruction else "A corner"
