"""What is thrown once in a turn that is kept: the die to wake, and a wound of decompression (AHL 12.C, 22)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.engine.cards import Suggestion, sentence
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.turn.clock import Clock, clock_of
from bot.systems.ahl.turn.together import people_of
from bot.systems.ahl.wounds.damage import without_air
from bot.systems.ahl.wounds.vacuum import exposed

WAKES, DECOMPRESSED = "woke", "decompressed"


def still_due(scene: Scene, units: Sequence[Unit], deed: str) -> tuple[list[Unit], tuple[str, ...]]:
    """Those of some who haven't thrown for a deed in this turn, and what is told against throwing for all again.

    Raises RuleError where none is left, or the time for it is over, unless the campaign only shows what the book says.
    """
    clock = clock_of(scene)
    if clock is None or not units:
        return list(units), ()
    due = [unit for unit in units if not getattr(clock.of(unit.name), deed)]
    against = _too_late(clock) if deed == WAKES and clock.phase else "" if due else _again(clock, units, deed)
    if not against:
        return due, ()
    if not only_shown(scene):
        raise RuleError(against)
    return list(units), (f"By the book: {against}",)


def thrown_for(scene: Scene, units: Iterable[Unit], deed: str) -> Ledger | None:
    """What the campaign keeps once these have thrown for a deed; None where no turn is kept."""
    clock = clock_of(scene)
    if clock is None:
        return None
    for unit in units:
        clock = clock.doing(unit.name, **{deed: True})
    ledger: Ledger = scene.ledger
    return replace(ledger, clock=clock)


def due_lines(scene: Scene, clock: Clock) -> tuple[Suggestion, ...]:
    """What is due as a turn begins, before anybody plans: who throws to wake, and who is without air."""
    if clock.phase:
        return ()
    people = people_of(scene).values()
    out = [unit.name for unit in people if unit.sheet.condition is Condition.UNCONSCIOUS]
    airless = [unit.name for unit in people if exposed(unit.sheet) and in_vacuum(scene, unit)]
    told = []
    if out:
        lie = f"{sentence(out)} {'is' if len(out) == 1 else 'are'} out: "
        told.append(Suggestion("wake", {}, lie, f" throws for {sentence(out)} before anybody plans (AHL 12.C)"))
    if airless:
        lack = f"In vacuum without a suit: {sentence(airless)}: "
        told.append(Suggestion("vacuum", {}, lack, " throws for this turn (AHL 22)"))
    return tuple(told)


def in_vacuum(scene: Scene, unit: Unit) -> bool:
    """Whether somebody is where the air is gone."""
    return scene.settings.get("vacuum") == "yes" or without_air(scene.board, unit)


def _too_late(clock: Clock) -> str:
    return f"It is {clock.words}, and who is out throws as a decision phase starts: wait for the next one (AHL 12.C)."


def _again(clock: Clock, units: Sequence[Unit], deed: str) -> str:
    names = sentence(unit.name for unit in units)
    have = "has" if len(units) == 1 else "have"
    if deed == WAKES:
        return f"{names} {have} thrown in this decision phase, and it is once in each (AHL 12.C)."
    return f"{names} {have} been thrown for in turn {clock.turn}, and it is once a turn (AHL 22)."
