"""`/roster`: people and ships under a name, for another campaign of the server; and new ones in place of the dead."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.engine.asked import Asked, ask, must, typed_order
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

SAVE, LOAD, REMOVE = "roster save", "roster load", "roster remove"
_NAMES = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class SaveOrder(Asked):
    """`/roster save`, with who is `RosterKept`."""

    verb = SAVE
    need = Need.REFEREE
    called = "Saving a roster"
    about = "Keep people and ships as they are now under a name, for another campaign of the server"
    name: str = must("What the roster is called; one of that name is saved anew", kind=Kind.TYPED)
    who: str | None = typed("Whom, with commas, or sides; left out, everybody and every ship")
    shared: bool = ask(False, "Whether the referee of any campaign here may take it over")


@dataclass(frozen=True, kw_only=True, slots=True)
class LoadOrder(Asked):
    """`/roster load`, with who has been `RosterJoined` over."""

    verb = LOAD
    need = Need.REFEREE
    called = "Taking over a roster"
    about = "Let those of a roster join this campaign, as they were when it was saved"
    name: str = must("Which roster", kind=Kind.TYPED)
    who: str | None = typed("Only these of it, with commas, or sides")
    campaign: str = ask("", "Out of which campaign, by its number, if several have one", kind=Kind.TYPED)


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoveOrder(Asked):
    """`/roster remove`, with who is no longer `RosterKept`."""

    verb = REMOVE
    need = Need.REFEREE
    called = "Taking a roster away"
    about = "Take one of this campaign's rosters away"
    name: str = must("Which roster", kind=Kind.TYPED)


@dataclass(frozen=True, slots=True)
class RosterKept:
    """A roster's name, who is in it, whether any referee of the server may take it over, and who of them are prisoners,
    in words.
    """

    roster: str
    names: tuple[str, ...] = ()
    shared: bool = False
    prisoners: str = ""


@dataclass(frozen=True, slots=True)
class RosterJoined:
    """A roster's name, who joined out of it with the line of each sheet, and what there is to say of other rules."""

    roster: str
    joined: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()


def roster_orders() -> Mapping[str, Order]:
    """The orders by their verbs: they tell what was read and written for them."""
    orders = (
        typed_order(SaveOrder, _told(RosterKept), _saved_card),
        typed_order(LoadOrder, _told(RosterJoined), _taken_card),
        typed_order(RemoveOrder, _told(RosterKept), _removed_card),
    )
    return {order.verb: order for order in orders}


def _told(what: type[Any]) -> Callable[[Scene, Any, Dice], Outcome]:
    def decide(scene: Scene, _: Any, __: Dice) -> Outcome:
        return Outcome({}, scene.given(what))

    return decide


def _saved_card(kept: RosterKept, _: Faces) -> Card:
    more = len(kept.names) - _NAMES
    names = [*kept.names[:_NAMES], *([f"{more} more"] if more > 0 else [])]
    whose = "any referee of this server" if kept.shared else "this campaign's referees, in another channel,"
    # It is said whether or not there are any: all read it.
    hidden = " Hidden ships stay out of it, but for those that are named one by one in who." if kept.shared else ""
    lines = (f"As they are now: {sentence(names)}", f"/roster load there lets {whose} take them over.{hidden}")
    prisoners = (f"As prisoners: {kept.prisoners}",) if kept.prisoners else ()
    return Card(f"The roster {kept.roster} is saved", (*lines, *prisoners))


def _taken_card(taken: RosterJoined, _: Faces) -> Card:
    lines = [f"{name}: {line}" for name, line in taken.joined]
    return Card(f"The roster {taken.roster} joins", tuple(lines), taken.notes)


def _removed_card(kept: RosterKept, _: Faces) -> Card:
    return Card(f"The roster {kept.roster} is taken away", ("/undo brings it back.",))


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
        check_taken(name, names, scene.sides, scene.shared)
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
