"""Corners, consoles and close machinery: who is in cover from whom, and through what they can be fired at (rule 14)."""

from enum import StrEnum

from bot.deck.board import Board, Standing
from bot.deck.passage import fixture_at, is_shut, is_solid
from bot.deck.plan import At, Fixture
from bot.deck.sight import sight_line
from bot.deck.squares import adjacent, edge_between, moved, neighbours
from bot.engine.errors import RuleError


class Cover(StrEnum):
    """What gives cover."""

    CORNER = "corner"
    CONSOLE = "console"
    MACHINERY = "close machinery"


def is_corner(board: Board, at: At, into: At) -> bool:
    """Whether one can lean round a corner out of a square into the one beside it (rule 14.A).

    A doorway or a bend: at one end of the open edge between the two squares something closes the view from one's
    own square, and nothing does from the other.
    """
    dx, dy = into.x - at.x, into.y - at.y
    if into.level != at.level or abs(dx) + abs(dy) != 1 or into not in board.plan.levels[at.level].floor:
        return False
    return _is_clear(board, at, into) and any(
        _is_clear(board, into, moved(into, *side))
        and not (_is_clear(board, at, moved(at, *side)) and _is_clear(board, moved(at, *side), moved(into, *side)))
        for side in ((dy, dx), (-dy, -dx))
    )


def _is_clear(board: Board, one: At, other: At) -> bool:
    """Whether nothing stands between two squares side by side, nor fills the other one."""
    return not is_shut(board, edge_between(one, other)) and not is_solid(board, other)


def corners(board: Board, at: At) -> tuple[At, ...]:
    """The squares into which one can lean round a corner, from the north clockwise."""
    return tuple(into for into in (moved(at, *step) for step in _BESIDE) if is_corner(board, at, into))


_BESIDE = ((0, -1), (1, 0), (0, 1), (-1, 0))


def check_lean(board: Board, name: str, into: At) -> None:
    """Raises RuleError where somebody can't lean into a square: of each square one can at a time (ruling R-99)."""
    at = board.people[name].at
    if not is_corner(board, at, into):
        raise RuleError(f"{name} can't lean there: choose a square beside his, round a doorway or a bend.")
    other = next((each for each, one in board.people.items() if each != name and one.at == at and one.leaning), None)
    if other:
        raise RuleError(f"{other} leans round a corner from that square already: only one of them can.")


def check_crouch(board: Board, name: str) -> None:
    """Raises RuleError where somebody has no console beside them to crouch behind (rule 14.B)."""
    if not any(fixture_at(board, at) is Fixture.CONSOLE for at in neighbours(board.people[name].at)):
        raise RuleError(f"{name} has no console beside him to crouch behind: move him to one first.")


def hidden_by(board: Board, firer: Standing, target: Standing, line: tuple[At, ...]) -> Cover | None:
    """What keeps the fire along a clear line from its target, if anything.

    A console does for whoever crouches behind it (rule 14.B), close machinery unless one of the two is beside it
    (rule 14.C). The squares of firer and target themselves hide nothing.
    """
    ends = (line[0], line[-1])
    for at in line[1:-1]:
        fixture = fixture_at(board, at)
        if fixture is Fixture.MACHINERY and not any(adjacent(at, end) for end in ends):
            return Cover.MACHINERY
        behind = [one for one, end in zip((firer, target), ends, strict=True) if adjacent(at, end) and one.crouching]
        if fixture is Fixture.CONSOLE and behind:
            return Cover.CONSOLE
    return None


def cover_on(board: Board, line: tuple[At, ...]) -> tuple[Cover, ...]:
    """What on a clear line of fire gives cover to the target at its end.

    A console does if they are beside it; so does close machinery, unless the firer is beside the same square. Two who
    are adjacent have nothing between them (rules 14.B and 14.C).
    """
    firer, target = line[0], line[-1]
    near = {at: fixture_at(board, at) for at in line[1:-1] if adjacent(at, target)}
    found = [Cover.CONSOLE] if Fixture.CONSOLE in near.values() else []
    machinery = [at for at, fixture in near.items() if fixture is Fixture.MACHINERY]
    if machinery and not any(adjacent(firer, at) for at in machinery):
        found.append(Cover.MACHINERY)
    return tuple(found)


def place_of_target(board: Board, firer: At, target: Standing) -> tuple[At, bool]:
    """Where a target is fired at, and whether a corner covers it.

    Who leans round a corner is in cover in the square into which they lean (rule 14.A), but not from somebody who
    sees their own square. Who is between two levels is fired at on the one whose line is clear.
    """
    elsewhere = target.leaning or target.between
    if elsewhere is None or sight_line(board, firer, target.at).squares[-1] == target.at:
        return target.at, False
    if target.leaning is None:
        return (elsewhere if sight_line(board, firer, elsewhere).squares[-1] == elsewhere else target.at), False
    return target.leaning, True
