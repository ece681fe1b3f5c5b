"""A deck plan, as plain values: what is built and never moves, and its squares, their edges, names and distances.

Squares are 1.5 m wide; (0, 0) is the top left one, x grows to the east and y to the south. Whatever stands
between two squares lies on their edge, which is stored once.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from typing import NamedTuple

from bot.engine.errors import RuleError


class At(NamedTuple):
    """A square: its level (an index into the plan's levels, the top one first) and its place there."""

    level: int
    x: int
    y: int


class Facing(StrEnum):
    """Which way somebody looks, and the side of a square that lies there."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


class Edge(NamedTuple):
    """The edge on the north or the west side of a square; the south edge of (x, y) is the north one of (x, y + 1)."""

    level: int
    x: int
    y: int
    side: Facing


# What can be opened: a portal on an edge, or the hatch in a square's floor.
Portal = Edge | At


class Barrier(StrEnum):
    """What can stand on an edge; an edge without any is open."""

    WALL = "wall"
    BULKHEAD = "bulkhead"
    HULL = "outer hull"
    SLIDING_DOOR = "sliding door"
    IRIS_VALVE = "iris valve"
    HATCH = "hatch"
    MAINTENANCE_HATCH = "maintenance hatch"
    AIRLOCK_DOOR = "airlock door"
    ACCESS_PLATE = "access plate"

    @property
    def portal(self) -> bool:
        """Whether it can be opened."""
        return self not in {Barrier.WALL, Barrier.BULKHEAD, Barrier.HULL}

    @property
    def airtight(self) -> bool:
        """Whether it holds air while it is shut and whole: doors and walls never do."""
        return self not in {Barrier.WALL, Barrier.SLIDING_DOOR}


class Fixture(StrEnum):
    """What can stand on a square."""

    CONSOLE = "console"
    MACHINERY = "close machinery"
    RED = "red equipment"
    GREEN = "green equipment"
    CONDUIT = "conduit"
    LADDER = "ladder"
    LIFT = "lift"
    SWITCH = "light switch"
    DROP = "drop"
    TUBE = "gun tube"
    FUEL = "fuel"
    CRATE = "crate"
    BUNK = "bunk"
    SEAT = "seat"
    TABLE = "table"
    GALLEY = "galley"

    @property
    def furniture(self) -> bool:
        """Whether it is only to be looked at: no rule knows it, and people stand on its square as on any."""
        return self in {Fixture.BUNK, Fixture.SEAT, Fixture.TABLE, Fixture.GALLEY}

    @property
    def solid(self) -> bool:
        """Whether it fills its square, so that nobody walks or sees through."""
        return self in {Fixture.RED, Fixture.GREEN, Fixture.CRATE}

    @property
    def open_below(self) -> bool:
        """Whether there is no floor on its square, so that it is open to the level below."""
        return self in {Fixture.DROP, Fixture.TUBE}

    @property
    def takes_hatch(self) -> bool:
        """Whether the way down from its square may have a hatch."""
        return self in {Fixture.LADDER, Fixture.DROP}


@dataclass(frozen=True, slots=True)
class Level:
    """One deck of a plan, in squares.

    `floor` are the squares that belong to the ship, `hatches` those whose ladder or drop has a hatch in the floor.
    """

    name: str
    width: int
    height: int
    floor: frozenset[At]
    barriers: Mapping[Edge, Barrier]
    fixtures: Mapping[At, Fixture]
    hatches: frozenset[At] = frozenset()


@dataclass(frozen=True, slots=True)
class Room:
    """A room by its number and name: the squares that the walls and doors around it enclose."""

    number: int
    name: str
    squares: frozenset[At]


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole deck plan: its levels from the top down, `separation` metres apart, rooms and named places.

    `open_at_first` are the portals drawn open, `dark_at_first` the numbers of the rooms without light. Beyond the floor
    of a plan that is `whole` is space; of one that isn't, whatever may be there.
    """

    name: str
    about: str
    levels: tuple[Level, ...]
    separation: int
    rooms: tuple[Room, ...]
    places: Mapping[str, tuple[At, ...]]
    open_at_first: frozenset[Portal] = frozenset()
    dark_at_first: frozenset[int] = frozenset()
    whole: bool = True


AHEAD = {Facing.NORTH: (0, -1), Facing.EAST: (1, 0), Facing.SOUTH: (0, 1), Facing.WEST: (-1, 0)}
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def moved(at: At, dx: int, dy: int) -> At:
    """The square that lies a number of squares to the east and to the south, on the same level."""
    return At(at.level, at.x + dx, at.y + dy)


def edge_of(at: At, side: Facing) -> Edge:
    """The edge on that side of a square."""
    if side is Facing.EAST:
        return Edge(at.level, at.x + 1, at.y, Facing.WEST)
    if side is Facing.SOUTH:
        return Edge(at.level, at.x, at.y + 1, Facing.NORTH)
    return Edge(at.level, at.x, at.y, side)


def edge_between(one: At, other: At) -> Edge:
    """The edge that two squares share, which lie side by side on one level."""
    if one.x == other.x:
        return Edge(one.level, one.x, max(one.y, other.y), Facing.NORTH)
    return Edge(one.level, max(one.x, other.x), one.y, Facing.WEST)


def sides_of(edge: Edge) -> tuple[At, At]:
    """The two squares on either side of an edge, the north or west one first; either may be no floor."""
    far = At(edge.level, edge.x, edge.y)
    return (moved(far, 0, -1) if edge.side is Facing.NORTH else moved(far, -1, 0)), far


def neighbours(at: At) -> tuple[At, ...]:
    """The eight squares around one, from the north clockwise."""
    return tuple(moved(at, dx, dy) for dx, dy in DIRECTIONS)


def adjacent(one: At, other: At) -> bool:
    """Whether two squares touch, be it at a corner, or are the same."""
    return one.level == other.level and abs(one.x - other.x) <= 1 and abs(one.y - other.y) <= 1


_NAME = re.compile(r"(?:(\d{1,3})\s*:)?\s*([A-Za-z]{1,3})\s*(\d{1,4})", re.ASCII)


def column_name(x: int) -> str:
    """The letters of a column: A for 0, Z for 25, AA for 26."""
    letters = ""
    x += 1
    while x:
        x, digit = divmod(x - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def named(at: At, level: int = 0) -> str:
    """A square's name for somebody who speaks of `level`: `C7`, and on another level `2:C7`, counted from 1."""
    name = f"{column_name(at.x)}{at.y + 1}"
    return name if at.level == level else f"{at.level + 1}:{name}"


def fully_named(at: At) -> str:
    """A square's name that says its level as well: `1:C7`."""
    return f"{at.level + 1}:{named(at, at.level)}"


def at_of(text: str, level: int = 0) -> At:
    """The square that a person names, on `level` where the name doesn't say another; RuleError if it is no name."""
    found = _NAME.fullmatch(text.strip())
    if found is None or "0" in {found[1], found[3]}:
        raise RuleError(f"{text!r} is no square: give its column and its row, such as C7, or 2:C7 on the second level.")
    x = 0
    for letter in found[2].upper():
        x = x * 26 + ord(letter) - ord("A") + 1
    return At(int(found[1]) - 1 if found[1] else level, x - 1, int(found[3]) - 1)


METRES_A_SQUARE = Fraction(3, 2)


class Bearing(Enum):
    """Where a square lies, seen by somebody who faces one way."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


def squares_apart(dx: int, dy: int, height: Fraction | int = 0) -> int:
    """The range over a distance to the east, one to the south, and a height, all in squares.

    It is the shortest path of squares, 1½ for a diagonal one, plus the height, rounded up once. Walls don't
    lengthen it: a fire needs a clear line anyway.
    """
    longer, shorter = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    halves = 2 * (longer + height) + shorter
    return int(-(-halves // 2))


def height_apart(one: At, other: At, separation: int) -> Fraction | int:
    """How many squares of height there are between two levels, `separation` metres from one to the next."""
    return abs(one.level - other.level) * separation / METRES_A_SQUARE if one.level != other.level else 0


def range_between(one: At, other: At, separation: int) -> int:
    """The range between two squares, which may be on different levels."""
    return squares_apart(other.x - one.x, other.y - one.y, height_apart(one, other, separation))


def ahead_and_aside(facing: Facing, start: At, end: At) -> tuple[int, int]:
    """How far a square lies ahead (behind: negative) and to the right (left: negative) of who faces so."""
    dx, dy = end.x - start.x, end.y - start.y
    ahead_x, ahead_y = AHEAD[facing]
    return dx * ahead_x + dy * ahead_y, dy * ahead_x - dx * ahead_y


def bearing(facing: Facing, start: At, end: At) -> Bearing:
    """Whether a square lies to the front, the side or the rear; of the eight around one 3, 2 and 3."""
    ahead, _ = ahead_and_aside(facing, start, end)
    return Bearing.SIDE if ahead == 0 else Bearing.FRONT if ahead > 0 else Bearing.REAR


def in_field_of_fire(facing: Facing, start: At, end: At) -> bool:
    """Whether a square is one that who faces so can fire at: n squares ahead up to n to either side.

    Their own square is, and so is what lies straight above and below it.
    """
    ahead, aside = ahead_and_aside(facing, start, end)
    return ahead >= abs(aside)
