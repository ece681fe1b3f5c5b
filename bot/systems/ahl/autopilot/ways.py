"""Where somebody who acts by themselves goes: to a place, an enemy, or a room where nobody has looked (AHL 8)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, takewhile

from bot.deck.outlook import seen_from
from bot.deck.plan import At, Facing, at_of, in_field_of_fire, named, range_between
from bot.deck.portals import Reachable, reach, squares_of
from bot.engine.autopilot import Idea, Mission
from bot.engine.cards import sentence
from bot.engine.due import said
from bot.engine.scene import Said
from bot.systems.ahl.autopilot.doors import opening
from bot.systems.ahl.autopilot.knowing import Pilot
from bot.systems.ahl.autopilot.shots import SNAP
from bot.systems.ahl.autopilot.stances import Vantage, order_to, routes_to
from bot.systems.ahl.turn.actions import READY
from bot.systems.ahl.turn.clock import PHASES
from bot.systems.ahl.walking.ground import Gait
from bot.systems.ahl.walking.routes import Pace, Route
from bot.systems.errands import DOOR, Errand

# To come nearer is worth less than a fair shot, and more than a poor one.
_GOING, _STANDING_UP = 0.06, 0.07
# To come nearer to enemies in sight is worth more to whose side is as many: no fight is one of poor shots alone.
CLOSING = 0.14
# Whoever is sent somewhere goes before they fire.
_SENT = 2.0
# Nobody comes further in a phase.
_AHEAD = 6
_NEXT = 2
# Whom enemies see from so near comes into their fire, and into the reach of those who have nothing to fire.
_NEAR, _BESIDE = 15, 2


def on_their_way(pilot: Pilot) -> Iterator[Idea]:
    """Where they may go in this phase, by their orders: the nearest of the squares to which these send them."""
    if pilot.here.prone:
        here = named(pilot.here.at, pilot.here.at.level)
        yield Idea(said("move", [pilot.name], to=here), _STANDING_UP, "stands up")
        return
    reached = reach(pilot.board, pilot.here.at, DOOR, climbs=pilot.climbs)
    errand = errand_of(pilot)
    if waits := _ambush(pilot, reached, errand):
        yield waits
        return
    # Whoever looks for the enemy goes with the others, to where it is nearest for the first of them.
    first = min(pilot.friends, key=lambda unit: unit.name, default=pilot.unit).name
    alone = pilot.foes or errand.place is not None
    way = reached if alone else reach(pilot.board, pilot.board.people[first].at, DOOR, climbs=pilot.climbs)
    for squares, why in errand.goals():
        near = min(
            (at for at in squares if at in reached.far and at in way.far),
            key=lambda at: (way.far[at], at),
            default=None,
        )
        if near is not None and (found := along(pilot, reached, near, why)):
            yield replace(found, worth=_SENT) if errand.sent else found
            return


def errand_of(pilot: Pilot) -> Errand:
    """Where somebody's orders send them; whose hands are full goes after nobody."""
    away = pilot.autopilot.orders is Mission.FALL_BACK or not pilot.hands_full
    foes = {foe.name: pilot.board.people[foe.name].at for foe in pilot.foes} if away else {}
    return Errand(pilot.board, pilot.name, pilot.autopilot, foes, climbs=pilot.climbs)


def along(pilot: Pilot, reached: Reachable, goal: At, why: str, gaits: Sequence[Gait] = ()) -> Idea | None:
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
    if shut and here in beside:
        return opening(pilot, shut, why)
    end = next((number for number, at in enumerate(way) if at in beside), len(way))
    # Nobody can stand in the last square, where that is full, or on another level: then the one before it does.
    for at in way[min(_AHEAD, end) : 0 : -1]:
        if ways := [*routes_to(pilot, at, gaits=gaits)]:
            wary = pilot.can_snap and not errand_of(pilot).sent and not _exposed(pilot, here)
            ahead, closing = _ahead(pilot, ways, wary=wary), closes(pilot)
            if not ahead and wary and closing and _friends_exposed(pilot):
                # Whose first step brings them into sight goes all the same where others of theirs are fighting.
                ahead = _ahead(pilot, ways, wary=False)
            best = max(ahead, key=lambda stance: (-_to_go(way, stance.at), stance.left), default=None)
            if best is None:
                return _barred(pilot, ways, why)
            why = f"turns first, and then {why}" if best.at == here else why
            return Idea(order_to(pilot, best), CLOSING if closing else _GOING, why)
    return None


