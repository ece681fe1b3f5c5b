"""How somebody stands on their square: which way they face, leaning round a corner, crouching, prone."""

from dataclasses import replace
from enum import StrEnum

from bot.deck.board import Board, Standing, placed
from bot.deck.passage import can_pass, fixture_at, is_shut, is_solid
from bot.deck.placing import standing_of
from bot.deck.plan import AHEAD, At, Facing, Fixture, edge_between, in_field_of_fire, moved, neighbours
from bot.engine.errors import RuleError


class Posture(StrEnum):
    """How somebody holds themselves."""

    CROUCHING = "crouching"
    PRONE = "prone"
    UP = "up"


def faced(board: Board, name: str, facing: Facing) -> Board:
    """The board with somebody turned; RuleError where they aren't on it, as for all that follow."""
    return placed(board, name, replace(standing_of(board, name), facing=facing))


def turned_to(board: Board, name: str, at: At) -> Board:
    """The board with somebody turned as little as brings a square in front of them, n ahead and up to n to a side."""
    standing = standing_of(board, name)
    order = list(Facing)
    place = order.index(standing.facing)
    ways = (order[(place + quarters) % len(order)] for quarters in (0, 1, -1, 2))
    return faced(board, name, next(way for way in ways if in_field_of_fire(way, standing.at, at)))


def leaned(board: Board, name: str, side: Facing | None) -> Board:
    """The board with somebody leaning round a corner into the square at their side, or with None back in their own.

    Raises RuleError where there is no corner, or somebody else leans from that square already.
    """
    standing = _on_a_level(board, name)
    if side is None:
        return placed(board, name, replace(standing, leaning=None))
    into = moved(standing.at, *AHEAD[side])
    check_lean(board, name, into)
    return placed(board, name, replace(standing, leaning=into, crouching=False))


def held(board: Board, name: str, posture: Posture) -> Board:
    """The board with somebody so, and no longer leaning; RuleError where no console is there to crouch behind."""
    standing = _on_a_level(board, name)
    if posture is Posture.CROUCHING:
        check_crouch(board, name)
    crouching, prone = posture is Posture.CROUCHING, posture is Posture.PRONE
    return placed(board, name, replace(standing, crouching=crouching, prone=prone, leaning=None))


def _on_a_level(board: Board, name: str) -> Standing:
    """How somebody stands; raises RuleError if they are on a ladder or hang from an edge."""
    standing = standing_of(board, name)
    if standing.between:
        raise RuleError(f"{name} is between two levels: wait until they stand on one.")
    return standing


def places(standing: Standing) -> tuple[At, ...]:
    """The squares from which somebody looks about, and on which they are seen: their own, that into which they lean
    round a corner, and that of the other level where they are between two.
    """
    return tuple(at for at in (standing.at, standing.leaning, standing.between) if at)


def is_corner(board: Board, at: At, into: At) -> bool:
    """Whether one can lean round a corner out of a square into the one beside it.

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
    """Raises RuleError where somebody can't lean into a square: of each square one can at a time."""
    at = board.people[name].at
    if not is_corner(board, at, into):
        raise RuleError(f"{name} can't lean there: choose a square beside theirs, round a doorway or a bend.")
    other = next((each for each, one in board.people.items() if each != name and one.at == at and one.leaning), None)
    if other:
        raise RuleError(f"{other} leans round a corner from that square already: only one of them can.")


def consoles_beside(board: Board, at: At) -> tuple[At, ...]:
    """The squares around one with a console, and with no wall between."""
    return tuple(
        each for each in neighbours(at) if fixture_at(board, each) is Fixture.CONSOLE and can_pass(board, at, each)
    )


def check_crouch(board: Board, name: str) -> None:
    """Raises RuleError where somebody has no console beside them to crouch behind."""
    if not consoles_beside(board, board.people[name].at):
        raise RuleError(f"{name} has no console beside them to crouch behind: move them to one first.")
