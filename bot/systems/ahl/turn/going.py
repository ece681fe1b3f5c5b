"""What holds somebody up who goes on from phase to phase: wounds, panic, or an enemy who is beside them (AHL 7, 8)."""

from dataclasses import replace

from bot.deck.board import Board
from bot.engine.scene import Outcome, Scene, Unit
from bot.systems.ahl.orders.move import enemies_beside
from bot.systems.ahl.sheet.character import PANICKED
from bot.systems.ahl.turn.clock import clock_after
from bot.systems.ahl.turn.together import changed_fitness, people_of


def held_up(scene: Scene, outcome: Outcome) -> Outcome:
    """The outcome of any order, after which those whom it has hurt or scared, or beside whom an enemy has come, go no
    further in later phases of themselves.
    """
    clock = clock_after(scene, outcome)
    if clock is None or not clock.going:
        return outcome
    names = [name for each in clock.going for name in each.doers]
    people = people_of(scene)
    held = {*changed_fitness(people, outcome.after)}
    held |= {name for name, sheet in outcome.after.items() if sheet.nerve in PANICKED}
    held |= {name for name in names if _met(scene, outcome.board, name, people)}
    if not held & {*names}:
        return outcome
    return replace(outcome, ledger=replace(outcome.ledger or scene.ledger, clock=clock.stopped(held)))


def _met(scene: Scene, after: Board | None, name: str, people: dict[str, Unit]) -> bool:
    """Whether an enemy is beside somebody on the deck as it is after an order, who wasn't before."""
    before: Board | None = scene.board
    if (
        after is None
        or before is None
        or name not in people
        or not {name} <= after.people.keys() & before.people.keys()
    ):
        return False
    return bool({*enemies_beside(scene, after, people[name])} - {*enemies_beside(scene, before, people[name])})
