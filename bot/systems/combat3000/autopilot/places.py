"""From where somebody of Combat 3000 fires: past none of their own, aware of their enemies (C3K Target eligibility)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from bot.deck.board import placed
from bot.deck.outlook import seen_from
from bot.deck.placing import can_stand, walks
from bot.deck.plan import At, Facing, at_of, named, range_between
from bot.engine.autopilot import Idea
from bot.engine.cards import counted
from bot.engine.due import said
from bot.systems.combat3000.autopilot.knowing import MOST_TARGETS, Pilot
from bot.systems.combat3000.autopilot.ways import GOING, towards
from bot.systems.combat3000.moving.ways import living_on

# Whoever is so many squares from an enemy looks for a place to fire from within so many steps.
_IN_RANGE, _STEPS = 25, 3
# For a friend's shot that is worth so much those wait who are more than the enemy.
_WORTH_WAITING = 0.3


# Whether they fire in this turn, at how many in the next one, less steps, and where they stand and face for it.
_Chance = tuple[bool, int, int, At, Facing]


def stance(pilot: Pilot) -> tuple[Idea | None, bool]:
    """To go and stand within a few steps so that they may fire in this turn who can't from here, or else at more
    enemies in the next one, where each friend has an enemy left to fire at; and whether they would at any.
    """
    here = pilot.here
    if pilot.far(pilot.foes[0]) > _IN_RANGE:
        return None, False
    free = _free(pilot)
    now = pilot.best > 0, pilot.before(here.at, here.facing)
    found = [each for at, steps in free for each in _chances(pilot, at, steps)]
    better = sorted((each for each in found if each[:2] > now), key=lambda each: each[:3], reverse=True)
    friends = _with_enemies(pilot.friends) if better else []
    chosen = next((each for each in better if not _bars(pilot, each[3], friends)), None)
    if chosen is None:
        return None, any(now)
    fires, most, _, at, facing = chosen
    order = said("move", [pilot.name], to=named(at, at.level), facing=str(facing.value))
    whom = counted(max(most, 1), "enemy")
    when = "in this turn" if fires else "in the next turn"
    return Idea(order, GOING, f"stands where {whom} may be fired at {when}"), True


def _free(pilot: Pilot) -> Sequence[tuple[At, int]]:
    """The squares within a few steps on which nobody stands, and how many steps it is to each."""
    taken = {*living_on(pilot.board, pilot.game.present).values()}
    near = takewhile(lambda found: found[1] <= _STEPS, walks(pilot.board, pilot.here.at))
    return [(at, steps) for at, steps in near if steps and at not in taken and can_stand(pilot.board, at)]


def steps_back(pilot: Pilot) -> Iterator[Idea]:
    """Whose weapon can't be fired goes where more friends may fire past them, or the enemy doesn't see them; of such
    squares to the one that is farthest from the enemy.
    """
    friends, views = [*pilot.friends], [seen_from(pilot.board, pilot.board.people[foe.name].at) for foe in pilot.foes]
    foe = pilot.board.people[pilot.foes[0].name].at

    def worth(at: At) -> tuple[int, int]:
        there = replace(pilot.game, board=placed(pilot.board, pilot.name, pilot.here.moved(at)))
        lines = sum(len(replace(friend, game=there).in_line(friend.here.at)) for friend in friends)
        return lines, -sum(at in view for view in views)

    def far(at: At) -> int:
        return range_between(at, foe, pilot.board.plan.separation)

    worths = {at: (*worth(at), far(at), -steps) for at, steps in _free(pilot) if far(at) >= far(pilot.here.at)}
    best = max(worths, key=lambda at: worths[at], default=None)
    if best is not None and worths[best][:2] > worth(pilot.here.at):
        order = said("move", [pilot.name], to=named(best, best.level), facing=towards(best, foe))
        yield Idea(order, GOING, "steps out of the way while the weapon can't be fired")


def gives_way(pilot: Pilot, ideas: Iterable[Idea]) -> Iterator[Idea]:
    """Of some ways those that leave each friend an enemy to fire at who has one: who is more than the enemy goes on
    past friends, so as to come to an end with them, but past nobody who has a good chance in this turn.
    """
    friends = _with_enemies(each for each in pilot.friends if pilot.wary or each.best >= _WORTH_WAITING)
    for idea in ideas:
        if not _bars(pilot, at_of(str(idea.said.fields["to"]), pilot.here.at.level), friends):
            yield idea


def _chances(pilot: Pilot, at: At, steps: int) -> Iterator[_Chance]:
    """What there is to fire at from a square, by how somebody faces there."""
    line = pilot.in_line(at)
    if line:
        fires = any(map(pilot.was_aware, line))
        yield from ((fires, pilot.aware_of(line, at, each), -steps, at, each) for each in _facings(pilot, at))


def _facings(pilot: Pilot, at: At) -> Sequence[Facing]:
    """How somebody faces at a square who has one of the nearest enemies before them."""
    ends = (pilot.board.people[foe.name].at for foe in pilot.foes[:MOST_TARGETS])
    return [*dict.fromkeys(Facing(towards(at, end)) for end in ends)]


def _with_enemies(friends: Iterable[Pilot]) -> Sequence[Pilot]:
    """Those of some friends who have an enemy to fire at."""
    return [each for each in friends if each.before(each.here.at, each.here.facing)]


def _bars(pilot: Pilot, at: At, friends: Sequence[Pilot]) -> bool:
    """Whether somebody who stood there would leave one of their friends no enemy to fire at."""
    there = replace(pilot.game, board=placed(pilot.board, pilot.name, pilot.here.moved(at)))
    return any(not replace(friend, game=there).before(friend.here.at, friend.here.facing) for friend in friends)
