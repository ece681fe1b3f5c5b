"""Which way somebody goes on a deck, square by square, and how far that is: a square is 1½ cm (ruling B-M10)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

from bot.deck.board import Board, Climb, placed
from bot.deck.passage import can_pass, fixture_at
from bot.deck.placing import can_stand
from bot.deck.plan import At, Facing, Fixture, adjacent, named, neighbours
from bot.deck.portals import lift_of, shaft_at
from bot.engine.errors import RuleError
from bot.engine.scene import Unit
from bot.systems.combat3000.figure.sheet import dead

SQUARE = Fraction(3, 2)


def squares_within(cm: Fraction) -> int:
    """How many squares a length reaches: those whose centre it does (ruling B-M10)."""
    return int(cm / SQUARE)


def living_on(board: Board, units: Mapping[str, Unit]) -> dict[str, At]:
    """Where those stand on whose square nobody else stops: all of a deck but the dead, by name."""
    there = board.people.items()
    return {name: one.at for name, one in there if name not in units or not dead(units[name].sheet)}


def way_to(board: Board, start: At, goal: At, closed: Collection[At]) -> tuple[At, ...]:
    """The shortest way to a square of the same level, by as few squares as can be, without those that are `closed`.

    Raises RuleError where none leads there, or nobody can stand on it.
    """
    if goal.level != start.level:
        raise RuleError("That square is on another level: go to a ladder first, and climb by naming that square.")
    check_free(board, goal, closed)
    before: dict[At, At] = {}
    best, waiting = {start: (0, 0.0)}, [(0, 0.0, start)]
    while waiting:
        number, length, at = heappop(waiting)
        if at == goal:
            return tuple(_back(before, at))
        if (number, length) > best[at]:
            continue
        for next_ in _open(board, at, closed):
            then = number + 1, length + hypot(next_.x - at.x, next_.y - at.y)
            if next_ not in best or then < best[next_]:
                best[next_], before[next_] = then, at
                heappush(waiting, (*then, next_))
    raise RuleError("No open way leads there: open a door first, or choose another square.")


def _open(board: Board, at: At, closed: Collection[At]) -> Iterator[At]:
    for each in neighbours(at):
        if each not in closed and _can_enter(board, each) and can_pass(board, at, each):
            yield each


def _can_enter(board: Board, at: At) -> bool:
    if at not in board.plan.levels[at.level].floor or not can_stand(board, at):
        return False
    lift = fixture_at(board, at) is Fixture.LIFT
    return not lift or lift_of(board, shaft_at(board.plan, at)).level == at.level


def _back(before: dict[At, At], at: At) -> list[At]:
    steps: list[At] = []
    while at in before:
        steps.append(at)
        at = before[at]
    return steps[::-1]


def check_way(board: Board, start: At, steps: Sequence[At], closed: Collection[At]) -> None:
    """Raise RuleError where a step of a way can't be taken: through a wall, into what fills a square, or an enemy."""
    here = start
    for at in steps:
        if not 0 <= at.level < len(board.plan.levels) or not _can_enter(board, at):
            raise RuleError(f"Nobody can walk to {named(at, start.level)}: choose a square of the deck that is free.")
        if not can_pass(board, here, at):
            raise RuleError(f"Something is in the way from {named(here)} to {named(at, start.level)}: go round.")
        check_free(board, at, closed)
        here = at


def as_far_as_open(board: Board, start: At, steps: Sequence[At], closed: Collection[At]) -> tuple[At, ...]:
    """A way up to the first step of it that can't be taken."""
    gone = list[At]()
    for at in steps:
        try:
            check_way(board, gone[-1] if gone else start, [at], closed)
        except RuleError:
            break
        gone.append(at)
    return tuple(gone)


def check_free(board: Board, at: At, closed: Collection[At]) -> None:
    """Raise RuleError for a square in which an enemy is."""
    if at in closed:
        raise RuleError(
            f"An enemy stands at {named(at, at.level)}, and a move into contact is a charge: stop before (C3K Walk)."
        )


def facing_after(steps: Sequence[At], before: Facing) -> Facing:
    """Which way somebody faces after a way: along its last step, as they did before on a diagonal one of that side."""
    if len(steps) < 2:
        return before
    one, other = steps[-2:]
    dx, dy = other.x - one.x, other.y - one.y
    towards = {(0, -1): Facing.NORTH, (0, 1): Facing.SOUTH, (1, 0): Facing.EAST, (-1, 0): Facing.WEST}
    found = [towards[each] for each in ((0, dy), (dx, 0)) if each in towards]
    return before if before in found or not found else found[0]


def check_ladder(board: Board, start: At, goal: At) -> None:
    """Raise RuleError where no open ladder leads from one square to the one above or below it."""
    low, high = sorted((start.level, goal.level))
    squares = [start._replace(level=level) for level in range(low, high + 1)]
    if (start.x, start.y) != (goal.x, goal.y) or any(fixture_at(board, at) is not Fixture.LADDER for at in squares):
        raise RuleError("No ladder leads there: go to the square of one first.")
    shut = next((at for at, below in pairwise(squares) if not can_pass(board, at, below)), None)
    if shut:
        raise RuleError(f"The hatch in the floor of {named(shut)} is shut: open it with /door.")


def climbed(board: Board, name: str, goal: At, cm: Fraction | None) -> tuple[Board, Fraction]:
    """The board with somebody so many cm farther on a ladder, or at its end where none is said; and what is left to go.

    A level is as many cm high as metres (C3K Scales).
    """
    standing, height = board.people[name], board.plan.separation
    way = 1 if goal.level > standing.at.level else -1
    gone = standing.climb.gone if standing.climb else 0
    left = abs(goal.level - standing.at.level) * height - gone
    if cm is None or cm >= left:
        return placed(board, name, replace(standing.moved(goal), climb=None)), Fraction(0)
    levels, gone = divmod(gone + int(cm), height)
    at = standing.at._replace(level=standing.at.level + way * levels)
    return placed(board, name, replace(standing.moved(at), climb=Climb(goal, gone))), Fraction(left - int(cm))


def way_beside(board: Board, start: At, there: At, closed: Collection[At], taken: Collection[At]) -> tuple[At, ...]:
    """The shortest way to a square beside another one, with nothing between, in which nobody stands; none for who is
    beside it already. Raises RuleError where no way leads there.
    """
    if adjacent(start, there) and can_pass(board, start, there):
        return ()
    found: list[tuple[At, ...]] = []
    for goal in neighbours(there):
        if goal in {*closed, *taken} or not can_pass(board, goal, there) or not _can_enter(board, goal):
            continue
        with suppress(RuleError):
            found.append(way_to(board, start, goal, closed))
    if not found:
        raise RuleError("No open way leads beside them: open a door first, or charge somebody else.")
    return min(found, key=lambda way: (len(way), sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise((start, *way)))))


def within(board: Board, start: At, squares: int, closed: Collection[At]) -> dict[At, tuple[At, ...]]:
    """All squares that can be reached by so many steps, the first one among them, each with the way to it."""
    found: dict[At, tuple[At, ...]] = {start: ()}
    reached = [start]
    for _ in range(squares):
        reached = [at for here in reached for at in _further(board, here, closed, found)]
    return found


def _further(board: Board, here: At, closed: Collection[At], found: dict[At, tuple[At, ...]]) -> list[At]:
    """The squares that are new from one of them, entered with the way to each."""
    new = [at for at in _open(board, here, closed) if at not in found]
    found.update({at: (*found[here], at) for at in new})
    return new
