"""`/break`: a closed sliding door broken down by one or two (AHL 8.C.5)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.passage import is_shut
from bot.deck.placing import portal_of
from bot.deck.plan import At, Barrier, Edge, named, sides_of
from bot.deck.portals import portal_kind
from bot.deck.pressure import lose_air
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, modifier_line, sentence
from bot.engine.dice import Dice, Faces, Modifier
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.moving import BreakOrder
from bot.systems.ahl.melee.blows import Fighter
from bot.systems.ahl.orders.move import board_with, check_mover


@dataclass(frozen=True, slots=True)
class BreakReport:
    """A door pushed at: by whom, where, on what it gives way, the throw, and the referee's own modifier of it."""

    names: tuple[str, ...]
    at: At
    needed: int
    thrown: int
    own: Modifier | None

    @property
    def broken(self) -> bool:
        """Whether it gave way."""
        return self.thrown <= self.needed


def break_order() -> Order:
    """`/break`: 2D at or under the melee value, or both values of two (AHL 8.C.5)."""

    def decide(scene: Scene, asked: BreakOrder, dice: Dice) -> Outcome:
        pushers = (scene.one("name"), *scene.all("with"))
        board = board_with(scene, pushers[0])
        door, own = _door(board, pushers, asked.side or ""), asked.own
        needed = sum(Fighter(unit.name, unit.sheet).factor for unit in pushers) + (own.dm if own else 0)
        names = tuple(unit.name for unit in pushers)
        thrown = dice.roll(2, why="breaking a door down")
        report = BreakReport(names, board.people[names[0]].at, needed, thrown, own)
        after = lose_air(replace(board, breached=board.breached | {door})) if report.broken else None
        return Outcome({}, report, board=after, marks=Marks(about=sides_of(door)))

    return typed_order(BreakOrder, decide, _card)


def _door(board: Board, pushers: tuple[Unit, ...], side: str) -> Edge:
    """The closed sliding door that all of them stand at; raises RuleError for anything else."""
    door = portal_of(board, board.people[pushers[0].name].at, side)
    if isinstance(door, At) or portal_kind(board, door) is not Barrier.SLIDING_DOOR or not is_shut(board, door):
        raise RuleError("Only a closed sliding door can be broken down (AHL 8.C.5).")
    for unit in pushers:
        check_mover(unit)
        if unit.name not in board.people or board.people[unit.name].at not in sides_of(door):
            raise RuleError(f"{unit.name} isn't at that door: move them beside it first (AHL 8.C.5).")
    if len(pushers) > 1 and pushers[0].name == pushers[1].name:
        raise RuleError(f"{pushers[0].name} can't help themselves: name somebody else.")
    return door


def _card(report: BreakReport, faces: Faces) -> Card:
    thrown = faces.take("breaking a door down")
    outcome = "it gives way" if report.broken else "it holds"
    many = len(report.names) > 1
    lines = (
        f"{report.needed}− (melee value{'s, added' if many else ''}) | {'+'.join(map(str, thrown))} = {sum(thrown)} → "
        f"{outcome}".replace("-", "−"),
        f"6 AP{' each' if many else ''}",
    )
    working = ["2D at or under the melee value break a closed door; two add theirs, 6 AP each (AHL 8.C.5)"]
    working += [modifier_line(report.own)] if report.own else []
    title = f"{sentence(report.names)} {'push' if many else 'pushes'} at the door at {named(report.at)}"
    return Card(title, lines, tuple(working))
