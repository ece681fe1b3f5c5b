"""`/door` by somebody's hand: a door, iris valve or hatch that is opened or shut as the next phase begins (AHL 8.B)."""

from dataclasses import dataclass

from bot.deck.airlocks import airlock_of
from bot.deck.board import Board
from bot.deck.lifts import shaft_behind
from bot.deck.placing import portal_of
from bot.deck.plan import Barrier, Edge, Portal
from bot.deck.portals import SIDES, close_portal, open_portal, portal_kind, portals_beside, squares_of, where_is
from bot.deck.view import Marks
from bot.deck.walking import points
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Values
from bot.systems.ahl.orders.fields import value_of
from bot.systems.ahl.orders.move import board_with, check_mover
from bot.systems.ahl.portals import ask, check_began, is_opposed
from bot.systems.ahl.walking import portal_cost

# A hatch asks only that one is beside it.
_FROM_BESIDE = {Barrier.SLIDING_DOOR, Barrier.IRIS_VALVE}


@dataclass(frozen=True, slots=True)
class DoorReport:
    """Somebody who works a portal: what it costs him in halves of a point, and whether somebody else opposes him."""

    name: str
    kind: Barrier
    where: str
    opens: bool
    cost: int
    opposed: bool


def door_order() -> Order:
    """`/door` by hand: what it asks of a portal is done by `/phase`."""

    def resolve(scene: Scene, values: Values, _: Dice) -> Outcome:
        unit = scene.one("name")
        board = board_with(scene, unit)
        check_mover(unit)
        portal = portal_of(board, board.people[unit.name].at, value_of(values, "side", str, ""))
        opens = value_of(values, "open", bool, portal not in board.open)
        cost = portal_cost(portal_kind(board, portal))
        _check(board, portal, opens=opens)
        if portal_kind(board, portal) in _FROM_BESIDE:
            began = board.people[unit.name].began
            check_began(board, unit.name, beside=began is None or portal in portals_beside(board, began).values())
        after = ask(board, portal, opens=opens)
        where = where_is(board.plan, portal)
        kind = portal_kind(board, portal)
        report = DoorReport(unit.name, kind, where, opens, cost, is_opposed(after, portal))
        return Outcome({}, report, board=after, marks=Marks(about=squares_of(board.plan, (portal,))))

    fields = (Field("side", Kind.CHOICE, choices=SIDES), Field("open", Kind.FLAG))
    return Order("door", (Role("name"),), fields, resolve, _card)


def _check(board: Board, portal: Portal, *, opens: bool) -> None:
    """Raises RuleError where a hand can't do that: what is so already, lifts, airlocks, a difference in pressure."""
    if isinstance(portal, Edge):
        if shaft_behind(board, portal):
            raise RuleError("That is a lift's door: call the lift with /lift call, which opens it (AHL 8.B.6).")
        if airlock_of(board.plan, portal):
            raise RuleError("That is an airlock's door: cycle the airlock with /airlock (AHL 8.B.7).")
    if portal in board.asked and (portal in board.open) is opens:
        return  # Somebody else has asked for the opposite in this phase: this one wants it to stay.
    open_portal(board, portal) if opens else close_portal(board, portal)


def _card(report: DoorReport, _: Faces) -> Card:
    deed, will = ("opens", "is open") if report.opens else ("shuts", "is shut")
    lines = [f"{points(report.cost)} AP; it {will} as the next phase begins, after /phase"]
    if report.opposed:
        lines = [f"{points(report.cost)} AP, for nothing: opposed commands in one phase cancel, and it stays as it is"]
    working = [f"Opening or closing it costs {points(report.cost)} AP beside it (AHL 8.B)"]
    if report.kind in _FROM_BESIDE:
        working.append("Only who began the phase beside it can work it (AHL 8.B)")
    working += ["Opposed commands cost their AP all the same (AHL 8.B.8)"] if report.opposed else []
    return Card(f"{report.name} {deed} the {report.kind.value} {report.where}", tuple(lines), tuple(working))
