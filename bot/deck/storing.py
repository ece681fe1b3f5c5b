"""A board and those who stand on it as JSON, and back: what is built is not stored with them, but the plan's own."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.deck.board import Airlock, Board, Climb, Lift, Ride, Standing
from bot.deck.plan import At, Edge, Facing, Plan, Portal
from bot.engine.errors import DataError

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
    }


def _load_lift(stored: Mapping[str, Any]) -> Lift:
    ride = Ride(*stored["ride"]) if stored["ride"] else None
    return Lift(stored["level"], frozenset(stored["calls"]), ride, stored["dead"])


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
