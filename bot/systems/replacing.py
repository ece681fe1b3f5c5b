"""`/roster replace`: new people come for a side's dead between fights, made as those were who fell."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.engine.asked import Asked, must, typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Scene, Unit
from bot.engine.system import CHARACTER, System
from bot.engine.typed import match
from bot.systems.names import LONGEST_NAME, check_taken, key_of
from bot.systems.people import MOST_CHARACTERS, base_of, sides, typed

REPLACE = "roster replace"
# How the mark begins of one of the dead for whom somebody has come, who is named behind it.
_REPLACED = "replaced by "
_NUMBERED = re.compile(r" \d+$")


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplaceOrder(Asked):
    """For whose dead somebody comes, with how these came as `Beginnings`."""

    verb = REPLACE
    need = Need.REFEREE
    called = "Replacing the dead"
    about = "Let new people come for a side's dead, as these were when they came themselves"
    side: str = must("Which side's dead", kind=Kind.TYPED, suggest=sides)
    template: str | None = typed("What all of them are made of instead, such as where nobody knows how the dead began")


@dataclass(frozen=True, slots=True)
class Beginnings:
    """The sheets with which people came, by name; none of whoever came out of a roster or another campaign."""

    sheets: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Replacements:
    """Who has come for which of a side's dead, with the line of each sheet."""

    side: str
    people: tuple[tuple[str, str, str], ...]


def replacing_orders(system: System) -> Mapping[str, Order]:
    """The order, by what was read for it."""
    offers = {"template": tuple(system.templates)}
    order = typed_order(ReplaceOrder, partial(_replace, system), _card, offers=offers, registers=True, peaceful=True)
    return {order.verb: order}


def _replace(system: System, scene: Scene, asked: ReplaceOrder, _: Dice) -> Outcome:
    side = match(asked.side, sorted({unit.side for unit in scene.known.values()} - {""}), what="side")
    fallen = [unit for unit in scene.known.values() if unit.side == side and system.squads.mark(unit.sheet).dead]
    owed = [unit for unit in fallen if not any(mark.startswith(_REPLACED) for mark in unit.marks)]
    if not owed:
        raise RuleError(f"{f'All the dead of {side} are replaced already' if fallen else f'Nobody of {side} is dead'}.")
    if len(scene.known) + len(owed) > MOST_CHARACTERS:
        raise RuleError(f"A campaign holds {MOST_CHARACTERS} characters: remove some first.")
    sheets = _sheets(system, owed, asked, scene.given(Beginnings))
    units, told, names = dict[str, Unit](), list[tuple[str, str, str]](), dict(scene.names)
    for unit in owed:
        name = next(_numbered(unit.name, names))
        check_taken(name, names)
        names[name] = CHARACTER
        units[unit.name] = replace(unit, marks=(*unit.marks, f"{_REPLACED}{name}"))
        units[name] = Unit(name, side, sheets[unit.name], owner=unit.owner)
        told.append((unit.name, name, system.line(sheets[unit.name])))
    return Outcome({}, Replacements(side, tuple(told)), units=units)


def _sheets(system: System, owed: list[Unit], asked: ReplaceOrder, known: Beginnings) -> Mapping[str, Any]:
    """What each that comes is made of; raises RuleError where that isn't known of one."""
    if asked.template is not None:
        return dict.fromkeys((unit.name for unit in owed), base_of(system, asked.template).sheet)
    if unknown := [unit.name for unit in owed if unit.name not in known.sheets]:
        raise RuleError(
            f"How {sentence(unknown)} began is not known here, since they came out of a roster or another campaign: "
            "say with template: what those are made of who come."
        )
    return known.sheets


def _numbered(name: str, taken: Mapping[str, str]) -> Iterator[str]:
    """The name with the next numbers that nobody has."""
    stem, keys = _NUMBERED.sub("", name), {key_of(each) for each in taken}
    for number in range(2, MOST_CHARACTERS * 2):
        called = f"{stem[: LONGEST_NAME - len(str(number)) - 1]} {number}"
        if key_of(called) not in keys:
            yield called


def _card(replaced: Replacements, _: Faces) -> Card:
    lines = (f"{name} for {fallen}: {line}" for fallen, name, line in replaced.people)
    return Card(f"New people come to {replaced.side}", tuple(lines))
