"""What is due before the table goes on: fights in shared squares, and charges whose moment has come (AHL 17, 24.B)."""

from bot.deck.board import Board
from bot.deck.plan import At, named
from bot.engine.system import Scene
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Charge, Clock
from bot.systems.ahl.turn.shared_squares import unfought


def due_before(scene: Scene, clock: Clock, step: Step | None) -> list[str]:
    """What is due before a later step of this phase, or before the next phase for None, each as what to do."""
    return [*_fights(scene, clock, step), *_explosions(scene, clock, step)]


def _fights(scene: Scene, clock: Clock, step: Step | None) -> list[str]:
    """Fights, as long as there is a step left for them: later on nobody can fight any more."""
    ends = step is None or step.place > Step.MELEE.place
    return unfought(scene, clock) if ends and clock.step.place <= Step.MELEE.place else []


def _explosions(scene: Scene, clock: Clock, step: Step | None) -> list[str]:
    if step is not None and step.place <= Step.AIMED.place:
        return []
    return [
        f"The charge that {charge.by} set at {named(charge.at)} goes off in this phase's aimed fire step: the "
        f"referee's /blast cause:satchel at:{named(charge.at)} comes first (AHL 24.B)."
        for charge in clock.charges
        if charge.at and charge.due(clock.turn, clock.phase) and _is_here(scene.board, charge)
    ]


def _is_here(board: Board | None, charge: Charge) -> bool:
    """Whether a charge lies on the deck that is up, so that it can be resolved there."""
    levels = board.plan.levels if board else ()
    return charge.at is not None and charge.at.level < len(levels) and charge.at in levels[charge.at.level].floor


def too_early(clock: Clock, at: At) -> str:
    """Why a charge in a square doesn't go off yet though its phase has come, "" where there is no such reason."""
    due = [charge for charge in clock.charges if charge.at == at and charge.due(clock.turn, clock.phase)]
    if not due or clock.step.place >= Step.AIMED.place:
        return ""
    return (
        f"The charge that {due[0].by} set at {named(at)} goes off in the aimed fire step, and {clock.words} is at "
        f'{clock.step}: /phase step:"{Step.AIMED}" goes there (AHL 24.B).'
    )
