"""Airlocks: which chambers are one, and their two entrances."""

from dataclasses import dataclass, replace

from bot.deck.board import Airlock, Board
from bot.deck.plan import At, Barrier, Edge, Facing, Plan
from bot.deck.rooms import enclosed, places_on, room_at
from bot.deck.squares import edge_of, sides_of

Entrance = frozenset[Edge]


@dataclass(frozen=True, slots=True)
class Chamber:
    """An airlock: its squares, and the airlock doors of each of its two entrances."""

    squares: frozenset[At]
    entrances: tuple[Entrance, Entrance]

    def entrance(self, edge: Edge) -> Entrance:
        """The entrance that a door belongs to."""
        return next(each for each in self.entrances if edge in each)

    def other(self, entrance: Entrance) -> Entrance:
        """The entrance at the far end."""
        return self.entrances[1 - self.entrances.index(entrance)]


def airlock_of(plan: Plan, edge: Edge) -> Chamber | None:
    """The airlock that a door belongs to, the smaller one where it may be two; None where there is no second door."""
    if plan.levels[edge.level].barriers.get(edge) is not Barrier.AIRLOCK_DOOR:
        return None
    floor = plan.levels[edge.level].floor
    found = [_chamber(plan, at) for at in sides_of(edge) if at in floor]
    return min((each for each in found if each), key=lambda each: len(each.squares), default=None)


def _chamber(plan: Plan, start: At) -> Chamber | None:
    """What is enclosed around a square, if airlock doors lead from it to two areas, of which space may be one."""
    level = plan.levels[start.level]
    inside = enclosed(level, start)
    entrances: dict[frozenset[At], set[Edge]] = {}
    for edge in {edge_of(at, side) for at in inside for side in Facing}:
        beyond = [at for at in sides_of(edge) if at not in inside]
        if level.barriers.get(edge) is Barrier.AIRLOCK_DOOR and beyond:
            area = enclosed(level, beyond[0]) if beyond[0] in level.floor else frozenset[At]()
            entrances.setdefault(area, set()).add(edge)
    if len(entrances) != 2:
        return None
    one, other = sorted((frozenset(edges) for edges in entrances.values()), key=min)
    return Chamber(inside, (one, other))


def chamber_around(plan: Plan, at: At) -> Chamber | None:
    """The airlock in whose chamber a square lies."""
    chamber = _chamber(plan, at)
    same = chamber and airlock_of(plan, min(chamber.entrances[0])) == chamber
    return chamber if same else None


def airlock_name(plan: Plan, chamber: Chamber) -> str:
    """What an airlock is called: by its place on the plan, or its room."""
    named = [name for name in places_on(plan, chamber.squares) if "lock" in name.casefold()]
    room = room_at(plan, min(chamber.squares))
    return named[0] if named else room.name if room else "Airlock"


def state_of(board: Board, chamber: Chamber) -> Airlock:
    """What the airlock is asked to do and does."""
    return board.airlocks.get(min(chamber.squares), Airlock())


def with_airlock(board: Board, chamber: Chamber, state: Airlock) -> Board:
    """The board with the airlock so, its doors as they are."""
    others = {at: each for at, each in board.airlocks.items() if at != min(chamber.squares)}
    return replace(board, airlocks=others if state == Airlock() else {**others, min(chamber.squares): state})


def cycling(board: Board) -> dict[At, int]:
    """The squares of the airlocks that cycle, each with the phases still to go."""
    found: dict[At, int] = {}
    for at, state in board.airlocks.items():
        if state.opens:
            found |= dict.fromkeys(enclosed(board.plan.levels[at.level], at), state.phases)
    return found
