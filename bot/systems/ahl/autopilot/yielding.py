"""How whoever can hardly hurt an enemy leaves them to friends who can fire at them (AHL 11.A.3, 17, 21)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

from bot.deck.board import Board
from bot.deck.plan import At, Facing, in_field_of_fire, range_between
from bot.engine.autopilot import Idea, Mission
from bot.engine.due import said
from bot.engine.scene import Said, Unit
from bot.systems.ahl.autopilot.knowing import Pilot
from bot.systems.ahl.autopilot.shots import LEAST_CHANCE
from bot.systems.ahl.autopilot.stances import Vantage, keeps_out, order_to
from bot.systems.ahl.orders.fire import fire_order
from bot.systems.ahl.orders.melee import melee_order
from bot.systems.ahl.owing import fire_at
from bot.systems.ahl.turn.actions import READY
from bot.systems.ahl.walking.ground import Gait
from bot.systems.ahl.walking.routes import within_reach

# A blow that is worth less than this hardly hurts; nobody stands in the way who is farther from the enemy than this.
_POOR_BLOW, _NEAR = 0.1, 2
# So many friends are asked whether they would have a shot, and so many squares are tried.
_MOST_FRIENDS, _MOST_PLACES = 4, 4
# More than a stun, and less than to go where one is sent by name.
_LEAVES = 0.3


def leaves_to_friends(pilot: Pilot) -> Iterator[Idea]:
    """To go out of the way of friends who could fire at the nearest enemy if none stood there of those who have nothing
    to fire and hardly hurt anybody hand to hand; or to stay out of it.
    """
    if not pilot.foes or pilot.can_shoot or pilot.here.prone or pilot.autopilot.orders is Mission.FALL_BACK:
        return
    foe = pilot.foes[0]
    if pilot.far(foe) > _NEAR or _strikes_well(pilot, foe):
        return
    cleared = _without_those_in_the_way(pilot, foe)
    shooters = [friend for friend in _armed(pilot, foe) if _shot(pilot, cleared, friend, foe) >= LEAST_CHANCE]
    if not shooters:
        return
    there, apart = pilot.board.people[foe.name].at, pilot.board.plan.separation

    @cache
    def worth(at: At) -> tuple[int, int]:
        board = replace(cleared, people={**cleared.people, pilot.name: pilot.here.moved(at)})
        shots = sum(_shot(pilot, board, friend, foe) >= LEAST_CHANCE for friend in shooters)
        return shots, range_between(at, there, apart)

    why, here = f"leaves {foe.name} to {shooters[0].name}, who can fire", worth(pilot.here.at)
    if here[0] == len(shooters) and here[1] == _NEAR:
        yield Idea(said(READY, [pilot.name]), _LEAVES, why)
        return
    best = max(_reached(pilot, foe), key=lambda stance: (*worth(stance.at), stance.left), default=None)
    if best is not None and worth(best.at) > here:
        yield Idea(order_to(pilot, best), _LEAVES, why)


def _strikes_well(pilot: Pilot, foe: Unit) -> bool:
    """Whether a blow at somebody is worth more than a stun now and then, in their square."""
    there = pilot.standing(pilot.board.people[foe.name].at, pilot.here.facing)
    blow = Said("melee", {"name": ((pilot.name, None),), "target": ((foe.name, None),)}, {}, "")
    return there.chance(melee_order(pilot.book), blow).worth >= _POOR_BLOW


def _without_those_in_the_way(pilot: Pilot, foe: Unit) -> Board:
    """The deck without those of their own near an enemy who have nothing to fire."""
    there, apart, people = pilot.board.people[foe.name].at, pilot.board.plan.separation, pilot.board.people
    near = (friend for friend in pilot.friends if range_between(people[friend.name].at, there, apart) <= _NEAR)
    idle = {friend.name for friend in near if not replace(pilot, name=friend.name).can_shoot}
    return replace(pilot.board, people={name: at for name, at in people.items() if name not in idle})


def _armed(pilot: Pilot, foe: Unit) -> Sequence[Unit]:
    """The nearest to an enemy of their own who can fire."""
    there, apart = pilot.board.people[foe.name].at, pilot.board.plan.separation

    def far(friend: Unit) -> int:
        return range_between(pilot.board.people[friend.name].at, there, apart)

    friends = (friend for friend in sorted(pilot.friends, key=far) if friend.name != pilot.name)
    return [*islice((each for each in friends if replace(pilot, name=each.name).can_fire), _MOST_FRIENDS)]


def _shot(pilot: Pilot, board: Board, friend: Unit, foe: Unit) -> float:
    """How likely a friend hurts an enemy by aimed fire from where they stand, on a deck as it would be."""
    at, there = board.people[friend.name].at, board.people[foe.name].at
    facing = next((each for each in Facing if in_field_of_fire(each, at, there)), None)
    if facing is None:
        return 0.0
    firer = replace(pilot, name=friend.name, game=replace(pilot.game, board=board)).standing(at, facing)
    return float(firer.chance(fire_order(pilot.book), fire_at(friend.name, foe.name, "aimed")).hurts)


def _reached(pilot: Pilot, foe: Unit) -> Sequence[Vantage]:
    """The squares to which they can come in this phase and that are farther from an enemy, the farthest of them."""
    there, apart, left = pilot.board.people[foe.name].at, pilot.board.plan.separation, pilot.doing.deeds.left
    found = dict[At, Vantage]()
    for gait, ground in pilot.grounds.items():
        for (at, facing), cost in within_reach(ground, pilot.here, left).items():
            stance = Vantage(at, facing, Gait(gait), left - cost)
            if at not in pilot.under_fire and (at not in found or stance.left > found[at].left):
                found[at] = stance

    def far(at: At) -> int:
        return range_between(at, there, apart)

    away = [stance for at, stance in found.items() if far(at) > far(pilot.here.at)]
    away.sort(key=lambda stance: -far(stance.at))
    return [*islice((stance for stance in away if keeps_out(pilot, stance)), _MOST_PLACES)]
