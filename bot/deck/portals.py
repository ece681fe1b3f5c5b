"""Doors, iris valves and hatches, and what is made of them: airlocks and lifts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count

from bot.deck.board import Airlock, Board, Lift
from bot.deck.passage import (
    SamePlan,
    enclosed,
    fixture_at,
    is_footing,
    is_open_down,
    is_over_drop,
    is_shut,
    kind_of,
    on_plan,
    places_on,
    room_at,
)
from bot.deck.plan import AHEAD, At, Barrier, Edge, Facing, Fixture, Plan, Portal, edge_of, moved, named, sides_of
from bot.deck.pressure import Hull, check_pressure, lose_air, stays_shut
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


# As many doors and valves are gone through rather than one hatch.
_DOORS, _RATHER_DOORS = {Barrier.SLIDING_DOOR, Barrier.IRIS_VALVE}, 6


def portal_named(board: Board, portal: Portal) -> str:
    """What and where a portal is, in words: `the sliding door between C7 and C8`."""
    return f"the {portal_kind(board, portal).value} {where_is(board.plan, portal)}"


def nearest_portal(board: Board, at: At) -> Portal | None:
    """The portal that is nearest to a square on its level; None where that has none."""
    level = board.plan.levels[at.level]
    portals: list[Portal] = [edge for edge, barrier in level.barriers.items() if barrier.portal]
    beside = {portal: squares_of(board.plan, (portal,)) for portal in (*portals, *level.hatches)}

    def far(portal: Portal) -> tuple[int, At]:
        return min((abs(each.x - at.x) + abs(each.y - at.y), each) for each in beside[portal])

    return min((portal for portal in beside if beside[portal]), key=far, default=None)


@dataclass(frozen=True, slots=True)
class Reachable:
    """How one gets from a square to others, if one opens what is shut: for each the square `before` it, the `first`
    shut door or valve on the way, and what the way costs.
    """

    before: Mapping[At, At]
    first: Mapping[At, Edge | None]
    far: Mapping[At, int]

    def way(self, goal: At) -> tuple[At, ...]:
        """The squares to a goal that can be reached, the first one included."""
        way = [goal]
        while way[-1] in self.before:
            way.append(self.before[way[-1]])
        return tuple(way[::-1])


def reach(
    board: Board, start: At, door: int, *, climbs: bool = False, crowded: frozenset[At] = frozenset()
) -> Reachable:
    """The cheapest ways from a square, row by row and column by column, by as many squares as they have.

    What is shut counts as so many squares more for a `door`, and rather several of those than one hatch; nobody gets
    through what stays shut against vacuum. Without `climbs` they stay on their level; a ladder counts as a door. From
    squares that are `crowded` nobody opens what is shut, for they can't stop there.
    """
    return _reach(Hull(board), start, door, climbs, crowded)


# Whoever acts by themselves asks again at each of their orders, till they have moved.
@lru_cache(maxsize=64)
def _reach(hull: Hull, start: At, door: int, climbs: bool, crowded: frozenset[At]) -> Reachable:
    before, first, far = dict[At, At](), dict[At, Edge | None](), dict[At, int]()
    number = count(1)
    waiting: list[tuple[int, int, At, At | None, Edge | None]] = [(0, 0, start, None, None)]
    while waiting:
        spent, _, at, came, edge = heappop(waiting)
        if at in far:
            continue
        far[at], first[at] = spent, edge
        if came is not None:
            before[at] = came
        for beside, through, cost in _steps_from(hull, at, door, climbs=climbs):
            if beside not in far and not (through and at in crowded):
                heappush(waiting, (spent + cost, next(number), beside, at, edge or through))
    return Reachable(before, first, far)


# All of a deck as it stands now, and as a few others know it.
@lru_cache(maxsize=10_000)
def _steps_from(hull: Hull, at: At, door: int, *, climbs: bool) -> tuple[tuple[At, Edge | None, int], ...]:
    """The squares beside one, each with what is shut between, and what the step counts for."""
    return tuple(_passages(hull.board, at, door, climbs=climbs))


def _passages(board: Board, at: At, door: int, *, climbs: bool) -> Iterator[tuple[At, Edge | None, int]]:
    for beside, through, barrier in _drawn_from(SamePlan(board.plan), at):
        passable = barrier is None or barrier.portal or through in board.breached
        closed = barrier is not None and is_shut(board, through)
        if passable and is_footing(board, beside) and not (closed and stays_shut(board, through)):
            dearer = 0 if not closed else door if barrier in _DOORS else _RATHER_DOORS * door
            yield beside, through if closed else None, 1 + dearer
    for up in (-1, 1) if climbs and fixture_at(board, at) is Fixture.LADDER else ():
        beside = at._replace(level=at.level + up)
        if on_plan(board, beside) and is_open_down(board, min(at, beside)):
            yield beside, None, 1 + door


# Of the biggest decks a few, whole.
@lru_cache(maxsize=20_000)
def _drawn_from(drawn: SamePlan, at: At) -> tuple[tuple[At, Edge, Barrier | None], ...]:
    """The squares of floor at the four sides of one, with the edge between and what is drawn on it."""
    level = drawn.plan.levels[at.level]
    sides = ((moved(at, *step), edge_of(at, side)) for side, step in AHEAD.items())
    return tuple((beside, edge, level.barriers.get(edge)) for beside, edge in sides if beside in level.floor)


# Whoever is told what is shut first goes through as few as they can, however far round that is.
_FEWEST = 1_000_000


def first_shut(board: Board, start: At, goal: At) -> Edge | None:
    """The first shut door or valve on a way to a square of the same level that leads through as few as it can, and
    rather through those than through hatches; None where there is no way, or one through none.
    """
    return reach(board, start, _FEWEST).first.get(goal)


def portal_kind(board: Board, portal: Portal) -> Barrier:
    """What can be opened there; raises RuleError where nothing can."""
    kind = kind_of(board.plan, portal)
    if kind is None:
        raise RuleError("There is no door, valve or hatch: choose a side of the square that has one.")
    return kind


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


# All the squares of a lift, on every level that it goes to.
Shaft = frozenset[At]


def shaft_at(plan: Plan, at: At) -> Shaft:
    """The lift that a square belongs to: squares beside each other with nothing between, and those straight above
    and below. Empty where the square is of no lift.
    """
    found: set[At] = set()
    waiting = [at]
    while waiting:
        here = waiting.pop()
        if here not in found and _is_lift(plan, here):
            found.add(here)
            waiting.extend(_joined(plan, here))
    return frozenset(found)


def _is_lift(plan: Plan, at: At) -> bool:
    return 0 <= at.level < len(plan.levels) and plan.levels[at.level].fixtures.get(at) is Fixture.LIFT


def _joined(plan: Plan, at: At) -> Iterator[At]:
    yield from (at._replace(level=at.level + step) for step in (-1, 1))
    barriers = plan.levels[at.level].barriers
    yield from (moved(at, *step) for side, step in AHEAD.items() if edge_of(at, side) not in barriers)


def shafts(plan: Plan) -> tuple[Shaft, ...]:
    """Every lift of a plan, once."""
    squares = sorted(at for level in plan.levels for at in level.fixtures if _is_lift(plan, at))
    return tuple(dict.fromkeys(shaft_at(plan, at) for at in squares))


def shaft_behind(board: Board, edge: Edge) -> Shaft:
    """The lift whose door stands on an edge; empty where it is no lift's."""
    found = [shaft_at(board.plan, at) for at in sides_of(edge)]
    return next((shaft for shaft in found if shaft), frozenset()) if found[0] != found[1] else frozenset()


