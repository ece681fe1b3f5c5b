"""`/range`: how far it is on the deck in cm, and what would count for a fire along that line (C3K Scales, Range)."""

from collections.abc import Iterator

from bot.deck.board import Board
from bot.deck.placing import find_square
from bot.deck.plan import named
from bot.engine.asked import typed_order
from bot.engine.cards import Card, sentence, signed
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.order import as_it_stands
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.engine.typed import match
from bot.systems.combat3000.aim.eligible import in_arc
from bot.systems.combat3000.aim.shot import band_of, range_factors
from bot.systems.combat3000.asked import RangeOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.fire.on_deck import ShotOnDeck, shot_on_deck
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import arm_of


def range_order(book: Book) -> Order:
    """`/range`: from somebody to a square, a place or somebody else; nothing changes by it."""

    def decide(scene: Scene, asked: RangeOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        board: Board | None = scene.board
        if board is None or unit.name not in board.people:
            raise RuleError(f"{unit.name} is on no deck: put one up with /deck load, and them on it with /place.")
        typed = asked.to.strip()
        somebody = typed.casefold() in {name.casefold() for name in board.people}
        target = match(typed, board.people, what="person on the deck") if somebody else ""
        end = board.people[target].at if target else find_square(board, typed, board.people[unit.name].at.level)
        shot = shot_on_deck(scene, unit, end, target)
        assert shot is not None
        title = f"From {unit.name} to {target or named(end, shot.start.level)}"
        lines = (*_lines(unit, shot, book), *_weapons(unit, shot, book))
        working = ("A square is 1½ cm, from middle to middle, and what is over counts as a whole one (C3K Scales)",)
        return Outcome({}, Card(title, lines, working), marks=shot.marks)

    return typed_order(RangeOrder, decide, as_it_stands)


def _lines(unit: Unit, shot: ShotOnDeck, book: Book) -> Iterator[str]:
    factor = sum(each.dm for each in range_factors(shot.cm))
    worth = f", {signed(factor)}" if factor else ""
    yield f"{shot.cm} cm: {band_of(shot.cm)} range{worth} (C3K Range)"
    seen = "is clear" if shot.clear else "is blocked: only high trajectory fire at a place gets there"
    yield f"The line of sight {seen} (C3K Target eligibility)"
    if shot.beside:
        are = "is" if len(shot.beside) == 1 else "are"
        yield f"{sentence(shot.beside)} {are} within 3 cm of it, which only high trajectory passes over"
    if isinstance(unit.sheet, Figure):
        arc = book.creatures[unit.sheet.creature]
        where = "Inside" if in_arc(arc, shot.off_front) else "Outside"
        yield f"{where} their arc of vision, {arc.arc}° to each side (C3K Visibility and awareness)"


def _weapons(unit: Unit, shot: ShotOnDeck, book: Book) -> Iterator[str]:
    """Each of their weapons that this is too near or too far for."""
    for carried in unit.sheet.weapons:
        arm = arm_of(carried.weapon, book)
        if isinstance(arm, Weapon) and shot.cm < arm.minimum:
            yield f"{carried.name}: too near, it fires from {arm.minimum} cm (C3K Weapon list)"
        elif isinstance(arm, Weapon) and arm.maximum and shot.cm > arm.maximum:
            yield f"{carried.name}: too far, it reaches {arm.maximum} cm (C3K Weapon list)"
