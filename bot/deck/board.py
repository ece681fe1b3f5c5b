"""A deck plan in play: which doors are open, where it is dark, what is breached, and who stands where."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
    longer hold air, `airless` the squares without pressure, `damage` the damage points that barriers and fixtures
    have taken, by their edge or square, `people` those who stand on it, by name.
    """

    plan: Plan
    open: frozenset[Edge]
    dark: frozenset[int]
    breached: frozenset[Edge] = frozenset()
    wrecked: frozenset[At] = frozenset()
    holed: frozenset[Edge] = frozenset()
    airless: frozenset[At] = frozenset()
    damage: Mapping[Edge | At, int] = field(default_factory=dict)
    people: Mapping[str, Standing] = field(default_factory=dict)


def as_drawn(plan: Plan) -> Board:
    """The board on which nothing has happened yet."""
    return Board(plan, plan.open_at_first, plan.dark_at_first)
