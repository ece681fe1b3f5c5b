"""Rooms: what walls and doors enclose, and who is in which."""

from collections.abc import Set

from bot.deck.plan import At, Level, Plan, Room
from bot.deck.squares import AHEAD, edge_of, moved


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
