"""A deck plan in play: which doors are open, where it is dark, what is breached, and who stands where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.deck.plan import At, Edge, Facing, Plan


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody is, which way he faces, and whether he lies prone.

    `leaning` is the square into which he leans round a corner, `crouching` that he hides behind a console.
    """

    at: At
    facing: Facing = Facing.NORTH
    prone: bool = False
    leaning: At | None = None
    crouching: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A plan and all that changes on it in play.

    `open` are the portals that stand open, `dark` the numbers of the rooms without light, `breached` the
    edges and `wrecked` the squares' fixtures that are destroyed (a tank: empty), `holed` the edges that no
    longer hold air, `airless` the squares without pressure, `people` those who stand on it, by name.
    """

    plan: Plan
    open: frozenset[Edge]
    dark: frozenset[int]
    breached: frozenset[Edge] = frozenset()
    wrecked: frozenset[At] = frozenset()
    holed: frozenset[Edge] = frozenset()
    airless: frozenset[At] = frozenset()
    people: Mapping[str, Standing] = field(default_factory=dict)


def as_drawn(plan: Plan) -> Board:
    """The board on which nothing has happened yet."""
    return Board(plan, plan.open_at_first, plan.dark_at_first)


def dump_board(board: Board) -> dict[str, Any]:
    """What has changed on a board, as JSON with its version; its people are kept with each of them."""
    return {
        "v": 1,
        "open": [[*edge] for edge in sorted(board.open)],
        "dark": sorted(board.dark),
        "breached": [[*edge] for edge in sorted(board.breached)],
        "wrecked": [[*at] for at in sorted(board.wrecked)],
        "airless": [[*at] for at in sorted(board.airless)],
    }


def load_board(plan: Plan, stored: Mapping[str, Any]) -> Board:
    """The board that was stored, with nobody on it yet."""
    return Board(
        plan,
        frozenset(_edge(edge) for edge in stored["open"]),
        frozenset(stored["dark"]),
        frozenset(_edge(edge) for edge in stored["breached"]),
        frozenset(At(*at) for at in stored["wrecked"]),
        airless=frozenset(At(*at) for at in stored["airless"]),
    )


def _edge(stored: Sequence[Any]) -> Edge:
    level, x, y, side = stored
    return Edge(level, x, y, Facing(side))


def dump_standing(standing: Standing) -> list[Any]:
    """Where somebody stands, as JSON."""
    return [*standing.at, standing.facing.value, standing.prone]


def load_standing(stored: Sequence[Any]) -> Standing:
    """Where somebody stood."""
    level, x, y, facing, prone = stored
    return Standing(At(level, x, y), Facing(facing), prone)
