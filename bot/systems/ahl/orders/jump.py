"""`/jump`: down one level over the edge of a drop, at once or by hanging from it first (AHL 8.C.1, 8.C.2)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board, placed
from bot.deck.passage import fixture_at, is_hatch_shut
from bot.deck.placing import find_square
from bot.deck.plan import At, Fixture, adjacent, named
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, Tone
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError, refused
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.moving import JumpOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.move import board_with, check_mover, check_upright, ground_of
from bot.systems.ahl.sheet.character import Being, Character, Condition, Shape, state
from bot.systems.ahl.turn.clock import halves_left, in_phases
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.walking.climbing import hanging
from bot.systems.ahl.walking.ground import PHASE, POINT, Gait, Jump, check_square, jump_down, points
from bot.systems.ahl.wounds.damage import Surroundings, without_air


@dataclass(frozen=True, slots=True)
class JumpReport:
    """Somebody who went down a level: where to, and what a jump came to; None for a swing, which has no throw, and for
    a blob, which `drops`. `left` is in halves of an action point, `hurt` how they are after a bad landing, and `edge`
    where they hang until the next phase begins, None for who is down; `swing` is what hanging and letting go cost.
    """

    name: str
    at: At
    jump: Jump | None
    left: int
    drops: bool = False
    hurt: Shape | None = None
    edge: At | None = None
    swing: tuple[int, int] = (0, 0)


def jump_order(book: Book) -> Order:
    """`/jump`: from beside a drop to the level below it."""

    def decide(scene: Scene, asked: JumpOrder, dice: Dice) -> Outcome:
        unit = scene.one("name")
        board = board_with(scene, unit)
        check_mover(unit)
        check_upright(board, unit)
        _check_robot(unit)
        left = asked.ap * POINT if (kept := halves_left(scene, unit)) is None else kept
        drops = unit.sheet.being is Being.BLOB
        jumps = asked.how == "jump" and not drops
        swings = not jumps and not drops
        edge, below = _below(board, unit, asked.at, swings=swings)
        check_square(ground_of(scene, book, board, unit, Gait.WALK), below)
        swing = (book.halves("swing"), book.halves("let go"))
        jump = jump_down(left, dice) if jumps else None
        hangs = edge if swings and in_phases(scene) else None
        after = _gone(board, unit.name, below, hangs)
        airless = asked.vacuum or without_air(after, unit)
        changed = {unit.name: _hurt(unit.sheet, Surroundings(airless))} if jump and jump.hurt else {}
        hurt = changed[unit.name].shape if changed else None
        report = JumpReport(unit.name, below, jump, left, drops, hurt, hangs, swing)
        cost, owed = (jump.cost, 0) if jump else (PHASE, 0) if drops else swing
        done = DoneInTurn(cost, owed, at_length=True, moved=True)
        return Outcome(changed, report, board=after, marks=Marks(about=(hangs or below,)), done=done)

    return typed_order(JumpOrder, decide, _card)


def _gone(board: Board, name: str, below: At, hangs: At | None) -> Board:
    """The board with somebody down on the level below, or over the edge where they hang first."""
    if hangs:
        return hanging(board, name, hangs, below)
    return placed(board, name, board.people[name].moved(below))


def _check_robot(unit: Unit) -> None:
    character: Character = unit.sheet
    if character.robot and not character.climbs:
        raise RuleError(f"{unit.name} is a robot, and robots jump down no levels (AHL 21).")


def _below(board: Board, unit: Unit, typed: str, *, swings: bool) -> tuple[At, At]:
    """The drop beside somebody, or the one that was named, and where they land from it; RuleError where they can't.

    That is under the drop, but from a catwalk about a gun tube on the next catwalk, under their own square (AHL 8.C.2).
    """
    here = board.people[unit.name].at
    if typed:
        edge = find_square(board, typed, here.level)
    else:
        edge = next((at for at in sorted(board.plan.levels[here.level].fixtures) if _falls(board, here, at)), here)
    if not _falls(board, here, edge):
        raise RuleError(f"No drop is beside {unit.name}: move them to the edge of one first (AHL 8.C.1).")
    tube = fixture_at(board, edge) is Fixture.TUBE
    if tube and not swings:
        raise RuleError("Between the catwalks about a gun tube only the swing works: choose how:swing (AHL 8.C.2).")
    below = (here if tube else edge)._replace(level=edge.level + 1)
    if below.level >= len(board.plan.levels) or below not in board.plan.levels[below.level].floor:
        raise refused("There is no floor below to land on.", known=board.plan.whole)
    return edge, below


def _falls(board: Board, here: At, edge: At) -> bool:
    """Whether a square is a drop or a tube that somebody stands beside, with no shut hatch over it."""
    fixture = fixture_at(board, edge)
    return bool(fixture and fixture.open_below) and adjacent(here, edge) and not is_hatch_shut(board, edge)


def _hurt(character: Character, surroundings: Surroundings) -> Character:
    """A light wound and unconscious, by the same throw (ruling R-45); a serious wound through a suit in vacuum, as
    any light one is there (AHL 22).
    """
    if surroundings.worsens(character):
        return replace(character, condition=Condition.SERIOUS)
    return replace(character, light_wounds=character.light_wounds + 1, condition=Condition.UNCONSCIOUS)


def _card(report: JumpReport, faces: Faces) -> Card:
    where = named(report.at)
    if report.drops:
        line = "Its one action in this phase: it does not move besides"
        return Card(f"{report.name} drops to {where}", (line,), ("A blob drops a level unharmed (AHL 20)",))
    if report.jump is None:
        first, then = (points(cost) for cost in report.swing)
        if report.edge:
            title = f"{report.name} hangs from the edge at {named(report.edge)}"
            line = f"{first} AP; as the next phase begins they let go and drop to {where} for {then} of it"
            seen = "Until then they are a target at the edge, and from below where they are to land"
            return Card(title, (line, seen), ("Swinging down hurts nobody (AHL 8.C.2)",))
        line = f"{first} AP to hang from the edge, {then} in the next phase to let go"
        return Card(f"{report.name} swings down to {where}", (line,), ("Swinging down hurts nobody (AHL 8.C.2)",))
    thrown = faces.take("jumping down")
    lines = [f"2 AP and {'+'.join(map(str, thrown))} = {2 + sum(thrown)}, of which {points(report.left)} were left"]
    if report.jump.debt:
        phases = "the next phase" if report.jump.phases == 1 else f"the next {report.jump.phases} phases"
        lines.append(f"{points(report.jump.debt)} AP are still to be paid in {phases}, standing still, not evading")
    if report.hurt:
        lines.append(f"{report.name}: {state(report.hurt)}")
    working = [
        "A jump takes 2 AP that are left and 2D more, up to 6 in each of the phases after it (AHL 8.C.1), ruling R-46",
        "A throw of 12 is a light wound and unconsciousness without a die (AHL 8.C.1), ruling R-45",
    ]
    if report.hurt and report.hurt.condition is Condition.SERIOUS:
        working.append("A wound through a suit in vacuum is one level worse (AHL 22)")
    tone = Tone.BAD if report.hurt else Tone.PLAIN
    return Card(f"{report.name} jumps down to {where}", tuple(lines), tuple(working), tone=tone)
