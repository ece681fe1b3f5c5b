"""What the house keeps of somebody by whatever rules: marks, the deeds that leave them, and what they bar.

Like those on a deck (`bot.systems.deeds`) such deeds cost nothing here, and a rulebook may make its own of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.deck.view import Marks
from bot.engine.asked import Asked, ask, typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind, Values
from bot.engine.order import InTwoSteps, Order
from bot.engine.scene import Outcome, Role, Scene, Unit
from bot.engine.typed import match
from bot.systems.deeds import Deed

SURRENDER, SURRENDERED = "surrender", "surrendered"
# How the mark begins of whoever is in the charge of a side, which it names.
PRISONER = "prisoner of "
# How the mark begins of whoever carries off what a scenario hides, with no hand free for a weapon.
CARRIES = "carries "
# The marks that keep whoever has them out of that, and how a refusal says so.
_NO_MORE = "{name} has surrendered, and fires, fights and moves no more until /surrender back:True takes that back."
_OUT_OF_IT = {SURRENDERED: _NO_MORE}


def _sides(scene: Scene) -> Sequence[str]:
    return sorted({unit.side for unit in scene.known.values()} - {""})


@dataclass(frozen=True, kw_only=True, slots=True)
class Surrender(Asked):
    """Who lays down their arms, or takes them `back`."""

    verb = SURRENDER
    about = "Lay down arms, or take them up again by the referee's word"
    roles = (Role("name", alone=True, many=True, wording="Who"),)
    back: bool = ask(False, "Whether to take up arms again")
    to: str = ask("", "To which side, whose prisoners they are then", kind=Kind.TYPED, suggest=_sides)


@dataclass(frozen=True, kw_only=True, slots=True)
class Yielded(Deed):
    """Who have laid down their arms, or taken them `back`; `before` are those of whom that was so already. In whose
    charge they are is `to`, and those who were prisoners before are `handed` over.
    """

    back: bool
    before: tuple[str, ...] = ()
    to: str = ""
    handed: tuple[str, ...] = ()


def marking() -> Mapping[str, Order]:
    """The deeds that leave a mark, by their verbs."""
    orders = (typed_order(Surrender, _surrender, _yielded_card),)
    return {order.verb: order for order in orders}


def is_prisoner(marks: Sequence[str]) -> bool:
    """Whether whoever has these marks has surrendered, or is in somebody's charge."""
    return SURRENDERED in marks or bool(in_charge(marks))


def in_charge(marks: Sequence[str]) -> str:
    """Which side somebody is in the charge of; "" for none."""
    return next((mark.removeprefix(PRISONER) for mark in marks if mark.startswith(PRISONER)), "")


def prisoners_told(people: Iterable[tuple[str, Sequence[str]]]) -> str:
    """The prisoners among some, by their names and marks, in words: `Ann (in the hands of Marines) and Bob`; "" for
    none.
    """
    found = [(name, in_charge(marks)) for name, marks in people if is_prisoner(marks)]
    return sentence(f"{name} (in the hands of {side})" if side else name for name, side in found) if found else ""


def without_prisoners(people: Sequence[Unit], *, too: bool) -> tuple[dict[str, Unit], tuple[str, ...]]:
    """Some by name without the prisoners among them, and who these are, unless they are meant `too`; raises RuleError
    where nobody else is there.
    """
    left = tuple(unit.name for unit in people if is_prisoner(unit.marks) and not too)
    if left and len(left) == len(people):
        are = "is a prisoner" if len(left) == 1 else "are prisoners"
        raise RuleError(f"{sentence(left)} {are}, and left out: prisoners:True has them in, by the referee's word.")
    return {unit.name: unit for unit in people if unit.name not in left}, left


def left_out(prisoners: Sequence[str]) -> str:
    """That prisoners were left out, "" where there were none: for the foot of a card, which other sides than whoever
    gives the order don't read, for it would tell those of the prisoners that something was done to others.
    """
    return f"Left out as prisoners: {sentence(prisoners)}" if prisoners else ""


def takes_part(unit: Unit) -> bool:
    """Whether somebody may fight at all: no mark of the house keeps them out of it."""
    return _OUT_OF_IT.keys().isdisjoint(unit.marks)


