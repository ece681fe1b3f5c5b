"""Who shot, struck and fell, as the reports of people's fights tell it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from bot.engine.service import HitOn, Onset, Serving
from bot.systems.ahl.blast.report import BlastReport, Sufferer
from bot.systems.ahl.fire.report import AttackReport, CoverReport, FireReport
from bot.systems.ahl.grenade.wording import GrenadeReport
from bot.systems.ahl.melee.wording import BlowReport
from bot.systems.ahl.orders.in_turn.passing import Met
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.wounds.damage import WoundReport


def hit_by(name: str, wounded: WoundReport | None) -> HitOn:
    """Somebody whom an attack has hit."""
    return HitOn(name, wounded is not None and wounded.after.condition is not Condition.ACTIVE)


def burst_on(sufferers: Iterable[Sufferer]) -> tuple[HitOn, ...]:
    """Those whom an explosion has reached."""
    return tuple(hit_by(each.name, each.wounded) for each in sufferers if each.damage)


def _shot(by: str, attacks: tuple[AttackReport, ...]) -> Onset:
    hit = tuple(hit_by(each.name, each.wounded) for each in attacks if each.hit.made)
    return Onset(by, tuple(each.name for each in attacks), hit, shots=1 if attacks else 0)


def _fire(fired: FireReport | CoverReport) -> Iterator[Onset]:
    yield _shot(fired.firer, fired.attacks)


def _passing(met: Met[AttackReport]) -> Iterator[Onset]:
    """Whoever comes through a covering fire is shot at then."""
    yield _shot(met.firer, (met.attack,))


def _blow(blow: BlowReport) -> Iterator[Onset]:
    name = blow.defender.name
    hit = (hit_by(name, blow.wounded),) if blow.harms else ()
    yield Onset(blow.attacker.name, (name,), hit, blows=1)


def _grenade(thrown: GrenadeReport) -> Iterator[Onset]:
    if thrown.exploded is None:
        yield Onset(thrown.thrower, (), shots=1)
    else:
        yield from _blast(thrown.exploded, thrown.thrower, shots=1)


def _blast(blast: BlastReport, by: str = "", shots: int = 0) -> Iterator[Onset]:
    """An explosion, and those that it set off, each to whoever's charge it was; that of a shot follows from it."""
    names = tuple(each.name for each in blast.everybody)
    yield Onset(by, names, burst_on(blast.everybody), shots, follows=not by)
    for each in blast.set_off:
        yield from _blast(each.exploded, each.by)


def _wounds(sheet: Character) -> int:
    return sheet.light_wounds + max(sheet.serious_wounds, int(sheet.condition is Condition.SERIOUS))


ATTACKS: Final[Mapping[type, Callable[[Any], Iterable[Onset]]]] = {
    FireReport: _fire,
    CoverReport: _fire,
    Met: _passing,
    BlowReport: _blow,
    GrenadeReport: _grenade,
    BlastReport: _blast,
}
SERVING: Final = Serving(ATTACKS, lambda sheet: sheet.condition is not Condition.ACTIVE, _wounds)
