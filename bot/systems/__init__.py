"""The rulebooks, one folder each, found by looking: a package here, with a `load`, is a system."""

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from bot.engine.due import Due, nothing_due, told_due
from bot.engine.order import Order
from bot.engine.scene import Game
from bot.engine.steps import followed
from bot.engine.system import CHARACTER, SHIP, System
from bot.systems.advising import advising
from bot.systems.deeds import deeds
from bot.systems.goals import goal_orders, unless_carrying
from bot.systems.handing import joining_orders
from bot.systems.house import house_orders
from bot.systems.marks import marking, unless_marked
from bot.systems.people import people_orders
from bot.systems.piloted import acting, piloted, piloted_orders
from bot.systems.proposing import proposing
from bot.systems.resting import rest_orders, resupply_orders
from bot.systems.rosters import replacing_orders, roster_orders
from bot.systems.ruled import as_ruled
from bot.systems.scenarios import scenario_orders, unless_played
from bot.systems.ships import ship_orders
from bot.systems.slipping import slipping_orders
from bot.systems.spoils import spoils_orders
from bot.systems.stepping import SHOWS, stepping, with_due
from bot.systems.unfolding import unfolding_orders, unfolds
from bot.systems.waiting import waiting_orders

DATA = Path(__file__).resolve().parents[2] / "data"


class Library(Mapping[str, System]):
    """Rule systems by key, each read when it is first asked for: who needs one of them doesn't wait for all."""

    def __init__(self, name: str, places: Iterable[str], data: Path) -> None:
        self._name, self._data = name, data
        self._keys = tuple(module.name for module in pkgutil.iter_modules(places) if module.ispkg)
        self._read: dict[str, System] = {}

    def __getitem__(self, key: str) -> System:
        """The system; raises DataError, naming file and line, where a table of its is wrong."""
        if key not in self._keys:
            raise KeyError(key)
        if key not in self._read:
            self._read[key] = at_home(import_module(f"{self._name}.{key}").load(self._data / key))
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def at_home(system: System) -> System:
    """The system with the orders that the house has for any rules, where it has none of its own for that."""
    if system.staged:
        system = unfolds(system)
    if system.piloting:
        system = piloted(system)
    system = system if system.due is nothing_due else replace(system, due=_asked_again(system.due))
    orders = {**house_orders(system), **people_orders(system), **roster_orders()}
    if system.kind == CHARACTER:
        orders |= {**deeds(), **marking(), **joining_orders(system)}
        orders |= {**resupply_orders(system), **rest_orders(system), **spoils_orders(system)}
        orders |= replacing_orders(system)
        orders |= _of_scenarios(system) if system.staged else {}
    elif system.kind == SHIP:
        orders |= ship_orders(system)
    orders |= system.orders
    orders = {verb: unless_marked(_by_own_settings(order, system)) for verb, order in orders.items()}
    if system.staged:
        orders = {verb: _staged_so(order, system) for verb, order in orders.items()}
    if system.due is nothing_due:
        return replace(system, orders=orders)
    if system.kind == SHIP:
        steps = {**stepping(system, orders), **waiting_orders(system, orders)}
        # Who acts in a battle are its sides.
        return replace(system, orders={**orders, **{verb: replace(each, battle=True) for verb, each in steps.items()}})
    if system.kind != CHARACTER:
        return replace(system, orders=orders)
    if SHOWS in orders:
        orders[SHOWS] = with_due(orders[SHOWS], system.due)
    # What comes first, and what follows at once, are orders as everybody has them.
    each = {verb: followed(order, orders, system.answered) for verb, order in orders.items()}
    of_table = {
        **stepping(system, orders, acting(system, each), each),
        **waiting_orders(system, orders),
        **advising(system, each),
        **piloted_orders(system),
    }
    of_table |= proposing(system, each, of_table)
    return replace(system, orders={**each, **of_table})


def _staged_so(order: Order, system: System) -> Order:
    """The order as it is while a scenario is played, by a book that has some."""
    return as_ruled(unless_carrying(unless_played(order, system), system), system)


def _by_own_settings(order: Order, system: System) -> Order:
    """The order as it takes the settings of its own book alone: a campaign has those of all its books, some of which
    have names that are fields of other books' orders.
    """
    fields = tuple(replace(each, apart=each.apart or each.name not in system.settings) for each in order.fields)
    return replace(order, fields=fields)


def _asked_again(due: Callable[[Game], Sequence[Due]]) -> Callable[[Game], Sequence[Due]]:
    """What is due in a game, as far as whoever knows no more of it may be told: all who look at it ask again."""
    return lru_cache(maxsize=4)(lambda game: told_due(due(game), game))


def _of_scenarios(system: System) -> Mapping[str, Order]:
    """The orders that a book with scenarios has for them."""
    return {
        **scenario_orders(system),
        **unfolding_orders(system),
        **goal_orders(system),
        **slipping_orders(system),
    }


def discover(folder: ModuleType, data: Path = DATA) -> Mapping[str, System]:
    """Every rule system in a package of packages, by its key; each reads its tables from its folder below `data`.

    Books don't change: whoever asks again in the same process is given what has been read.
    """
    return _library(folder.__name__, tuple(folder.__path__), data)


@cache
def _library(name: str, places: tuple[str, ...], data: Path) -> Library:
    return Library(name, places, data)
