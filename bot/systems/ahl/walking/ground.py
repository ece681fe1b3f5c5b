"""One step on a deck: whether it can be taken, and what it costs, in halves of an action point (AHL 2, 3 and 8)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from math import ceil

from bot.deck.board import Board
from bot.deck.passage import Walls, Way, can_pass, fixture_at, has_handhold, is_hatch_shut, is_known, is_open, ways
from bot.deck.placing import can_stand, filled
from bot.deck.plan import At, Barrier, Bearing, Facing, Fixture, adjacent, bearing, edge_between, neighbours
from bot.deck.portals import shaft_at
from bot.deck.sight import sight_line
from bot.engine.dice import Check, Dice, Modifier
from bot.engine.errors import RuleError, refused
from bot.systems.ahl.portals.lifts import is_there
from bot.systems.ahl.sheet.character import Being, Character, Condition


@dataclass(frozen=True, slots=True)
class Costs:
    """What moving costs one character, in halves of an action point.

    `aside` is a step to the side or the rear, `hatch` is added for each open hatch or breach that is crossed,
    `crowd` for each active character in the square entered, `action` to every step and every turn. No step costs
    more than `most`. `size` is how much of a square they take up, `room` how much there is, and `fills` is for how many
    squares they need. Who `flies` needs no floor.
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
    fills: int = 1
    flies: bool = False


@dataclass(frozen=True, slots=True)
class Occupant:
    """Somebody in a square: how much of it they take up, whether they are active, and no friend of who walks.

    `counts` is for how many they count where a crowd costs more. Who is large `fills` several squares.
    """

    size: int = 1
    active: bool = True
    enemy: bool = False
    counts: int = 1
    fills: int = 1


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
            for at in filled(board, board.people[name], occupant.fills):
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
    ahead, aside = step_costs(ground, start, end, entry)
    return ahead if bearing(facing, start, end) is Bearing.FRONT else aside


def step_costs(ground: Ground, start: At, end: At, entry: int) -> tuple[int, int]:
    """What one step costs who faces that way, and who faces another."""
    costs = ground.costs
    if fixture_at(ground.board, end) is Fixture.MACHINERY:
        ahead = aside = costs.machinery
    else:
        ahead = costs.diagonal if start.x != end.x and start.y != end.y else costs.forward
        aside = costs.aside
    return min(ahead + entry, costs.most), min(aside + entry, costs.most)


def entry_cost(ground: Ground, start: At, end: At) -> int:
    """What hatches, the crowd in a square and whatever is dragged add to the cost of a step into it.

    Raises RuleError where the step can't be taken, whichever way one faces.
    """
    near = start != end and adjacent(start, end)
    open_ways = [way for way in ways(start, end) if is_open(ground.board, way)] if near else []
    # What stands before a square that isn't known shows all the same.
    if open_ways or not near or is_known(ground.board.plan, end):
        check_square(ground, end)
    if not near:
        raise RuleError("A step leads to a square that touches one's own: choose one of those.")
    if not open_ways:
        raise RuleError(f"{_obstruction(ground.board, start, end)} is in the way: open it, or go round.")
    return _entered(ground, end, min(_hatches(ground.board, way) for way in open_ways))


def _entered(ground: Ground, end: At, hatches: int) -> int:
    crowd = sum(one.counts for one in ground.active(end))
    return hatches * ground.costs.hatch + crowd * ground.costs.crowd + ground.costs.action


def entries(ground: Ground, start: At, free: dict[At, int | None]) -> Iterator[tuple[At, int]]:
    """The squares around one that can be entered from it, with their `entry_cost`; what it is of those that are `free`,
    but for hatches, is noted, and None for others, since most are asked of from several sides.
    """
    for end, hatches in _open_from(Walls(ground.board), start):
        if end not in free:
            free[end] = _entered(ground, end, 0) if _is_free(ground, end) else None
        if (entry := free[end]) is not None:
            yield end, entry + hatches * ground.costs.hatch


def _is_free(ground: Ground, at: At) -> bool:
    try:
        check_square(ground, at)
    except RuleError:
        return False
    return True


