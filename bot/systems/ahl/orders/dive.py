"""`/dive`: a trotter dives into the square of an enemy who isn't moving (AHL 8.C.7)."""

from dataclasses import dataclass

from bot.deck.board import Board, Standing, placed
from bot.deck.passage import can_pass, is_solid
from bot.deck.plan import At, named, neighbours
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, check_line
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit, Value
from bot.systems.ahl.asked.moving import DiveOrder
from bot.systems.ahl.melee.blows import check_beside
from bot.systems.ahl.melee.fight import crowd_against
from bot.systems.ahl.orders.move import check_mover, check_upright
from bot.systems.ahl.sheet.character import check_can
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.walking.ground import PLACES_IN_A_SQUARE, ThrownOut, occupant, throw_out


@dataclass(frozen=True, slots=True)
class Dived:
    """A dive: into whose square, the throws where it was full, and where those came to lie who were thrown out."""

    diver: str
    target: str
    at: At
    thrown: ThrownOut | None = None
    landed: tuple[tuple[str, At], ...] = ()


def dive_order() -> Order:
    """`/dive`: roles diver and target, who stand beside each other on the deck."""

    def decide(scene: Scene, asked: DiveOrder, dice: Dice) -> Outcome:
        diver, target = scene.one("name"), scene.one("target")
        board = _board(scene, diver, target)
        check_can("dive", diver.name, diver.sheet)
        check_mover(diver)
        check_upright(board, diver)
        check_beside(board, diver, target)
        at = board.people[target.name].at
        crowd = crowd_against(scene, board, diver, target)
        after = placed(board, diver.name, Standing(at, board.people[diver.name].facing))
        if not crowd:
            result = Dived(diver.name, target.name, at)
            return Outcome({}, result, board=after, marks=Marks(about=(at,)), done=DoneInTurn(moved=True))
        thrown = throw_out(diver.name, [unit.name for unit in crowd], dice, asked.own)
        landed = []
        for name in thrown.out:
            beside = _beside(after, at, scene)
            landed.append((name, beside))
            after = placed(after, name, Standing(beside, after.people[name].facing, prone=True))
        result = Dived(diver.name, target.name, at, thrown, tuple(landed))
        marks = Marks(about=(at, *(square for _, square in landed)))
        return Outcome({}, result, board=after, marks=marks, done=DoneInTurn(moved=True))

    return typed_order(DiveOrder, decide, dive_card)


def _board(scene: Scene, diver: Unit, target: Unit) -> Board:
    board: Board | None = scene.board
    if board is None or not {diver.name, target.name} <= board.people.keys():
        raise RuleError("They stand on no deck together: give the dive with /melee values:dive instead.")
    if diver.side == target.side or diver.name == target.name:
        raise RuleError(f"{target.name} is no enemy of {diver.name}: one dives at an enemy (AHL 8.C.7).")
    return board


def _beside(board: Board, at: At, scene: Scene) -> At:
    """The accessible square beside one with the most room; the one left where none has any is that one itself."""

    def taken(square: At) -> int:
        inside = [name for name, standing in board.people.items() if standing.at == square]
        return sum(occupant(scene.present[name].sheet).size for name in inside if name in scene.present)

    floor = board.plan.levels[at.level].floor
    open_to = [each for each in neighbours(at) if each in floor and can_pass(board, at, each)]
    fitting = [each for each in open_to if not is_solid(board, each) and taken(each) < PLACES_IN_A_SQUARE]
    return min(fitting, key=taken, default=at)


_ELSEWHERE = " puts them into another square beside, if their player likes that better"


def dive_card(dived: Dived, faces: Faces) -> Card:
    """Who dives where, each die of a full square, and who lies where then."""
    title = f"{dived.diver} dives at {dived.target} in {named(dived.at, dived.at.level)}"
    fight: dict[str, Value] = {"name": dived.diver, "target": dived.target, "dive": True}
    follow = (Suggestion("melee", fight, after=" goes on"),)
    rules = ("A dive ends a trot, costs nothing and gives +2 in melee (AHL 8.C.7, 17.B)",)
    if dived.thrown is None:
        return Card(title, follow, rules)
    lines: list[str | Suggestion] = [
        f"{name}: {check_line(check, faces.take(check.why), 'out' if name in dived.thrown.out else 'stays')}"
        for name, check in dived.thrown.checks.items()
    ]
    lines += [
        Suggestion("place", {"name": name}, f"{name} lies prone at {named(at, dived.at.level)}; ", _ELSEWHERE)
        for name, at in dived.landed
    ]
    more = () if {dived.diver, dived.target} & {*dived.thrown.out} else follow
    full = "The square was full: one die each, the diver −1; all with the highest go, prone (AHL 8.C.7)"
    return Card(title, (*lines, *more), (*rules, full))
