"""`/lift`: a lift called, ridden, or moved by the referee's word (AHL 8.B.6, 8.B.8)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board, Ride
from bot.deck.placing import find_square
from bot.deck.plan import At, Plan, named
from bot.deck.portals import Shaft, lift_name, lift_of, shaft_at, shafts, with_lift
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError, UnseenError
from bot.engine.system import Order, Outcome, Scene
from bot.engine.typed import match
from bot.systems.ahl.asked.moving import LiftCallOrder, LiftRideOrder, LiftSetOrder, LiftState
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.move import board_with, check_mover
from bot.systems.ahl.portals.doors import check_began
from bot.systems.ahl.portals.lifts import levels_of, opened, riders, shaft_beside, shafts_beside, shut
from bot.systems.ahl.sheet.outward import bodies
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.walking.ground import PHASE, phases_to_ride, points

_COMES = "From the end of this phase on one die a phase, a 6 brings it (AHL 8.B.6), ruling R-43"
# The time of a ride is printed in scenario IV only: taken for every lift until there is a ruling.
_RIDING = "A phase a deck, as scenario IV prints it; no rule says how long other rides take (AHL 8.B.6)"


@dataclass(frozen=True, slots=True)
class CallReport:
    """Somebody who called a lift: whether it is dead, whether they stand in it, with its doors shut, and what that
    costs them in halves of a point.
    """

    name: str
    lift: str
    dead: bool
    within: bool
    cost: int


@dataclass(frozen=True, slots=True)
class RideReport:
    """A ride that begins: with whom, to which level, and for how many phases."""

    who: tuple[str, ...]
    lift: str
    level: str
    phases: int

    @property
    def cost(self) -> int:
        """What it costs each of them in halves of a point: whole phases."""
        return self.phases * PHASE


@dataclass(frozen=True, slots=True)
class LiftsSet:
    """Lifts, and how they are by the referee's word."""

    lifts: tuple[str, ...]
    state: LiftState


