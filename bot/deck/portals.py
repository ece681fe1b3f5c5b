"""Opening and closing doors, iris valves and hatches."""

from collections.abc import Iterable
from dataclasses import replace

from bot.deck.board import Board
from bot.deck.passage import fixture_at, kind_of
from bot.deck.plan import At, Barrier, Facing, Plan, Portal
from bot.deck.pressure import check_pressure, lose_air
from bot.deck.squares import edge_of, named, sides_of
from bot.engine.errors import RuleError

# What is said of the sides of a square on which there is no edge: the hatches in its own floor and in the one above.
DOWN, UP = "down", "up"
SIDES = (*(side.value for side in Facing), DOWN, UP)


def portals_beside(board: Board, at: At) -> dict[str, Portal]:
    """The portals on the sides of a square, and in the floors below and above it, by their sides."""
    above = at._replace(level=at.level - 1)
    beside: dict[str, Portal] = {side.value: edge_of(at, side) for side in Facing}
    beside |= {DOWN: at} | ({UP: above} if above.level >= 0 else {})
    return {side: portal for side, portal in beside.items() if kind_of(board.plan, portal)}


def open_portal(board: Board, portal: Portal) -> Board:
    """The board with a portal open, and without the air that this lets out.

    Raises RuleError where there is no closed portal, pressure on one side only keeps it shut, or somebody stands on
    the hatch over a drop.
    """
    kind = portal_kind(board, portal)
    if portal in board.open or portal in board.breached:
        raise RuleError(f"The {kind.value} is open already: close it, or walk through.")
    check_pressure(board, portal)
    check_clear(board, portal)
    return lose_air(replace(board, open=board.open | {portal}))


def close_portal(board: Board, portal: Portal) -> Board:
    """The board with a portal closed; raises RuleError where there is no open one, or it is breached."""
    kind = portal_kind(board, portal)
    if portal in board.breached:
        raise RuleError(f"The {kind.value} is destroyed and can't be closed: choose another way to hold them off.")
    if portal not in board.open:
        raise RuleError(f"The {kind.value} is closed already: open it, or leave it so.")
    return replace(board, open=board.open - {portal})


def check_clear(board: Board, portal: Portal) -> None:
    """Raises RuleError where somebody stands on the hatch over a drop, and would fall."""
    if isinstance(portal, At) and is_over_drop(board, portal):
        on_it = [name for name, standing in board.people.items() if standing.at == portal]
        if on_it:
            raise RuleError(f"{on_it[0]} stands on that hatch: move everybody off it first.")


def is_over_drop(board: Board, at: At) -> bool:
    """Whether a square has no floor but its hatch."""
    fixture = fixture_at(board, at)
    return fixture is not None and fixture.open_below


def squares_of(plan: Plan, portals: Iterable[Portal]) -> tuple[At, ...]:
    """The squares of floor beside some portals, or above their hatches."""
    squares = [at for portal in portals for at in ((portal,) if isinstance(portal, At) else sides_of(portal))]
    return tuple(at for at in squares if at in plan.levels[at.level].floor)


def at_work(before: Board, after: Board) -> tuple[At, ...]:
    """The squares where something opened or shut between two boards, then those of lifts and airlocks at work.

    A lift that is out of order does nothing.
    """
    moved = squares_of(before.plan, sorted(before.open ^ after.open))
    lifts = {at for at, lift in before.lifts.items() if not lift.dead}
    return (*moved, *sorted({*lifts, *before.airlocks}))


def where_is(plan: Plan, portal: Portal) -> str:
    """Where a portal is, in words: `between C7 and C8`, `at A5` on the outside, `in the floor of E3`."""
    if isinstance(portal, At):
        return f"in the floor of {named(portal)}"
    squares = [named(at) for at in squares_of(plan, (portal,))]
    return f"between {' and '.join(squares)}" if len(squares) > 1 else f"at {squares[0]}"


def portal_kind(board: Board, portal: Portal) -> Barrier:
    """What can be opened there; raises RuleError where nothing can."""
    kind = kind_of(board.plan, portal)
    if kind is None:
        raise RuleError("There is no door, valve or hatch: choose a side of the square that has one.")
    return kind
