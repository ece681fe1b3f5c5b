"""Telling who a stranger is: whoever looks at one from the next square makes them out."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from bot.deck.knowledge import Acquaintance, Knowledge, Reveal
from bot.deck.outlook import seen_together
from bot.deck.plan import adjacent
from bot.deck.posture import places
from bot.engine.asked import Asked, typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Game, Outcome, Role, Scene, Unit
from bot.engine.system import CHARACTER, Squads, System
from bot.systems.seeing import all_there, is_out, who_stands
from bot.systems.strangers import contacts


@dataclass(frozen=True, kw_only=True, slots=True)
class LookOrder(Asked):
    """What `/look` orders where somebody can tell by it who a stranger beside them is."""

    verb = "look"
    roles = (Role("name"),)
    called = "Looking at who is beside somebody"


@dataclass(frozen=True, slots=True)
class Recognized:
    """Who was made out by whom: everybody's name by what they were called."""

    name: str
    who: Mapping[str, str]


def look_orders(system: System) -> tuple[Order, ...]:
    """The order that tells who is beside somebody, of people's books."""
    return (typed_order(LookOrder, partial(_look, system), _card),) if system.kind == CHARACTER else ()


def beside(squads: Squads, game: Game, unit: Unit) -> dict[str, Unit]:
    """The strangers whom somebody sees in the squares around theirs, of a `game` as their side knows it, by what it
    calls them; nobody for whoever is out of action. Who rides is where that is in which they do.
    """
    known: Knowledge | None = game.known
    if known is None or is_out(squads, unit):
        return {}
    people = all_there(squads, game)
    there = {each.name: places(game.board.people[who_stands(squads, game, each).name]) for each in people}
    eyes, own = there.get(unit.name, ()), {each.id for each in game.units.values() if not each.foreign}
    near = {at for at in seen_together(game.board, eyes) if any(adjacent(at, eye) for eye in eyes)}
    names = contacts({each.id: each.name for each in game.units.values()}, own, known.met)
    return {
        names[each.id]: each
        for each in people
        if each.id in names
        and not known.met.get(each.id, Acquaintance()).named
        and known.people[each.id].present
        and not near.isdisjoint(there[each.name])
    }


def _look(system: System, scene: Scene, _: LookOrder, __: Dice) -> Outcome:
    unit = scene.one("name")
    found = beside(system.squads, scene.known_to(unit.side), unit) if scene.known_to else {}
    if not found:
        raise RuleError(f"Nobody is beside {unit.name} whom their side doesn't know by name.")
    names = tuple(each.name for each in found.values())
    told = Recognized(unit.name, {called: each.name for called, each in found.items()})
    return Outcome({}, told, reveals=Reveal(unit.side, names=names))


def _card(told: Recognized, _: Faces) -> Card:
    return Card(f"{told.name} looks closely", tuple(f"{called} is {name}" for called, name in told.who.items()))
