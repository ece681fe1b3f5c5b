"""`/range`: how far it is on the deck, whether the line is clear, and what would count for a fire along it
(AHL 10, 11, 14, 23).
"""

from bot.deck.board import Board, Standing
from bot.deck.placing import find_square
from bot.deck.plan import named
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, article, counted, sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.order import as_it_stands
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.engine.typed import match
from bot.systems.ahl.asked.moving import RangeOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.on_deck import COVER_RULES, Cover, LineOfFire, line_of_fire
from bot.systems.ahl.sheet.character import Carried, Character


def range_order(book: Book) -> Order:
    """`/range`: from somebody to a square, a place or somebody else; nothing changes by it."""

    def decide(scene: Scene, asked: RangeOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        board: Board | None = scene.board
        if board is None or unit.name not in board.people:
            raise RuleError(f"{unit.name} is on no deck: put one up with /deck load, and them on it with /place.")
        standing = board.people[unit.name]
        target, name = _target(board, asked.to, standing)
        line = line_of_fire(board, standing, target)
        card = Card(
            f"From {unit.name} to {name}",
            (*_lines(board, standing, line), *_weapons(unit, line, book)),
            (
                "Range is the shortest path in squares, 1½ a diagonal, rounded up (AHL 11.C.1), ruling R-75",
                "A line runs from centre to centre; what closes an edge or fills a square ends it (AHL 10), R-63",
            ),
        )
        return Outcome({}, card, marks=Marks(line=(line.squares[0], line.squares[-1])))

    return typed_order(RangeOrder, decide, as_it_stands)


def _target(board: Board, typed: str, viewer: Standing) -> tuple[Standing, str]:
    """Whoever is named, as they stand, or a square as somebody upright would stand there."""
    known = {name.casefold(): name for name in board.people}
    if typed.strip().casefold() in known:
        name = match(typed, board.people, what="person on the deck")
        return board.people[name], name
    at = find_square(board, typed, viewer.at.level)
    return Standing(at), named(at, viewer.at.level)


def _lines(board: Board, viewer: Standing, line: LineOfFire) -> list[str]:
    lines = [counted(line.range, "square")]
    where = named(line.squares[-1], viewer.at.level)
    if isinstance(line.blocked_by, Cover):
        lines.append(f"The line is blocked by {line.blocked_by} ({COVER_RULES[line.blocked_by]})")
    elif line.blocked_by is not None:
        lines.append(f"The line ends at {where}: {line.blocked_by.name} (AHL 10)")
    else:
        lines.append("The line is clear (AHL 10)")
    if line.could_lean:
        into = sentence((named(at, viewer.at.level) for at in line.could_lean), "or")
        lines.append(f"Clear if they lean into {into} (AHL 14.A)")
    if line.own:
        lines.append("Their own square: pistols of the list only, whichever way they face (AHL 11.A.3), ruling R-163")
    else:
        lines.append(f"{'Inside' if line.in_field else 'Outside'} their field of fire (AHL 11.A.2)")
    lines += [f"In cover behind {article(cover)} ({COVER_RULES[cover]})" for cover in line.because]
    return [*lines, "It is dark there (AHL 23)"] if line.dark else lines


def _weapons(unit: Unit, line: LineOfFire, book: Book) -> list[str]:
    """Each weapon that they carry, with the band that this range falls into."""
    character: Character = unit.sheet
    return [f"{carried.weapon}: {_band(carried, line.range, book)}" for carried in character.weapons]


def _band(carried: Carried, squares: int, book: Book) -> str:
    weapon = book.weapons[carried.weapon]
    try:
        return f"{book.ranges(weapon, weapon.row(carried.loaded.ammunition), squares)[0]} range"
    except RuleError:
        return "out of range"
