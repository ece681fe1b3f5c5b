"""An explosion on a deck: which squares it reaches, who stands there, and what it does to the deck itself
(AHL 15.B, 24.A).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.plan import At, named
from bot.deck.view import Marks
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.blast.barriers import Damaged, splash
from bot.systems.ahl.blast.flight import blast_squares
from bot.systems.ahl.blast.reach import EQUIPMENT, Blast, Near
from bot.systems.ahl.book import Book
from bot.systems.ahl.tables.structures import StructureKind
from bot.systems.ahl.wounds.wording import without_air


@dataclass(frozen=True, slots=True)
class BlastOnDeck:
    """Where something exploded, the squares that it reaches with how far away each is, the board after it, and the
    structures that took damage points.
    """

    at: At
    squares: Mapping[At, int]
    board: Board
    damaged: tuple[Damaged, ...]

    @property
    def marks(self) -> Marks:
        """What the picture shows: the squares in reach, its own first."""
        return Marks(blast=tuple(sorted(self.squares, key=lambda at: (self.squares[at], at))))


def blast_on_deck(board: Board, at: At, blast: Blast, kinds: Mapping[str, StructureKind]) -> BlastOnDeck:
    """The explosion as the deck has it; equipment that exploded is gone after it."""
    squares = blast_squares(board, at)
    after, damaged = splash(board, squares, blast.cause, blast.penetration, kinds)
    if blast.cause in EQUIPMENT:
        after = replace(after, wrecked=after.wrecked | {at})
    return BlastOnDeck(at, squares, after, damaged)


def near(unit: Unit, book: Book, board: Board | None = None) -> Near:
    """Somebody as an explosion finds him; without a distance he is in its square, and a deck tells if he has air."""
    return Near(unit.name, unit.sheet, book.armour_of(unit.sheet), unit.at or 0, without_air(board, unit.name))


def reached(scene: Scene, board: Board, squares: Mapping[At, int], without: Collection[str] = ()) -> list[Unit]:
    """Everybody on the deck in those squares, each with how far away from the explosion he is, nearest first."""
    found = [
        replace(unit, at=squares[board.people[unit.name].at])
        for unit in scene.present.values()
        if board.people[unit.name].at in squares and unit.name not in without
    ]
    return sorted(found, key=lambda unit: unit.at or 0)


def check_equipment(board: Board, at: At, blast: Blast) -> None:
    """Raises RuleError where equipment is to explode in a square that has none of it."""
    if blast.cause not in EQUIPMENT:
        return
    fixture = board.plan.levels[at.level].fixtures.get(at)
    if at in board.wrecked or fixture is None or fixture.value != blast.cause.value:
        raise RuleError(f"There is no {blast.cause} at {named(at)}: name the square of it (AHL 15.A).")
