"""`/door` by somebody's hand: a door, iris valve or hatch that is opened or shut (AHL 8.B).

In a turn that is kept it is done as the next phase begins, and only who began this one beside a door can work it.
Where nobody counts phases it is done at once, and the answer says what the book says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.placing import portal_of
from bot.deck.plan import Barrier, Edge, Portal
from bot.deck.portals import (
    airlock_of,
    portal_kind,
    portals_beside,
    shaft_behind,
    squares_of,
    where_is,
)
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.moving import DoorOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.move import board_with, check_mover
from bot.systems.ahl.portals.doors import air_words, ask, check_began, is_opposed, moved
from bot.systems.ahl.sheet.outward import Bodies, bodies
from bot.systems.ahl.turn.clock import clock_of
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.walking.ground import points, portal_cost
from bot.systems.deeds import portal_side

# A hatch asks only that one is beside it.
_FROM_BESIDE = {Barrier.SLIDING_DOOR, Barrier.IRIS_VALVE}


@dataclass(frozen=True, slots=True)
class DoorReport:
    """Somebody who works a portal: what it costs them in halves of a point, and whether somebody else opposes them.

    `at_once` tells that it has moved already, and `lost` in how many squares the air is lost by it.
    """

    name: str
    kind: Barrier
    where: str
    opens: bool
    cost: int
    opposed: bool = False
    at_once: bool = False
    lost: int = 0


def door_order(book: Book) -> Order:
    """`/door` by hand: what it asks of a portal is done by `/phase`, or at once where no turn is kept."""

    def decide(scene: Scene, asked: DoorOrder, _: Dice) -> Outcome:
        unit = scene.one("at")
        board = board_with(scene, unit)
        check_mover(unit)
        portal = portal_of(board, board.people[unit.name].at, portal_side(asked))
        opens = portal not in board.open if asked.open is None else asked.open
        kind = portal_kind(board, portal)
        report = DoorReport(unit.name, kind, where_is(board.plan, portal), opens, portal_cost(book.portals, kind))
        large = bodies(board, scene.present.values())
        after, report = (_at_once if clock_of(scene) is None else _asked)(board, portal, report, large)
        marks = Marks(about=squares_of(board.plan, (portal,)))
        return Outcome({}, report, board=after, marks=marks, done=DoneInTurn(report.cost))

    return typed_order(DoorOrder, decide, _card)


def _at_once(board: Board, portal: Portal, report: DoorReport, large: Bodies) -> tuple[Board, DoorReport]:
    """The portal moved, and whatever else was asked of it over and done with."""
    _check_works(board, portal)
    swung = moved(board, portal, large, opens=report.opens)
    after = replace(swung, asked={each: asked for each, asked in swung.asked.items() if each != portal})
    return after, replace(report, at_once=True, lost=len(after.airless) - len(board.airless))


def _asked(board: Board, portal: Portal, report: DoorReport, large: Bodies) -> tuple[Board, DoorReport]:
    """The portal to be moved as the next phase begins; raises RuleError where that has been asked in this phase."""
    _check_works(board, portal)
    if report.opens in board.asked.get(portal, ()):
        what = f"The {report.kind.value} {report.where} is to be {'opened' if report.opens else 'shut'} already"
        raise RuleError(f"{what}, as the next phase begins: another hand at it would cost AP for nothing (AHL 8.B).")
    # Where somebody else has asked for the opposite in this phase, this one may want it to stay as it is.
    if portal not in board.asked or (portal in board.open) is not report.opens:
        moved(board, portal, large, opens=report.opens)
    if report.kind in _FROM_BESIDE:
        began = board.people[report.name].began
        check_began(board, report.name, beside=began is None or portal in portals_beside(board, began).values())
    after = ask(board, portal, opens=report.opens)
    return after, replace(report, opposed=is_opposed(after, portal))


def _check_works(board: Board, portal: Portal) -> None:
    """Raises RuleError for the doors of lifts and airlocks, which have machines of their own."""
    if isinstance(portal, Edge):
        if shaft_behind(board, portal):
            raise RuleError("That is a lift's door: call the lift with /lift call, which opens it (AHL 8.B.6).")
        if airlock_of(board.plan, portal):
            raise RuleError("That is an airlock's door: cycle the airlock with /airlock (AHL 8.B.7).")


def _card(report: DoorReport, _: Faces) -> Card:
    deed = "opens" if report.opens else "shuts"
    working = [f"Opening or closing it costs {points(report.cost)} AP beside it (AHL 8.B)"]
    if report.kind in _FROM_BESIDE:
        working.append("Only who began the phase beside it can work it (AHL 8.B)")
    working += ["Opposed commands cost their AP all the same (AHL 8.B.8)"] if report.opposed else []
    return Card(f"{report.name} {deed} the {report.kind.value} {report.where}", tuple(_lines(report)), tuple(working))


def _lines(report: DoorReport) -> Iterator[str]:
    cost, state = f"{points(report.cost)} AP", "open" if report.opens else "shut"
    if report.opposed:
        yield f"{cost}, for nothing: opposed commands in one phase cancel, and it stays as it is"
    elif report.at_once:
        yield f"{cost}; by the book it is {state} as the next phase begins (AHL 8.B)"
    else:
        yield f"{cost}; it is {state} as the next phase begins"
    if report.lost:
        yield air_words(report.lost).capitalize()
