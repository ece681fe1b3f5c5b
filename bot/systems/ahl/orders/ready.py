"""`/phase ready:True`: somebody is done with a step; when all are, the table goes on to the next (AHL 7, R-164)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, sentence
from bot.engine.course import others_might
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.keeping import ReadyOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.in_turn.kept import come
from bot.systems.ahl.turn.actions import READY, Step
from bot.systems.ahl.turn.clock import Clock, kept_clock, relit
from bot.systems.ahl.turn.phases import due_before
from bot.systems.ahl.turn.together import people_of
from bot.systems.ahl.turn.waiting import OTHERS, mates, may_still_act

_TOGETHER = "The steps are common to both sides: all who may act in one go on together (AHL 7), ruling R-164"


@dataclass(frozen=True, slots=True)
class ReadyReport:
    """Who is ready; the turn and the phase in words, the step that the table is at, and whether it has gone on to it;
    if not, for whom it waits, and what the rules ask before it may.
    """

    names: tuple[str, ...]
    words: str
    step: Step
    went_on: bool
    waiting: tuple[str, ...] = ()
    due: tuple[str, ...] = ()


def ready_order(book: Book) -> Order:
    """`/phase ready:True`: for the step that it is, or with `step` for all before that one."""

    def decide(scene: Scene, asked: ReadyOrder, _: Dice) -> Outcome:
        clock, units = kept_clock(scene), scene.all("name")
        if not units:
            raise RuleError("Nobody here is yours: name who is ready.")
        if not clock.phase:
            return _unplanned(scene, clock, units)
        for unit in units:
            clock = clock.doing(unit.name, ready=_until(clock, asked.step))
        apart = others_might(scene, of_itself=True)
        later = clock if apart else _together(scene, book, clock)
        names = tuple(unit.name for unit in units)
        stays = later.step is clock.step is not Step.SNAP
        waiting = tuple(_waiting(scene, book, later)) if stays else ()
        due = tuple(due_before(scene, later, _next(later))) if stays and not waiting else ()
        if apart:
            # For whom else it waits is nothing that a side knows.
            waiting, due = (*mates(scene, waiting, names), OTHERS), ()
        report = ReadyReport(names, later.words, later.step, later.step is not clock.step, waiting, due)
        board = relit(scene.board, clock, later)
        return Outcome({}, report, ledger=replace(scene.ledger, clock=later), board=board)

    return typed_order(ReadyOrder, decide, _ready_card)


def _unplanned(scene: Scene, clock: Clock, units: Sequence[Unit]) -> Outcome:
    """In the decision phase: these plan nothing, or nothing more."""
    for unit in units:
        clock = clock.doing(unit.name, ready=Step.COVERING)
    report = ReadyReport(tuple(unit.name for unit in units), clock.words, clock.step, went_on=False)
    return Outcome({}, report, ledger=replace(scene.ledger, clock=clock))


def _until(clock: Clock, wanted: Step | None) -> Step:
    """Before which step somebody does nothing more; the next one, if none was named."""
    if wanted and wanted.place <= clock.step.place:
        raise RuleError(f"{clock.words.capitalize()} has come to {clock.step}: choose a later step (AHL 7).")
    later = tuple(Step)[clock.step.place + 1 :]
    return wanted or (later[0] if later else clock.step)


def _together(scene: Scene, book: Book, clock: Clock) -> Clock:
    """The clock at the next step in which somebody may still act, or for which an order is kept; nothing that is due is
    left out (AHL 17, 24.B). Where sides know only what they have seen, a step is passed over for nobody: that would
    tell that none of the others may act in it.
    """
    foggy = scene.game is not None and scene.game.fog
    while clock.step is not Step.SNAP and not (
        _waiting(scene, book, clock) or due_before(scene, clock, _next(clock)) or come(clock)
    ):
        clock = clock.at_step(_next(clock))
        if foggy:
            break
    return clock


def _next(clock: Clock) -> Step:
    return tuple(Step)[clock.step.place + 1]


def _waiting(scene: Scene, book: Book, clock: Clock) -> list[str]:
    return [unit.name for unit in people_of(scene).values() if may_still_act(scene, book, clock, unit, clock.step)]


def _ready_card(report: ReadyReport, _: Faces) -> Card:
    lines: list[str | Suggestion] = [f"{report.words.capitalize()}: {report.step}"]
    if report.waiting:
        lines = [f"{lines[0]}, which waits for {sentence(report.waiting)}"]
    elif report.step is Step.DECISION:
        lines = [f"{report.words.capitalize()}: whoever has no plan by now plans nothing (AHL 5)"]
    elif report.step is Step.SNAP and not report.went_on:
        lines.append(Suggestion("phase", {}, "It is the last step: the referee's ", " ends the phase"))
    title = f"{sentence(report.names)} {'is' if len(report.names) == 1 else 'are'} ready"
    return Card(title, (*lines, *report.due), (_TOGETHER,), next=(Suggestion(READY),))
