"""`/resupply`: what people have fired and thrown is filled up after a fight, from a stock if the referee keeps one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from bot.engine.asked import Asked, ask, typed_order
from bot.engine.between import FREE, UNLIMITED, Held, Refill, read_stock, stock_text, told
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Outcome, Role, Scene, Unit
from bot.engine.system import Squads, System
from bot.systems.marks import left_out_line, without_prisoners

RESUPPLY, STOCK = "resupply", "stock"


@dataclass(frozen=True, kw_only=True, slots=True)
class ResupplyOrder(Asked):
    """Who are given back what they began with."""

    verb = RESUPPLY
    about = "Fill up clips, charges, shells and grenades after a fight, to what each began with"
    roles = (Role("name", many=True, wording="Who, with commas, or a side; left out, everybody of yours"),)
    prisoners: bool = ask(False, "Whether those who have surrendered are given something too", apart=True)


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
    return {RESUPPLY: typed_order(ResupplyOrder, partial(_resupply, system.squads), _card, peaceful=True)}


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


def _card(done: Resupplied, _: Faces) -> Card:
    lines = [f"{each.name}: {told(each.given) or 'nothing'}{_left_out(each)}" for each in done.people]
    lines += [f"Left in the stock: {done.stock}"] if done.stock else []
    lines += left_out_line(done.prisoners)
    names = [each.name for each in done.people if each.given]
    return Card(f"{sentence(names)} {'is' if len(names) == 1 else 'are'} resupplied", tuple(lines))


def _left_out(each: Supplied) -> str:
    return f", and lacks {told(each.lacks)} still" if each.lacks else ""
