"""Where somebody of Combat 3000 goes by their orders, and how they look as they get there (C3K Walk)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from bot.deck.outlook import seen_from
from bot.deck.plan import At, Edge, Facing, edge_of, in_field_of_fire, named
from bot.deck.portals import Reachable, portal_named, reach, squares_of
from bot.engine.autopilot import Idea
from bot.engine.due import said
from bot.engine.scene import Said, Scene
from bot.systems.combat3000.autopilot.knowing import Pilot
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.morale.behaviour import shaken
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.moving.rates import Ground, rate_on_foot
from bot.systems.combat3000.moving.ways import squares_within
from bot.systems.deeds import FACE, SIDES
from bot.systems.errands import DOOR, Errand
from bot.systems.seeing import view_of

# From this worth of a shot on whoever has one doesn't go nearer for a better; and what going is worth.
GOOD, GOING = 0.15, 0.06


def walks_on(pilot: Pilot) -> Iterator[Idea]:
    """Where their orders send them; a door is opened by an order that is written down before all move."""
    yield from (idea for idea in on_the_way(pilot) if idea.said.verb == "move")


def errand_of(pilot: Pilot) -> Errand:
    """What their orders are to do on this deck."""
    foes = {foe.name: pilot.board.people[foe.name].at for foe in pilot.foes}
    return Errand(pilot.board, pilot.name, pilot.autopilot, foes)


def on_the_way(pilot: Pilot) -> Iterator[Idea]:
    """The next stretch of where their orders send them, unless a good shot keeps them where they are."""
    errand = errand_of(pilot)
    if not errand.sent and pilot.best >= GOOD:
        return
    sheet = pilot.unit.sheet
    if (
        isinstance(sheet, Figure)
        and shaken(sheet.nerve)
        and Fray(Scene.of(pilot.game), pilot.turn).was_fired_on(pilot.unit)
    ):
        # Under fire they don't advance, and know too little of where that would be.
        return
    reached = reach(pilot.board, pilot.here.at, DOOR)
    barred = set[Edge | None]()
    for squares, why in errand.goals():
        while near := _nearest(reached, squares, barred):
            if found := _along(pilot, reached.way(near), reached.first[near], why):
                yield found
                return
            if reached.first[near] is None:
                break
            # Somebody stands or lies where that door is opened from: they look for another way.
            barred.add(reached.first[near])


def _nearest(reached: Reachable, squares: Collection[At], barred: Collection[Edge | None]) -> At | None:
    """The nearest of some squares that can be reached, none of them by doors that are barred."""
    free = (at for at in squares if at in reached.far and reached.first[at] not in barred)
    return min(free, key=lambda at: (reached.far[at], at), default=None)


def towards(at: At, there: At) -> str:
    """The facing by which a square is before somebody who stands at another."""
    return next((str(each.value) for each in Facing if in_field_of_fire(each, at, there)), Facing.NORTH.value)


def _along(pilot: Pilot, way: Sequence[At], shut: Edge | None, why: str) -> Idea | None:
    """The first stretch of a way: a door that is before them, or as far as they come on it in this turn; None for none.

    They face the nearest enemy of whom they know, or where that one was seen last, from where they come to: who isn't
    aware of an enemy as the turn begins fires at nobody in it.
    """
    beside = squares_of(pilot.board.plan, (shut,)) if shut else ()
    if shut and pilot.here.at in beside and len(way) > 1 and way[1] in beside:
        side = next(side for side in Facing if edge_of(pilot.here.at, side) == shut)
        order = Said("door", {"at": ((pilot.name, None),)}, {"side": str(side.value), "open": True}, "")
        return Idea(order, GOING, f"{why}: opens {portal_named(pilot.board, shut)}")
    end = next((number for number, at in enumerate(way) if at in beside), len(way) - 1)
    gait = "walk" if pilot.foes else "run"
    comes = _end_of_turn(pilot, way[1 : end + 1], gait)
    if comes is None:
        return None
    there = pilot.look_for
    facing = _looking(pilot, comes, towards(pilot.here.at, comes)) if there is None else towards(comes, there)
    return Idea(said("move", [pilot.name], to=named(comes, comes.level), gait=gait, facing=facing), GOING, why)


def _end_of_turn(pilot: Pilot, way: Sequence[At], gait: str) -> At | None:
    """How far somebody comes on a way in a turn, short of where somebody stands; None where they can't go at all.

    Ways are row by row and column by column: whoever goes cuts their corners.
    """
    if not isinstance(pilot.unit.sheet, Figure):
        return way[-1] if way else None
    here, reaches = (
        pilot.here.at,
        squares_within(rate_on_foot(pilot.unit.sheet.profile.walk, gait, Ground.LEVEL, None).cm),
    )
    within = [*takewhile(lambda at: max(abs(at.x - here.x), abs(at.y - here.y)) <= reaches, way)]
    taken = {standing.at for standing in pilot.board.people.values()}
    return next((at for at in within[::-1] if at not in taken), None)


def turns(pilot: Pilot) -> Iterator[Idea]:
    """To turn to the nearest enemy of whom they know, or to where that one was seen last, where they look elsewhere."""
    there = pilot.look_for
    if there is None or there == pilot.here.at or pilot.before(pilot.here.at, pilot.here.facing):
        return
    facing = Facing(towards(pilot.here.at, there))
    if facing != pilot.here.facing and not in_field_of_fire(pilot.here.facing, pilot.here.at, there):
        words = next(word for word, each in SIDES.items() if each is facing)
        whom = f"{pilot.foes[0].name} is" if pilot.foes else "the enemy was seen last"
        yield Idea(said(FACE, [pilot.name], facing=words), GOING, f"turns to where {whom}")


def _looking(pilot: Pilot, at: At, ahead: str) -> str:
    """How somebody faces at a square to look where nobody of their side does: where most of the floor is, or ahead
    where there is none.
    """
    new = seen_from(pilot.board, at) - view_of(pilot.squads, pilot.game, pilot.unit.side, {})
    seen = {str(each.value): sum(1 for square in new if in_field_of_fire(each, at, square)) for each in Facing}
    return max(seen, key=lambda facing: (seen[facing], facing == ahead))
