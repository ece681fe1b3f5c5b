"""`/airlock`: somebody cycles an airlock, from outside or from within (AHL 8.B.7, ruling R-44)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.passage import is_known
from bot.deck.placing import portal_of
from bot.deck.plan import At, Edge, named
from bot.deck.portals import (
    Chamber,
    Entrance,
    airlock_name,
    airlock_of,
    chamber_around,
    state_of,
    where_is,
    with_airlock,
)
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError, refused
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.moving import AirlockOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.move import board_with, check_mover
from bot.systems.ahl.portals.doors import is_standing_open, more_phases
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.walking.ground import points


@dataclass(frozen=True, slots=True)
class AirlockReport:
    """A command to an airlock: which, where the entrance is that is to open, whether an open one shuts for it,
    whether somebody else opposes it in this phase, and what it costs in halves of a point.
    """

    name: str
    airlock: str
    where: str
    shuts: bool
    opposed: bool
    cost: int


def airlock_order(book: Book) -> Order:
    """`/airlock`: what it asks is begun by `/phase`, and takes six phases more."""

    def decide(scene: Scene, asked: AirlockOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        board = board_with(scene, unit)
        check_mover(unit)
        at, side = board.people[unit.name].at, asked.side or ""
        within = chamber_around(board.plan, at)
        chamber, wanted = _from_within(board, within, at, side) if within else _from_outside(board, at, side)
        state = state_of(board, chamber)
        if state.opens:
            left = more_phases(state.phases)
            raise RuleError(f"The airlock cycles for {left} and heeds nobody: wait for it (AHL 8.B.8).")
        after = replace(state, called=state.called | {min(wanted)}, inside=state.inside or within is not None)
        if after == state:
            raise RuleError("The airlock is asked to do that already in this phase: wait for /phase (AHL 8.B.7).")
        report = AirlockReport(
            unit.name,
            airlock_name(board.plan, chamber),
            where_is(board.plan, min(wanted)),
            is_standing_open(board, chamber.other(wanted)),
            len(after.called) > 1,
            book.halves("airlock"),
        )
        marks = Marks(about=(at, *sorted(chamber.squares)))
        return Outcome({}, report, board=with_airlock(board, chamber, after), marks=marks, done=DoneInTurn(report.cost))

    return typed_order(AirlockOrder, decide, _card)


def _from_within(board: Board, chamber: Chamber, at: At, side: str) -> tuple[Chamber, Entrance]:
    """The far entrance, where one is open; else the one beside."""
    standing_open = [each for each in chamber.entrances if is_standing_open(board, each)]
    if len(standing_open) == 1 and not side:
        return chamber, chamber.other(standing_open[0])
    return chamber, chamber.entrance(_door(board, at, side))


def _from_outside(board: Board, at: At, side: str) -> tuple[Chamber, Entrance]:
    door = _door(board, at, side)
    chamber = airlock_of(board.plan, door)
    assert chamber
    wanted = chamber.entrance(door)
    if is_standing_open(board, wanted):
        raise RuleError("The airlock is open: enter it, and cycle it from within (AHL 8.B.7).")
    return chamber, wanted


def _door(board: Board, at: At, side: str) -> Edge:
    """The door of an airlock beside somebody; raises RuleError where none is."""
    door = portal_of(board, at, side)
    if isinstance(door, At) or airlock_of(board.plan, door) is None:
        sentence = f"No airlock's entrance is beside {named(at, at.level)}: move to one first (AHL 8.B.7)."
        raise refused(sentence, known=is_known(board.plan, door))
    return door


def _card(report: AirlockReport, _: Faces) -> Card:
    cost = points(report.cost)
    working = [
        f"Cycling costs {cost} AP beside an entrance or within, and takes six whole phases (AHL 8.B.7), ruling R-44",
        "While it cycles it heeds no other command (AHL 8.B.8)",
    ]
    if report.opposed:
        line = f"{cost} AP, for nothing: opposed commands in one phase cancel"
        working.append("Opposed commands cost their AP all the same (AHL 8.B.8)")
    else:
        shuts = "the open entrance shuts as the next phase begins, " if report.shuts else ""
        line = f"{cost} AP; {shuts}it cycles for six phases after this one, and then the door {report.where} opens"
    return Card(f"{report.name} cycles {report.airlock}", (line,), tuple(working))
