"""A deck plan: what is built and never moves, as plain values.

Squares are 1.5 m wide; (0, 0) is the top left one, x grows to the east and y to the south. Whatever stands
between two squares lies on their edge, which is stored once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


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

    `open_at_first` are the portals drawn open, `dark_at_first` the numbers of the rooms without light.
    """

    name: str
    about: str
    levels: tuple[Level, ...]
    separation: int
    rooms: tuple[Room, ...]
    places: Mapping[str, tuple[At, ...]]
    open_at_first: frozenset[Portal] = frozenset()
    dark_at_first: frozenset[int] = frozenset()
