"""What an order leaves behind for morale: who was killed and who saw it, which way people moved, an end of rage."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from bot.deck.board import Board
from bot.deck.plan import At
from bot.engine.scene import Outcome, Scene, Unit
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, Sheet, dead
from bot.systems.combat3000.fire.on_deck import aware, cm_between, squared_between
from bot.systems.combat3000.fire.report import FireResult
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.morale.known import NEAR_CM, Fray, fights
from bot.systems.combat3000.morale.ladder import Loss, Mood, Nerve, Way


def remembered(book: Book, scene: Scene, outcome: Outcome) -> Outcome:
    """The outcome with what it leaves for morale on the sheets."""
    fallen = [name for name, sheet in outcome.after.items() if name in scene.known and _fell(scene, name, sheet)]
    moved = [] if outcome.board is None else list(_moved(scene.board, outcome.board, outcome.after))
    if not fallen and not moved:
        return outcome
    fray = Fray(scene, turn_of(scene))
    after: dict[str, Sheet] = dict(outcome.after)
    for name in fallen:
        after[name] = _lost(fray, book, name, after[name])
        after |= _avenged(fray, after, fray.units[name], _killers(scene, outcome, name))
    for name in moved:
        way = way_of(fray, fray.units[name], outcome.board.people[name].at)
        after[name] = replace(after[name], now=replace(after[name].now, way=way))
    return replace(outcome, after=after)


def _fell(scene: Scene, name: str, after: Sheet) -> bool:
    return dead(after) and not dead(scene.known[name].sheet)


def _moved(before: Board, after: Board, changed: Iterable[str]) -> Iterator[str]:
    """Those on the deck who stand in another square than before, by a move of their own."""
    for name in changed:
        if name in before.people and name in after.people and before.people[name].at != after.people[name].at:
            yield name


def witnesses(fray: Fray, book: Book, unit: Unit) -> tuple[str, ...] | None:
    """The friends within 30 cm who are aware of somebody on the deck; None where none shows it, as for those who aren't
    there (ruling B-L12).
    """
    board, end = fray.board, fray.at(unit.name)
    if board is None or end is None:
        return None
    near = (friend for friend in fray.friends(unit) if isinstance(friend.sheet, Figure))
    return tuple(
        friend.name
        for friend in near
        if (start := fray.at(friend.name)) is not None
        and cm_between(start, end, board.plan.separation) <= NEAR_CM
        and not friend.sheet.plight.blinded
        and aware(board.people[friend.name], book.creatures[friend.sheet.creature], board, end, fray.scene.ledger)
    )


def _lost(fray: Fray, book: Book, name: str, sheet: Sheet) -> Sheet:
    """Somebody who has just been killed, with who saw it, and whether they led their unit."""
    unit = fray.units[name]
    group = fray.unit_of(unit)
    loss = Loss(seen_by=witnesses(fray, book, unit))
    assert isinstance(sheet, Figure)
    return replace(sheet, led=len(group) > 1 and group[0] == name, now=replace(sheet.now, loss=loss))


def way_of(fray: Fray, unit: Unit, end: At) -> Way:
    """Which way a move to a square leads, by the nearest enemy on the deck of whom their side knows, as they stood
    before it.
    """
    fray = fray.as_known_to(unit)
    board, start = fray.board, fray.at(unit.name)
    foes = [at for each in fray.enemies(unit) if (at := fray.at(each.name)) is not None]
    if board is None or start is None or not foes:
        return Way.UNKNOWN
    was, now = (min(squared_between(at, foe, board.plan.separation) for foe in foes) for at in (start, end))
    return Way.ADVANCES if now < was else Way.RETREATS if now > was else Way.ASIDE


def _killers(scene: Scene, outcome: Outcome, name: str) -> set[str]:
    """Whose deed it was that somebody was killed."""
    if isinstance(outcome.result, FireResult):
        shots = outcome.result.shootings
        return {shot.declared.firer.name for shot in shots for attack in shot.attacks if attack.name == name}
    return {unit.name for unit in scene.units.get("name", ())}


def _avenged(fray: Fray, after: Mapping[str, Sheet], dead: Unit, killers: set[str]) -> dict[str, Sheet]:
    """The families in death rage of those who killed an enemy, who have one less to kill (C3K Mandiblax)."""
    counted: dict[str, Sheet] = {}
    for name in killers - counted.keys():
        killer = fray.units.get(name)
        if killer is None or killer.side == dead.side or not _rages(after.get(name, killer.sheet)):
            continue
        for one in _family(fray, killer):
            sheet = after.get(one, fray.units[one].sheet)
            if one not in counted and _rages(sheet):
                counted[one] = _one_less(sheet)
    return counted


def _rages(sheet: Sheet) -> bool:
    return isinstance(sheet, Figure) and sheet.nerve.mood is Mood.RAGE


def _one_less(sheet: Sheet) -> Sheet:
    assert isinstance(sheet, Figure)
    nerve = sheet.nerve
    left = replace(nerve, kills=nerve.kills - 1) if nerve.kills > 1 else Nerve(nerve.status)
    return replace(sheet, nerve=left)


def _family(fray: Fray, killer: Unit) -> Iterable[str]:
    """All who fight as one with somebody; where nobody said so, all of their side who do with nobody."""
    group = fray.unit_of(killer)
    if len(group) > 1:
        return [name for name in group if name in fray.units]
    side = [unit for unit in fray.units.values() if unit.side == killer.side and fights(unit)]
    return [unit.name for unit in side if len(fray.unit_of(unit)) == 1]
