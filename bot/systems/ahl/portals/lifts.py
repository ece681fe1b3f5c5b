"""Lifts at the end of an action phase: which comes, which leaves, which arrives (AHL 8.B.6, 8.B.8)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.lifts import Shaft, carried, lift_name, lift_of, opened, riders, shaft_at, shut, with_lift
from bot.engine.dice import Dice

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


def end_lifts(board: Board, dice: Dice) -> tuple[Board, tuple[LiftWork, ...]]:
    """The board after an action phase has ended for all of its lifts, and what each of them did."""
    works: tuple[LiftWork, ...] = ()
    for at in sorted(board.lifts):
        board, done = _end(board, shaft_at(board.plan, at), dice)
        works += done
    return board, works


def _end(board: Board, shaft: Shaft, dice: Dice) -> tuple[Board, tuple[LiftWork, ...]]:
    lift = lift_of(board, shaft)
    if lift.dead:
        return board, ()
    if lift.ride:
        return _ride(board, shaft)
    if lift.level is not None:
        return _wait(board, shaft, lift.level, dice)
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


def _wait(board: Board, shaft: Shaft, level: int, dice: Dice) -> tuple[Board, tuple[LiftWork, ...]]:
    """A lift that stands open: with nobody in it, a 5 or 6 on one die sends it away."""
    if riders(board, shaft, level):
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
