"""Whom somebody who acts by themselves may hurt, from where they stand or could stand in this phase (AHL 9 to 13)."""

from collections.abc import Iterator

from bot.deck.plan import At, Facing, named, neighbours
from bot.engine.autopilot import Idea
from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.systems.ahl.autopilot.knowing import Chance, Pilot
from bot.systems.ahl.orders.fire import fire_order
from bot.systems.ahl.orders.in_turn.passing import has_rounds
from bot.systems.ahl.orders.move import ground_of
from bot.systems.ahl.owing import fire_at
from bot.systems.ahl.turn.actions import READY
from bot.systems.ahl.turn.clock import trotted
from bot.systems.ahl.walking.ground import POINT, Gait
from bot.systems.ahl.walking.routes import cheapest_route

# Shots that hurt less often than this are left.
LEAST_CHANCE = 0.05
# What a snap shot takes, in halves of a point; who comes in sight of an enemy keeps as much.
SNAP = 3 * POINT
_MOST_TARGETS = 3
# A shot has to be so much better elsewhere for somebody to move for it.
_BETTER, _AT_LEAST = 1.25, 0.02


def shots(pilot: Pilot, how: str) -> Iterator[Idea]:
    """Shots from where they stand at whom they see before them, the nearest first."""
    if not has_rounds(pilot.unit, pilot.book):
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


def stands(pilot: Pilot) -> Iterator[Idea]:
    """To stay for the best snap shot from here, or for a much better one to turn, or to leave an enemy's square."""
    here = best_shot(pilot, "snap")
    if here is not None:
        yield Idea(said(READY, [pilot.name]), here.worth, f"stays: {here.why}")
    least = (_BETTER * here.worth if here else 0) + _AT_LEAST
    for at, facing in _places(pilot):
        shot = best_shot(pilot.standing(at, facing), "snap")
        if shot is not None and shot.worth >= least:
            verb = "turns" if at == pilot.here.at else f"goes to {named(at, at.level)}"
            order = said("move", [pilot.name], to=named(at, at.level), facing=str(facing.value))
            yield Idea(order, shot.worth, f"{verb} for a shot: {shot.why}")


def _places(pilot: Pilot) -> Iterator[tuple[At, Facing]]:
    """Where they could stand otherwise with a snap shot left: turned, or beside a square that an enemy shares."""
    here, left = pilot.here, pilot.doing.deeds.left - SNAP
    shared = any(pilot.board.people[foe.name].at == here.at for foe in pilot.foes)
    squares = (here.at, *(neighbours(here.at) if shared else ()))
    ground = ground_of(
        pilot.scene, pilot.book, pilot.board, pilot.unit, Gait.WALK, trotted=trotted(pilot.scene, pilot.unit)
    )
    for at in squares:
        for facing in Facing:
            if (at, facing) == (here.at, here.facing) or not pilot.targets(at, facing):
                continue
            try:
                route = cheapest_route(ground, here, at, facing)
            except RuleError:
                break
            if route.cost <= left:
                yield at, facing
