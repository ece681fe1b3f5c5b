"""`/rest`: days pass between fights. What runs its course by a book's rules does; how wounds heal, where the book
doesn't say it, is the referee's word for each who is hurt.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.between import Resting
from bot.engine.cards import Card, counted
from bot.engine.dice import Dice, Faces
from bot.engine.errors import LacksError, RuleError
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Role, Scene, Unit
from bot.engine.system import System
from bot.engine.typed import match, read_named
from bot.systems.marks import left_out_line, without_prisoners
from bot.systems.people import typed

REST, NOBODY = "rest", "nobody"
_MOST_DAYS = 3650


@dataclass(frozen=True, kw_only=True, slots=True)
class RestOrder(Asked):
    """How many days, and how the wounded are after them."""

    verb = REST
    about = "Let days pass between fights: the stunned and unconscious come round, the wounded heal by your word"
    need = Need.REFEREE
    called = "Letting days pass"
    roles = (Role("name", many=True, wording="Who rests, with commas, or a side; left out, everybody"),)
    days: int = must("How many days", low=1, high=_MOST_DAYS)
    heals: str | None = typed(
        "How the wounded are then: “Ann: light wounds 0; Bob: …”, or nobody; left out, a form asks"
    )
    prisoners: bool = ask(False, "Whether those who have surrendered recover too", apart=True)


@dataclass(frozen=True, slots=True)
class Recovered:
    """Somebody who was hurt, how they were and how they are."""

    name: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Rested:
    """How many days have passed, who was hurt, what the book says of that, and who was left out as a prisoner."""

    days: int
    people: tuple[Recovered, ...]
    says: str
    prisoners: tuple[str, ...] = ()


def rest_orders(system: System) -> Mapping[str, Order]:
    """The order, for a book that knows what time does."""
    resting = system.squads.resting
    return {REST: typed_order(RestOrder, partial(_rest, system, resting), _card, peaceful=True)} if resting else {}


def hurt(system: System, units: Sequence[Unit]) -> Mapping[str, str]:
    """Those who are hurt still, once all has run its course, by name: what of their sheets tells it, as it is read."""
    resting = system.squads.resting
    assert resting is not None, "this book doesn't know what time does"
    found = {unit.name: _wounds(system, resting, unit) for unit in units if not system.squads.mark(unit.sheet).dead}
    return {name: told for name, told in found.items() if told}


def _wounds(system: System, resting: Resting, unit: Unit) -> str:
    rested, whole = resting.rest(unit.sheet), system.new_sheet
    values = {name: system.traits[name].read(rested) for name in resting.wounds}
    told = (
        f"{name} {value}" for name, value in values.items() if value not in {system.traits[name].read(whole), "none"}
    )
    return ", ".join(told)


def _rest(system: System, resting: Resting, scene: Scene, order: RestOrder, _: Dice) -> Outcome:
    units, prisoners = without_prisoners(scene.all("name"), too=order.prisoners)
    wounded = hurt(system, tuple(units.values()))
    if order.heals is None and wounded:
        name, told = next(iter(wounded.items()))
        raise LacksError(f"{resting.says}: say how they are then, such as heals:“{name}: {told}”, or heals:nobody.")
    said = _said(order.heals or NOBODY, resting, units)
    after, people = {}, []
    for name, unit in units.items():
        if system.squads.mark(unit.sheet).dead:
            if name in said:
                raise RuleError(f"{name} is dead: no days heal that.")
            continue
        sheet = system.with_traits(resting.rest(unit.sheet), said.get(name, {}), scene.settings)
        was, now = system.squads.state(unit.sheet), system.squads.state(sheet)
        if name in wounded or was != now:
            people.append(Recovered(name, was, now))
        if sheet != unit.sheet:
            after[name] = sheet
    return Outcome(after, Rested(order.days, tuple(people), resting.says if wounded else "", prisoners))


def _said(text: str, resting: Resting, units: Mapping[str, Unit]) -> Mapping[str, Mapping[str, str]]:
    """The values that were said for each, by name; raises RuleError for anybody else, and for other values."""
    found: dict[str, Mapping[str, str]] = {}
    if text.strip().casefold() == NOBODY:
        return found
    for line in filter(None, (part.strip() for part in re.split(r"[;\n]", text))):
        who, colon, values = line.partition(":")
        if not colon:
            raise RuleError(
                f"Write who heals and how, as in “{next(iter(units))}: {resting.wounds[0]} …”, not “{line}”."
            )
        name = match(who, units, what="character who rests")
        if name in found:
            raise RuleError(f"{name} stands there twice: write all that is said of somebody in one line.")
        found[name] = read_named(values, resting.wounds, what="kind of wound")
    return found


def _card(done: Rested, _: Faces) -> Card:
    lines = [f"{each.name}: {each.now if each.was == each.now else f'{each.was} → {each.now}'}" for each in done.people]
    lines = [*(lines or ["Nobody was hurt."]), *left_out_line(done.prisoners)]
    days = counted(done.days, "day")
    title = f"{days} {'passes' if done.days == 1 else 'pass'}"
    return Card(title, tuple(lines), (f"{done.says}: by the referee's word",) if done.says else ())
