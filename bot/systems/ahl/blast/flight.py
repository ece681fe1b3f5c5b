"""What is thrown, and what explodes: where a grenade flies to, and which squares a blast reaches (AHL 15 and 16)."""

from math import ceil

from bot.deck.board import Board
from bot.deck.passage import can_pass, is_solid
from bot.deck.plan import AHEAD, DIRECTIONS, At, Facing, height_apart, moved
from bot.deck.sight import sees, step_beyond

Direction = tuple[int, int]


def heading(thrower: At, target: At, facing: Facing) -> Direction:
    """Which way a throw goes on from its target square: to the next square on its line (AHL 16).

    Thrown into one's own square it goes on the way that one faces.
    """
    if (thrower.x, thrower.y) == (target.x, target.y):
        return AHEAD[facing]
    return step_beyond(thrower._replace(level=target.level), target)


def turned(direction: Direction, eighths: int) -> Direction:
    """A direction turned to the right by a number of eighths of a circle."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + eighths) % len(DIRECTIONS)]


def flight(board: Board, start: At, direction: Direction, squares: int) -> tuple[At, ...]:
    """The squares that something enters in a straight line, first to last, without the one where it starts.

    An obstruction stops it in the last open square: a wall, a closed portal, a filled square, the end of the
    floor (AHL 16, rulings R-63 and R-112).
    """
    path: list[At] = []
    here = start
    for _ in range(squares):
        there = moved(here, *direction)
        stopped = there not in board.plan.levels[there.level].floor or is_solid(board, there)
        if stopped or not can_pass(board, here, there):
            break
        path.append(there)
        here = there
    return tuple(path)


def blast_squares(board: Board, centre: At, reach: int = 2) -> dict[At, int]:
    """The squares that an explosion reaches, each with how many squares away it is (AHL 15.B).

    A square is one away if it touches the centre, be it at a corner, two away if it touches one of those, and a
    clear line must run to it from the explosion. Height counts in squares as it does for ranges.
    """
    found = {}
    for number, level in enumerate(board.plan.levels):
        height = height_apart(centre, At(number, 0, 0), board.plan.separation)
        for x in range(centre.x - reach, centre.x + reach + 1):
            for y in range(centre.y - reach, centre.y + reach + 1):
                at = At(number, x, y)
                away = max(abs(x - centre.x), abs(y - centre.y)) + height
                if away <= reach and at in level.floor and sees(board, centre, at):
                    found[at] = ceil(away)
    return found
