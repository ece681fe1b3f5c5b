"""Somebody who comes out of another book into this one: what is handed over, and the order by which they join."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.engine.asked import Asked, ask, must, rows, typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.fields import Kind, Settings
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Scene, Unit
from bot.engine.system import System
from bot.systems.people import base_of, joining, owner_of, sheet_fields, sides, typed


@dataclass(frozen=True, slots=True)
class Derived:
    """A value of a sheet that follows from the other book: its trait, the value, and how, with the rule."""

    trait: str
    value: str
    how: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that neither book knows: its trait, and why."""

    trait: str
    why: str


@dataclass(frozen=True, slots=True)
class Handed:
    """A sheet with what follows from the other book; what that is, what nobody can know, what else there is to say."""

    sheet: Any
    passed: tuple[Derived, ...]
    unknown: tuple[Unknown, ...] = ()
    notes: tuple[str, ...] = ()


# Makes of a sheet of another book, and one of this as it would be without that, what is handed over by the campaign's
# settings. It raises RuleError for whoever can't come.
HandOver = Callable[[Any, Any, Settings], Handed]


@dataclass(frozen=True, slots=True)
class Coming:
    """Who comes, out of which book, how they are handed over, and what they have done in fights until now."""

    unit: Unit
    book: str
    hand_over: HandOver
    service: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class JoinOrder(Asked):
    """Of every order by which somebody comes out of another book, with who is `Coming`."""

    need = Need.ANYBODY
    by_word = True
    as_whom: str | None = ask(None, "The character's name; left out, the same", name="as", kind=Kind.TYPED)
    template: str | None = typed("A ready-made character for what that book doesn't tell, such as armour and weapon")
    side: str = ask("", "Which side they are on", kind=Kind.TYPED, suggest=sides)
    owner: str | None = ask(None, "The player whose it is", kind=Kind.PLAYER)
    sheet: Mapping[str, str] = rows()


@dataclass(frozen=True, kw_only=True, slots=True)
class EnlistOrder(JoinOrder):
    """`/career enlist`."""

    verb = "career enlist"
    about = "Make a character of whoever has had a career"
    name: str = must("Whose career", kind=Kind.TYPED)


@dataclass(frozen=True, kw_only=True, slots=True)
class BringOrder(JoinOrder):
    """`/character bring`: out of another channel's campaign, in which they stay as they are."""

    verb = "character bring"
    about = "Bring a character out of another channel's campaign into this one, by whichever rules"
    name: str = must("Whom; one of your own, or of a campaign of which you are a referee", kind=Kind.TYPED)
    campaign: str = ask("", "Out of which campaign, by its number, if several have one", kind=Kind.TYPED)


@dataclass(frozen=True, slots=True)
class Came:
    """Who has come out of which book, as whom, and the line of their sheet; what follows from that book, what was said
    or is a template's instead, what nobody knows, and what else there is to say.
    """

    name: str
    called: str
    book: str
    line: str
    passed: tuple[Derived, ...]
    said: tuple[str, ...]
    template: str
    unknown: tuple[Unknown, ...]
    notes: tuple[str, ...]


def joining_orders(system: System) -> Mapping[str, Order]:
    """The orders by which people come out of another book into one for people."""
    return {asked.verb: _joining(system, asked) for asked in (EnlistOrder, BringOrder)}


def _joining(system: System, asked: type[JoinOrder]) -> Order:
    offers, listed = {"template": tuple(system.templates)}, ("value on a sheet", tuple(system.traits))
    return typed_order(
        asked,
        partial(_join, system),
        _came_card,
        offers=offers,
        rows={"sheet": sheet_fields(system)},
        listed=listed,
        registers=True,
    )


def _join(system: System, scene: Scene, order: JoinOrder, _: Dice) -> Outcome:
    """Somebody joins with what another book has made of them, with what was said, and the rest out of a template."""
    coming = scene.given(Coming)
    base = base_of(system, order.template)
    bare = system.with_traits(base.sheet, order.sheet, scene.settings)
    handed = coming.hand_over(coming.unit.sheet, bare, scene.settings)
    # What was said stands before what follows from that book.
    sheet = system.with_traits(handed.sheet, order.sheet, scene.settings)
    owner = owner_of(scene, order.owner) if order.owner or scene.by else coming.unit.owner
    units = joining(scene, order.as_whom or coming.unit.name, sheet, order.side, owner)
    called = next(iter(units))
    told = Came(
        coming.unit.name,
        called,
        coming.book,
        system.line(sheet),
        tuple(each for each in handed.passed if each.trait not in order.sheet),
        tuple(f"{name} {value}" for name, value in order.sheet.items()),
        base.name,
        tuple(each for each in handed.unknown if each.trait not in order.sheet),
        handed.notes,
    )
    return Outcome({}, told, units=units, served={called: coming.service} if coming.service else {})


def _came_card(came: Came, _: Faces) -> Card:
    lines = [f"{came.called}: {came.line}"]
    lines += [f"{each.trait} {each.value}: {each.how}" for each in came.passed]
    lines += [f"Said: {', '.join(came.said)}"] if came.said else []
    where = f"that of the template {came.template}" if came.template else "as a new sheet has it"
    lines += [f"{each.trait}, {where}: {each.why}" for each in came.unknown]
    return Card(f"{came.name} comes out of {came.book} as {came.called}", (*lines, *came.notes))
