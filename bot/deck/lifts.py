"""Lifts: which squares are one, its doors, who stands in it, and where it is (rule 8.B.6)."""

from collections.abc import Iterator
from dataclasses import replace

from bot.deck.board import Board, Lift, Ride
from bot.deck.naming import named
from bot.deck.passage import kind_of
from bot.deck.plan import At, Edge, Facing, Fixture, Plan
from bot.deck.pressure import lose_air
from bot.deck.rooms import places_on
from bot.deck.squares import AHEAD, edge_of, moved, sides_of
from bot.engine.errors import RuleError

# All the squares of a lift, on every level that it goes to.
Shaft = frozenset[At]


def shaft_at(plan: Plan, at: At) -> Shaft:
    """The lift that a square belongs to: squares beside each other with nothing between, and those straight above
    and below. Empty where the square is of no lift.
    """
    found: set[At] = set()
    waiting = [at]
    while waiting:
        here = waiting.pop()
        if here not in found and _is_lift(plan, here):
            found.add(here)
            waiting.extend(_joined(plan, here))
    return frozenset(found)


def _is_lift(plan: Plan, at: At) -> bool:
    return 0 <= at.level < len(plan.levels) and plan.levels[at.level].fixtures.get(at) is Fixture.LIFT


def _joined(plan: Plan, at: At) -> Iterator[At]:
    yield from (at._replace(level=at.level + step) for step in (-1, 1))
    barriers = plan.levels[at.level].barriers
    yield from (moved(at, *step) for side, step in AHEAD.items() if edge_of(at, side) not in barriers)


def shafts(plan: Plan) -> tuple[Shaft, ...]:
    """Every lift of a plan, once."""
    squares = sorted(at for level in plan.levels for at in level.fixtures if _is_lift(plan, at))
    return tuple(dict.fromkeys(shaft_at(plan, at) for at in squares))


def shaft_behind(board: Board, edge: Edge) -> Shaft:
    """The lift whose door stands on an edge; empty where it is no lift's."""
    found = [shaft_at(board.plan, at) for at in sides_of(edge)]
    return next((shaft for shaft in found if shaft), frozenset()) if found[0] != found[1] else frozenset()


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
    raise RuleError(f"No lift's door is beside {named(at, at.level)}: move to one first.")


def _is_door(plan: Plan, at: At, side: Facing) -> bool:
    """Whether one gets into a lift on that side: through a door, or because nothing stands there."""
    edge = edge_of(at, side)
    return edge not in plan.levels[at.level].barriers or kind_of(plan, edge) is not None


def levels_of(shaft: Shaft) -> tuple[int, ...]:
    """The levels that a lift goes to, the top one first."""
    return tuple(sorted({at.level for at in shaft}))


def lift_name(plan: Plan, shaft: Shaft) -> str:
    """What a lift is called: by its place on the plan, or by its first square."""
    names = places_on(plan, shaft)
    return names[0] if names else f"The lift at {named(min(shaft))}"


def lift_of(board: Board, shaft: Shaft) -> Lift:
    """Where a lift is and who waits for it."""
    return board.lifts.get(min(shaft), Lift())


def with_lift(board: Board, shaft: Shaft, lift: Lift) -> Board:
    """The board with a lift so, its doors as they are."""
    others = {at: each for at, each in board.lifts.items() if at != min(shaft)}
    return replace(board, lifts=others if lift == Lift() else {**others, min(shaft): lift})


def lifts_open(board: Board, level: int) -> frozenset[At]:
    """The squares of the lifts that stand open on a level."""
    keys = [key for key, lift in board.lifts.items() if lift.level == level]
    return frozenset(at for key in keys for at in shaft_at(board.plan, key) if at.level == level)


def lifts_dead(board: Board) -> frozenset[At]:
    """The squares of the lifts that are out of order, on every level."""
    return frozenset(at for key, lift in board.lifts.items() if lift.dead for at in shaft_at(board.plan, key))


def riders(board: Board, shaft: Shaft, level: int) -> tuple[str, ...]:
    """Who stands in a lift on a level."""
    return tuple(name for name, standing in board.people.items() if standing.at in shaft and standing.at.level == level)


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
