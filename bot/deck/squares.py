"""Squares: their neighbours and edges, their names, how far apart they are, what lies before and behind somebody."""

import re
from enum import Enum
from fractions import Fraction
from math import ceil

from bot.deck.plan import At, Edge, Facing
from bot.engine.errors import RuleError

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
    return ceil(longer + Fraction(shorter, 2) + height)


def height_apart(one: At, other: At, separation: int) -> Fraction:
    """How many squares of height there are between two levels, `separation` metres from one to the next."""
    return abs(one.level - other.level) * separation / METRES_A_SQUARE


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
