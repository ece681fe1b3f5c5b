"""Who supervises robots: an unpanicked officer and technician in one square of their deck, who do nothing else
(AHL 21).
"""

from dataclasses import replace
from itertools import product

from bot.deck.board import Board
from bot.deck.sight import sees
from bot.engine.system import Scene, Unit
from bot.systems.ahl.sheet.character import Condition, Nerve
from bot.systems.ahl.turn.clock import Clock, Deeds

_OFFICER, _TECHNICIAN = "O", "T"


def command_group(scene: Scene, clock: Clock, robot: Unit) -> tuple[str, str] | None:
    """An officer and a technician who can supervise a robot in this phase; None if there are none on its deck."""
    board: Board = scene.board
    level = board.people[robot.name].at.level
    able = [unit for unit in scene.present.values() if unit.side == robot.side and _able(unit, clock)]
    near = [unit for unit in able if board.people[unit.name].at.level == level]
    officers, technicians = (
        [unit.name for unit in near if unit.sheet.rank.startswith(letter)] for letter in (_OFFICER, _TECHNICIAN)
    )
    pairs = product(officers, technicians)
    return next((pair for pair in pairs if board.people[pair[0]].at == board.people[pair[1]].at), None)


def _able(unit: Unit, clock: Clock) -> bool:
    """Whether somebody has their wits about them, and has done nothing else in this phase."""
    # A morale check is nothing that one does.
    deeds = replace(clock.of(unit.name).deeds, passed=(), failed=())
    idle = deeds in {Deeds(), Deeds(supervises=True)}
    return idle and unit.sheet.condition is Condition.ACTIVE and unit.sheet.nerve in {Nerve.STEADY, Nerve.HALTED}


def sees_an_enemy(scene: Scene, robot: Unit) -> bool:
    """Whether a line of sight leads from a robot to an active enemy (AHL 21)."""
    board: Board = scene.board
    here = board.people[robot.name].at
    enemies = [unit for unit in scene.present.values() if unit.side != robot.side]
    return any(
        sees(board, here, board.people[unit.name].at) for unit in enemies if unit.sheet.condition is Condition.ACTIVE
    )
