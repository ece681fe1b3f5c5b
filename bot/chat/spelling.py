"""An order as it is typed: which of what it says has an option of its own, what stands in `mode`, what in `values`."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bot import systems
from bot.engine.cards import Suggestion, marked, printable, sentence
from bot.engine.system import Order

# What is no command of its own but a flag of one: who is done with a step says so by /phase.
READY = ("ready", "phase ready")
_BY_FLAG = {READY[1]: ("phase", READY[0])}
_ESCAPED = re.compile(r'\\(["\\])')
_MARKS = {'"': '"', "“": "”"}


def option_called(name: str) -> str:
    """How a role or a field is called as an option of a slash command, where there are no blanks."""
    return name.replace(" ", "_").replace("-", "_")


def as_typed(values: Mapping[str, Any]) -> str:
    """Options with their values, as they are typed, on one line."""
    return " ".join(f"{option_called(name)}:{marked(str(value))}" for name, value in values.items())


def unmarked(typed: str) -> str:
    """What was typed for an option without the quotation marks around it: a line that is copied has them."""
    text = typed.strip()
    if len(text) < 2 or _MARKS.get(text[0]) != text[-1] or text[-1] in _ESCAPED.sub("", text[1:-1]):
        return typed
    return _ESCAPED.sub(r"\1", text[1:-1])


def spelled(order: str | Suggestion) -> str:
    """An order that may be given next, as it is typed, with what is said before and after it; a line as it is."""
    if isinstance(order, str):
        return order
    asks = [sentence(map(option_called, order.asks), "or")] if order.asks else []
    return f"{order.before}{' '.join([*typed_order(order.verb, order.fields), *asks])}{order.after}"


def typed_order(verb: str, said: Mapping[str, Any]) -> Iterator[str]:
    """The command of an order and what it says, as it is typed."""
    ways = _ways_of(verb)
    flag: dict[str, Any] = {ways.flag: True} if ways.flag else {}
    # A word of one book's `mode` may be another's own text, which is named in `values`.
    modes = {name: str(value) for name, value in said.items() if str(value) in ways.modes.get(name, ())}
    beside = {name: value for name, value in said.items() if name in ways.beside and name not in modes}
    options = {name: value for name, value in said.items() if name not in {*modes, *beside}}
    in_values = ", ".join(_in_values(name, value) for name, value in beside.items())
    more = {"mode": " ".join(modes.values()), "values": in_values}
    more = {name: text for name, text in more.items() if text}
    yield f"/{ways.command}"
    if typed := as_typed({**flag, **options, **more}):
        yield typed


def _in_values(name: str, value: Any) -> str:
    said = ("no", "yes")[value] if isinstance(value, bool) else printable(str(value))
    return f"{name} {said}".strip()


@dataclass(frozen=True, slots=True)
class _Ways:
    """By which command an order of a verb is given, with which flag of it, and which of what it says has no option."""

    command: str
    flag: str = ""
    modes: Mapping[str, Collection[str]] = field(default_factory=dict)
    beside: frozenset[str] = frozenset()


@cache
def _ways_of(verb: str) -> _Ways:
    """How an order of a verb is typed, of all books that have it: their options are merged in one command."""
    books = systems.discover(systems).values()
    orders = [book.orders[verb] for book in books if verb in book.orders]
    orders = orders or [each for book in books for each in book.orders.values() if each.command == verb]
    command, flag = _BY_FLAG.get(verb, ("", ""))
    shown = [book.orders[command] for book in books if command in book.orders] or orders
    if not shown:
        return _Ways(verb)
    if not any(order.about for order in shown):
        # Its command is written out, with an option for everything.
        return _Ways(command or path_of(orders), flag)
    options = {name for order in shown for name in _options(order)}
    moded = [each for order in shown for each in order.fields if each.mode]
    modes = {each.name: {word for one in moded if one.name == each.name for word in one.choices} for each in moded}
    named = {role.name for order in orders for role in order.roles}
    named |= {each.name for order in orders for each in order.fields}
    return _Ways(command or path_of(orders), flag, modes, frozenset(named - options))


def _options(order: Order) -> Iterator[str]:
    """The roles and fields of an order that have an option of their own."""
    yield from (role.name for role in order.roles if role.wording and not role.beside)
    yield from (each.name for each in order.fields if each.wording and not each.mode)


def path_of(orders: Sequence[Order]) -> str:
    """The name of the command of an order, as several books have it, with that of its group."""
    return next((order.command for order in orders if order.command), orders[0].verb)
