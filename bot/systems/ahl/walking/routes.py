"""The cheapest way to a square for somebody who walks, or along squares that are named, and its words (AHL 2, 8)."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil

from bot.deck.board import Standing
from bot.deck.plan import At, Facing, named
from bot.deck.portals import first_shut, portal_named
from bot.engine.cards import Card, Suggestion, counted, sentence
from bot.engine.dice import Faces
from bot.engine.errors import RuleError
from bot.systems.ahl.walking.ground import (
    PHASE,
    Costs,
    Gait,
    Ground,
    check_square,
    cost_of,
    ends_movement,
    entry_cost,
    points,
)
from bot.systems.ahl.walking.spreading import TURNS, Before, Leg, Place, spreading

_ROUND = tuple(Facing)


@dataclass(frozen=True, slots=True)
class Pace:
    """One movement action: where and how they stand after it, and what it cost in halves of an action point."""

    at: At
    facing: Facing
    cost: int


@dataclass(frozen=True, slots=True)
class Route:
    """A walk, step by step; turns are steps on the spot, and so is standing up."""

    steps: tuple[Pace, ...]

    @property
    def cost(self) -> int:
        """In halves of an action point."""
        return sum(step.cost for step in self.steps)

    def phases(self, points: int) -> int:
        """How many phases it takes to walk it, given the halves that a phase has: a step that needs more than are left
        waits for the next phase, and they are lost (AHL 6, ruling R-40).
        """
        number = left = 0
        for step in self.steps:
            if step.cost > left:
                begun = ceil(step.cost / points)
                number, left = number + begun, begun * points
            left -= step.cost
        return max(1, number)

    def within(self, halves: int) -> "Route":
        """As much of the walk as a number of halves pays for."""
        paid = 0
        for number, step in enumerate(self.steps):
            paid += step.cost
            if paid > halves:
                return Route(self.steps[:number])
        return self


def cheapest_route(ground: Ground, standing: Standing, goal: At, facing: Facing | None = None) -> Route:
    """The cheapest walk to a square on the same level, which ends facing that way; where none is given the walker
    turns as little as they can, since facing is kept (AHL 3).

    Raises RuleError where the goal can't be entered, or no way leads to it. Squares with enemies are entered last
    only (AHL 2).
    """
    if goal.level != standing.at.level:
        raise RuleError("That square is on another level: walk to a ladder, a lift or a drop first.")
    up = (Pace(standing.at, standing.facing, ground.costs.stand),) if standing.prone else ()
    if goal == standing.at and facing in {None, standing.facing}:
        return Route(up)
    if goal != standing.at:
        check_square(ground, goal)
    found = next(_search(ground, (standing.at, standing.facing), {goal}, facing, _led_to(ground.costs, goal)), None)
    if found is None:
        shut = first_shut(ground.board, standing.at, goal)
        do = f"open {portal_named(ground.board, shut)} first, or choose" if shut else "choose"
        raise RuleError(f"No open way leads there: {do} another square.")
    return Route((*up, *found[1]))


def cheapest_routes(
    ground: Ground, standing: Standing, goals: Collection[At], leg: Leg | None = None
) -> Iterator[tuple[At, Route]]:
    """The cheapest walks to several squares on the same level, by one search, the cheapest first; none to those to
    which no way leads, and perhaps none to those to which the first `leg` of it ends where it may not.
    """
    up = (Pace(standing.at, standing.facing, ground.costs.stand),) if standing.prone else ()
    found = _search(ground, (standing.at, standing.facing), {*goals}, None, lambda _: 0, leg)
    return ((goal, Route((*up, *steps))) for goal, steps in found)


def within_reach(ground: Ground, standing: Standing, halves: int) -> dict[Place, int]:
    """What the cheapest walk costs to each square and facing for which so many halves of a point are enough, by one
    search; for somebody on their feet.
    """
    found = spreading(ground, (standing.at, standing.facing), most=halves)
    return {place: spent // TURNS for place, spent, _ in found}


def _led_to(costs: Costs, goal: At) -> Callable[[At], int]:
    """The least that the squares still to go to a goal can cost."""
    straight, diagonal = _least(costs)

    def to_go(at: At) -> int:
        shorter, longer = sorted((abs(at.x - goal.x), abs(at.y - goal.y)))
        return shorter * diagonal + (longer - shorter) * straight

    return to_go


def _search(
    ground: Ground,
    start: Place,
    goals: set[At],
    facing: Facing | None,
    to_go: Callable[[At], int],
    leg: Leg | None = None,
) -> Iterator[tuple[At, tuple[Pace, ...]]]:
    """The ways to goals, the nearest first, led by the least that is still `to_go` at a square."""
    for place, _, before in spreading(ground, start, to_go, leg=leg):
        if place[0] in goals and facing in {None, place[1]}:
            yield place[0], tuple(_steps(before, place))
            goals = goals - {place[0]}
        if not goals:
            return


def _least(costs: Costs) -> tuple[int, int]:
    """The least that a step along a row or column can cost, and a diagonal one or the two that replace it."""
    straight = min(costs.forward, costs.aside, costs.machinery, costs.most)
    # Where a diagonal step is cheaper than a straight one, zigzags are no dearer than going straight.
    diagonal = min(costs.diagonal, costs.aside, costs.machinery, costs.most, 2 * straight)
    return min(straight, diagonal), diagonal


def _steps(before: Before, place: Place) -> list[Pace]:
    steps: list[Pace] = []
    while place in before:
        earlier, cost = before[place]
        steps.append(Pace(*place, cost))
        place = earlier
    return steps[::-1]


def route_along(ground: Ground, standing: Standing, squares: Sequence[At], facing: Facing | None = None) -> Route:
    """The cheapest walk that enters exactly these squares, with the turns that make it so; it ends facing that way, or
    where none is given they have turned as little as they can (AHL 3).

    Raises RuleError where a step can't be taken, or an enemy on the way stops it (AHL 2).
    """
    here, best = standing.at, {standing.facing: Route(_standing_up(ground, standing))}
    for at in squares:
        if here != standing.at and ends_movement(ground, here):
            raise RuleError("An enemy on the way ends the move in their square: stop there, or go round.")
        entry = entry_cost(ground, here, at)
        ways: dict[Facing, Route] = {}
        for towards in Facing:
            route = min((_turned(ground, here, old, route, towards) for old, route in best.items()), key=_cost)
            ways[towards] = Route((*route.steps, Pace(at, towards, cost_of(ground, here, towards, at, entry))))
        here, best = at, ways
    if facing is None:
        return min(best.values(), key=_cost)
    if here != standing.at and ends_movement(ground, here):
        return best[facing]
    return min((_turned(ground, here, old, route, facing) for old, route in best.items()), key=_cost)


def as_it_is(ground: Ground, start: At, route: Route) -> tuple[Route, str]:
    """A way over ground of which more is known now, at what it really costs, up to what can't be entered there or holds
    them; with what they have met in a sentence, "" for nothing.
    """
    here, gone = start, list[Pace]()
    for step in route.steps:
        if step.at.level != here.level or step.at == here:
            gone.append(step)
            continue
        if here != start and ends_movement(ground, here):
            return Route(tuple(gone)), "An enemy holds that square (AHL 2)."
        try:
            entry = entry_cost(ground, here, step.at)
        except RuleError as met:
            return Route(tuple(gone)), str(met)
        gone.append(replace(step, cost=cost_of(ground, here, step.facing, step.at, entry)))
        here = step.at
    return Route(tuple(gone)), ""


def _turned(ground: Ground, at: At, old: Facing, route: Route, facing: Facing) -> Route:
    quarters = (_ROUND.index(facing) - _ROUND.index(old)) % 4
    way = -1 if quarters == 3 else 1
    steps = tuple(
        Pace(at, _ROUND[(_ROUND.index(old) + way * number) % 4], ground.costs.turn + ground.costs.action)
        for number in range(1, (1 if quarters == 3 else quarters) + 1)
    )
    return Route((*route.steps, *steps))


def _standing_up(ground: Ground, standing: Standing) -> tuple[Pace, ...]:
    return (Pace(standing.at, standing.facing, ground.costs.stand),) if standing.prone else ()


def _cost(route: Route) -> tuple[int, int]:
    """What it costs, and in how many actions: every turn is one of its own."""
    return route.cost, len(route.steps)


_VERBS = {Gait.WALK: "walks", Gait.TROT: "trots", Gait.EVADE: "evades"}


@dataclass(frozen=True, slots=True)
class MoveReport:
    """A move as far as it went; `whole` if that was all the way.

    `adjacent` are the active enemies beside them at its end, `stopped` whether one of them holds their square;
    `by_size` counts robots and blobs in a crowd as more than one, `zero_g` is without gravity. `halted` says why they
    went no further than that, if it is for no lack of points. `checked` tells that the morale checks for it are made,
    `cowers` that they have fled into full cover, `climbing` the metres of ladder before them, of which they
    come `a_phase` so many; `carriers` drag somebody together with them. In later phases they go `onward`, if at all.
    """

    name: str
    gait: Gait
    start: At
    route: Route
    whole: bool
    adjacent: tuple[str, ...]
    stopped: bool
    dragging: tuple[str, ...]
    by_size: bool = False
    zero_g: bool = False
    halted: Suggestion | str = ""
    checked: bool = False
    cowers: bool = False
    climbing: int = 0
    carriers: tuple[str, ...] = ()
    a_phase: int = 1
    onward: At | None = None

    @property
    def along(self) -> tuple[str, ...]:
        """Those who go with them: whom they drag, and who carries with them."""
        return (*self.dragging, *self.carriers)

    @property
    def way(self) -> str:
        """By what they come to another level: who needs no ladder comes more than a metre a phase."""
        return "of ladder" if self.a_phase == 1 else "of height"

    @property
    def between_levels(self) -> bool:
        """Whether they went to another level."""
        return self.route.steps[-1].at.level != self.start.level


def move_card(report: MoveReport, _: Faces) -> Card:
    """The answer: where they are, what it cost in action points and phases, and what it sets off."""
    last = report.route.steps[-1]
    away = last.at != report.start
    if report.between_levels:
        begins = "begins to climb" if report.climbing else "climbs"
        title = f"{report.name} {begins} to {named(last.at, report.start.level)}"
    elif away:
        title = f"{report.name} {_VERBS[report.gait]} to {named(last.at, report.start.level)}"
    elif report.gait is Gait.EVADE:
        title = f"{report.name} evades on the spot"
    else:
        title = f"{report.name} turns {last.facing.name.lower()}"
    lines: list[str | Suggestion] = [
        f"{points(report.route.cost)} AP, {_phases(report.route)}; faces {last.facing.name.lower()}"
    ]
    if report.climbing:
        lines.append(
            f"{counted(report.climbing, 'metre')} {report.way}, {_each(report)} as each phase ends: until then at "
            f"{named(report.start)}, and a target there and on the level where it leads"
        )
    lines += _why_no_further(report)
    if report.dragging:
        together = f", together with {sentence(report.carriers)}" if report.carriers else ""
        lines.append(f"Drags {sentence(report.dragging)} along{together}")
    if report.stopped:
        lines.append("An enemy holds that square: they move no further in this phase (AHL 2)")
    if report.adjacent:
        names = sentence(report.adjacent)
        before = "" if report.checked else "/morale check cause:adjacent comes before it, and "
        lines.append(f"Adjacent to {names}: {before}who stands may snap")
    if report.cowers:
        lines.append("In full cover: they cower there until they rally (AHL 18.D)")
    return Card(title, tuple(lines), tuple(_working(report)))


def _why_no_further(report: MoveReport) -> Iterator[str | Suggestion]:
    """Why a move has ended where it did, and what becomes of the rest of it."""
    if report.halted:
        yield report.halted
    elif report.onward:
        where = named(report.onward, report.start.level)
        yield f"Goes on to {where} in later phases, until something stops them"
    elif not report.whole:
        so_far = "They go as far as those AP take them; in the next phase "
        yield Suggestion("move", {"name": report.name}, so_far, " goes on")


def _phases(route: Route) -> str:
    number = route.phases(PHASE)
    return f"within {counted(number, 'phase')} of 6 AP"


def _each(report: MoveReport) -> str:
    return "one" if report.a_phase == 1 else str(report.a_phase)


def _working(report: MoveReport) -> Iterator[str]:
    first = Pace(report.start, report.route.steps[0].facing, 0)
    costs = [_step(old, new, report.start.level) for old, new in pairwise((first, *report.route.steps))]
    if report.between_levels:
        ladder = report.a_phase == 1
        way = "a whole phase a metre (AHL 8.B.5)" if ladder else f"{report.a_phase} metres a phase"
        yield f"{'By ladder' if ladder else 'In the air'}: {', '.join(costs)}: {way}"
        return
    yield f"{report.gait.capitalize()}: {', '.join(costs)} (AHL 8.A)"
    yield (
        "In it: 6 for close machinery (AHL 8.C.3), an open hatch or breach 2, suited 4 (AHL 8.B.3), 1 for each active "
        "one in a square (AHL 8.C.6); never more than 6 a square (AHL 8.C.10)"
    )
    if report.by_size:
        yield "In a crowd a robot counts as two and a blob as four here (ruling R-47)"
    if report.zero_g:
        yield "Without gravity one goes along walls and machinery by handholds, at the walking rate (AHL 26.C)"
    if report.dragging:
        each = "by two costs each of them 1 more" if report.carriers else "alone costs 2 more"
        yield f"Dragging {each} for each square and turn (AHL 8.C.8)"
    if report.adjacent:
        yield (
            "Morale is checked before coming adjacent to an enemy (AHL 18.A.2); whoever isn't moving may fire a snap "
            "shot at once at who comes adjacent (AHL 13)"
        )


def _step(old: Pace, new: Pace, level: int) -> str:
    if new.at != old.at:
        return f"{named(new.at, level)} {points(new.cost)}"
    return f"facing {new.facing.value} {points(new.cost)}"
