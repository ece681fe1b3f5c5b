"""What heals and is filled up between fights: `/character heal`, `/rest` and `/resupply`, by whatever rules."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.between import FREE, UNLIMITED, Held, Refill, Resting, read_stock, stock_text, told
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import LacksError, RuleError
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Role, Scene, Unit
from bot.engine.system import Squads, System
from bot.engine.typed import match, read_named
from bot.systems.marks import left_out, without_prisoners
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
    prisoners: bool = ask(False, "Whether those who have surrendered recover too")


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
    if resting is None:
        return {}
    rest = partial(_rest, system, resting)
    return {REST: typed_order(RestOrder, rest, _rested, peaceful=True, tells_all=lambda done: (_passes(done),))}


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


def _rested(done: Rested, _: Faces) -> Card:
    lines = [f"{each.name}: {each.now if each.was == each.now else f'{each.was} → {each.now}'}" for each in done.people]
    working = (f"{done.says}: by the referee's word",) if done.says else ()
    return Card(_passes(done), tuple(lines or ["Nobody was hurt."]), working, left_out(done.prisoners))


def _passes(done: Rested) -> str:
    """How time has gone on, which all at the table are told, whoever was hurt."""
    return f"{counted(done.days, 'day')} {'passes' if done.days == 1 else 'pass'}"


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Healed(Generic[S]):
    """Who is healed, how they were and how they are."""

    name: str
    before: S
    after: S


def heal_order(
    asked: type[Asked], shape: type[S], heal: Callable[[Any, str], Any], state: Callable[[Any], str], unhealed: str
) -> Order:
    """The order whose class says which `wounds` are healed. `heal` gives the sheet without these, whose `shape` the
    report holds; `state` words either. One who has none of them is `unhealed`: what is said of them before their state.
    """

    def decide(scene: Scene, order: Any, _: Dice) -> Outcome:
        unit = scene.one("name")
        after = heal(unit.sheet, order.wounds)
        if after == unit.sheet:
            raise RuleError(f"{unit.name} {unhealed}{state(unit.sheet)}.")
        return Outcome({unit.name: after}, Healed(unit.name, unit.sheet.shape, after.shape))

    def word(healed: Healed[S], _: Faces) -> Card:
        lines = (f"Now: {state(healed.after)}", f"Was: {state(healed.before)}")
        return Card(f"{healed.name} is healed", lines)

    return typed_order(asked, decide, word, reports=Healed[shape])  # type: ignore[valid-type]


RESUPPLY, STOCK = "resupply", "stock"


@dataclass(frozen=True, kw_only=True, slots=True)
class ResupplyOrder(Asked):
    """Who are given back what they began with."""

    verb = RESUPPLY
    about = "Fill up clips, charges, shells and grenades after a fight, to what each began with"
    roles = (Role("name", many=True, wording="Who, with commas, or a side; left out, everybody of yours"),)
    prisoners: bool = ask(False, "Whether those who have surrendered are given something too")


@dataclass(frozen=True, slots=True)
class Outfits:
    """What people have been given, by name: what they came with, and what by word since."""

    held: Mapping[str, Held]


@dataclass(frozen=True, slots=True)
class Supplied:
    """Somebody who was given how many of what, and what they lack still."""

    name: str
    given: Mapping[str, int] = field(default_factory=dict)
    lacks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resupplied:
    """What each was given who lacked anything, what the stock is then, "" where there is none, and which prisoners were
    left out.
    """

    people: tuple[Supplied, ...]
    stock: str = ""
    prisoners: tuple[str, ...] = ()


def resupply_orders(system: System) -> Mapping[str, Order]:
    """The order, for a book in which something runs out."""
    if system.squads.supplies is None:
        return {}
    return {RESUPPLY: typed_order(ResupplyOrder, partial(_resupply, system.squads), _resupplied, peaceful=True)}


def _resupply(squads: Squads, scene: Scene, asked: ResupplyOrder, _: Dice) -> Outcome:
    if asked.prisoners:
        scene.ask("Prisoners are in the enemy's hands: to resupply them needs the referee's yes.")
    meant, prisoners = without_prisoners(scene.all("name"), too=asked.prisoners)
    stock = read_stock(scene.settings.get(STOCK, UNLIMITED))
    after, people = dict[str, Any](), list[Supplied]()
    for unit in meant.values():
        if wanted := _wanted(squads, unit, scene.given(Outfits)):
            after[unit.name], supplied = _filled(unit, wanted, stock)
            people.append(supplied)
    if not meant:
        raise RuleError("Nobody here is yours to be resupplied: name whom, or add people with /character add.")
    if not people:
        raise RuleError(f"{_all([*meant])} nothing of what they came with, or were given.")
    if not any(each.given for each in people):
        raise RuleError(f"The stock has nothing of what they lack: {_lacking(people)}. /campaign set setting:stock")
    if stock is None:
        return Outcome(after, Resupplied(tuple(people), "", prisoners))
    assert scene.game is not None, "nobody is resupplied who is only imagined"
    left = stock_text(stock)
    game = replace(scene.game, settings={**scene.game.settings, STOCK: left})
    return Outcome(after, Resupplied(tuple(people), left, prisoners), game=game)


def _wanted(squads: Squads, unit: Unit, outfits: Outfits) -> tuple[Refill, ...]:
    """What somebody lacks; the dead lack nothing."""
    assert squads.supplies is not None, "nothing runs out"
    if squads.mark(unit.sheet).dead:
        return ()
    lacks = outfits.held[unit.name] - squads.supplies.holds(unit.sheet)
    return tuple(squads.supplies.refills(unit.sheet, lacks))


def _filled(unit: Unit, wanted: Sequence[Refill], stock: Counter[str] | None) -> tuple[Any, Supplied]:
    """Somebody's sheet with as much of what they want as the stock has, which has that much less then."""
    sheet, given, lacks = unit.sheet, Counter[str](), Counter[str]()
    for refill in wanted:
        counts = stock is not None and refill.kind != FREE
        if counts and not stock[refill.kind]:  # type: ignore[index]
            lacks[refill.what] += 1
            continue
        if counts:
            stock[refill.kind] -= 1  # type: ignore[index]
        sheet = refill.fill(sheet)
        given[refill.what] += 1
    return sheet, Supplied(unit.name, dict(given), dict(lacks))


def _all(names: Sequence[str]) -> str:
    return f"{names[0]} lacks" if len(names) == 1 else f"{sentence(names)} lack"


def _lacking(people: Sequence[Supplied]) -> str:
    return told(sum((Counter(each.lacks) for each in people), Counter()))


def _resupplied(done: Resupplied, _: Faces) -> Card:
    lines = [f"{each.name}: {told(each.given) or 'nothing'}{_left_out(each)}" for each in done.people]
    lines += [f"Left in the stock: {done.stock}"] if done.stock else []
    names = [each.name for each in done.people if each.given]
    title = f"{sentence(names)} {'is' if len(names) == 1 else 'are'} resupplied"
    return Card(title, tuple(lines), footer=left_out(done.prisoners))


def _left_out(each: Supplied) -> str:
    return f", and lacks {told(each.lacks)} still" if each.lacks else ""
