"""Rooms: what walls and doors enclose, who is in which, and their light."""

from collections.abc import Set
from dataclasses import replace

from bot.deck.board import Board
from bot.deck.passage import fixture_at
from bot.deck.plan import At, Fixture, Level, Plan, Room
from bot.deck.squares import AHEAD, edge_of, moved, neighbours
from bot.engine.errors import RuleError


def enclosed(level: Level, start: At) -> frozenset[At]:
    """The squares of floor around one, as far as walls and doors, open or shut, enclose them."""
    found, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for side, step in AHEAD.items():
            beside = moved(at, *step)
            if beside in level.floor and beside not in found and edge_of(at, side) not in level.barriers:
                found.add(beside)
                waiting.append(beside)
    return frozenset(found)


def room_at(plan: Plan, at: At) -> Room | None:
    """The room that a square belongs to, None where it is in none."""
    return next((room for room in plan.rooms if at in room.squares), None)


def places_on(plan: Plan, squares: Set[At]) -> list[str]:
    """The names of the places that have one of these squares, sorted."""
    return sorted(name for name, own in plan.places.items() if not squares.isdisjoint(own))


def is_dark(board: Board, at: At) -> bool:
    """Whether a square lies in a room without light; what is in no room is lit."""
    room = room_at(board.plan, at)
    return room is not None and room.number in board.dark


def lit(board: Board, room: Room, *, light: bool) -> Board:
    """The board with the light in a room on or off."""
    return replace(board, dark=board.dark - {room.number} if light else board.dark | {room.number})


def switched_from(board: Board, at: At) -> Room | None:
    """The room whose light somebody can switch where they stand: their own, with a switch in reach."""
    room = room_at(board.plan, at)
    reach = (each for each in (at, *neighbours(at)) if room and each in room.squares)
    return room if any(fixture_at(board, each) is Fixture.SWITCH for each in reach) else None


def switch(board: Board, at: At) -> Board:
    """The board after somebody there has switched the light of their room off, or on again.

    Raises RuleError where no switch is in reach.
    """
    room = switched_from(board, at)
    if room is None:
        raise RuleError("No light switch is in reach: go into the square of one, or beside it, in the same room.")
    return replace(board, dark=board.dark ^ {room.number})
