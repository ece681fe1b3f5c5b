"""A deck plan in play: which doors are open, where it is dark, what is breached, and who stands where.

As JSON it is stored without what is built, which is the plan's own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.deck.plan import At, Edge, Facing, Plan, Portal
from bot.engine.errors import DataError


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

    `calls` are the levels that wait for it; a `dead` one answers no call, and is known for that unless it is `untried`.
    """

    level: int | None = None
    calls: frozenset[int] = frozenset()
    ride: Ride | None = None
    dead: bool = False
    untried: bool = False


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


def placed(board: Board, name: str, standing: Standing | None) -> Board:
    """The board with somebody standing so, or no longer on it."""
    people = {other: where for other, where in board.people.items() if other != name}
    return replace(board, people=people if standing is None else {**people, name: standing})


def lands(board: Board, name: str) -> At | None:
    """Where somebody comes down who loses their hold between two levels; None for who has none to lose."""
    standing = board.people.get(name)
    return max(standing.at, standing.between) if standing and standing.between else None


def let_go(board: Board, name: str) -> Board:
    """The board with somebody who was between two levels on the floor of the lower one."""
    at = lands(board, name)
    return board if at is None else placed(board, name, board.people[name].moved(at))


# A board of version 1 has no lifts, airlocks or portals at work.
BOARD_VERSION, OLDEST_BOARD = 2, 1
STANDING_VERSION = 1


def dump_board(board: Board) -> dict[str, Any]:
    """What has changed on a board, without its people: they are stored with each character, by `dump_standing`."""
    return {
        "v": BOARD_VERSION,
        "open": _sorted(board.open),
        "dark": sorted(board.dark),
        "breached": _sorted(board.breached),
        "holed": _sorted(board.holed),
        "wrecked": _sorted(board.wrecked),
        "airless": _sorted(board.airless),
        "damage": sorted([list(place), points] for place, points in board.damage.items()),
        "asked": sorted([list(portal), sorted(asked)] for portal, asked in board.asked.items()),
        "lifts": sorted([list(at), _dump_lift(lift)] for at, lift in board.lifts.items()),
        "airlocks": sorted([list(at), _dump_airlock(airlock)] for at, airlock in board.airlocks.items()),
    }


def load_board(plan: Plan, stored: Mapping[str, Any]) -> Board:
    """The board that was stored, on its plan and with nobody on it; raises DataError where it doesn't fit the plan."""
    _check_version(stored, BOARD_VERSION, OLDEST_BOARD)
    barriers = {edge for level in plan.levels for edge in level.barriers}
    hatches = {at for level in plan.levels for at in level.hatches}
    floor = {at for level in plan.levels for at in level.floor}
    board = Board(
        plan,
        open=frozenset(map(_place, stored["open"])),
        dark=frozenset(stored["dark"]),
        breached=frozenset(map(_edge, stored["breached"])),
        holed=frozenset(map(_edge, stored["holed"])),
        wrecked=frozenset(At(*at) for at in stored["wrecked"]),
        airless=frozenset(At(*at) for at in stored["airless"]),
        damage={_place(place): points for place, points in stored["damage"]},
        asked={_place(portal): frozenset(asked) for portal, asked in stored.get("asked", ())},
        lifts={At(*at): _load_lift(lift) for at, lift in stored.get("lifts", ())},
        airlocks={At(*at): _load_airlock(airlock) for at, airlock in stored.get("airlocks", ())},
    )
    edges = {place for place in board.damage if isinstance(place, Edge)}
    squares = {place for place in board.damage if isinstance(place, At)}
    opens = {edge for airlock in board.airlocks.values() for edge in (*airlock.called, airlock.opens) if edge}
    portals = board.open | board.asked.keys() | opens
    strange = (
        sorted(portals - barriers - hatches)
        + sorted((board.breached | board.holed | edges) - barriers)
        + sorted((board.wrecked | board.airless | squares | board.lifts.keys() | board.airlocks.keys()) - floor)
    )
    if strange or board.dark - {room.number for room in plan.rooms}:
        raise DataError(f"The stored board is not one of the plan {plan.name}: {strange or sorted(board.dark)}.")
    return board


def dump_standing(standing: Standing) -> dict[str, Any]:
    """Where and how somebody stands."""
    return {
        "v": STANDING_VERSION,
        "at": list(standing.at),
        "facing": standing.facing.value,
        "prone": standing.prone,
        "leaning": list(standing.leaning) if standing.leaning else None,
        "crouching": standing.crouching,
        "began": list(standing.began) if standing.began else None,
        "climb": [list(standing.climb.to), standing.climb.gone] if standing.climb else None,
        "hangs": list(standing.hangs) if standing.hangs else None,
    }


def load_standing(stored: Mapping[str, Any]) -> Standing:
    """Where and how somebody stood; raises DataError for a version that we don't know."""
    _check_version(stored, STANDING_VERSION, STANDING_VERSION)
    return Standing(
        At(*stored["at"]),
        Facing(stored["facing"]),
        prone=stored["prone"],
        leaning=At(*stored["leaning"]) if stored["leaning"] else None,
        crouching=stored["crouching"],
        began=At(*stored["began"]) if stored.get("began") else None,
        climb=_load_climb(stored.get("climb")),
        hangs=At(*stored["hangs"]) if stored.get("hangs") else None,
    )


def _load_climb(stored: Sequence[Any] | None) -> Climb | None:
    return Climb(At(*stored[0]), stored[1]) if stored else None


def _dump_lift(lift: Lift) -> dict[str, Any]:
    ride = lift.ride
    return {
        "level": lift.level,
        "calls": sorted(lift.calls),
        "ride": [ride.start, ride.to, ride.phases] if ride else None,
        "dead": lift.dead,
        "untried": lift.untried,
    }


def _load_lift(stored: Mapping[str, Any]) -> Lift:
    ride = Ride(*stored["ride"]) if stored["ride"] else None
    return Lift(stored["level"], frozenset(stored["calls"]), ride, stored["dead"], stored.get("untried", False))


def _dump_airlock(airlock: Airlock) -> dict[str, Any]:
    return {
        "called": _sorted(airlock.called),
        "inside": airlock.inside,
        "opens": list(airlock.opens) if airlock.opens else None,
        "phases": airlock.phases,
    }


def _load_airlock(stored: Mapping[str, Any]) -> Airlock:
    opens = _edge(stored["opens"]) if stored["opens"] else None
    return Airlock(frozenset(map(_edge, stored["called"])), stored["inside"], opens, stored["phases"])


def _check_version(stored: Mapping[str, Any], newest: int, oldest: int) -> None:
    version = stored.get("v")
    if version not in range(oldest, newest + 1):
        raise DataError(f"What is stored of a deck has version {version}, and this bot knows {newest}.")


def _sorted(places: Iterable[Portal]) -> list[list[Any]]:
    return sorted(list(place) for place in places)


def _edge(stored: Iterable[Any]) -> Edge:
    level, x, y, side = stored
    return Edge(level, x, y, Facing(side))


def _place(stored: Sequence[Any]) -> Portal:
    """An edge, or a square, which has no side."""
    return _edge(stored) if len(stored) == len(Edge._fields) else At(*stored)
