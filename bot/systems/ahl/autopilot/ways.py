"""Where somebody who acts by themselves goes: to a place, an enemy, or a room where nobody has looked (AHL 8)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from bot.deck.plan import At, Edge, Facing, edge_of, named
from bot.deck.portals import Reachable, portal_kind, portal_named, reach, squares_of
from bot.engine.autopilot import Idea, Mission
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
from bot.systems.errands import Errand

# To come nearer is worth less than a fair shot, and more than a poor one.
_GOING, _STANDING_UP = 0.06, 0.07
# Whoever is sent somewhere goes before they fire.
_SENT = 2.0
# A shut door or a ladder is gone round for so many squares.
DOOR = 6
# Nobody comes further in a phase.
_AHEAD = 6
_NEXT = 2


def on_their_way(pilot: Pilot) -> Iterator[Idea]:
    """Where they may go in this phase, by their orders: the nearest of the squares to which these send them."""
    if pilot.here.prone:
        here = named(pilot.here.at, pilot.here.at.level)
        yield Idea(said("move", [pilot.name], to=here), _STANDING_UP, "stands up")
        return
    reached = reach(pilot.board, pilot.here.at, DOOR, climbs=True)
    errand = errand_of(pilot)
    for squares, why in errand.goals():
        near = min((at for at in squares if at in reached.far), key=lambda at: (reached.far[at], at), default=None)
        if near is not None and (found := along(pilot, reached, near, why)):
            yield replace(found, worth=_SENT) if errand.sent else found
            return


def errand_of(pilot: Pilot) -> Errand:
    """Where somebody's orders send them."""
    foes = {foe.name: pilot.board.people[foe.name].at for foe in pilot.foes}
    return Errand(pilot.board, pilot.name, pilot.autopilot, foes)


def along(pilot: Pilot, reached: Reachable, goal: At, why: str) -> Idea | None:
    """The first stretch of a way to a goal that can be reached: a ladder or a door that is before them, or as far as
    they go in this phase; None where they are there already.
    """
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