# All of a deck as it stands now, and as a few others know it.
@lru_cache(maxsize=20_000)
def _open_from(walls: Walls, start: At) -> tuple[tuple[At, int], ...]:
    """The squares of floor around one to which a way stands open, with the fewest hatches that such a way crosses."""
    board = walls.board
    level, found = board.plan.levels[start.level], list[tuple[At, int]]()
    for end in neighbours(start):
        if end in level.floor and (there := [way for way in ways(start, end) if is_open(board, way)]):
            found.append((end, min(_hatches(board, way) for way in there)))
    return tuple(found)


def check_square(ground: Ground, at: At) -> None:
    """Raises RuleError where nobody can walk into a square, or this one finds no room in it (AHL 2, 8.C.4)."""
    if not 0 <= at.level < len(ground.board.plan.levels) or at not in ground.board.plan.levels[at.level].floor:
        raise refused("There is no floor: choose a square of the deck.", known=ground.board.plan.whole)
    fixture = fixture_at(ground.board, at)
    if fixture is Fixture.FUEL:
        raise RuleError("Liquid hydrogen is in there, which kills at once in any suit: go round, or empty the tank.")
    if fixture is Fixture.TUBE:
        raise RuleError("That is the gun's tube: the only way down to the next catwalk is /jump with how:swing.")
    if fixture is Fixture.DROP and not ground.costs.flies and not is_hatch_shut(ground.board, at):
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
    if not _fits(ground, at):
        raise RuleError(f"There are no {ground.costs.fills} squares free beside each other: choose another one.")


def _fits(ground: Ground, at: At) -> bool:
    """Whether somebody large finds room in a square and those beside it, of which each touches another of them."""
    found = [at]
    if ground.costs.fills == 1:
        return True
    for each in found:
        beside = (one for one in neighbours(each) if one not in found and not ground.active(one))
        found += [one for one in beside if can_stand(ground.board, one) and can_pass(ground.board, each, one)]
        if len(found) >= ground.costs.fills:
            return True
    return False


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


POINT = 2
PHASE = 6 * POINT
PLACES_IN_A_SQUARE = 4
THROUGH_A_SIDE = 2

# To open and to close; an airlock is cycled (AHL 8.B).
PORTALS = {
    Barrier.SLIDING_DOOR: 2 * POINT,
    Barrier.IRIS_VALVE: 2 * POINT,
    Barrier.HATCH: 6 * POINT,
    Barrier.MAINTENANCE_HATCH: 6 * POINT,
    Barrier.AIRLOCK_DOOR: 6 * POINT,
}


class Gait(StrEnum):
    """How somebody moves."""

    WALK = "walk"
    TROT = "trot"
    EVADE = "evade"
    DRIFT = "drift"
    FAST_DRIFT = "fast drift"


# Forward, diagonally forward, to the side or the rear, and a quarter turn (AHL 8.A).
_WALKING = (2 * POINT, 3 * POINT, 4 * POINT, 1 * POINT)
_TROTTING = (1 * POINT, 3, 4 * POINT, 2 * POINT)
_GAITS = {
    Gait.WALK: _WALKING,
    Gait.TROT: _TROTTING,
    Gait.EVADE: (PHASE, PHASE, PHASE, 0),
    # In zero-G, at the walking or the running rate (AHL 26.C).
    Gait.DRIFT: _WALKING,
    Gait.FAST_DRIFT: _TROTTING,
}


def costs_for(character: Character, gait: Gait, *, draggers: int = 0, trotted: bool = False) -> Costs:
    """What each movement action costs somebody; with `draggers` they drag another, alone (1) or with another (2).

    Who has `trotted` in this phase turns at a trotter's cost for the rest of it (ruling R-41).

    A hatch costs 4 more in a vacc suit, combat armor or battle dress, 2 to others; no step costs more than a
    whole phase (AHL 8.B.3, 8.C.6, 8.C.8, 8.C.10). A blob goes one square a phase, whichever way (AHL 20).
    Raises RuleError where somebody trots and drags.
    """
    if draggers and gait is Gait.TROT:
        raise RuleError("Who drags somebody can't trot: walk, or let go (AHL 8.C.8).")
    blob = character.being is Being.BLOB
    forward, diagonal, aside, turn = _GAITS[Gait.EVADE if blob else gait]
    if trotted and gait is Gait.WALK and not blob:
        turn = _TROTTING[-1]
    return Costs(
        forward=forward,
        diagonal=diagonal,
        aside=aside,
        turn=turn,
        machinery=6 * POINT,
        stand=PHASE,
        hatch=(4 if character.suited else 2) * POINT,
        crowd=1 * POINT,
        most=PHASE,
        room=PLACES_IN_A_SQUARE,
        size=occupant(character).size,
        fills=character.fills,
        flies=character.flies,
        action={0: 0, 1: 2, 2: 1}[draggers] * POINT,
    )


