"""What one may walk and see through on a board, and the rooms that walls and doors enclose, with their light."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise, permutations

from bot.deck.board import Board
from bot.deck.plan import (
    AHEAD,
    At,
    Barrier,
    Edge,
    Facing,
    Fixture,
    Level,
    Plan,
    Portal,
    Room,
    adjacent,
    edge_between,
    edge_of,
    moved,
    neighbours,
    sides_of,
)

Way = tuple[At, ...]


class Walls:
    """A board by all on it that may stand in somebody's way or line of sight: two are equal where that is the same, so
    that it can be a key by which something is kept.
    """

    __slots__ = ("_told", "board")

    def __init__(self, board: Board) -> None:
        self.board = board
        self._told: tuple[object, ...] = (id(board.plan), board.open, board.breached, board.wrecked)

    def __hash__(self) -> int:
        return hash(self._told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Walls) and self._told == other._told


class SamePlan:
    """A plan as a key by which something is kept that hangs on it alone."""

    __slots__ = ("plan",)

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __hash__(self) -> int:
        return id(self.plan)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SamePlan) and self.plan is other.plan


def is_shut(board: Board, edge: Edge) -> bool:
    """Whether something stands on an edge that is neither open nor breached."""
    return edge in board.plan.levels[edge.level].barriers and edge not in board.open and edge not in board.breached


def is_known(plan: Plan, place: Portal) -> bool:
    """Whether a plan tells what is at a square, or on both sides of an edge: one that is whole tells it of all."""
    squares = (place,) if isinstance(place, At) else sides_of(place)
    return plan.whole or all(at.level < len(plan.levels) and at in plan.levels[at.level].floor for at in squares)


def kind_of(plan: Plan, portal: Portal) -> Barrier | None:
    """What can be opened there, on an edge or in a square's floor; None where nothing can."""
    level = plan.levels[portal.level]
    if isinstance(portal, At):
        return Barrier.HATCH if portal in level.hatches else None
    barrier = level.barriers.get(portal)
    return barrier if barrier and barrier.portal else None


def fixture_at(board: Board, at: At) -> Fixture | None:
    """What stands on a square and is still whole."""
    return None if at in board.wrecked else board.plan.levels[at.level].fixtures.get(at)


def fixtures_on(board: Board, squares: Iterable[At]) -> dict[At, Fixture]:
    """What stands on some squares and is still whole, by the squares that have something."""
    return {at: fixture for at in squares if (fixture := fixture_at(board, at))}


def is_solid(board: Board, at: At) -> bool:
    """Whether something fills a square, such as a crate."""
    fixture = fixture_at(board, at)
    return fixture is not None and fixture.solid


def is_over_drop(board: Board, at: At) -> bool:
    """Whether a square has no floor but its hatch."""
    fixture = fixture_at(board, at)
    return fixture is not None and fixture.open_below


def is_footing(board: Board, at: At) -> bool:
    """Whether somebody finds footing on a square of floor: neither a crate nor fuel fills it, and it is no drop, or one
    under a shut hatch.
    """
    drops = is_over_drop(board, at) and not is_hatch_shut(board, at)
    return not is_solid(board, at) and fixture_at(board, at) is not Fixture.FUEL and not drops


def is_beside_obstruction(board: Board, at: At) -> bool:
    """Whether a side of a square is an obstruction: a wall, a closed portal, a filled square."""
    return any(is_shut(board, edge_of(at, side)) or is_solid(board, moved(at, *AHEAD[side])) for side in Facing)


def has_handhold(board: Board, at: At) -> bool:
    """Whether a square has a hold: a wall or closed portal at its side, machinery in it or beside it."""
    beside = [at, *(moved(at, *step) for step in AHEAD.values())]
    walls = any(is_shut(board, edge_of(at, side)) for side in Facing)
    return walls or any(fixture_at(board, each) is Fixture.MACHINERY for each in beside)


def on_plan(board: Board, at: At) -> bool:
    """Whether a square lies within the drawing of its level, floor or not."""
    if not 0 <= at.level < len(board.plan.levels):
        return False
    level = board.plan.levels[at.level]
    return 0 <= at.x < level.width and 0 <= at.y < level.height


