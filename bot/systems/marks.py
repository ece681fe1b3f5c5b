"""What the house keeps of somebody by whatever rules: marks, the deeds that leave them, and what they bar.

Like those on a deck (`bot.systems.deeds`) such deeds cost nothing here, and a rulebook may make its own of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.deck.view import Marks
from bot.engine.asked import Asked, ask, typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Values
from bot.engine.order import InTwoSteps, Order
from bot.engine.scene import Outcome, Role, Scene, Unit
from bot.systems.deeds import Deed

SURRENDER, SURRENDERED = "surrender", "surrendered"
# The marks that keep whoever has them out of that, and how a refusal says so.
_NO_MORE = "{name} has surrendered, and fires, fights and moves no more until /surrender back:True takes that back."
_OUT_OF_IT = {SURRENDERED: _NO_MORE}


@dataclass(frozen=True, kw_only=True, slots=True)
class Surrender(Asked):
    """Who lays down their arms, or takes them `back`."""

    verb = SURRENDER
    about = "Lay down arms, or take them up again by the referee's word"
    roles = (Role("name", alone=True, many=True, wording="Who"),)
    back: bool = ask(False, "Whether to take up arms again")


@dataclass(frozen=True, kw_only=True, slots=True)
class Yielded(Deed):
    """Who have laid down their arms, or taken them `back`; `before` are those of whom that was so already."""

    back: bool
    before: tuple[str, ...] = ()


def marking() -> Mapping[str, Order]:
    """The deeds that leave a mark, by their verbs."""
    orders = (typed_order(Surrender, _surrender, _yielded_card),)
    return {order.verb: order for order in orders}


def takes_part(unit: Unit) -> bool:
    """Whether somebody may fight at all: no mark of the house keeps them out of it."""
    return _OUT_OF_IT.keys().isdisjoint(unit.marks)


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
    back = asked.back
    people = [unit for unit in scene.all("name") if (SURRENDERED in unit.marks) is back]
    before = tuple(unit.name for unit in scene.all("name") if unit not in people)
    if not people:
        raise RuleError(_unchanged(before, back=back))
    if back:
        scene.ask("Whoever has surrendered is in the enemy's hands: taking up arms again needs the referee's yes.")
    names = tuple(unit.name for unit in people)
    here = tuple(scene.board.people[name].at for name in names if scene.board and name in scene.board.people)
    units = {unit.name: replace(unit, marks=tuple(sorted({*unit.marks} ^ {SURRENDERED}))) for unit in people}
    return Outcome(
        {}, Yielded(who=names, back=back, before=before), marks=Marks(about=here) if here else None, units=units
    )


def _yielded_card(deed: Yielded, _: Faces) -> Card:
    s = "" if len(deed.who) > 1 else "s"
    lines = (_unchanged(deed.before, back=deed.back),) if deed.before else ()
    return Card(f"{sentence(deed.who)} {f'take{s} up arms again' if deed.back else f'surrender{s}'}", lines)


def _unchanged(names: tuple[str, ...], *, back: bool) -> str:
    has = "has" if len(names) == 1 else "have"
    return f"{sentence(names)} {has} {'not surrendered' if back else 'surrendered already'}."