def lift_call_order(book: Book) -> Order:
    """`/lift call`: from beside its door, or from within to have the doors open."""

    def decide(scene: Scene, asked: LiftCallOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        board = board_with(scene, unit)
        check_mover(unit)
        at = board.people[unit.name].at
        within = shaft_at(board.plan, at)
        shaft = within or shaft_beside(board, at, asked.side or "")
        lift, name = lift_of(board, shaft), lift_name(board.plan, shaft)
        if lift.level == at.level:
            way = "ride with /lift ride, or get out" if within else "enter it"
            raise RuleError(f"{name} stands open here: {way} (AHL 8.B.6).")
        if within and lift.ride:
            raise RuleError(f"{name} is on its way: wait until it is there (AHL 8.B.6).")
        if at.level in lift.calls:
            raise RuleError(f"{name} has been called from here already: wait for a 6 (AHL 8.B.6).")
        began = board.people[unit.name].began or at
        check_began(board, unit.name, beside=began in shaft or shaft in shafts_beside(board.plan, began).values())
        report = CallReport(unit.name, name, lift.dead, bool(within), book.halves("lift call"))
        called = replace(lift, untried=False) if lift.dead else replace(lift, calls=lift.calls | {at.level})
        after = with_lift(board, shaft, called)
        marks = Marks(about=(at, *_on_level(shaft, at.level)))
        return Outcome({}, report, board=after, marks=marks, done=DoneInTurn(report.cost))

    return typed_order(LiftCallOrder, decide, _call_card)


def _on_level(shaft: Shaft, level: int) -> tuple[At, ...]:
    return tuple(sorted(at for at in shaft if at.level == level))


def _call_card(report: CallReport, _: Faces) -> Card:
    cost = f"{points(report.cost)} AP"
    calling = f"Calling a lift costs {cost} for who began the phase beside its door (AHL 8.B.6)"
    title = f"{report.name} calls {report.lift}"
    if report.dead:
        return Card(title, (f"{cost}; nothing happens: it is out of order",), (calling,))
    if report.within:
        return Card(
            f"{report.name} opens {report.lift}",
            (f"{cost}; its doors open at the end of this phase",),
            (calling,),
        )
    return Card(title, (f"{cost}; at the end of each phase one die, and it comes on a 6",), (calling, _COMES))


def lift_ride_order() -> Order:
    """`/lift ride`: everybody in it goes to another level, a phase a deck."""

    def decide(scene: Scene, asked: LiftRideOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        board = board_with(scene, unit)
        check_mover(unit)
        at = board.people[unit.name].at
        shaft = shaft_at(board.plan, at)
        if not shaft:
            raise RuleError(f"{unit.name} is in no lift: call one with /lift call, and enter it (AHL 8.B.6).")
        lift, name = lift_of(board, shaft), lift_name(board.plan, shaft)
        if lift.dead:
            raise RuleError(f"{name} is out of order: get out, and take a ladder.")
        if lift.ride:
            raise RuleError(f"{name} is on its way: wait until it is there (AHL 8.B.6).")
        _check_wholly_in(scene, board, shaft, name)
        to = _level(board.plan, shaft, at.level, asked.to)
        phases = phases_to_ride(abs(to - at.level))
        away = replace(lift, ride=Ride(at.level, to, phases), calls=lift.calls - {at.level})
        report = RideReport(riders(board, shaft, at.level), name, board.plan.levels[to].name, phases)
        after = shut(board, shaft, away)
        marks = Marks(about=_on_level(shaft, at.level))
        return Outcome({}, report, board=after, marks=marks, done=DoneInTurn(report.cost))

    return typed_order(LiftRideOrder, decide, _ride_card)


def _check_wholly_in(scene: Scene, board: Board, shaft: Shaft, lift: str) -> None:
    """Raises RuleError for somebody who fills a square of a lift, and another outside of it."""
    for who, body in bodies(board, scene.present.values()).items():
        outside = [at for at in body if at not in shaft]
        if outside and len(outside) < len(body):
            squares = sentence(named(at, outside[0].level) for at in outside)
            told = f"{who} fills {squares} outside {lift} as well, and its doors shut on nobody"
            raise RuleError(f"{told}: wait until they are wholly in it or out.")


def _level(plan: Plan, shaft: Shaft, here: int, typed: str) -> int:
    """The level that is meant, by its number from 1 or its name; raises RuleError where the lift doesn't go there."""
    others = [level for level in levels_of(shaft) if level != here]
    if not plan.whole:
        raise UnseenError("Where that lift goes shows as it is ridden.")
    if not others:
        raise RuleError("This deck draws no other level for that lift: take its riders off with /place at:off.")
    if not typed and len(others) == 1:
        return others[0]
    names = {name: level for level in others for name in (str(level + 1), plan.levels[level].name)}
    return names[match(typed, names, what="level that it goes to")]


def _ride_card(report: RideReport, _: Faces) -> Card:
    ride = "ride" if len(report.who) > 1 else "rides"
    phases = "one phase" if report.phases == 1 else f"{report.phases} phases"
    cost = f"{points(report.cost)} AP{' each' if len(report.who) > 1 else ''}"
    line = f"{cost}; it takes {phases}, and opens there"
    return Card(f"{sentence(report.who)} {ride} {report.lift} to {report.level}", (line,), (_RIDING,))


def lift_set_order() -> Order:
    """`/lift set`: the referee's word on a lift, or on all of them, at once."""

    def decide(scene: Scene, asked: LiftSetOrder, _: Dice) -> Outcome:
        board: Board | None = scene.board
        if board is None:
            raise RuleError("No deck is up here: put one up with /deck load.")
        typed, state = asked.at, asked.state
        every = typed.strip().casefold() == "all"
        if every and state is LiftState.HERE:
            raise RuleError("Name the lift, and the level by a square of it, such as 2:C7.")
        at = None if every else find_square(board, typed)
        chosen = (shaft_at(board.plan, at),) if at else shafts(board.plan)
        if not all(chosen) or not chosen:
            raise RuleError("There is no lift: name one, such as Lift A, or a square of it.")
        after = board
        for shaft in chosen:
            after = _set(after, shaft, state, at.level if at else 0)
        names = sorted(lift_name(board.plan, shaft) for shaft in chosen)
        marks = Marks(about=_on_level(chosen[0], at.level) if at else ())
        return Outcome({}, LiftsSet(tuple(names), state), board=after, marks=marks)

    return typed_order(LiftSetOrder, decide, _set_card)


def _set_card(done: LiftsSet, _: Faces) -> Card:
    return Card(f"{sentence(done.lifts)}: {_SAID[done.state]}")


_SAID = {
    LiftState.DEAD: "out of order, no call is answered",
    LiftState.WORKING: "in order",
    LiftState.HERE: "here, its doors open",
    LiftState.AWAY: "elsewhere, its doors shut",
}


def _set(board: Board, shaft: Shaft, state: LiftState, level: int) -> Board:
    lift = lift_of(board, shaft)
    match state:
        case LiftState.DEAD:
            return shut(board, shaft, replace(lift, calls=frozenset(), ride=None, dead=True))
        case LiftState.WORKING:
            return with_lift(board, shaft, replace(lift, dead=False))
        case LiftState.HERE:
            return opened(board, shaft, level)
        case LiftState.AWAY:
            return shut(board, shaft, replace(lift, ride=None))
