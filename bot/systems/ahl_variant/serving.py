"""Who shot, struck and fell, as the reports of fights in the open tell it as well."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.engine.service import Onset
from bot.systems.ahl.serving import SERVING, burst_on, hit_by
from bot.systems.ahl_variant.outdoors.covering import Crossed
from bot.systems.ahl_variant.outdoors.firing import OpenFireTold
from bot.systems.ahl_variant.outdoors.telling import AttackTold
from bot.systems.ahl_variant.outdoors.tossing import OpenGrenade


def _shots(by: str, attacks: tuple[AttackTold, ...], times: int) -> Onset:
    hit = tuple(hit_by(each.name, each.wounded) for each in attacks if each.hit.made)
    beside = tuple(one for each in attacks for one in burst_on(each.beside))
    names = dict.fromkeys((*(each.name for each in attacks), *(each.name for each in beside)))
    return Onset(by, tuple(names), (*hit, *beside), times if attacks else 0)


def _fire(fired: OpenFireTold) -> Iterator[Onset]:
    yield _shots(fired.firer, fired.attacks, fired.times)


def _crossed(crossed: Crossed) -> Iterator[Onset]:
    yield _shots(crossed.firer, crossed.attacks, 1)


def _grenade(thrown: OpenGrenade) -> Iterator[Onset]:
    hit = (hit_by(thrown.target, thrown.wounded),) if thrown.damage else ()
    names = (thrown.target, *(each.name for each in thrown.others))
    yield Onset(thrown.thrower, names, (*hit, *burst_on(thrown.others)), shots=1)


SERVING_HERE: Final = replace(
    SERVING, attacks={**SERVING.attacks, OpenFireTold: _fire, Crossed: _crossed, OpenGrenade: _grenade}
)