def occupant(character: Character, *, enemy: bool = False, by_size: bool = False) -> Occupant:
    """How somebody counts for others in the same square: a robot as two, a blob as four, the dead and unconscious not
    at all (AHL 2). In a crowd each counts as one, unless they count `by_size` there as well (ruling R-47).
    """
    size = character.room
    active = character.condition is Condition.ACTIVE
    return Occupant(size, active, enemy, size if by_size else 1, character.fills)


def portal_cost(portals: Mapping[Barrier, int], barrier: Barrier) -> int:
    """What opening or closing it costs; raises RuleError where the rules name no cost."""
    if barrier not in portals:
        raise RuleError(f"The rules say nothing of opening {barrier.value}s: the referee decides (AHL 8.B).")
    return portals[barrier]


def phases_to_climb(metres: int, climbs: int = 1) -> int:
    """How many whole phases a ladder takes between levels so many metres apart, by how many they come in each: one
    (AHL 8.B.5).
    """
    return ceil(metres / climbs)


def phases_to_ride(decks: int) -> int:
    """How many whole phases a lift takes for so many decks: one a deck (AHL scenario IV, 6)."""
    return decks


def check_side(facing: Facing, firing: tuple[Facing, ...]) -> None:
    """Raises RuleError where two others in the mover's square fire through that side in this step (AHL 11.A.3).

    Every line in a field of fire leaves the square through the side that its firer faces.
    """
    if firing.count(facing) >= THROUGH_A_SIDE:
        side = facing.name.lower()
        raise RuleError(f"Two others fire through the {side} side of that square already: wait, or move (AHL 11.A.3).")


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump to the level below: what is still to be paid for it in halves of a point, whether they are hurt, and what
    it costs in all.
    """

    debt: int
    hurt: bool
    cost: int

    @property
    def phases(self) -> int:
        """In how many of the following phases they pay."""
        return -(-self.debt // PHASE)


def jump_down(left: int, dice: Dice) -> Jump:
    """Jump down with so many halves of a point left: 2 points and 2D more, and on a 12 a light wound and out
    (AHL 8.C.1, rulings R-45 and R-46). Raises RuleError where less than 2 points are left.
    """
    if left < 2 * POINT:
        raise RuleError("A jump needs 2 action points to begin with: jump in the next phase (AHL 8.C.1).")
    thrown = dice.roll(2, why="jumping down")
    cost = (2 + thrown) * POINT
    return Jump(max(0, cost - left), thrown == 12, cost)


DIVER = Modifier(-1, "dive", "AHL 8.C.7")


@dataclass(frozen=True, slots=True)
class ThrownOut:
    """The throw of everybody in a full square, by name, and who is thrown out: all with the highest."""

    checks: dict[str, Check]
    out: tuple[str, ...]


def throw_out(diver: str, others: Sequence[str], dice: Dice, own: Modifier | None = None) -> ThrownOut:
    """Everybody in a full square throws one die, the diver with −1; the highest go, all that tie.

    `own` is the referee's own modifier on the diver's die.
    """
    checks = {}
    for name in (diver, *others):
        why = f"{name} is thrown"
        modifiers = tuple(each for each in (DIVER, own) if each) if name == diver else ()
        checks[name] = Check(why, dice.roll(1, why=why), modifiers, None)
    highest = max(check.total for check in checks.values())
    return ThrownOut(checks, tuple(name for name, check in checks.items() if check.total == highest))
