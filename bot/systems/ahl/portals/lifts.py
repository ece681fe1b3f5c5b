"""Lifts: who is in one, its doors, and which comes, leaves or arrives as a phase ends (AHL 8.B.6, 8.B.8)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board, Lift, Ride
from bot.deck.passage import is_known, kind_of
from bot.deck.plan import AHEAD, At, Edge, Facing, Plan, edge_of, moved, named
from bot.deck.portals import Shaft, lift_name, lift_of, shaft_at, with_lift
from bot.deck.pressure import lose_air
from bot.engine.dice import Dice
from bot.engine.errors import RuleError, refused
from bot.systems.ahl.sheet.outward import NO_BODIES, Bodies

COMES_ON = 6
LEAVES_ON = 5


@dataclass(frozen=True, slots=True)
class Called:
    """The die for a call from a level: whether the lift came there; not on a 6 if another level's 6 was drawn."""

    lift: str
    level: str
    die: int
    came: bool


@dataclass(frozen=True, slots=True)
class Waited:
    """The die for a lift that stood open and nobody was in, and whether it left."""

    lift: str
    level: str
    die: int
    left: bool


@dataclass(frozen=True, slots=True)
class Rode:
    """A phase of a ride: to which level, who is in it, and how many phases are still to go."""

    lift: str
    level: str
    who: tuple[str, ...]
    phases: int


@dataclass(frozen=True, slots=True)
class LetOut:
    """A lift whose doors open for those in it, where it stands."""

    lift: str
    level: str


LiftWork = Called | Waited | Rode | LetOut


def end_lifts(board: Board, dice: Dice, large: Bodies = NO_BODIES) -> tuple[Board, tuple[LiftWork, ...]]:
    """The board after an action phase has ended for all of its lifts, and what each of them did.

    `large` are the squares of those who fill several.
    """
    works: tuple[LiftWork, ...] = ()
    for at in sorted(board.lifts):
        board, done = _end(board, shaft_at(board.plan, at), dice, large)
        works += done
    return board, works


def _end(board: Board, shaft: Shaft, dice: Dice, large: Bodies) -> tuple[Board, tuple[LiftWork, ...]]:
    lift = lift_of(board, shaft)
    if lift.dead:
        return board, ()
    if lift.ride:
        return _ride(board, shaft)
    if lift.level is not None:
        return _wait(board, shaft, lift.level, dice, large)
    within = [level for level in sorted(lift.calls) if riders(board, shaft, level)]
    if within:
        name, level = lift_name(board.plan, shaft), board.plan.levels[within[0]].name
        return opened(board, shaft, within[0]), (LetOut(name, level),)
    in_use = any(standing.at in shaft for standing in board.people.values())
    return (board, ()) if in_use else _come(board, shaft, dice)


def _ride(board: Board, shaft: Shaft) -> tuple[Board, tuple[LiftWork, ...]]:
    """One phase more of a ride; at its end everybody is there, and the doors open."""
    lift = lift_of(board, shaft)
    assert lift.ride
    ride = replace(lift.ride, phases=lift.ride.phases - 1)
    name, who = lift_name(board.plan, shaft), riders(board, shaft, ride.start)
    work = Rode(name, board.plan.levels[ride.to].name, who, ride.phases)
    if ride.phases:
        return with_lift(board, shaft, replace(lift, ride=ride)), (work,)
    return opened(carried(board, shaft, ride), shaft, ride.to), (work,)


def _wait(board: Board, shaft: Shaft, level: int, dice: Dice, large: Bodies) -> tuple[Board, tuple[LiftWork, ...]]:
    """A lift that stands open: with nobody in it, a 5 or 6 on one die sends it away."""
    if riders(board, shaft, level, large):
        return board, ()
    name = lift_name(board.plan, shaft)
    die = dice.roll(1, why=f"{name} stands open")
    left = die >= LEAVES_ON
    work = Waited(name, board.plan.levels[level].name, die, left)
    return (shut(board, shaft, lift_of(board, shaft)) if left else board), (work,)


