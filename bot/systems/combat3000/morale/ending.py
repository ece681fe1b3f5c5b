"""What the end of a turn does to people's nerve: who breaks, whose mood is over, who may test again (C3K Morale)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.engine.scene import Scene, Unit
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, Sheet
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.morale.ladder import Loss, Mood, Nerve, Status
from bot.systems.combat3000.morale.seen import witnesses


def breaks(fray: Fray, unit: Unit) -> bool:
    """Whether somebody breaks as the turn ends: terrified and under fire, and not known to be in cover."""
    nerve: Nerve = unit.sheet.nerve
    afraid = nerve.status is Status.TERRIFIED and not nerve.broken
    return afraid and fray.fired_on(unit) and not fray.in_cover(unit)


def calmed(
    book: Book, scene: Scene, before: Mapping[str, Sheet], then: Mapping[str, Sheet]
) -> tuple[dict[str, Sheet], tuple[str, ...]]:
    """The sheets after the end of a turn, by those of before and as all else has left them; and who breaks."""
    fray = Fray(scene, turn_of(scene))
    after = dict(then)
    broke = []
    for name, sheet in _figures(then):
        was = before[name]
        assert isinstance(was, Figure)
        unit = fray.units[name]
        nerve, again = _passed(was, sheet)
        now = replace(sheet.now, again=again) if again else sheet.now
        if breaks(fray, unit):
            broke.append(name)
            nerve = replace(nerve, broken=True)
            now = replace(now, loss=Loss(broke=True, seen_by=witnesses(fray, book, unit)))
        fired_on = sheet.fired_on or fray.fired_on(unit)
        after[name] = replace(sheet, nerve=nerve, now=now, rallied=max(0, sheet.rallied - 1), fired_on=fired_on)
    return after, tuple(broke)


def _figures(sheets: Mapping[str, Sheet]) -> Iterator[tuple[str, Figure]]:
    """The living."""
    for name, sheet in sheets.items():
        if isinstance(sheet, Figure) and not sheet.killed:
            yield name, sheet


def _passed(before: Figure, after: Figure) -> tuple[Nerve, bool]:
    """Somebody's nerve after a turn, which counts from the one after their test; and whether they test again as the
    next one ends, as after a stay in cover.
    """
    nerve = after.nerve
    if not nerve.turns or before.now.tested:
        return nerve, False
    if nerve.turns > 1:
        left = replace(nerve, turns=nerve.turns - 1)
        return left, left.turns == 1 and nerve.mood is Mood.HIDING
    return replace(nerve, mood=Mood.NONE, turns=0), False
