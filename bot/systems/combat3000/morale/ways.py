"""Where on the deck somebody goes whose nerve drives them: to cover behind, or at the enemy (C3K Morale).

All of it goes by what their side knows: nobody runs from an enemy of whom they can't know, nor at one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from bot.deck.board import Board
from bot.deck.outlook import hidden
from bot.deck.plan import At, neighbours
from bot.engine.errors import RuleError
from bot.engine.scene import Unit
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.fire.firer import profile_of
from bot.systems.combat3000.fire.on_deck import squared_between
from bot.systems.combat3000.morale.behaviour import Drive, Toward
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.morale.ladder import Way
from bot.systems.combat3000.morale.seen import way_of
from bot.systems.combat3000.moving.rates import RUN
from bot.systems.combat3000.moving.ways import living_on, squares_within, way_to

# More places nobody tries, and no more ways are offered.
_MOST_TRIED, _MOST_WAYS = 40, 5


def driven_to(fray: Fray, unit: Unit, drive: Drive, book: Book) -> Sequence[At]:
    """The squares to which a drive takes somebody on the deck; none where no way leads there, or others stand all along
    as much of it as they go in a turn.
    """
    walk = squares_within(profile_of(unit.sheet, book).walk)  # type: ignore[arg-type]
    most = walk if drive.gait == "walk" else walk * RUN
    if drive.toward is Toward.BEHIND:
        return _got_on(fray, unit, to_cover(fray, unit), most)
    straight = ahead(fray, unit, most)
    forward = straight if drive.toward is Toward.ENEMY else cover_ahead(fray, unit) or straight
    # Who stands beside an enemy comes no nearer.
    return _got_on(fray, unit, [at for at in forward if way_of(fray, unit, at) is Way.ADVANCES], most)


def _got_on(fray: Fray, unit: Unit, ends: Sequence[At], most: int) -> Sequence[At]:
    """Of some squares those on the way to which somebody can stop who goes so many squares."""
    fray = fray.as_known_to(unit)
    board, start, foes = fray.board, fray.at(unit.name), _foes(fray, unit)
    if board is None or start is None:
        return ends
    taken = {*living_on(board, fray.units).values()}
    return [at for at in ends if not taken.issuperset(_way(board, start, at, foes)[:most])]


def to_cover(fray: Fray, unit: Unit) -> list[At]:
    """The nearest squares to somebody's rear where no enemy sees them, equally near ones all of them."""
    fray = fray.as_known_to(unit)
    board, start, foes = fray.board, fray.at(unit.name), _foes(fray, unit)
    if board is None or start is None:
        return []
    return _first_open(fray, board, start, hidden(board, start, foes, squared_between), foes)


def cover_ahead(fray: Fray, unit: Unit) -> list[At]:
    """The nearest squares that are nearer to the nearest enemy and where no enemy sees them."""
    fray = fray.as_known_to(unit)
    board, start, foes = fray.board, fray.at(unit.name), _foes(fray, unit)
    if board is None or start is None or not foes:
        return []
    separation = board.plan.separation

    def away(at: At) -> int:
        return min(squared_between(at, foe, separation) for foe in foes)

    found = ((steps, at) for steps, at in hidden(board, start, foes, lambda *_: 0) if away(at) < away(start))
    return _first_open(fray, board, start, found, foes)


def ahead(fray: Fray, unit: Unit, squares: int) -> list[At]:
    """Where somebody gets who goes so many squares at the nearest enemy; nothing where no way leads there."""
    fray = fray.as_known_to(unit)
    board, start, foes = fray.board, fray.at(unit.name), _foes(fray, unit)
    if board is None or start is None or not foes:
        return []
    taken = {*living_on(board, fray.units).values()}
    for foe in sorted(foes, key=lambda at: squared_between(start, at, board.plan.separation)):
        ways = [way for beside in neighbours(foe) if (way := _way(board, start, beside, foes))]
        # Nobody stops where somebody stands who lives.
        free = [at for at in (min(ways, key=len)[:squares] if ways else ()) if at not in taken]
        if free:
            return free[-1:]
    return []


def _foes(fray: Fray, unit: Unit) -> list[At]:
    return [at for each in fray.enemies(unit) if (at := fray.at(each.name)) is not None]


def _first_open(fray: Fray, board: Board, start: At, found: Iterator[tuple[int, At]], closed: Iterable[At]) -> list[At]:
    """Of squares with how far they are the nearest to which a way leads."""
    blocked, taken = {*closed}, {*living_on(board, fray.units).values()}
    for _, squares in groupby(islice(found, _MOST_TRIED), key=lambda each: each[0]):
        open_ = [at for _, at in sorted(squares) if at not in taken and _way(board, start, at, blocked)]
        if open_:
            return open_[:_MOST_WAYS]
    return []


def _way(board: Board, start: At, end: At, closed: Iterable[At]) -> tuple[At, ...]:
    try:
        return way_to(board, start, end, {*closed})
    except RuleError:
        return ()
