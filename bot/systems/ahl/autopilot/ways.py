"""Where somebody who acts by themselves goes: to a place, an enemy, or a room where nobody has looked (AHL 8)."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import accumulate, islice

from bot.deck.hiding import hidden
from bot.deck.outlook import outlook, view_from
from bot.deck.placing import find_square
from bot.deck.plan import At, Edge, Facing, at_of, edge_of, named
from bot.deck.portals import Reachable, portal_kind, portal_named, reach, squares_of
from bot.engine.autopilot import Idea, Mission
from bot.engine.cards import sentence
from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.engine.scene import Said
from bot.systems.ahl.autopilot.knowing import Pilot
from bot.systems.ahl.autopilot.shots import SNAP
from bot.systems.ahl.orders.move import ground_of
from bot.systems.ahl.turn.actions import READY
from bot.systems.ahl.turn.clock import trotted
from bot.systems.ahl.walking.ground import Gait, portal_cost
from bot.systems.ahl.walking.routes import Pace, Route, cheapest_route

# To come nearer is worth less than a fair shot, and more than a poor one.
_GOING, _STANDING_UP = 0.06, 0.07
# Whoever is sent somewhere goes before they fire.
_SENT = 2.0
# A shut door or a ladder is gone round for so many squares.
_DOOR = 6
# Nobody comes further in a phase.
_AHEAD = 6
_NEXT = 2


def on_their_way(pilot: Pilot) -> Iterator[Idea]:
    """Where they may go in this phase, by their orders: the nearest of the squares to which these send them."""
    if pilot.here.prone:
        here = named(pilot.here.at, pilot.here.at.level)
        yield Idea(said("move", [pilot.name], to=here), _STANDING_UP, "stands up")
        return
    reached = reach(pilot.board, pilot.here.at, _DOOR, climbs=True)
    for squares, why in goals(pilot):
        near = min((at for at in squares if at in reached.far), key=lambda at: (reached.far[at], at), default=None)
        if near is not None and (found := _along(pilot, reached, near, why)):
            yield replace(found, worth=_SENT) if is_sent(pilot) else found
            return


def is_sent(pilot: Pilot) -> bool:
    """Whether their orders are to be somewhere else, whatever there is to fire at."""
    orders, goal = pilot.autopilot.orders, _place(pilot)
    if goal is not None and orders in {Mission.GUARD, Mission.BOARD, Mission.FALL_BACK}:
        return goal != pilot.here.at
    return orders is Mission.FALL_BACK and bool(pilot.foes)


def _place(pilot: Pilot) -> At | None:
    """The square to which they are sent by name; None for nowhere. Raises RuleError where there is none of the name."""
    to = pilot.autopilot.to
    return find_square(pilot.board, to, pilot.here.at.level, to_stand=True) if to else None


def goals(pilot: Pilot) -> Iterator[tuple[Collection[At], str]]:
    """The squares to which their orders send them, any of several, and why; the most wanted first."""
    orders, goal = pilot.autopilot.orders, _place(pilot)
    if goal is not None and goal != pilot.here.at:
        yield [goal], f"goes to {pilot.autopilot.to}"
    elif goal is None and orders is Mission.FALL_BACK and pilot.foes:
        eyes = [pilot.board.people[foe.name].at for foe in pilot.foes]
        yield [at for _, at in islice(hidden(pilot.board, pilot.here.at, eyes), 1)], "falls back out of sight"
    if orders in {Mission.HUNT, Mission.ADVANCE, Mission.BOARD} and pilot.foes:
        yield [pilot.board.people[foe.name].at for foe in pilot.foes], f"comes nearer to {pilot.foes[0].name}"
    elif orders is Mission.HUNT and (seen := pilot.autopilot.seen):
        yield [at_of(square) for square in seen.values()], f"goes where {sentence(seen, 'or')} was seen last"
    elif orders is Mission.HUNT:
        yield _unlooked(pilot), "looks for the enemy"


def _unlooked(pilot: Pilot) -> Collection[At]:
    """The squares of the rooms in which nobody of their side has looked, or else of all others; on a deck without rooms
    those that they don't see.
    """
    plan, here = pilot.board.plan, pilot.here.at
    if not plan.rooms:
        return plan.levels[here.level].floor - view_from(outlook(pilot.board, here.level), here)
    others = [room for room in plan.rooms if here not in room.squares]
    new = [room for room in others if room.number not in pilot.autopilot.looked]
    return [at for room in new or others for at in room.squares]


def _along(pilot: Pilot, reached: Reachable, goal: At, why: str) -> Idea | None:
    """The first stretch of a way: a ladder or a door that is before them, or as far as they go in this phase."""
    way, shut, here = reached.way(goal), reached.first[goal], pilot.here.at
    # Nobody goes into an enemy's square unless they are to board, or have nothing left to fire.
    in_it = any(pilot.board.people[foe.name].at == goal for foe in pilot.foes)
    if in_it and pilot.can_shoot and pilot.autopilot.orders is not Mission.BOARD:
        way = way[:-1]
    if len(way) < _NEXT:
        return None
    if way[1].level != here.level:
        return Idea(said("move", [pilot.name], to=named(way[1], here.level)), _GOING, f"{why}: takes the ladder")
    beside = squares_of(pilot.board.plan, (shut,)) if shut else ()
    if shut and here in beside and way[1] in beside:
        return _opening(pilot, shut, why)
    ends = (number for number, at in enumerate(way) if number and (at in beside or at.level != way[number - 1].level))
    end = next(ends, len(way)) + (1 if shut else 0)
    trots = trotted(pilot.scene, pilot.unit)
    ground = ground_of(pilot.scene, pilot.book, pilot.board, pilot.unit, Gait.WALK, trotted=trots)
    # Whoever stands in the way may be in the last square: then the one before it does.
    for at in way[min(_AHEAD, end - 1) : 0 : -1]:
        if at.level == here.level:
            try:
                return _as_far(pilot, cheapest_route(ground, pilot.here, at), why)
            except RuleError:
                continue
    return None


def _opening(pilot: Pilot, shut: Edge, why: str) -> Idea:
    """A hand on a door, for whoever began the phase beside it and has the points; else to wait for the next one."""
    board, what = pilot.board, portal_named(pilot.board, shut)
    cost = portal_cost(pilot.book.portals, portal_kind(board, shut))
    began = pilot.here.began
    late = began is not None and began not in squares_of(board.plan, (shut,))
    if shut in board.asked or late or cost > pilot.doing.deeds.left:
        return Idea(said(READY, [pilot.name]), _GOING, f"{why}: waits for {what} to open")
    side = next(side for side in Facing if edge_of(pilot.here.at, side) == shut)
    order = Said("door", {"at": ((pilot.name, None),)}, {"side": str(side.value), "open": True}, "")
    return Idea(order, _GOING, f"{why}: opens {what}")


def _as_far(pilot: Pilot, route: Route, why: str) -> Idea | None:
    """A way cut where it first brings an enemy before their weapon with a snap shot left, or where the points end."""
    left = pilot.doing.deeds.left
    steps = route.within(left).steps
    spent = list(accumulate(step.cost for step in steps))
    end = next((number for number, step in enumerate(steps) if _shoots(pilot, step, left - spent[number])), None)
    last = steps[end] if end is not None else steps[-1] if steps else None
    if last is None or (last.at == pilot.here.at and last.facing is pilot.here.facing):
        return None
    order = said("move", [pilot.name], to=named(last.at, pilot.here.at.level), facing=str(last.facing.value))
    return Idea(order, _GOING, why)


def _shoots(pilot: Pilot, step: Pace, left: int) -> bool:
    return left >= SNAP and bool(pilot.targets(step.at, step.facing))
