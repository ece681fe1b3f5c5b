"""Whom somebody who acts by themselves may hurt, from where they stand or could stand in this phase (AHL 9 to 13)."""

from collections.abc import Iterator

from bot.engine.autopilot import Idea
from bot.engine.scene import Unit
from bot.systems.ahl.autopilot.knowing import NO_CHANCE, Chance, Pilot
from bot.systems.ahl.orders.fire import fire_order
from bot.systems.ahl.owing import fire_at
from bot.systems.ahl.walking.ground import POINT

# Shots that hurt less often than this are left.
LEAST_CHANCE = 0.05
# What a snap shot takes, in halves of a point; who comes in sight of an enemy keeps as much.
SNAP = 3 * POINT
_MOST_TARGETS = 3


def shots(pilot: Pilot, how: str) -> Iterator[Idea]:
    """Shots from where they stand at whom they see before them, the nearest first."""
    if not pilot.can_fire:
        return
    for number, foe in enumerate(pilot.targets(pilot.here.at, pilot.here.facing)[:_MOST_TARGETS]):
        order = fire_at(pilot.name, foe.name, how)
        chance = pilot.chance(fire_order(pilot.book), order)
        if chance.hurts >= LEAST_CHANCE:
            nearest = "" if number else ", who is the nearest"
            yield Idea(order, chance.worth, f"{percent(chance)} to hurt {foe.name} by {how} fire{nearest}")


def best_shot(pilot: Pilot, how: str) -> Idea | None:
    """The best of them; None for none."""
    return max(shots(pilot, how), key=lambda idea: idea.worth, default=None)


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
