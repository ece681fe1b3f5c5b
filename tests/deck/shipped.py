"""The decks that ship with the bot, and how somebody gets about on them who opens every door."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from bot.deck.passage import enclosed
from bot.deck.plan import AHEAD, At, Barrier, Edge, Facing, Fixture, Level, Plan, edge_between, edge_of, moved
from bot.deck.reading import read_plan

DECKS = Path(__file__).parents[2] / "data" / "decks"
NAMES = sorted(path.stem for path in DECKS.glob("*.txt"))
TRAINER = "trainer"
WARSHIP = sorted(set(NAMES) - {TRAINER, "trader"})

# What stands on a square so that nobody strolls across it; fuel is no hindrance, as tanks may be empty (AHL 8C4).
IN_THE_WAY = {Fixture.CONSOLE, Fixture.MACHINERY, Fixture.RED, Fixture.GREEN, Fixture.CRATE, Fixture.DROP, Fixture.TUBE}
BETWEEN_LEVELS = {Fixture.LADDER, Fixture.LIFT}


@cache
def plan_of(name: str) -> Plan:
    return read_plan((DECKS / f"{name}.txt").read_text(encoding="utf-8"), name)


def floor_of(plan: Plan) -> Iterator[At]:
    return (at for level in plan.levels for at in sorted(level.floor))


def fixture_of(plan: Plan, at: At) -> Fixture | None:
    return plan.levels[at.level].fixtures.get(at)


def free(plan: Plan, at: At) -> bool:
    """Whether a square is floor that one can stand on."""
    return at in plan.levels[at.level].floor and fixture_of(plan, at) not in IN_THE_WAY


def beside(at: At) -> Iterator[At]:
    return (moved(at, *step) for step in AHEAD.values())


def straight_below_and_above(plan: Plan, at: At) -> Iterator[At]:
    """Where a ladder or a lift on a square leads."""
    for level in (at.level - 1, at.level + 1):
        there = at._replace(level=level)
        if 0 <= level < len(plan.levels) and fixture_of(plan, at) is fixture_of(plan, there) in BETWEEN_LEVELS:
            yield there


def doors_between(plan: Plan, one: At, other: At) -> bool:
    """Whether one can walk from a square to the next, if need be through a door."""
    barrier = plan.levels[one.level].barriers.get(edge_between(one, other))
    return barrier is None or barrier.portal


def walked_from(plan: Plan, start: At) -> set[At]:
    """Every square that somebody reaches who walks, opens doors, climbs and takes lifts, but never jumps."""
    found, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        onward = [there for there in beside(at) if free(plan, there) and doors_between(plan, at, there)]
        for there in (*onward, *straight_below_and_above(plan, at)):
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


def outside(level: Level, number: int) -> set[At]:
    """The squares around the ship, without the shafts and the solid parts that its floor encloses."""
    inside_frame = {At(number, x, y) for x in range(-1, level.width + 1) for y in range(-1, level.height + 1)}
    found, waiting = set[At](), [At(number, -1, -1)]
    while waiting:
        at = waiting.pop()
        if at in inside_frame and at not in found and at not in level.floor:
            found.add(at)
            waiting.extend(beside(at))
    return found


def areas(plan: Plan) -> dict[At, frozenset[At]]:
    """Every square with the area, numbered as a room or not, that walls and doors enclose around it."""
    found: dict[At, frozenset[At]] = {}
    for at in floor_of(plan):
        if at not in found:
            area = enclosed(plan.levels[at.level], at)
            found.update(dict.fromkeys(area, area))
    return found


def ways_between_areas(plan: Plan) -> set[frozenset[frozenset[At]]]:
    """Each pair of areas that a door, a ladder or a lift joins, once."""
    area = areas(plan)
    joined = set()
    for at in floor_of(plan):
        through = [there for there in beside(at) if there in area and doors_between(plan, at, there)]
        joined |= {frozenset((area[at], area[there])) for there in (*through, *straight_below_and_above(plan, at))}
    return {pair for pair in joined if len(pair) == 2}


def loops(plan: Plan) -> int:
    """How many independent cycles the areas and the ways between them have; a whole deck is in one piece."""
    return len(ways_between_areas(plan)) - len(set(areas(plan).values())) + 1


def portals_of(plan: Plan, squares: Iterable[At]) -> Mapping[Edge, Barrier]:
    """The doors on the edges of an area."""
    edges = {edge_of(at, side): at.level for at in squares for side in Facing}
    barriers = {edge: plan.levels[level].barriers.get(edge) for edge, level in edges.items()}
    return {edge: barrier for edge, barrier in barriers.items() if barrier and barrier.portal}
