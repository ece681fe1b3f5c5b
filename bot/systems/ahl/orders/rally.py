"""`/morale rally`: who gets over their panic at the start of a decision phase (AHL 18.D)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.engine.asked import typed_order
from bot.engine.byword import check_known
from bot.engine.cards import Card, Tone
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.keeping import RallyOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.morale.checks import Checker, Leader, rallied, rally, side_followed, spared
from bot.systems.ahl.morale.on_deck import in_full_cover, leaders_beside, squad_mates
from bot.systems.ahl.orders.morale import CheckReport, check_told, check_words, checker_of, modifier_lines
from bot.systems.ahl.sheet.character import Nerve, check_active, check_unpanicked
from bot.systems.ahl.turn.done import DoneInTurn

BEST_ONLY = "best leader"
_ON_DECK = "on this deck"


@dataclass(frozen=True, slots=True)
class RallyReport:
    """The checks; who still flees, who is free to move again; and how several leaders counted, if they did."""

    checked: tuple[CheckReport, ...]
    fleeing: tuple[str, ...]
    halted: tuple[str, ...]
    leaders: str


def rally_order(book: Book) -> Order:
    """`/morale rally`: who gets over their panic at the start of a decision phase (AHL 18.D)."""

    def decide(scene: Scene, asked: RallyOrder, dice: Dice) -> Outcome:
        people = [unit for unit in scene.all("name") if not spared(unit.sheet)]
        board = scene.board if asked.deck else None
        trying, fleeing, halted = _by_nerve(people, lambda unit: _covered(scene, board, unit, said=asked.cover))
        if not trying and not halted:
            raise RuleError(_nobody(fleeing, board))
        checkers = [checker_of(replace(unit, at=None), asked, board) for unit in trying]
        named = _leaders(scene.all("leaders"), checkers)
        leaders = _as_shown(scene, board, named, trying) if named else _beside(scene, board, trying)
        checked = rally(checkers, leaders, book.morale, dice, best_only=asked.rally == BEST_ONLY)
        after = {each.checker.name: rallied(each) for each in checked}
        after |= {unit.name: replace(unit.sheet, nerve=Nerve.STEADY) for unit in halted}
        several = asked.rally if len(leaders) > 1 else ""
        done = DoneInTurn(rallied=tuple(each.checker.name for each in checked))
        return Outcome(
            after, RallyReport(tuple(map(check_told, checked)), _names(fleeing), _names(halted), several), done=done
        )

    return typed_order(RallyOrder, decide, _word_rally)


def _by_nerve(people: Sequence[Unit], in_cover: Callable[[Unit], bool]) -> tuple[list[Unit], list[Unit], list[Unit]]:
    """Those who check, those who still flee, and those whose halt is over; in full cover the fleeing check too."""

    def checks(unit: Unit) -> bool:
        return unit.sheet.nerve is Nerve.COWERING or (unit.sheet.nerve is Nerve.FLEEING and in_cover(unit))

    trying = [unit for unit in people if checks(unit)]
    fleeing = [unit for unit in people if unit.sheet.nerve is Nerve.FLEEING and unit not in trying]
    return trying, fleeing, [unit for unit in people if unit.sheet.nerve is Nerve.HALTED]


def _covered(scene: Scene, board: Board | None, unit: Unit, *, said: bool) -> bool:
    """Whether somebody is in full cover, as the deck shows, or as is `said`; RuleError for a player who says so of one
    whom the deck shows in sight.
    """
    shown = in_full_cover(scene, board, unit)
    if said and _stands(board, unit):
        check_known(scene, unit.name, {"cover": shown}, {"cover": said}, _ON_DECK)
    return said or shown


def _as_shown(scene: Scene, board: Board | None, named: Sequence[Leader], trying: Sequence[Unit]) -> tuple[Leader, ...]:
    """The leaders whom a player names, who help those on the deck only from beside them; RuleError for one who helps
    nobody so. Whom the referee names helps all.
    """
    if not scene.by:
        return tuple(named)
    beside = {leader.name: leader.beside or frozenset[str]() for leader in _beside(scene, board, trying)}
    off = frozenset(unit.name for unit in trying if not _stands(board, unit))
    found = [replace(leader, beside=off | beside.get(leader.name, frozenset())) for leader in named]
    for leader in found:
        check_known(scene, leader.name, {"leaders": bool(leader.beside)}, {"leaders": True}, _ON_DECK)
    return tuple(found)


def _stands(board: Board | None, unit: Unit) -> bool:
    return board is not None and unit.name in board.people


def _names(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(unit.name for unit in units)


def _nobody(fleeing: Sequence[Unit], board: Board | None) -> str:
    if fleeing and _stands(board, fleeing[0]):
        return f"{fleeing[0].name} is still fleeing and cannot rally before they are in full cover (AHL 18.D)."
    if fleeing:
        return f"{fleeing[0].name} is still fleeing and cannot rally: give cover:yes once in full cover (AHL 18.D)."
    return "Nobody named is cowering: only the panicked rally (AHL 18.D)."


def _leaders(units: Sequence[Unit], checkers: Sequence[Checker]) -> tuple[Leader, ...]:
    """Those who help; raises RuleError for whoever can't."""
    for unit in units:
        check_active(unit.name, unit.sheet, "rally anybody")
        check_unpanicked(unit.name, unit.sheet, "rally anybody")
        if not unit.sheet.leadership:
            raise RuleError(f"{unit.name} has no leadership bonus: name only leaders.")
        if not any(side_followed(unit) == checker.side and unit.name != checker.name for checker in checkers):
            raise RuleError(f"{unit.name} is no friend of anybody who rallies: leaders help their own side only.")
    return tuple(Leader(unit.name, side_followed(unit), unit.sheet.leadership) for unit in units)


def _beside(scene: Scene, board: Board | None, trying: Sequence[Unit]) -> tuple[Leader, ...]:
    """The leaders whom the deck shows in a square with somebody who rallies."""
    return tuple(
        Leader(unit.name, side_followed(unit), unit.sheet.leadership, squad_mates(board, unit.name, trying))
        for unit in leaders_beside(scene, board, trying)
    )


def _word_rally(report: RallyReport, faces: Faces) -> Card:
    lines = [
        f"{check_words(each, faces)} → {'steady again' if each.passed else 'cowers on'}" for each in report.checked
    ]
    lines += [f"{name}: the halt is over" for name in report.halted]
    lines += [f"{name} is still fleeing: give cover:yes once in full cover" for name in report.fleeing]
    failed = any(not each.passed for each in report.checked)
    return Card(
        "Start of a decision phase: who rallies?",
        tuple(lines),
        _working(report),
        tone=Tone.BAD if failed else Tone.PLAIN,
    )


def _working(report: RallyReport) -> tuple[str, ...]:
    lines = []
    if report.checked:
        lines.append("Whoever cowers checks once in each decision phase: 2D at or under their morale (AHL 18.D)")
        lines += modifier_lines(report.checked)
        lines.append("A friendly leader in the square helps unchecked, whatever their rank (AHL 18.D) (ruling R-121)")
    if report.leaders:
        lines.append(f"Of several leaders counts: {report.leaders} (ruling R-121)")
    if report.halted:
        lines.append("A failed check before a move holds for that phase only (AHL 18.D)")
    return tuple(lines)
