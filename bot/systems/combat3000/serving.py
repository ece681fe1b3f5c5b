"""Who shot, struck and fell, as the reports of Combat 3000's fights tell it."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.engine.service import HitOn, Onset, Serving
from bot.systems.combat3000.figure.sheet import Figure, Sheet
from bot.systems.combat3000.fire.report import ShotReport
from bot.systems.combat3000.fire.shooting import Fate
from bot.systems.combat3000.hit.figures import Blow, Effect, VehicleBlow
from bot.systems.combat3000.melee.fight import Fate as BlowFate
from bot.systems.combat3000.orders.blast import BlastResult
from bot.systems.combat3000.wording.melee import BlowReport


def _struck(hits: Iterable[Blow | VehicleBlow]) -> tuple[HitOn, ...]:
    return tuple(HitOn(hit.name, _is_down(hit)) for hit in hits)


def _is_down(hit: Blow | VehicleBlow) -> bool:
    if isinstance(hit, VehicleBlow):
        return hit.after.knocked_out
    return hit.effect is Effect.KILLED or (hit.now is not None and hit.now.killed)


def _shot(shot: ShotReport) -> Iterator[Onset]:
    """A shot that was fired; in a jam none was."""
    if shot.fate is not Fate.FIRED or shot.jammed:
        return
    hits = [hit for attack in shot.attacks for hit in attack.struck]
    hits += [hit for structure in shot.strikes for hit in structure.hits]
    yield Onset(shot.declared.firer, tuple(each.name for each in shot.attacks), _struck(hits), shots=1)


def _blow(blow: BlowReport) -> Iterator[Onset]:
    if blow.fate is BlowFate.STRUCK:
        yield Onset(blow.name, (blow.target,), _struck([blow.hit] if blow.hit else []), blows=1)


def _blast(blast: BlastResult) -> Iterator[Onset]:
    """What went off by the referee's word is to nobody's credit."""
    yield Onset("", tuple(hit.name for hit in blast.hits), _struck(blast.hits))


def _is_out(sheet: Sheet) -> bool:
    return sheet.killed if isinstance(sheet, Figure) else sheet.knocked_out


def _wounds(sheet: Sheet) -> int:
    return len(sheet.wounds) if isinstance(sheet, Figure) else 0


SERVING: Final = Serving({ShotReport: _shot, BlowReport: _blow, BlastResult: _blast}, _is_out, _wounds)
