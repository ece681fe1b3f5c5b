"""Whom somebody's weapons reach in the melee step on a deck, by a blow or by a throw (V17)."""

from collections.abc import Iterator

from bot.deck.board import Board
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.on_deck import line_of_fire
from bot.systems.ahl.fire.shot import reaches as flies_so_far
from bot.systems.ahl.melee.blows import Fighter
from bot.systems.ahl.sheet.character import enemies_of
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.tables import UNARMOURED
from bot.systems.ahl_variant.melee import Arms, Wielding, in_reach_here
from bot.systems.ahl_variant.tables import Arm


def reached_here(arms: Arms, book: Book, scene: Scene, unit: Unit) -> Iterator[str]:
    """The enemies whom somebody's blow or throw reaches with whatever they have in hand, once they have turned to them
    (V17).
    """
    ready = list(arms.in_hand(unit.sheet))
    for enemy in enemies_of(scene, unit):
        if any(_strikes(scene.board, unit, arm, enemy) or _flies(book, scene.board, unit, arm, enemy) for arm in ready):
            yield enemy.name


def _strikes(board: Board, unit: Unit, arm: Arm, enemy: Unit) -> bool:
    one = Wielding(unit.name, unit.sheet, arm, 0, UNARMOURED)
    try:
        in_reach_here(board, one, Fighter(enemy.name, enemy.sheet), True)
    except RuleError:
        return False
    return True


def _flies(book: Book, board: Board, unit: Unit, arm: Arm, enemy: Unit) -> bool:
    """Whether a weapon can be thrown at an enemy: in range, the line clear (V17.B)."""
    if not arm.thrown:
        return False
    line = line_of_fire(board, board.people[unit.name], board.people[enemy.name], squares_of(board, enemy))
    return line.blocked_by is None and flies_so_far(book.weapons[arm.name].row(""), line.range)