def burden(unit: Unit) -> str:
    """The mark of what fills somebody's hands, as it is told: `carries a case`; "" where they have a hand free."""
    return next((mark for mark in unit.marks if mark.startswith(CARRIES)), "")


def check_takes_part(unit: Unit) -> None:
    """Raise RuleError for somebody whom a mark of the house keeps out of a fight."""
    if barring := next((mark for mark in unit.marks if mark in _OUT_OF_IT), None):
        raise RuleError(_OUT_OF_IT[barring].format(name=unit.name))


def unless_marked(order: Order) -> Order:
    """The same order, refused where somebody would fight in it whom a mark keeps out; its odds may be imagined."""
    roles = [role.name for role in order.roles if role.fights]

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        for unit in () if scene.only_odds else (unit for role in roles for unit in scene.all(role)):
            check_takes_part(unit)
        return order.prepared(scene, values)

    return replace(order, resolve=InTwoSteps(prepare)) if roles else order


def _surrender(scene: Scene, asked: Surrender, _: Dice) -> Outcome:
    """Some lay down their arms, or take them up again, for which a player needs the referee's yes."""
    back, to = asked.back, _side(scene, asked)
    people = [
        unit
        for unit in scene.all("name")
        if (SURRENDERED in unit.marks) is back or (to and in_charge(unit.marks) != to)
    ]
    before = tuple(unit.name for unit in scene.all("name") if unit not in people)
    handed = tuple(unit.name for unit in people if to and SURRENDERED in unit.marks)
    if not people:
        raise RuleError(_unchanged(before, back=back))
    if back:
        scene.ask("Whoever has surrendered is in the enemy's hands: taking up arms again needs the referee's yes.")
    if handed:
        scene.ask(f"{sentence(handed)} surrendered before: whose prisoner somebody is needs the referee's yes.")
    names = tuple(unit.name for unit in people)
    here = tuple(scene.board.people[name].at for name in names if scene.board and name in scene.board.people)
    units = {unit.name: replace(unit, marks=_marked(unit.marks, to, back=back)) for unit in people}
    yielded = Yielded(who=names, back=back, before=before, to=to, handed=handed)
    return Outcome({}, yielded, marks=Marks(about=here) if here else None, units=units)


def _side(scene: Scene, asked: Surrender) -> str:
    """To which side; raises RuleError for one that there isn't, and for somebody's own."""
    if not asked.to:
        return ""
    if asked.back:
        raise RuleError("Whoever takes up arms again does so in nobody's charge: leave “to” or “back” out.")
    side = match(asked.to, _sides(scene), what="side")
    if own := next((unit.name for unit in scene.all("name") if unit.side == side), None):
        raise RuleError(f"{own} is of {side}, and is no prisoner of theirs: name another side as “to”.")
    return side


def _marked(marks: Sequence[str], to: str, *, back: bool) -> tuple[str, ...]:
    """The marks of whoever surrenders, to that side where one was said, or takes up arms again."""
    others = {mark for mark in marks if mark != SURRENDERED and not (mark.startswith(PRISONER) and (to or back))}
    if not back:
        others |= {SURRENDERED, *([f"{PRISONER}{to}"] if to else [])}
    return tuple(sorted(others, key=lambda mark: (mark != SURRENDERED, mark)))


def _yielded_card(deed: Yielded, _: Faces) -> Card:
    s = "" if len(deed.who) > 1 else "s"
    lines = (_unchanged(deed.before, back=deed.back),) if deed.before else ()
    if deed.back:
        return Card(f"{sentence(deed.who)} take{s} up arms again", lines)
    if deed.handed == deed.who:
        are = "are" if len(deed.who) > 1 else "is"
        return Card(f"{sentence(deed.who)} {are} in the hands of {deed.to} now", lines)
    return Card(f"{sentence(deed.who)} surrender{s}{f' to {deed.to}' if deed.to else ''}", lines)


def _unchanged(names: tuple[str, ...], *, back: bool) -> str:
    has = "has" if len(names) == 1 else "have"
    return f"{sentence(names)} {has} {'not surrendered' if back else 'surrendered already'}."
