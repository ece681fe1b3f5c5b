"""`/range`: how far it is on the deck, whether the line is clear, and what would count for a fire along it
(AHL 10, 11, 14, 23).
"""

from dataclasses import dataclass

from bot.deck.board import Board, Standing
from bot.deck.placing import find_square
from bot.deck.plan import named
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, article, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.engine.typed import match
from bot.systems.ahl.asked.moving import RangeOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.on_deck import COVER_RULES, Cover, LineOfFire, line_of_fire
from bot.systems.ahl.sheet.character import Carried
from bot.systems.ahl.sheet.outward import bodies
from bot.systems.ahl.tables import Band


@dataclass(frozen=True, slots=True)
class RangeReport:
    """From whom, on which level, to whom or where, along which line; and by each weapon that they carry the band into
    which the range falls, None out of range.
    """

    name: str
    target: str
    level: int
    line: LineOfFire
    bands: tuple[tuple[str, Band | None], ...]


def range_order(book: Book) -> Order:
    """`/range`: from somebody to a square, a place or somebody else; nothing changes by it."""

    def decide(scene: Scene, asked: RangeOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        board: Board | None = scene.board
        if board is None:
            raise RuleError("No deck is up here: put one up with /deck load.")
        if unit.name not in board.people:
            raise RuleError(f"{unit.name} is not on the deck: put them there with /place.")
        standing = board.people[unit.name]
        target, name = _target(board, asked.to, standing)
        line = line_of_fire(board, standing, target, bodies(board, scene.present.values()).get(name, ()))
        bands = tuple((carried.weapon, _band(carried, line.range, book)) for carried in unit.sheet.weapons)
        report = RangeReport(unit.name, name, standing.at.level, line, bands)
        return Outcome({}, report, marks=Marks(line=(line.squares[0], line.squares[-1])))

    return typed_order(RangeOrder, decide, _range_card)


def _target(board: Board, typed: str, viewer: Standing) -> tuple[Standing, str]:
    """Whoever is named, as they stand, or a square as somebody upright would stand there."""
    known = {name.casefold(): name for name in board.people}
    if typed.strip().casefold() in known:
        name = match(typed, board.people, what="person on the deck")
        return board.people[name], name
    at = find_square(board, typed, viewer.at.level)
    return Standing(at), named(at, viewer.at.level)


def _range_card(report: RangeReport, _: Faces) -> Card:
    weapons = (f"{weapon}: {f'{band} range' if band else 'out of range'}" for weapon, band in report.bands)
    return Card(
        f"From {report.name} to {report.target}",
        (*_lines(report.line, report.level), *weapons),
        (
            "Range is the shortest path in squares, 1½ a diagonal, rounded up (AHL 11.C.1), ruling R-75",
            "A line runs from centre to centre; what closes an edge or fills a square ends it (AHL 10), R-63",
        ),
    )


def _lines(line: LineOfFire, level: int) -> list[str]:
    lines = [counted(line.range, "square")]
    where = named(line.squares[-1], level)
    if isinstance(line.blocked_by, Cover):
        lines.append(f"The line is blocked by {line.blocked_by} ({COVER_RULES[line.blocked_by]})")
    elif line.blocked_by is not None:
        lines.append(f"The line ends at {where}: {line.blocked_by.name} (AHL 10)")
    else:
        lines.append("The line is clear (AHL 10)")
    if line.could_lean:
        into = sentence((named(at, level) for at in line.could_lean), "or")
        lines.append(f"Clear if they lean into {into} (AHL 14.A)")
    if line.own:
        lines.append("Their own square: pistols of the list only, whichever way they face (AHL 11.A.3), ruling R-163")
    else:
        lines.append(f"{'Inside' if line.in_field else 'Outside'} their field of fire (AHL 11.A.2)")
    lines += [f"In cover behind {article(cover)} ({COVER_RULES[cover]})" for cover in line.because]
    return [*lines, "It is dark there (AHL 23)"] if line.dark else lines


def _band(carried: Carried, squares: int, book: Book) -> Band | None:
    """The band of a weapon into which a range falls, None where it is out of range."""
    weapon = book.weapons[carried.weapon]
    try:
        return book.ranges(weapon, weapon.row(carried.loaded.ammunition), squares)[0]
    except RuleError:
        return None
