"""A board and those who stand on it as JSON, and back: what is built is not stored with them, but the plan's own."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.deck.board import Board, Standing
from bot.deck.plan import At, Edge, Facing, Plan
from bot.engine.errors import DataError

VERSION = 1


def dump_board(board: Board) -> dict[str, Any]:
    """What has changed on a board, without its people: they are stored with each character, by `dump_standing`."""
    return {
        "v": VERSION,
        "open": _sorted(board.open),
        "dark": sorted(board.dark),
        "breached": _sorted(board.breached),
        "holed": _sorted(board.holed),
        "wrecked": _sorted(board.wrecked),
        "airless": _sorted(board.airless),
        "damage": sorted([list(place), points] for place, points in board.damage.items()),
    }


def load_board(plan: Plan, stored: Mapping[str, Any]) -> Board:
    """The board that was stored, on its plan and with nobody on it; raises DataError where it doesn't fit the plan."""
    _check_version(stored)
    barriers = {edge for level in plan.levels for edge in level.barriers}
    floor = {at for level in plan.levels for at in level.floor}
    board = Board(
        plan,
        open=frozenset(map(_edge, stored["open"])),
        dark=frozenset(stored["dark"]),
        breached=frozenset(map(_edge, stored["breached"])),
        holed=frozenset(map(_edge, stored["holed"])),
        wrecked=frozenset(At(*at) for at in stored["wrecked"]),
        airless=frozenset(At(*at) for at in stored["airless"]),
        damage={_place(place): points for place, points in stored["damage"]},
    )
    edges = {place for place in board.damage if isinstance(place, Edge)}
    squares = {place for place in board.damage if isinstance(place, At)}
    strange = sorted((board.open | board.breached | board.holed | edges) - barriers) + sorted(
        (board.wrecked | board.airless | squares) - floor
    )
    if strange or board.dark - {room.number for room in plan.rooms}:
        raise DataError(f"The stored board is not one of the plan {plan.name}: {strange or sorted(board.dark)}.")
    return board


def dump_standing(standing: Standing) -> dict[str, Any]:
    """Where and how somebody stands."""
    return {
        "v": VERSION,
        "at": list(standing.at),
        "facing": standing.facing.value,
        "prone": standing.prone,
        "leaning": list(standing.leaning) if standing.leaning else None,
        "crouching": standing.crouching,
    }


def load_standing(stored: Mapping[str, Any]) -> Standing:
    """Where and how somebody stood; raises DataError for a version that we don't know."""
    _check_version(stored)
    return Standing(
        At(*stored["at"]),
        Facing(stored["facing"]),
        prone=stored["prone"],
        leaning=At(*stored["leaning"]) if stored["leaning"] else None,
        crouching=stored["crouching"],
    )


def _check_version(stored: Mapping[str, Any]) -> None:
    if stored.get("v") != VERSION:
        raise DataError(f"What is stored of a deck has version {stored.get('v')}, and this bot knows {VERSION}.")


def _sorted(places: Iterable[At | Edge]) -> list[list[Any]]:
    return sorted(list(place) for place in places)


def _edge(stored: Iterable[Any]) -> Edge:
    level, x, y, side = stored
    return Edge(level, x, y, Facing(side))


def _place(stored: Sequence[Any]) -> Edge | At:
    """An edge, or a square, which has no side."""
    return _edge(stored) if len(stored) == len(Edge._fields) else At(*stored)
