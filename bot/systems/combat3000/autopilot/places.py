"""From where somebody of Combat 3000 fires: past none of their own, aware of their enemies (C3K Target eligibility)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from bot.deck.board import placed
from bot.deck.placing import can_stand, walks
from bot.deck.plan import At, Facing, named
from bot.engine.autopilot import Idea
from bot.engine.cards import counted
from bot.engine.due import said
from bot.systems.combat3000.autopilot.knowing import MOST_TARGETS, Pilot
from bot.systems.combat3000.autopilot.ways import GOING, towards

# Whoever is so many squares from an enemy looks for a place to fire from within so many steps.
_IN_RANGE, _STEPS = 25, 3


# Whether they fire in this turn, at how many in the next one, less steps, and where they stand and face for it.
_Chance = tuple[bool, int, int, At, Facing]


def stance(pilot: Pilot) -> tuple[Idea | None, bool]:
    """To go and stand within a few steps so that they may fire in this turn who can't from here, or else at more
    enemies in the next one, none of which is then out of their friends' line; and whether they would at any.
    """
    here, taken = pilot.here, {standing.at for standing in pilot.board.people.values()}
    if pilot.far(pilot.foes[0]) > _IN_RANGE:
        return None, False
    near = takewhile(lambda found: found[1] <= _STEPS, walks(pilot.board, here.at))
    free = [(at, steps) for at, steps in near if steps and at not in taken and can_stand(pilot.board, at)]
    now = pilot.best > 0, pilot.before(here.at, here.facing)
    found = [each for at, steps in free for each in _chances(pilot, at, steps)]
    better = sorted((each for each in found if each[:2] > now), key=lambda each: each[:3], reverse=True)
    friends = [(each, each.before(each.here.at, each.here.facing)) for each in pilot.friends] if better else []
    chosen = next((each for each in better if not _bars(pilot, each[3], friends)), None)
    if chosen is None:
        return None, any(now)
    fires, most, _, at, facing = chosen
    order = said("move", [pilot.name], to=named(at, at.level), facing=str(facing.value))
    whom = counted(max(most, 1), "enemy")
    when = "in this turn" if fires else "in the next turn"
    return Idea(order, GOING, f"stands where {whom} may be fired at {when}"), True


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


def _bars(pilot: Pilot, at: At, friends: Sequence[tuple[Pilot, int]]) -> bool:
    """Whether somebody who stood there would leave one of their friends fewer enemies to fire at than they have."""
    there = replace(pilot.game, board=placed(pilot.board, pilot.name, pilot.here.moved(at)))
    return any(
        replace(friend, game=there).before(friend.here.at, friend.here.facing) < now for friend, now in friends if now
    )
