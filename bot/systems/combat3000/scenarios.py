"""What Combat 3000 brings to its scenarios: how turns begin, who has seen an enemy, and what somebody is worth."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.engine.scene import Game
from bot.engine.staging import ALARM, SURPRISED, FirstTurn, Ruling, Staged
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, Sheet
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.turn import Phase, Turn
from bot.systems.combat3000.wording.sheets import sheet_mark


def staged(book: Book) -> Staged:
    """All of it, without what is read from files."""
    return Staged(
        specials=_SPECIALS,
        worth=_worth,
        armed=frozenset({"fire", "melee", "charge", "grenade"}),
        playing=lambda ledger: ledger.scenario,
        keeping=lambda ledger, playing: replace(ledger, scenario=playing),
        moment=_moment,
        begins=_begins,
        ends=lambda ledger: replace(ledger, turn=None, unseen=None, charging=(), contacts=()),
        witness=partial(_witness, book),
    )


def _worth(sheet: Sheet) -> int:
    """What somebody is worth by the formula of the house: the ratings added, and accuracy in tens of per cent."""
    if not isinstance(sheet, Figure):
        return 0
    profile = sheet.profile
    return profile.accuracy // 10 + profile.strength + profile.dexterity + profile.reflex


def _moment(ledger: Ledger) -> tuple[int, int] | None:
    """The turn and its phase, 0 for that of orders; None where no turn is kept."""
    return (ledger.turn.number, list(Phase).index(ledger.turn.phase)) if ledger.turn else None


def _begins(game: Game, opening: FirstTurn) -> Ledger:
    """The turn as it begins: a side of whom anybody is surprised has no game orders (C3K Orders)."""
    sides = dict.fromkeys(game.units[name].side for name in opening.surprised)
    ledger: Ledger = game.ledger
    return replace(ledger, turn=Turn(surprised=tuple(filter(None, sides)), began=opening.at))


def _witness(book: Book, game: Game, name: str) -> bool:
    """Whether somebody in their senses was aware of an enemy as the turn began."""
    board, ledger = game.board, game.ledger
    unit = game.units.get(name)
    if unit is None or board is None or ledger.unseen is None or name not in board.people:
        return False
    mark = sheet_mark(book, unit.sheet)
    foes = {other.name for other in game.present.values() if other.side != unit.side}
    return not (mark.out or mark.dead) and bool(foes - set(ledger.unseen.by.get(name, ())))


_SPECIALS: Mapping[str, Ruling] = {
    SURPRISED: Ruling("The side of those named has no game orders (C3K Orders)", kept=True),
    ALARM: Ruling("As a turn is written down somebody awake who has seen an enemy gives the alarm", kept=True),
    "by hand": Ruling("The referee sees to it"),
}
