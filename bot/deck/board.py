"""A deck plan in play: which doors are open, where it is dark, what is breached, and who stands where."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.deck.plan import At, Edge, Facing, Plan, Portal


@dataclass(frozen=True, slots=True)
class Climb:
    """A climb on a ladder to a square of another level: how many metres are gone since the last level."""

    to: At
    gone: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody is, which way they face, and whether they lie prone.

    `leaning` is the square into which they lean round a corner, `crouching` that they hide behind a console, `began`
    where they stood as this action phase began, None where nobody has counted phases since they were put there. Who is
    on a `climb` is on the ladder of their square; who `hangs` does so from its edge, above the square that is named.
    """

    at: At
    facing: Facing = Facing.NORTH
    prone: bool = False
    leaning: At | None = None
    crouching: bool = False
    began: At | None = None
    climb: Climb | None = None
    hangs: At | None = None

    def moved(self, at: At) -> "Standing":
        """How they stand on another square: they lie on if they lay, and nothing else of this one goes with them."""
        return Standing(at, self.facing, prone=self.prone, began=self.began)

    @property
    def between(self) -> At | None:
        """The square of the other level, for somebody between two levels; else None."""
        if self.climb is None:
            return self.hangs
        return self.at._replace(level=self.at.level + (1 if self.climb.to.level > self.at.level else -1))


@dataclass(frozen=True, slots=True)
class Ride:
    """A lift on its way from one level to another, and for how many action phases more."""

    start: int
    to: int
    phases: int


@dataclass(frozen=True, slots=True)
class Lift:
    """Where a lift is: on a `level` with its doors open, on a `ride`, or somewhere else in the ship.

    `calls` are the levels that wait for it; a `dead` one answers no call.
    """

    level: int | None = None
    calls: frozenset[int] = frozenset()
    ride: Ride | None = None
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Airlock:
    """What an airlock is asked to do, and what it does; each of its two entrances is known by its first edge.

    `called` are the entrances that somebody outside or inside asked for in this action phase, `inside` tells that
    one of these is in the chamber. It goes on cycling for `phases` more phases until the entrance `opens`.
    """

    called: frozenset[Edge] = frozenset()
    inside: bool = False
    opens: Edge | None = None
    phases: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """A plan and all that changes on it in play.

    `open` are the portals that stand open, of edges and in floors, `dark` the numbers of the rooms without light,
    `breached` the edges and `wrecked` the squares' fixtures that are destroyed (a tank: empty), `holed` the edges
    that no longer hold air, `airless` the squares without pressure, `damage` the damage points that barriers and
    fixtures have taken, by their edge or square, `people` those who stand on it, by name.

    `asked` are the portals that somebody works by hand in this action phase, each with all that is asked of it:
    True to open it. `lifts` and `airlocks` are those about which there is something to say, by their first square.
    """

    plan: Plan
    open: frozenset[Portal]
    dark: frozenset[int]
    breached: frozenset[Edge] = frozenset()
    wrecked: frozenset[At] = frozenset()
    holed: frozenset[Edge] = frozenset()
    airless: frozenset[At] = frozenset()
    damage: Mapping[Edge | At, int] = field(default_factory=dict)
    people: Mapping[str, Standing] = field(default_factory=dict)
    asked: Mapping[Portal, frozenset[bool]] = field(default_factory=dict)
    lifts: Mapping[At, Lift] = field(default_factory=dict)
    airlocks: Mapping[At, Airlock] = field(default_factory=dict)


def as_drawn(plan: Plan) -> Board:
    """The board on which nothing has happened yet."""
    return Board(plan, plan.open_at_first, plan.dark_at_first)
