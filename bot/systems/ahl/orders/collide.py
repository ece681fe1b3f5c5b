"""`/collide`: a character drifts into an obstruction at running speed in zero-G (AHL 26.C)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.deck.board import Board
from bot.engine.asked import typed_order
from bot.engine.cards import Card, Tone, modifier_line
from bot.engine.dice import Check, Dice, Faces, Modifier
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.fighting import CollideOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import Circumstances, circumstances_of
from bot.systems.ahl.melee.wording import Fell, die_line, effect_working, fell_on, wound_lines
from bot.systems.ahl.sheet.character import Condition, Shape, ZeroG, state
from bot.systems.ahl.wounds.damage import WoundReport, told_of_wound, without_air
from bot.systems.ahl.zerog.drift import collide

_AS_IT_STANDS = "An obstruction at running speed is a melee attack in column −2, read as it stands (AHL 26.C)"
_AS_MELEE = "Here armor and zero-G count as in melee (AHL 26.C), ruling R-138"


@dataclass(frozen=True, slots=True)
class CollisionReport:
    """Who drifted into an obstruction, and what came of it: see `Collision`."""

    name: str
    circumstances: Circumstances
    shift: Modifier | None
    column: int | None
    check: Check | None
    fell: Fell
    wounded: WoundReport
    after: Shape


def collide_order(book: Book) -> Order:
    """`/collide`: a die in column −2 of the melee table, and the character is disoriented."""

    def decide(scene: Scene, asked: CollideOrder, dice: Dice) -> Outcome:
        unit = scene.one("name")
        if unit.sheet.condition is Condition.DEAD:
            raise RuleError(f"{unit.name} is dead already: choose another character.")
        if not asked.zero_g:
            raise RuleError("Nobody drifts while there is gravity: /campaign set setting:zero-g value:yes first.")
        _check_due(scene, unit)
        as_melee = asked.collision == "as melee"
        circumstances = circumstances_of(asked, zero_g=as_melee, airless=without_air(scene.board, unit))
        result = collide(book, unit.sheet, circumstances, dice, asked.own)
        fell = fell_on(unit.sheet, result.table, result.effect, circumstances)
        report = CollisionReport(
            unit.name,
            circumstances,
            result.shift,
            result.column,
            result.check,
            fell,
            told_of_wound(result.wounded),
            result.after.shape,
        )
        return Outcome({unit.name: result.after}, report)

    return typed_order(CollideOrder, decide, _collide_card)


def _check_due(scene: Scene, unit: Unit) -> None:
    """Raise RuleError for a player whose character is on the deck: what somebody drifts into there hurts them with the
    drift itself, and only once (AHL 26.C, ruling R-161).
    """
    board: Board | None = scene.board
    mark: ZeroG = unit.sheet.zero_g
    due = mark.fast and not mark.drift
    if board is None or unit.name not in board.people or not scene.by or scene.only_odds or due:
        return
    raise RuleError(
        f'{unit.name} is on the deck: whoever drifts into something there is hurt as they /move gait:"fast drift" '
        "(AHL 26.C)."
    )


def _collide_card(report: CollisionReport, faces: Faces) -> Card:
    lines = [_die_line(report, faces), *wound_lines(report.name, report.wounded, faces)]
    lines.append(f"{report.name}: {state(report.after)}")
    title = f"{report.name} drifts into an obstruction"
    return Card(title, tuple(lines), tuple(_working(report)), tone=Tone.BAD)


def _die_line(report: CollisionReport, faces: Faces) -> str:
    if report.check is None or report.column is None:
        return "Off the table → no effect"
    return die_line(report.check, faces.take("collision"), report.column, report.fell)


def _working(report: CollisionReport) -> Iterator[str]:
    yield _AS_MELEE if report.circumstances.zero_g else _AS_IT_STANDS
    if report.shift:
        yield f"{modifier_line(report.shift)}, columns to the left"
    if report.check:
        yield from map(modifier_line, report.check.modifiers)
    if report.fell.table:
        yield from effect_working(report.fell, report.circumstances)
    yield "Whoever meets an obstruction stops and must reorient themselves (AHL 26.C)"