def is_open_down(board: Board, upper: At) -> bool:
    """Whether the floor of a square is open to the level below: a drop, or a ladder that goes on there.

    A lift isn't: its car and its doors are in between. Nor is a ladder or a drop whose hatch is shut.
    """
    lower = upper._replace(level=upper.level + 1)
    if not (on_plan(board, upper) and on_plan(board, lower)):
        return False
    fixtures = board.plan.levels[upper.level].fixtures
    ladder = fixtures.get(upper) is board.plan.levels[lower.level].fixtures.get(lower) is Fixture.LADDER
    fixture = fixtures.get(upper)
    return (ladder or (fixture is not None and fixture.open_below)) and not is_hatch_shut(board, upper)


def is_hatch_shut(board: Board, at: At) -> bool:
    """Whether a hatch in the floor of a square is shut."""
    return at in board.plan.levels[at.level].hatches and at not in board.open


def ways(start: At, end: At) -> Iterator[Way]:
    """The ways between two squares that touch, each a row of squares that share an edge or a floor.

    A corner is passed on one of two L-shaped ways round it.
    """
    for way in _orders(end.level - start.level, end.x - start.x, end.y - start.y):
        yield start, *(At(start.level + up, start.x + dx, start.y + dy) for up, dx, dy in way), end


@cache
def _orders(*step: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """How far one has come on each way between two squares, at the squares in between."""
    axes = [axis for axis, length in enumerate(step) if length]
    found = []
    for order in permutations(axes):
        gone = [order[:number] for number in range(1, len(order))]
        found.append(tuple(tuple(step[axis] if axis in each else 0 for axis in range(3)) for each in gone))
    return tuple(found)


def is_open(board: Board, way: Way) -> bool:
    """Whether nothing stands on any edge of a way, in any floor of it, nor fills a square that it goes round by."""
    return not any(is_solid(board, at) for at in way[1:-1]) and all(
        _is_open_between(board, one, other) for one, other in pairwise(way)
    )


def _is_open_between(board: Board, one: At, other: At) -> bool:
    if one.level != other.level:
        return is_open_down(board, min(one, other))
    return not is_shut(board, edge_between(one, other))


def beside(board: Board, one: At, other: At) -> bool:
    """Whether two squares are the same, or touch with nothing between them."""
    return one == other or (adjacent(one, other) and can_pass(board, one, other))


def can_pass(board: Board, start: At, end: At) -> bool:
    """Whether one of two squares that touch is open to the other.

    Through a corner it is if at least one of the L-shaped ways round it is wholly open; the end of
    a single wall does not block.
    """
    if sum(new != old for old, new in zip(start, end, strict=True)) == 1:
        return _is_open_between(board, start, end)
    return any(is_open(board, way) for way in ways(start, end))


# All of a deck as it stands now, and as a few others know it.
@lru_cache(maxsize=20_000)
def walked_to(walls: Walls, at: At) -> tuple[At, ...]:
    """The squares around one that can be walked to from it, whoever stands there."""
    board, floor = walls.board, walls.board.plan.levels[at.level].floor
    inside = (each for each in neighbours(at) if each in floor and not is_solid(board, each))
    return tuple(each for each in inside if can_pass(board, at, each))


def enclosed(level: Level, start: At) -> frozenset[At]:
    """The squares of floor around one, as far as walls and doors, open or shut, enclose them."""
    found, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for side, step in AHEAD.items():
            beside = moved(at, *step)
            if beside in level.floor and beside not in found and edge_of(at, side) not in level.barriers:
                found.add(beside)
                waiting.append(beside)
    return frozenset(found)


def room_at(plan: Plan, at: At) -> Room | None:
    """The room that a square belongs to, None where it is in none."""
    return next((room for room in plan.rooms if at in room.squares), None)


def places_on(plan: Plan, squares: Set[At]) -> list[str]:
    """The names of the places that have one of these squares, sorted."""
    return sorted(name for name, own in plan.places.items() if not squares.isdisjoint(own))


def is_dark(board: Board, at: At) -> bool:
    """Whether a square lies in a room without light; what is in no room is lit."""
    room = room_at(board.plan, at)
    return room is not None and room.number in board.dark


def lit(board: Board, room: Room, *, light: bool) -> Board:
    """The board with the light in a room on or off."""
    return replace(board, dark=board.dark - {room.number} if light else board.dark | {room.number})


def switched_from(board: Board, at: At) -> Room | None:
    """The room whose light somebody can switch where they stand: their own, with a switch in reach."""
    room = room_at(board.plan, at)
    reach = (each for each in (at, *neighbours(at)) if room and each in room.squares)
    return room if any(fixture_at(board, each) is Fixture.SWITCH for each in reach) else None
