"""Lifts: which squares are one, and where it is."""

from collections.abc import Iterator
from dataclasses import replace

from bot.deck.board import Board, Lift
from bot.deck.plan import At, Edge, Fixture, Plan
from bot.deck.rooms import places_on
from bot.deck.squares import AHEAD, edge_of, moved, named, sides_of

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