def lift_name(plan: Plan, shaft: Shaft) -> str:
    """What a lift is called: by its place on the plan, or by its first square."""
    names = places_on(plan, shaft)
    return names[0] if names else f"The lift at {named(min(shaft))}"


def lift_of(board: Board, shaft: Shaft) -> Lift:
    """Where a lift is and who waits for it."""
    return board.lifts.get(min(shaft), Lift())


def with_lift(board: Board, shaft: Shaft, lift: Lift) -> Board:
    """The board with a lift so, its doors as they are."""
    others = {at: each for at, each in board.lifts.items() if at != min(shaft)}
    return replace(board, lifts=others if lift == Lift() else {**others, min(shaft): lift})


def lifts_open(board: Board, level: int) -> frozenset[At]:
    """The squares of the lifts that stand open on a level."""
    keys = [key for key, lift in board.lifts.items() if lift.level == level]
    return frozenset(at for key in keys for at in shaft_at(board.plan, key) if at.level == level)


def lifts_dead(board: Board) -> frozenset[At]:
    """The squares of the lifts that are out of order, on every level."""
    known = [key for key, lift in board.lifts.items() if lift.dead and not lift.untried]
    return frozenset(at for key in known for at in shaft_at(board.plan, key))


def untried(board: Board) -> tuple[At, ...]:
    """A square of each lift that is out of order, and of which nobody knows it yet."""
    return tuple(sorted(key for key, lift in board.lifts.items() if lift.untried))
