"""`/range`: how far it is on the deck in cm, and what would count for a fire along that line (C3K Scales, Range)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from bot.deck.board import Board
from bot.deck.placing import find_square
from bot.deck.plan import named
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, sentence, signed
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.engine.typed import match
from bot.systems.combat3000.aim.eligible import in_arc
from bot.systems.combat3000.aim.shot import band_of, range_factors
from bot.systems.combat3000.asked.keeping import RangeOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.riding import place_of, with_riders
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.fire.on_deck import ShotOnDeck, shot_on_deck
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import arm_of


@dataclass(frozen=True, slots=True)
class OutOfReach:
    """A weapon for which it is too far, or too near, and the cm from which or to which it fires."""

    weapon: str
    limit: int
    near: bool = False


@dataclass(frozen=True, slots=True)
class RangeReport:
    """From whom to whom, or a square, what a deck says of it, and which of their weapons don't reach so; `creature` is
    what looks, "" for a vehicle.
    """

    name: str
    target: str
    shot: ShotOnDeck
    creature: str
    weapons: tuple[OutOfReach, ...]


def range_order(book: Book) -> Order:
    """`/range`: from somebody to a square, a place or somebody else; nothing changes by it."""

    def decide(scene: Scene, asked: RangeOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        board: Board | None = scene.board
        stands = place_of(scene, unit)
        if board is None or stands is None:
            raise RuleError(f"{unit.name} is on no deck: put one up with /deck load, and them on it with /place.")
        typed, people = asked.to.strip(), with_riders(scene).people
        somebody = typed.casefold() in {name.casefold() for name in people}
        target = match(typed, people, what="person on the deck") if somebody else ""
        end = people[target].at if target else find_square(board, typed, stands.at.level)
        shot = shot_on_deck(scene, unit, end, target)
        assert shot is not None
        creature = unit.sheet.creature if isinstance(unit.sheet, Figure) else ""
        report = RangeReport(unit.name, target, shot, creature, tuple(_out_of_reach(unit, shot, book)))
        return Outcome({}, report, marks=Marks(line=(shot.start, shot.end)))

    return typed_order(RangeOrder, decide, partial(_range_card, book=book))


def _range_card(report: RangeReport, _: Faces, book: Book) -> Card:
    shot = report.shot
    title = f"From {report.name} to {report.target or named(shot.end, shot.start.level)}"
    weapons = (
        f"{each.weapon}: {'too near, it fires from' if each.near else 'too far, it reaches'} {each.limit} cm "
        "(C3K Weapon list)"
        for each in report.weapons
    )
    working = ("A square is 1½ cm, from middle to middle, and what is over counts as a whole one (C3K Scales)",)
    return Card(title, (*_lines(shot, report.creature, book), *weapons), working)


def _lines(shot: ShotOnDeck, creature: str, book: Book) -> Iterator[str]:
    factor = sum(each.dm for each in range_factors(shot.cm))
    worth = f", {signed(factor)}" if factor else ""
    yield f"{shot.cm} cm: {band_of(shot.cm)} range{worth} (C3K Range)"
    seen = "is clear" if shot.clear else "is blocked: only high trajectory fire at a place gets there"
    yield f"The line of sight {seen} (C3K Target eligibility)"
    if shot.beside:
        are = "is" if len(shot.beside) == 1 else "are"
        yield f"{sentence(shot.beside)} {are} within 3 cm of it, which only high trajectory passes over"
    if creature:
        arc = book.creatures[creature]
        where = "Inside" if in_arc(arc, shot.off_front) else "Outside"
        yield f"{where} their arc of vision, {arc.arc}° to each side (C3K Visibility and awareness)"


def _out_of_reach(unit: Unit, shot: ShotOnDeck, book: Book) -> Iterator[OutOfReach]:
    """Each of their weapons that this is too near or too far for."""
    for carried in unit.sheet.weapons:
        arm = arm_of(carried.weapon, book)
        if isinstance(arm, Weapon) and shot.cm < arm.minimum:
            yield OutOfReach(carried.name, arm.minimum, near=True)
        elif isinstance(arm, Weapon) and arm.maximum and shot.cm > arm.maximum:
            yield OutOfReach(carried.name, arm.maximum)
