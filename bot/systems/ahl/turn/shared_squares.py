"""Squares that friend and foe share: each side allots a fighter at least to every enemy there (AHL 17)."""

from collections.abc import Iterator
from itertools import groupby

from bot.deck.board import Board
from bot.deck.plan import named
from bot.engine.cards import sentence
from bot.engine.system import Scene, Unit
from bot.systems.ahl.sheet.character import PANICKED, Condition
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.together import as_they_came
from bot.systems.deeds import SURRENDERED


def unfought(scene: Scene, clock: Clock) -> list[str]:
    """The fights that are due in shared squares before the melee step is over, each as what to do."""
    if scene.board is None or not clock.phase:
        return []
    scene = as_they_came(scene, clock)
    board: Board = scene.board
    fighting = [unit for unit in scene.present.values() if SURRENDERED not in unit.marks]
    active = [unit for unit in fighting if unit.sheet.condition is Condition.ACTIVE]
    active.sort(key=lambda unit: board.people[unit.name].at)
    squares = groupby(active, key=lambda unit: board.people[unit.name].at)
    return [text for at, inside in squares for text in _due(clock, named(at), list(inside))]


def _due(clock: Clock, where: str, inside: list[Unit]) -> Iterator[str]:
    for side in sorted({unit.side for unit in inside}):
        own = [unit.name for unit in inside if unit.side == side]
        struck = {clock.of(name).deeds.struck for name in own}
        waiting = [unit.name for unit in inside if unit.side != side and unit.name not in struck]
        free = [unit.name for unit in inside if unit.side == side and _can(unit, clock)]
        if waiting and free:
            all_of_them = "and" if len(waiting) <= len(free) else "or"
            yield (
                f"In {where} {sentence(waiting, all_of_them)} must be fought as well, by {sentence(free, 'or')}: "
                f"/melee attacker:{free[0]} target:{waiting[0]} comes first (AHL 17)."
            )


def _can(unit: Unit, clock: Clock) -> bool:
    """Whether somebody is free to fight, and hasn't yet."""
    sane = unit.sheet.nerve not in PANICKED and not unit.sheet.zero_g.disoriented
    return sane and not clock.of(unit.name).deeds.struck
