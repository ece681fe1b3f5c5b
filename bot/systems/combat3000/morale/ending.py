"""What the end of a turn does to people's nerve: who breaks, whose mood is over, who may test again (C3K Morale)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.engine.cards import counted
from bot.engine.scene import Scene, Unit
from bot.systems.combat3000.actions import left_off
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, Sheet
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.morale.behaviour import driven
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.morale.ladder import Loss, Mood, Nerve, Status
from bot.systems.combat3000.morale.seen import witnesses


def breaks(fray: Fray, unit: Unit) -> bool:
    """Whether somebody breaks as the turn ends: terrified and under fire, and not known to be in cover."""
    nerve: Nerve = unit.sheet.nerve
    afraid = nerve.status is Status.TERRIFIED and not nerve.broken
    return afraid and fray.fired_on(unit) and not fray.in_cover(unit)


@dataclass(frozen=True, slots=True)
class Calmed:
    """The sheets after the end of a turn, who `broke`, and who has left what they were at, in sentences."""

    after: dict[str, Sheet]
    broke: tuple[str, ...]
    left: tuple[str, ...]


def calmed(book: Book, scene: Scene, before: Mapping[str, Sheet], then: Mapping[str, Sheet]) -> Calmed:
    """What the end of a turn does to people's nerve, by their sheets of before and as all else has left them."""
    fray = Fray(scene, turn_of(scene))
    after = dict(then)
    broke, left = [], []
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
        fired_on = sheet.fired_on or fray.group_fired_on(unit)
        calm = replace(sheet, nerve=nerve, now=now, rallied=max(0, sheet.rallied - 1), fired_on=fired_on)
        why = _leaves_it(fray, unit, calm)
        if why:
            left.append(f"{name} leaves what they were at: {why}")
        after[name] = left_off(calm) if why else calm
    return Calmed(after, tuple(broke), tuple(left))


def _leaves_it(fray: Fray, unit: Unit, figure: Figure) -> str:
    """What the next turn asks of somebody's nerve that what they are at doesn't go with, and by which rule; "" where
    they may go on.
    """
    if not figure.now.busy or fray.turn is None or fray.scene.settings.get("turns") == "shown":
        return ""
    if figure.nerve.mood is Mood.HALTED:
        return f"halted for {counted(figure.nerve.turns, 'turn')} (C3K Mandiblax)"
    drive = driven(figure.nerve, in_cover=fray.in_cover(unit))
    return "" if drive is None or drive.takes(figure.now.task) else f"{drive.what} ({drive.rule})"


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
