"""`/vacuum`: where the air is gone, and a turn of explosive decompression for everybody without a suit (AHL 22)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.placing import find_square
from bot.deck.plan import At
from bot.deck.pressure import lose_air
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, Tone, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import VacuumOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.turn.once import DECOMPRESSED, still_due, thrown_for
from bot.systems.ahl.wounds.damage import (
    ORDINARY,
    Damage,
    WoundReport,
    told_of_wound,
    without_air,
    wound_lines,
    wound_working,
)
from bot.systems.ahl.wounds.vacuum import TURNS_FOR_A_SUIT, expose, exposed

_AIR_EVERYWHERE = (
    "The deck has air everywhere: at names the square where it is lost, deck:no leaves the deck out (AHL 22)."
)


@dataclass(frozen=True, slots=True)
class VacuumReport:
    """A turn without air: what it did to whom, and what is told against it in a turn that is kept; on a deck how many
    squares are without, and who stands in air.
    """

    exposures: tuple[tuple[str, Damage, WoundReport], ...]
    airless: int | None = None
    breathing: tuple[str, ...] = ()
    sealed: bool = False
    told: tuple[str, ...] = ()


def vacuum_order(book: Book) -> Order:
    """`/vacuum`: a turn of explosive decompression for everybody without a suit (AHL 22)."""

    def decide(scene: Scene, asked: VacuumOrder, dice: Dice) -> Outcome:
        board = scene.board if asked.deck else None
        if asked.sealed:
            return _sealed(board)
        after = _spread(board, asked.at)
        everywhere = after is None or scene.settings.get("vacuum") == "yes"
        if after and not after.airless and not everywhere:
            raise RuleError(_AIR_EVERYWHERE)
        people = tuple({unit.name: unit for unit in scene.all("name")}.values())
        in_vacuum = [unit for unit in people if everywhere or without_air(after, unit)]
        due, told = still_due(scene, [unit for unit in in_vacuum if exposed(unit.sheet)], DECOMPRESSED)
        if not due and (after is None or not asked.at):
            raise RuleError(_nobody(after))
        own = asked.own
        exposed_to = {unit.name: expose(book, unit.sheet, dice, own) for unit in due}
        hurt = {name: each.wounded.after for name, each in exposed_to.items()}
        exposures = tuple((name, each.damage, told_of_wound(each.wounded)) for name, each in exposed_to.items())
        ledger = thrown_for(scene, due, DECOMPRESSED)
        if after is None or not after.airless:
            return Outcome(hurt, VacuumReport(exposures, told=told), ledger=ledger)
        breathing = tuple(unit.name for unit in people if unit.name in after.people and unit not in in_vacuum)
        report = VacuumReport(exposures, len(after.airless), breathing, told=told)
        return Outcome(hurt, report, ledger=ledger, board=after, marks=Marks(about=_rim(after)))

    return typed_order(VacuumOrder, decide, _vacuum_card)


def _spread(board: Board | None, opening: str) -> Board | None:
    """The board after vacuum has spread on it, None where no deck is (AHL 22, ruling R-97)."""
    if board is None:
        if opening:
            raise RuleError("No deck is up here: name the people who are in vacuum instead.")
        return None
    if opening:
        board = replace(board, airless=board.airless | {find_square(board, opening)})
    return lose_air(board)


def _sealed(board: Board | None) -> Outcome:
    """Air again wherever no opening leads to space any more."""
    if board is None or not board.airless:
        raise RuleError("Nothing on a deck is without air here: leave sealed out.")
    after = lose_air(replace(board, airless=frozenset()))
    if after.airless == board.airless:
        raise RuleError("The openings to space are still there: shut them first, with /door (AHL 22).")
    return Outcome({}, VacuumReport((), len(after.airless), sealed=True), board=after, marks=Marks())


def _rim(board: Board) -> tuple[At, ...]:
    """The first and the last of the airless squares, so that the picture holds them."""
    return min(board.airless), max(board.airless)


def _nobody(board: Board | None) -> str:
    if board is None:
        return "Nobody named is hurt by vacuum: all wear suits, are robots, or are dead (AHL 22)."
    return "Nobody without a suit stands where the deck has no air (AHL 22): deck:no leaves the deck out."


def _vacuum_card(report: VacuumReport, faces: Faces) -> Card:
    if report.sealed:
        left = (
            f"{counted(report.airless, 'square')} {'is' if report.airless == 1 else 'are'} still without"
            if report.airless
            else "everywhere"
        )
        return Card("Air again", (f"Sealed openings hold it: {left}",), ("Until an opening is sealed (AHL 22)",))
    lines = [
        line
        for name, damage, wounded in report.exposures
        for line in wound_lines(name, damage, wounded, faces, f"{name}, damage")
    ]
    if report.airless is not None:
        lines.append(f"Without air: {counted(report.airless, 'square')}")
    if report.breathing:
        lines.append(f"In air: {sentence(report.breathing)}")
    return Card("A turn in vacuum", (*lines, *report.told), tuple(_working(report)), tone=Tone.BAD)


def _working(report: VacuumReport) -> list[str]:
    lines = []
    if report.airless is not None:
        lines.append(
            "It spreads by open hatches, iris valves, doors and walls open or not, and holed bulkheads (AHL 22), R-97"
        )
    return [
        *lines,
        "One unmodified damage throw a turn until the opening is sealed (AHL 22), ruling R-96",
        "Vacc suits, combat armor, battle dress and robots are immune (AHL 22)",
        f"To put a vacc suit on or take it off takes {TURNS_FOR_A_SUIT} whole turns (AHL 22)",
        *wound_working([(damage, wounded) for _, damage, wounded in report.exposures], ORDINARY),
    ]
