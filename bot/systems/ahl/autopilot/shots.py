"""Whom somebody who acts by themselves may hurt, from where they stand or could stand in this phase (AHL 9 to 13)."""

from collections.abc import Iterator, Sequence
from itertools import islice

from bot.deck.plan import At, named, range_between
from bot.engine.autopilot import Idea
from bot.engine.cards import sentence
from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.engine.odds import chances_to_hurt
from bot.engine.order import Order
from bot.engine.scene import Unit
from bot.engine.steps import scene_for
from bot.systems.ahl.autopilot.knowing import NO_CHANCE, Chance, Pilot
from bot.systems.ahl.orders.cover import cover_order
from bot.systems.ahl.orders.fire import fire_order
from bot.systems.ahl.orders.grenade import grenade_order
from bot.systems.ahl.owing import fire_at
from bot.systems.ahl.turn.attempts import MOST_SNAPS
from bot.systems.ahl.walking.ground import POINT

# Shots that hurt less often than this are left.
LEAST_CHANCE = 0.05
# What a snap shot takes, in halves of a point; who comes in sight of an enemy keeps as much.
SNAP = 3 * POINT
_MOST_TARGETS, _MOST_COVERED = 3, 2
# A grenade reaches those who are so near to where it comes down, and so much of whom it hurts is out of the fight.
_REACH, _HURT = 2, 0.6


def shots(pilot: Pilot, how: str) -> Iterator[Idea]:
    """Shots from where they stand at whom they see before them, the nearest first."""
    for number, foe in enumerate(islice(pilot.targets(pilot.here.at, pilot.here.facing), _MOST_TARGETS)):
        order = fire_at(pilot.name, foe.name, how)
        chance = pilot.chance(fire_order(pilot.book), order)
        if chance.hurts >= LEAST_CHANCE:
            nearest = "" if number else f", {pilot.nearest(foe)}"
            yield Idea(order, chance.worth, f"{percent(chance)} to hurt {foe.name} by {how} fire{nearest}")


def grenades(pilot: Pilot) -> Iterator[Idea]:
    """Grenades at the enemies whom they see before them, the nearest first, that are worth more than the two snap shots
    for which there would be points; at nobody with one of their own in its reach (AHL 9.D, 16).
    """
    if pilot.hands_full or not pilot.unit.sheet.grenades or pilot.doing.deeds.left < pilot.book.halves("grenade"):
        return
    order, apart = grenade_order(pilot.book), pilot.board.plan.separation
    shot = best_shot(pilot, "snap")
    least = several(shot.worth, MOST_SNAPS) if shot else 0.0
    for at in _squares_ahead(pilot):
        near = [foe for foe in pilot.foes if range_between(at, pilot.board.people[foe.name].at, apart) <= _REACH]
        thrown = _at_all(pilot, order, at, near, _HURT, "by a grenade")
        yield from (idea for idea in thrown if idea.worth > least)


def covering(pilot: Pilot) -> Iterator[Idea]:
    """Covering fire from where they stand through the nearest enemy whom they see before them, with none of their own
    in it (AHL 9.A, 11.A.1).
    """
    ahead = [*islice(pilot.targets(pilot.here.at, pilot.here.facing), _MOST_COVERED)]
    shot = snap_chance(pilot, ahead[0]) if ahead else NO_CHANCE
    for at in _squares_ahead(pilot)[:1] if shot.hurts else ():
        yield from _at_all(
            pilot, cover_order(pilot.book), at, ahead, shot.worth / float(shot.hurts), "by covering fire"
        )


def _squares_ahead(pilot: Pilot) -> Sequence[At]:
    """Where the nearest of the enemies stand whom they see before them, each square once."""
    squares = (pilot.board.people[foe.name].at for foe in pilot.targets(pilot.here.at, pilot.here.facing))
    return [*dict.fromkeys(squares)][:_MOST_TARGETS]


def _at_all(pilot: Pilot, order: Order, at: At, foes: Sequence[Unit], out: float, how: str) -> Iterator[Idea]:
    """An order at a square, by how likely it hurts each of some enemies, and by how much of them is `out` then; nothing
    where it can't be given, hardly hurts anybody, or may hurt who isn't to be.
    """
    told = said(order.verb, [pilot.name], at=named(at, pilot.here.at.level))
    scene = scene_for(order, told, pilot.game, pilot.scene)
    if pilot.spares(order, scene, told):
        return
    try:
        found = chances_to_hurt(order, scene, order.read(told.fields, scene.settings), foes)
    except RuleError:
        return
    hurt = {name: chance for name, chance in found if chance}
    if (whole := sum(hurt.values())) >= LEAST_CHANCE:
        whom = sentence([f"{round(100 * chance)} % to hurt {name}" for name, chance in hurt.items()])
        yield Idea(told, out * float(whole), f"{whom} {how}")


def best_shot(pilot: Pilot, how: str) -> Idea | None:
    """The best of them; None for none."""
    return max(shots(pilot, how), key=lambda idea: idea.worth, default=None)


def several(worth: float, shots: int) -> float:
    """What as many shots are worth together: who is out by the first isn't worth another."""
    return 1 - (1 - min(1.0, worth)) ** shots


def percent(chance: Chance) -> str:
    """How likely somebody is hurt, in words."""
    return f"{round(100 * chance.hurts)} %"


def snap_chance(pilot: Pilot, foe: Unit) -> Chance:
    """What a snap shot at somebody comes to; nothing where it hurts too seldom to be fired."""
    chance = pilot.chance(fire_order(pilot.book), fire_at(pilot.name, foe.name, "snap"))
    return chance if chance.hurts >= LEAST_CHANCE else NO_CHANCE


def aim_at(foe: Unit) -> float:
    """How much of a threat an enemy's weapon is: none with nothing in hand, as far as shows."""
    return 1.0 if foe.sheet.weapons else 0.2