def _barred(pilot: Pilot, ways: Sequence[tuple[Gait, Route]], why: str) -> Idea | None:
    """To stay where they are, and what keeps them from the next step; None where they have no points left for it."""
    steps = [step.at for _, route in ways for step in route.within(pilot.doing.deeds.left).steps[:1]]
    if not steps:
        return None
    bar = "a covering fire lies" if pilot.under_fire.issuperset(steps) else "the enemy sees them"
    return Idea(said(READY, [pilot.name]), 0.0, f"{why}, but stays: {bar} where the next step leads")


def _ahead(pilot: Pilot, ways: Sequence[tuple[Gait, Route]], *, wary: bool) -> Sequence[Vantage]:
    """Where they come to on some ways in this phase."""
    return [found for gait, route in ways if (found := _as_far(pilot, route, gait, wary=wary))]


def goes_back(pilot: Pilot, order: Said) -> bool:
    """Whether an order takes somebody no farther from where they began the phase, who have moved in it already: two
    reasons to go would have them to and fro.
    """
    began, at = pilot.here.began, order.fields.get("to")
    if order.verb != "move" or not pilot.doing.deeds.moved or began is None or not at:
        return False
    far, to = reach(pilot.board, began, DOOR, climbs=pilot.climbs).far, at_of(str(at), pilot.here.at.level)
    return to != pilot.here.at and far.get(to, 0) <= far.get(pilot.here.at, 0)


def closes(pilot: Pilot) -> bool:
    """Whether enemies are in sight of their side, no more than it has people, whom they are to come to grips with."""
    known = {foe.name for foe in pilot.foes} | pilot.autopilot.seen.keys()
    return _goes_at_them(pilot) and 0 < len(known) <= len(pilot.friends)


def _goes_at_them(pilot: Pilot) -> bool:
    """Whether their orders have them go at the enemy, and their hands are free for it."""
    return pilot.autopilot.orders in {Mission.HUNT, Mission.ADVANCE, Mission.BOARD} and not pilot.hands_full


def _to_go(way: Sequence[At], at: At) -> int:
    return len(way) - way.index(at) if at in way else range_between(at, way[-1], 1)


def _as_far(pilot: Pilot, route: Route, gait: Gait, *, wary: bool) -> Vantage | None:
    """A way cut where it first brings an enemy before their weapon with a snap shot left, or else, of the `wary`,
    before it leads into the sight of enemies who are near, or where the points end; for whoever isn't sent by name
    before it leads into a covering fire.
    """
    left, sent = pilot.doing.deeds.left, errand_of(pilot).sent
    steps = tuple(takewhile(lambda step: sent or step.at not in pilot.under_fire, route.within(left).steps))
    spent = list(accumulate(step.cost for step in steps))
    end = next((number for number, step in enumerate(steps) if _shoots(pilot, step, left - spent[number])), None)
    exposed = (
        next((number for number, step in enumerate(steps) if _exposed(pilot, step.at)), len(steps))
        if wary
        else len(steps)
    )
    number = end if end is not None else min(exposed, len(steps)) - 1
    if number < 0:
        return None
    return Vantage(steps[number].at, steps[number].facing, gait, left - spent[number])


def _exposed(pilot: Pilot, at: At) -> bool:
    """Whether somebody who stands there with nothing left to fire is in the sight of an enemy near enough to hurt, who
    has nobody in their own square to fight.
    """
    apart = pilot.board.plan.separation
    free = (foe for foe in pilot.foes if foe.name not in pilot.held)
    there = ((foe, pilot.board.people[foe.name].at) for foe in free if pilot.sees_from(at, foe))
    return any(range_between(at, square, apart) <= (_NEAR if foe.sheet.weapons else _BESIDE) for foe, square in there)


def _friends_exposed(pilot: Pilot) -> bool:
    """Whether others of theirs are in the sight of an enemy near enough to hurt."""
    others = (friend.name for friend in pilot.friends if friend.name != pilot.name)
    return any(_exposed(pilot, pilot.board.people[name].at) for name in others)


