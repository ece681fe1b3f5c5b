"""Covering and scanning: who may, over how large an area, and what their sights show them (C3K Covering fire,
Scanning).
"""

import re

from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.combat3000.asked import Mode, Watch
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand
from bot.systems.combat3000.fire.firer import Firer
from bot.systems.combat3000.fire.plan import FirePlan
from bot.systems.combat3000.lists.others import Sight

_LARGEST = 16
_SCANNER = "E11"
# Snoopervisors, and the helmet that has one.
_VISORS = {"E15", "E16"}
_AREA = re.compile(r"(\d{1,2})\s*x\s*(\d{1,2})")
_SCANS = {Watch.SCANNING: "Scanning", Watch.SCANNER: "Scanning", Watch.COVERING: "Covering fire"}


def watch_of(plan: FirePlan) -> Watch:
    """What helps the firer to see: covering fire looks at its area even where nothing else is said."""
    if plan.situation.mode is Mode.COVERING and plan.asked.watch is Watch.EYES:
        return Watch.COVERING
    return plan.asked.watch


def check_watch(firer: Firer, carried: Carried, plan: FirePlan, book: Book) -> None:
    """Raise RuleError for a scan on the move, without sights or the box, or for more than 16 square cm."""
    watch = watch_of(plan)
    if watch is Watch.EYES:
        if plan.asked.covers:
            raise RuleError("Only covering fire and scans have an area: leave “covers” out (C3K Covering fire).")
        return
    rule = f"C3K {_SCANS[watch]}"
    _check_area(plan.asked.covers, rule)
    if plan.situation.firer_moved:
        raise RuleError(f"{firer.name} has moved: whoever covers or scans an area stays where he is ({rule}).")
    if watch is Watch.SCANNER and _SCANNER not in _equipment(firer):
        raise RuleError(f"{firer.name} has no scanner: give one with equipment, or scan with a sight ({rule}).")
    if watch is Watch.SCANNING and not _sights(carried, book):
        raise RuleError(f"{carried.name} has no sight to scan with: give one with sight ({rule}).")


def _check_area(text: str, rule: str) -> None:
    if not text:
        return
    sides = _AREA.fullmatch(text.strip().casefold())
    if not sides:
        raise RuleError(f"An area reads like 8x2 or 4x4, in cm, not {quoted(text)} ({rule}).")
    if int(sides[1]) * int(sides[2]) > _LARGEST:
        raise RuleError(f"An area of {text} cm is more than {_LARGEST} square cm: choose 8x2, or 4x4 ({rule}).")


def sees_any_light(firer: Firer, carried: Carried, plan: FirePlan, book: Book) -> bool:
    """Whether all light counts as normal: by a visor, by the scanner, or in a scan by a wide spectrum sight (B-F7)."""
    watch = watch_of(plan)
    by_sight = watch is Watch.SCANNING and any(sight.ws for sight in _sights(carried, book))
    return by_sight or watch is Watch.SCANNER or bool(_VISORS & set(_equipment(firer)))


def _sights(carried: Carried, book: Book) -> list[Sight]:
    """What there is to look through: the weapon's sight, and the wide spectrum scope of the mount that it stands on."""
    mount = book.sights.get(carried.mount) if carried.hand is Hand.MOUNTED else None
    sight = book.sights.get(carried.sight)
    return [*([sight] if sight else []), *([mount] if mount and mount.ws else [])]


def _equipment(firer: Firer) -> tuple[str, ...]:
    return firer.sheet.equipment if isinstance(firer.sheet, Figure) else ()
