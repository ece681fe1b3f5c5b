"""`/phase ready:True`: somebody is done with a step; when all are, the table goes on to the next (AHL 7, R-164)."""

from dataclasses import replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.order import as_it_stands
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import ReadyOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.in_turn.kept import come
from bot.systems.ahl.turn.actions import READY, Step
from bot.systems.ahl.turn.clock import Clock, kept_clock, relit
from bot.systems.ahl.turn.phases import due_before
from bot.systems.ahl.turn.together import people_of
from bot.systems.ahl.turn.waiting import may_act

_TOGETHER = "The steps are common to both sides: all who may act in one go on together (AHL 7), ruling R-164"


def ready_order(book: Book) -> Order:
    """`/phase ready:True`: for the step that it is, or with `step` for all before that one."""

    def decide(scene: Scene, asked: ReadyOrder, _: Dice) -> Outcome:
        clock, units = kept_clock(scene), scene.all("characters")
        if not clock.phase:
            raise RuleError("The decision phase has no steps: /plan first, and the referee's /phase begins (AHL 4).")
        if not units:
            raise RuleError("Nobody here is yours: name who is ready.")
        for unit in units:
            clock = clock.doing(unit.name, ready=_until(clock, asked.step))
        later = _together(scene, book, clock)
        names = [unit.name for unit in units]
        card = Card(f"{sentence(names)} {'is' if len(names) == 1 else 'are'} ready", _lines(scene, book, clock, later))
        board = relit(scene.board, clock, later)
        ledger = replace(scene.ledger, clock=later)
        card = replace(card, working=(_TOGETHER,), next=(Suggestion(READY),))
        return Outcome({}, card, ledger=ledger, board=board)

    return typed_order(ReadyOrder, decide, as_it_stands)


def _until(clock: Clock, wanted: Step | None) -> Step:
    """Before which step somebody does nothing more; the next one, if none was named."""
    if wanted and wanted.place <= clock.step.place:
        raise RuleError(f"{clock.words.capitalize()} has come to {clock.step}: choose a later step (AHL 7).")
    later = tuple(Step)[clock.step.place + 1 :]
    return wanted or (later[0] if later else clock.step)


def _together(scene: Scene, book: Book, clock: Clock) -> Clock:
    """The clock at the next step in which somebody may still act, or for which an order is kept; nothing that is due is
    left out (AHL 17, 24.B).
    """
    while clock.step is not Step.SNAP and not (
        _waiting(scene, book, clock) or due_before(scene, clock, _next(clock)) or come(clock)
    ):
        clock = clock.at_step(_next(clock))
    return clock


def _next(clock: Clock) -> Step:
    return tuple(Step)[clock.step.place + 1]


def _waiting(scene: Scene, book: Book, clock: Clock) -> list[str]:
    return [unit.name for unit in people_of(scene).values() if may_act(scene, book, clock, unit, clock.step)]


def _lines(scene: Scene, book: Book, before: Clock, after: Clock) -> tuple[str, ...]:
    where = f"{after.words.capitalize()}: {after.step}"
    if after.step is not before.step:
        return (where,)
    if after.step is Step.SNAP:
        return (where, "It is the last step: the referee's /phase ends the phase")
    waiting = _waiting(scene, book, after)
    if waiting:
        return (f"{where}, which waits for {sentence(waiting)}",)
    return (where, *due_before(scene, after, _next(after)))
