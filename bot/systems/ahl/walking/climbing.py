"""People between two levels: on a ladder, or hanging from the edge of a drop.

They count on the level that they have left until they are all the way on the other one, and can be fired at on both.
"""

from dataclasses import replace

from bot.deck.board import Board, Climb
from bot.deck.passage import is_hatch_shut
from bot.deck.placing import placed
from bot.deck.plan import At, named


def climbing(board: Board, name: str, to: At) -> Board:
    """The board with somebody on the ladder of their square, on their way to that square of another level."""
    standing = board.people[name]
    return placed(board, name, replace(standing.moved(standing.at), climb=Climb(to)))


def hanging(board: Board, name: str, edge: At, below: At) -> Board:
    """The board with somebody who hangs over an edge, above the square where they are to land."""
    return placed(board, name, replace(board.people[name].moved(edge), hangs=below))


def higher(board: Board, name: str, metres: int) -> Board:
    """The board with a climber so many metres further along their ladder.

    After all the metres between two levels they stand on the next one, and there go on if they are to go further.
    """
    standing = board.people[name]
    climb, next_ = standing.climb, standing.between
    assert climb is not None
    assert next_ is not None
    gone = climb.gone + metres
    if gone < board.plan.separation:
        return placed(board, name, replace(standing, climb=replace(climb, gone=gone)))
    on = None if next_ == climb.to else Climb(climb.to)
    return placed(board, name, replace(standing.moved(next_), climb=on))


def still_to_climb(board: Board, name: str) -> int:
    """How many metres of their ladder somebody has before them, 0 for who is on none."""
    standing = board.people[name]
    if standing.climb is None:
        return 0
    return abs(standing.climb.to.level - standing.at.level) * board.plan.separation - standing.climb.gone


def shut_above(board: Board, name: str) -> str:
    """The square whose hatch keeps a climber from the next level, "" where none does."""
    standing = board.people[name]
    upper = min(standing.at, standing.between or standing.at)
    return named(upper) if standing.climb and is_hatch_shut(board, upper) else ""


def lands(board: Board, name: str) -> At | None:
    """Where somebody comes down who loses their hold between two levels; None for who has none to lose."""
    standing = board.people.get(name)
    return max(standing.at, standing.between) if standing and standing.between else None


def let_go(board: Board, name: str) -> Board:
    """The board with somebody who was between two levels on the floor of the lower one."""
    at = lands(board, name)
    return board if at is None else placed(board, name, board.people[name].moved(at))