def _come(board: Board, shaft: Shaft, dice: Dice) -> tuple[Board, tuple[LiftWork, ...]]:
    """A die for each level that called: it comes to one that throws a 6, to any of several."""
    name, calls = lift_name(board.plan, shaft), sorted(lift_of(board, shaft).calls)
    thrown = {level: dice.roll(1, why=f"{name} is called") for level in calls}
    sixes = [level for level, die in thrown.items() if die >= COMES_ON]
    came = dice.pick(sixes, why=f"where {name} comes first") if len(sixes) > 1 else next(iter(sixes), None)
    works = tuple(Called(name, board.plan.levels[level].name, die, level == came) for level, die in thrown.items())
    return (board if came is None else opened(board, shaft, came)), works


def shafts_beside(plan: Plan, at: At) -> dict[str, Shaft]:
    """The lifts whose doors are on the sides of a square, by side."""
    ways = {side: shaft_at(plan, moved(at, *step)) for side, step in AHEAD.items() if _is_door(plan, at, side)}
    return {side.value: shaft for side, shaft in ways.items() if shaft}


def shaft_beside(board: Board, at: At, side: str = "") -> Shaft:
    """The lift at whose door somebody stands, on that side of their square or on any; RuleError for none or several."""
    found = {letter: shaft for letter, shaft in shafts_beside(board.plan, at).items() if side in {"", letter}}
    if len(set(found.values())) == 1:
        return next(iter(found.values()))
    if found:
        raise RuleError(f"Several lifts are beside {named(at, at.level)}: name the side, one of {', '.join(found)}.")
    doors = (edge_of(at, way) for way in AHEAD if side in {"", way.value})
    known = all(is_known(board.plan, door) for door in doors if kind_of(board.plan, door) is not None)
    raise refused(f"No lift's door is beside {named(at, at.level)}: move to one first.", known=known)


def _is_door(plan: Plan, at: At, side: Facing) -> bool:
    """Whether one gets into a lift on that side: through a door, or because nothing stands there."""
    edge = edge_of(at, side)
    return edge not in plan.levels[at.level].barriers or kind_of(plan, edge) is not None


def levels_of(shaft: Shaft) -> tuple[int, ...]:
    """The levels that a lift goes to, the top one first."""
    return tuple(sorted({at.level for at in shaft}))


def riders(board: Board, shaft: Shaft, level: int, large: Bodies = NO_BODIES) -> tuple[str, ...]:
    """Who stands in a lift on a level; who fills several squares, by `large`, with any of them."""
    car = {at for at in shaft if at.level == level}
    return tuple(name for name, who in board.people.items() if not car.isdisjoint(large.get(name, (who.at,))))


def is_there(board: Board, shaft: Shaft, level: int) -> bool:
    """Whether the lift is on a level: its doors are open there, or somebody stands in it."""
    lift = lift_of(board, shaft)
    return lift.ride is None and (lift.level == level or bool(riders(board, shaft, level)))


def opened(board: Board, shaft: Shaft, level: int) -> Board:
    """The board with the lift on a level, its doors open there and nowhere else."""
    lift = replace(lift_of(board, shaft), level=level, ride=None)
    lift = replace(lift, calls=lift.calls - {level})
    doors = board.open - _doors(board, shaft) | _doors(board, shaft, level)
    return lose_air(with_lift(replace(board, open=doors), shaft, lift))


def shut(board: Board, shaft: Shaft, lift: Lift) -> Board:
    """The board with all doors of the lift shut, and the lift so."""
    return with_lift(replace(board, open=board.open - _doors(board, shaft)), shaft, replace(lift, level=None))


def carried(board: Board, shaft: Shaft, ride: Ride) -> Board:
    """The board with everybody who was in the lift at its start on the level to which it goes."""
    landing = sorted(at for at in shaft if at.level == ride.to)
    people = dict(board.people)
    for name in riders(board, shaft, ride.start):
        there = people[name].at._replace(level=ride.to)
        people[name] = people[name].moved(there if there in shaft else landing[0])
    return replace(board, people=people)


def _doors(board: Board, shaft: Shaft, level: int | None = None) -> frozenset[Edge]:
    """The doors of a lift, on a level or on all."""
    squares = [at for at in shaft if level is None or at.level == level]
    sides = {edge_of(at, side) for at in squares for side in Facing}
    return frozenset(edge for edge in sides if kind_of(board.plan, edge))