def _shoots(pilot: Pilot, step: Pace, left: int) -> bool:
    return left >= SNAP and not pilot.hands_full and any(True for _ in pilot.targets(step.at, step.facing))


# So many phases, and squares from where they were seen last, enemies are waited for rather than gone after.
_PATIENCE, _COMING = 5, 24


def _ambush(pilot: Pilot, reached: Reachable, errand: Errand) -> Idea | None:
    """To wait for enemies who were seen just now and are seen no more, and look where they will come from: who comes
    has spent points on it that who waits has for fire.
    """
    near = _seen_near(pilot, reached)
    if pilot.foes or errand.sent or not near or not expects(pilot):
        return None
    who = sentence(pilot.autopilot.seen, "or")
    facing = facing_for(pilot, reached, min(near, key=lambda at: (reached.far[at], at)))
    if facing is pilot.here.facing:
        return Idea(said(READY, [pilot.name]), _GOING, f"waits for {who}, seen a moment ago, to come")
    here = named(pilot.here.at, pilot.here.at.level)
    order = said("move", [pilot.name], to=here, facing=str(facing.value))
    return Idea(order, _GOING, f"turns to where {who} will come from")


def expects(pilot: Pilot) -> bool:
    """Whether enemies were seen in the last phases who are to be waited for; who are twice as many go after them."""
    turn, phase = pilot.autopilot.at
    now = pilot.clock.turn * PHASES + pilot.clock.phase
    leaves = pilot.autopilot.orders is Mission.FALL_BACK or pilot.hands_full
    presses = _goes_at_them(pilot) and 2 * len(pilot.autopilot.seen) <= len(pilot.friends)
    return not leaves and not presses and now - (turn * PHASES + phase) <= _PATIENCE


def lies_in_wait(pilot: Pilot) -> Iterator[Idea]:
    """Covering fire as far as they see on the way by which enemies will come, where none of their own goes before
    them.
    """
    here, reached = pilot.here, reach(pilot.board, pilot.here.at, DOOR, climbs=pilot.climbs)
    goal = min(_seen_near(pilot, reached), key=lambda at: (reached.far[at], at), default=None)
    ahead = _in_sight(pilot, reached, goal) if goal and not pilot.foes and pilot.can_fire else []
    before = (pilot.board.people[friend.name].at for friend in pilot.friends if friend.name != pilot.name)
    fires = partial(in_field_of_fire, here.facing, here.at)
    if ahead and fires(ahead[-1]) and not any(map(fires, before)):
        order = said("cover", [pilot.name], at=named(ahead[-1], here.at.level))
        yield Idea(order, _GOING, f"covers where {sentence(pilot.autopilot.seen, 'or')} will come from")


def _seen_near(pilot: Pilot, reached: Reachable) -> Sequence[At]:
    """Where enemies were seen last who may come from there."""
    seen = [at_of(square) for square in pilot.autopilot.seen.values()]
    return [at for at in seen if reached.far.get(at, _COMING) < _COMING]


def _in_sight(pilot: Pilot, reached: Reachable, goal: At) -> Sequence[At]:
    """The squares in sight on the way to a goal, the farthest last."""
    here = pilot.here.at
    view = seen_from(pilot.board, here)
    return [at for at in reached.way(goal)[1:] if at in view and at.level == here.level]


def facing_for(pilot: Pilot, reached: Reachable, goal: At) -> Facing:
    """How to face the farthest square in sight on the way to a goal."""
    here, ahead = pilot.here.at, _in_sight(pilot, reached, goal)
    if not ahead or in_field_of_fire(pilot.here.facing, here, ahead[-1]):
        return pilot.here.facing
    return next((facing for facing in Facing if in_field_of_fire(facing, here, ahead[-1])), pilot.here.facing)


def awaited(pilot: Pilot) -> bool:
    """Whether enemies will come before their weapon, as they stand, who were seen in the last phases."""
    if pilot.foes or not expects(pilot) or errand_of(pilot).sent:
        return False
    reached = reach(pilot.board, pilot.here.at, DOOR, climbs=pilot.climbs)
    ways = _seen_near(pilot, reached)
    return bool(ways) and facing_for(pilot, reached, ways[0]) is pilot.here.facing
