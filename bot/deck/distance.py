"""Ranges in squares, and what lies before, beside and behind somebody."""

from enum import Enum
from fractions import Fraction
from math import ceil

from bot.deck.plan import At, Facing
from bot.deck.squares import AHEAD

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
