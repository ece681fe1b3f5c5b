"""Where somebody of Combat 3000 goes by their orders, and how they look as they get there (C3K Walk)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile

from bot.deck.outlook import seen_from
from bot.deck.plan import At, Edge, Facing, at_of, edge_of, in_field_of_fire, named, range_between
from bot.deck.portals import Reachable, portal_named, reach, squares_of
from bot.engine.autopilot import Idea
from bot.engine.due import said
from bot.engine.scene import Said, Scene
from bot.systems.combat3000.autopilot.knowing import Pilot
from bot.systems.combat3000.figure.sheet import Figure, dead
from bot.systems.combat3000.morale.behaviour import afraid, shaken
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.moving.rates import Ground, rate_on_foot
from bot.systems.combat3000.moving.ways import living_on, squares_within
from bot.systems.deeds import FACE, SIDES
from bot.systems.errands import DOOR, LOOKS, Errand, rooms_to_search
from bot.systems.seeing import is_out, view_of

# From this worth of a shot on whoever has one doesn't go nearer for a better; and what going is worth.
GOOD, GOING = 0.15, 0.06
# So many squares are worth a look round.
_WORTH_A_LOOK = 3
# To look into a room takes as long as to go so many squares.
_LOOKING = 3
# The doors by which somebody can't go, None for those that they would open last.
Barred = Collection[Edge | None]
# Within so many squares a run may end among those who were seen there last.
_NEAR = 10


def walks_on(pilot: Pilot) -> Iterator[Idea]:
    """Where their orders send them; a door is opened by an order that is written down before all move."""
    yield from (idea for idea in on_the_way(pilot) if idea.said.verb == "move")


def errand_of(pilot: Pilot) -> Errand:
    """What their orders are to do on this deck."""
    foes = {foe.name: pilot.board.people[foe.name].at for foe in pilot.foes}
    return Errand(pilot.board, pilot.name, pilot.autopilot, foes, climbs=False)


def on_the_way(pilot: Pilot) -> Iterator[Idea]:
    """The next stretch of where their orders send them, unless a good shot keeps them where they are."""
    errand = errand_of(pilot)
    if (not errand.sent and pilot.best >= GOOD) or keeps_back(pilot):
        return
    reached = reach(pilot.board, pilot.here.at, DOOR, crowded=_lain_on(pilot))
    barred = set[Edge | None]()
    for squares, why in errand.goals():
        wanted = _to_look_at if why == LOOKS else _nearest_of
        while near := wanted(pilot, reached, squares, barred):
            ideas = _along(pilot, reached.way(near), reached.first[near], why)
            if first := next(ideas, None):
                yield first
                yield from ideas
                return
            if reached.first[near] is None:
                break
            # Somebody stands where that door is opened from: they look for another way.
            barred.add(reached.first[near])


def _to_look_at(pilot: Pilot, reached: Reachable, squares: Collection[At], barred: Barred) -> At | None:
    """Of squares where nobody has looked the nearest of the room of which most is left for how far it is: of those that
    one doesn't see by turning there, and to which no friend is nearer, so as to look apart; of all where none is.
    """
    squares = {*squares} - seen_from(pilot.board, pilot.here.at) or {*squares}
    rooms = (room & squares for room in rooms_to_search(pilot.board, pilot.here.at.level).values())
    found = [(near, len(room)) for room in rooms if (near := _nearest_of(pilot, reached, room, barred))]
    gap, here = pilot.board.plan.separation, pilot.here.at
    others = [pilot.board.people[unit.name].at for unit in pilot.own if unit.name != pilot.name]
    own = [
        (at, new)
        for at, new in found
        if all(range_between(here, at, gap) <= range_between(one, at, gap) for one in others)
    ]
    best = max(own or found, key=lambda each: each[1] / (reached.far[each[0]] + _LOOKING), default=None)
    return best[0] if best else _nearest_of(pilot, reached, squares, barred)


def _till_seen(pilot: Pilot, way: Sequence[At]) -> Sequence[At]:
    """A way to where an enemy was seen last as far as that comes into sight; any other as it is."""
    if not _is_lost(pilot, way[-1]):
        return way
    view = seen_from(pilot.board, way[-1])
    return way[: next((number for number, at in enumerate(way) if number and at in view), len(way)) + 1]


def _is_lost(pilot: Pilot, at: At) -> bool:
    """Whether no enemy is in sight, and one was seen last at a square."""
    return not pilot.foes and at in {at_of(square) for square in pilot.autopilot.seen.values()}


def _next(way: Sequence[At], at: At) -> At:
    """Where a way leads on to from a square of it, its end from there."""
    return way[min(way.index(at) + 1, len(way) - 1)]


def keeps_back(pilot: Pilot) -> bool:
    """Whether somebody may not advance, by their nerve: they know too little of where that would be to go at all."""
    sheet = pilot.unit.sheet
    if not isinstance(sheet, Figure) or not shaken(sheet.nerve):
        return False
    return afraid(sheet.nerve) or Fray(Scene.of(pilot.game), pilot.turn).was_fired_on(pilot.unit)


def _lain_on(pilot: Pilot) -> frozenset[At]:
    """The squares on which somebody lies who goes nowhere and is alive: over the dead one may stand."""
    there = pilot.game.present.values()
    return frozenset(
        pilot.board.people[unit.name].at for unit in there if is_out(pilot.squads, unit) and not dead(unit.sheet)
    )


def _nearest_of(_: Pilot, reached: Reachable, squares: Collection[At], barred: Barred) -> At | None:
    """The nearest of some squares that can be reached, none of them by doors that are barred."""
    free = (at for at in squares if at in reached.far and reached.first[at] not in barred)
    return min(free, key=lambda at: (reached.far[at], at), default=None)


def towards(at: At, there: At) -> str:
    """The facing by which a square is before somebody who stands at another."""
    return next((str(each.value) for each in Facing if in_field_of_fire(each, at, there)), Facing.NORTH.value)


def _along(pilot: Pilot, whole: Sequence[At], shut: Edge | None, why: str) -> Iterator[Idea]:
    """The first stretch of a way: a door that is before them, or as far as they come on it in this turn, and short of
    that; nothing for none.

    They look for an enemy from where they come to: who isn't aware of one as the turn begins fires at nobody in it.
    """
    way = _till_seen(pilot, whole)
    beside = squares_of(pilot.board.plan, (shut,)) if shut else ()
    if shut and pilot.here.at in beside and len(way) > 1 and way[1] in beside:
        side = next(side for side in Facing if edge_of(pilot.here.at, side) == shut)
        order = Said("door", {"at": ((pilot.name, None),)}, {"side": str(side.value), "open": True}, "")
        yield Idea(order, GOING, f"{why}: opens {portal_named(pilot.board, shut)}")
        return
    end = next((number for number, at in enumerate(way) if at in beside), len(way) - 1)
    gait, there = _gait(pilot), whole[-1] if _is_lost(pilot, whole[-1]) else pilot.look_for
    ends = [*_ends_of_turn(pilot, way[1 : end + 1], gait)]
    if there is None and pilot.left:
        # From where they come to they look round: as far as they may, unless they see far more that is new before.
        new = {at: len(seen_from(pilot.board, at) & pilot.left) for at in ends}
        ends.sort(key=lambda at: 2 * new[at] < max(new.values()))
    # Whom they can't know of may stand on their way: half of it, or a step of it, is better than nothing.
    for comes in dict.fromkeys((*ends[:1], *ends[len(ends) // 2 :][:1], *ends[-1:])):
        facing = _facing_at(pilot, comes, there, whole)
        yield Idea(said("move", [pilot.name], to=named(comes, comes.level), gait=gait, facing=facing), GOING, why)


def _facing_at(pilot: Pilot, at: At, there: At | None, way: Sequence[At]) -> str:
    """How somebody faces at a square of a way: to an enemy, or to where one was seen last if they see that from it, or
    else as the way leads on; who knows of none to where most is new.
    """
    if there is None:
        return _looking(pilot, at, towards(pilot.here.at, at))
    return towards(at, there if pilot.foes or there in seen_from(pilot.board, at) else _next(way, at))


def _gait(pilot: Pilot) -> str:
    """How somebody goes: whoever runs fires at nobody in that turn, nor does who was aware of no enemy as it began.

    They walk where they may come upon somebody, unless they are more than the enemy.
    """
    if not pilot.foes:
        return "walk" if pilot.fresh and pilot.wary and _is_near(pilot) else "run"
    aware = any(pilot.was_aware(foe.name) for foe in pilot.foes)
    return "walk" if pilot.wary or aware else "run"


def _is_near(pilot: Pilot) -> bool:
    there = pilot.look_for
    return there is not None and range_between(pilot.here.at, there, pilot.board.plan.separation) <= _NEAR


def _ends_of_turn(pilot: Pilot, way: Sequence[At], gait: str) -> Iterator[At]:
    """How far somebody comes on a way in a turn, short of where somebody stands, and then where they end before that;
    nothing where they can't go at all.

    Ways are row by row and column by column: whoever goes cuts their corners.
    """
    if not isinstance(pilot.unit.sheet, Figure):
        yield from way[-1:]
        return
    here = pilot.here.at
    reaches = squares_within(rate_on_foot(pilot.unit.sheet.profile.walk, gait, Ground.LEVEL, None).cm)
    within = [*takewhile(lambda at: max(abs(at.x - here.x), abs(at.y - here.y)) <= reaches, way)]
    # Where an enemy was seen last that one may stand still, and nobody ends among enemies but by a charge.
    taken = {*living_on(pilot.board, pilot.game.present).values()}
    taken |= {at_of(square) for square in pilot.autopilot.seen.values()}
    yield from (at for at in within[::-1] if at not in taken)


def turns(pilot: Pilot) -> Iterator[Idea]:
    """To look round while no enemy is in sight, and at last to turn to the nearest of whom they know, or to where that
    one was seen last, where they look elsewhere.
    """
    here, there = pilot.here, _to_turn_to(pilot)
    if not pilot.foes and (round_ := [*_looks_round(pilot)]):
        yield from round_
        return
    if there in {None, here.at} or pilot.before(here.at, here.facing):
        return
    if not pilot.foes and pilot.left and there in seen_from(pilot.board, here.at):
        # They have just looked there.
        return
    facing = Facing(towards(here.at, there))
    if facing != here.facing and not in_field_of_fire(here.facing, here.at, there):
        whom = f"{pilot.foes[0].name} is" if pilot.foes else "the enemy was seen last"
        yield _turned(pilot, facing, f"turns to where {whom}")


def _to_turn_to(pilot: Pilot) -> At | None:
    """The nearest enemy; or where one was seen last, rather at a square that one would see by turning there."""
    view = view_of(pilot.squads, pilot.game, pilot.unit.side, {})
    lost = {at_of(square) for square in pilot.autopilot.seen.values()} - view if not pilot.foes else set[At]()
    shown = lost & seen_from(pilot.board, pilot.here.at)
    return min(
        shown,
        key=lambda at: (range_between(pilot.here.at, at, pilot.board.plan.separation), at),
        default=pilot.look_for,
    )


def _looks_round(pilot: Pilot) -> Iterator[Idea]:
    """Whoever looks for the enemy turns to where nobody of their side has looked, if that is more than a corner."""
    if pilot.left and errand_of(pilot).hunts:
        new = _new_to(pilot, pilot.here.at)
        facing = max(new, key=lambda each: new[each])
        if new[facing] >= _WORTH_A_LOOK and facing != pilot.here.facing:
            yield _turned(pilot, Facing(facing), "looks round where nobody has looked")


def _turned(pilot: Pilot, facing: Facing, why: str) -> Idea:
    words = next(word for word, each in SIDES.items() if each is facing)
    return Idea(said(FACE, [pilot.name], facing=words), GOING, why)


def _looking(pilot: Pilot, at: At, ahead: str) -> str:
    """How somebody faces at a square to look where nobody of their side does: where most of the floor is, or ahead
    where there is none.
    """
    new = _new_to(pilot, at)
    return max(new, key=lambda facing: (new[facing], facing == ahead))


def _new_to(pilot: Pilot, at: At) -> Mapping[str, int]:
    """How many squares of those at which nobody of their side has looked yet, or else does now, somebody sees from a
    square, by how they face there.
    """
    seen = seen_from(pilot.board, at)
    new = seen & pilot.left if pilot.left else seen - view_of(pilot.squads, pilot.game, pilot.unit.side, {})
    return {str(each.value): sum(1 for square in new if in_field_of_fire(each, at, square)) for each in Facing}
