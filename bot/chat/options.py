"""Slash commands that pass an order on: their options are the roles and fields that have words for one.

What several books ask of an order of one verb is merged by name; the first that has words for it is heard. Whatever has
no option of its own is named in `values`, people too.
"""

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from keyword import iskeyword
from typing import Any

import discord
from discord import app_commands

from bot.chat import completion
from bot.chat.completion import Completer
from bot.chat.odds import show_odds
from bot.chat.orders import Fields, Giver, People, give_order, panel_where, panel_without
from bot.chat.spelling import option_called, path_of, unmarked
from bot.chat.table import Interaction
from bot.chat.wording import cut
from bot.engine.errors import RuleError
from bot.engine.fields import Field, Kind, setting_for_once
from bot.engine.system import SHIP, Order, System, Value
from bot.engine.typed import begins, behind, once, parts_named
from bot.exchange import asks_for_skills

# The completer of an order's role or field, by the order's verb and its name.
Suggester = Callable[[str, str], Completer]
# The completer of `values`, by the order's verb and the names that it may say something of.
Beside = Callable[[str, Collection[str]], Completer]
Command = app_commands.Command[Any, ..., None]
_NO_DEFAULT = inspect.Parameter.empty
_HOLDS: Mapping[Kind, type[Value | discord.Member]] = {Kind.WHOLE: int, Kind.FLAG: bool, Kind.PLAYER: discord.Member}
_LONGEST = 100
# Where an option stands: who acts, what is said of it, who takes part besides, what is the referee's, all the rest.
_ACTS, _SAID, _BESIDES, _REFEREES, _LAST = range(5)
_GROUPS = {
    "lift": "Lifts between the levels of a deck",
    "morale": "Who holds, who panics, who rallies",
    "odds": "The exact chances of an order before it is given",
    "table": "How long the table waits, for whom, and who is away",
    "scenario": "Fights that come ready to be played: deck, people, special rules, objectives",
    "structure": "Doors, walls and hulls that are hit",
    "turn": "A turn that is kept, phase by phase",
}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a slash command, and the role or field of the order that it `fills`: of its own name, if unsaid.

    It `holds` text, a whole number, a flag or a person; `complete` finds what is offered for it.
    """

    name: str
    description: str
    holds: type[Value | discord.Member] = str
    complete: Completer | None = None
    fills: str = ""
    is_role: bool = False
    required: bool = False
    place: int = _LAST

    @property
    def filled(self) -> str:
        """The name of the role or field."""
        return self.fills or self.name.replace("_", " ")

    @property
    def parameter(self) -> str:
        """Its name as a parameter: `from` is a word of Python's own."""
        return f"{self.name}_" if iskeyword(self.name) else self.name


_ASK = Option("ask", "Whether a panel is to show the odds first", bool)


def add_orders(tree: app_commands.CommandTree[Any], systems: Mapping[str, System]) -> None:
    """A command for each order of a book that says what it is about, if there is none yet; and for the odds of each."""
    there = {each.qualified_name for each in tree.walk_commands()}
    for verb in dict.fromkeys(verb for system in systems.values() for verb in system.orders):
        orders = [system.orders[verb] for system in systems.values() if verb in system.orders]
        path = path_of(orders)
        if any(order.about for order in orders) and path not in there:
            add_command(tree, order_command(systems, verb), path.rpartition(" ")[0])
            there.add(path)
        if any(order.odds for order in orders):
            add_command(tree, odds_command(systems, verb), "odds")


def add_command(tree: app_commands.CommandTree[Any], command: Command, group: str = "", about: str = "") -> None:
    """Add a command to the tree; or to a group of it, of which that is the first to say what it is `about`."""
    known: Any = tree.get_command(group) if group else tree
    if known is None:
        known = app_commands.Group(name=group, description=about or _GROUPS.get(group, group.capitalize()))
        tree.add_command(known)
    known.add_command(command)


def order_command(
    systems: Mapping[str, System],
    verb: str,
    *more: Option,
    give: Giver | None = None,
    complete: Mapping[str, Completer] | None = None,
) -> Command:
    """The slash command that gives the order of a verb, of whichever book is played.

    Its options are those of all books that have the verb, and `more`, on which the command itself decides. `give` is
    what happens with them, and `complete` finds what is offered for some where the order doesn't know that.
    """
    books = [(system, system.orders[verb]) for system in systems.values() if verb in system.orders]
    orders = [order for _, order in books]
    asks = [name for order in orders for name in order.asks]
    if not give:
        give = panel_without(*asks) if asks else partial(give_order, sealed=any(order.private for order in orders))
    if any(order.odds for order in orders):
        more, give = (*more, _ASK), panel_where(_ASK.name, give)
    needed = set[str].intersection(*map(_needed, orders))
    found = [
        replace(option, required=option.name in needed)
        for system, order in books
        for option in _options(system, order, _how(orders))
    ]
    options = [
        replace(option, complete=(complete or {}).get(option.name, option.complete))
        for option in _merged([*_saying_whose(books, found), *more, *_values(verb, orders)])
    ]
    about = next(order.about for order in orders if order.about)
    return command(path_of(orders).rpartition(" ")[2], about, verb, options, _naming(orders, give))


def odds_command(systems: Mapping[str, System], verb: str) -> Command:
    """The slash command that shows the odds of an order: of people or ships, or of plain values. For an order of two
    words it is called by the first. What one rulebook alone asks is said in `values`.
    """
    having = [system for system in systems.values() if verb in system.orders and system.orders[verb].odds]
    orders = [_imaginable(system.orders[verb]) for system in having]
    books = list(zip(having, orders, strict=True))
    found = [each for system, order in books for each in _options(system, order, _how(orders), completion.odds_field)]
    alone = {each.name for each in found if _whose(books, each)}
    shared = [each for each in found if each.name not in alone]
    options = [
        replace(each, required=False, description=each.description.partition("; left out")[0])
        for each in _merged([*shared, *_values(verb, orders, alone, completion.odds_beside)])
    ]
    who = "ships" if all(system.kind == SHIP for system in having) else "characters"
    what = f"/{path_of(orders)}" if any(order.about for order in orders) else f"a {verb}"
    about = f"Show the chances of {what}, by {who} or by plain numbers"
    return command(verb.partition(" ")[0], about, verb, options, _naming(orders, show_odds))


def command(name: str, about: str, verb: str, options: Sequence[Option], give: Giver) -> Command:
    """A slash command that gives the order of a verb what its options hold."""

    async def callback(interaction: Interaction, **typed: Any) -> None:
        said = [option for option in options if typed[option.parameter] is not None]
        people = {option.filled: unmarked(typed[option.parameter]) for option in said if option.is_role}
        fields = {option.filled: _typed_value(option, typed[option.parameter]) for option in said if not option.is_role}
        await give(interaction, verb, people, fields)

    # discord.py reads a command's options from its callback, as if they had been written out there.
    callback.__signature__ = _signature(options)  # type: ignore[attr-defined]
    app_commands.describe(**{option.parameter: option.description for option in options})(callback)
    app_commands.rename(**{option.parameter: option.name for option in options})(callback)
    app_commands.autocomplete(**{option.parameter: option.complete for option in options if option.complete})(callback)
    return app_commands.Command(name=name, description=about, callback=callback, extras={"verb": verb})


def _naming(orders: Sequence[Order], give: Giver) -> Giver:
    """Give the order with those whom `values` names for roles that have no option of their own, and with the fields
    that are typed instead of a role.
    """
    roles = {role.name for order in orders for role in order.roles if role.beside}
    instead = {role.name: role.instead for order in orders for role in order.roles if role.instead}
    known = sorted(roles.union(field.name for order in orders for field in order.fields), key=len, reverse=True)

    async def named(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
        beside, rest = _parted(str(fields.get("values", "")), roles, known)
        left = {**fields, "values": rest} if rest else {name: fields[name] for name in fields if name != "values"}
        meant = {role: field for role, field in instead.items() if begins(people.get(role, ""), field)}
        left |= {field: behind(people[role], field) for role, field in meant.items()}
        others = {role: who for role, who in people.items() if role not in meant}
        await give(interaction, verb, {**others, **beside}, left)

    return named if roles or instead else give


def _parted(text: str, roles: Collection[str], known: Sequence[str]) -> tuple[dict[str, str], str]:
    """The names that `values` gives for each of some roles, and the rest of it: a part that begins with nothing `known`
    belongs to the one before.
    """
    parts = parts_named(text, known)
    beside = once(*({name: behind(part, name)} for name, part in parts if name in roles))
    if bare := next((name for name, named in beside.items() if not named), ""):
        raise RuleError(f"“{bare}” says nobody: write a name behind it, as in “{bare} …”.")
    return beside, ", ".join(part for name, part in parts if name not in roles)


def _imaginable(order: Order) -> Order:
    """The order with what makes up its people, without what changes no odds; any modifier may be imagined."""
    assert order.odds is not None
    idle = {"because", *dict(order.odds.anyway)}
    asked = [each for each in order.fields if each.name not in idle]
    free = [replace(each, wording=each.wording.replace("The referee's own", "A further")) for each in asked]
    return replace(order, fields=(*order.odds.fields, *free))


def _how(orders: Iterable[Order]) -> str:
    """The option `mode` in words: all that it may say."""
    words = dict.fromkeys(word for order in orders for each in order.fields if each.mode for word in each.choices)
    return cut(f"How: {', '.join(words)}", _LONGEST)


def _options(system: System, order: Order, how: str, find: Suggester | None = None) -> Iterator[Option]:
    """The options of a book's order; `how` has the words for `mode`, and `find` finds what is offered for a field."""
    find = find or (completion.battle_field if system.kind == SHIP else completion.field)
    for role in order.roles:
        if role.wording and not role.beside:
            likely = completion.taking_part(order.verb, role.name)
            offered = find(order.verb, role.name) if role.suggest else likely
            place = _BESIDES if role.optional else _ACTS
            required = role.needed or bool(role.instead)
            yield Option(role.name, role.wording, str, offered, is_role=True, required=required, place=place)
    for field in order.fields:
        if field.mode:
            yield Option("mode", how, complete=find(order.verb, "mode"), place=_SAID)
        elif field.wording:
            holds = _HOLDS.get(field.kind, str)
            complete = find(order.verb, field.name) if field.suggests and holds is str else None
            if holds is int and asks_for_skills(system, field.name):
                complete = completion.skilled(order.verb, field.name)
            place = _REFEREES if field.referees else _SAID
            yield Option(
                option_called(field.name),
                field.wording,
                holds,
                complete,
                field.name,
                required=field.needed,
                place=place,
            )


def _saying_whose(books: Sequence[tuple[System, Order]], options: Iterable[Option]) -> Iterator[Option]:
    """The options of several books; one that the rules of one book alone know says first whose they are."""
    for option in options:
        whose = _whose(books, option)
        told = f"{whose}: {option.description}" if whose else option.description
        yield replace(option, description=cut(told, _LONGEST))


def _whose(books: Sequence[tuple[System, Order]], option: Option) -> str:
    """The one rulebook of several that knows an option; "" where another does as well."""
    cited = {system.cited for system, _ in books if system.cited}
    knowing = {system.cited for system, order in books if option.name in _known(order)}
    return knowing.pop() if len(knowing) == 1 and cited - knowing else ""


def _known(order: Order) -> set[str]:
    """The options by which all that an order takes can be said."""
    return {*(role.name for role in order.roles), *(option_called(field.name) for field in order.fields)}


def _values(
    verb: str, orders: Sequence[Order], alone: Collection[str] = (), beside: Beside = completion.beside
) -> list[Option]:
    """`values`, for whatever else can be said for one order of a verb, and for what is one rulebook's `alone`; `beside`
    finds what is offered for it.
    """
    known = {field.name: field for order in orders for field in order.fields}
    ruled = {name for name, field in known.items() if field.referees == setting_for_once(name)}
    worded = {
        field.name
        for order in orders
        for field in order.fields
        if field.mode or (field.wording and option_called(field.name) not in alone)
    }
    left = [field for name, field in known.items() if name not in worded | ruled]
    roles = dict.fromkeys(role.name for order in orders for role in order.roles if role.beside)
    # Those first of which it can be shown how they are said.
    said = [*sorted(map(_example, left), key=lambda example: " " not in example), *roles]
    told = cut(f"Whatever else these rules ask, such as: {', '.join(said)}", _LONGEST)
    offered = beside(verb, {*roles, *(field.name for field in left)})
    return [Option("values", told, complete=offered)] * bool(said)


def _example(field: Field) -> str:
    """A field as one may say it in `values`; a text's name alone."""
    says: Mapping[Kind, Value] = {Kind.FLAG: "no" if field.default else "yes", Kind.WHOLE: field.high}
    return f"{field.name} {says.get(field.kind, next(reversed(field.choices), ''))}".strip()


def _merged(options: Iterable[Option]) -> list[Option]:
    """One of each name, what is required first; it holds text where books don't agree on what it holds."""
    found: dict[str, Option] = {}
    for option in options:
        known = found.setdefault(option.name, option)
        holds = known.holds if known.holds is option.holds else str
        complete, required = known.complete or option.complete, known.required or option.required
        found[option.name] = replace(known, holds=holds, complete=complete, required=required)
    return sorted(found.values(), key=lambda option: (not option.required, option.place))


def _needed(order: Order) -> set[str]:
    """The options without which an order can't be given; what one book alone needs of several its order says."""
    roles = {role.name for role in order.roles if role.needed or role.instead}
    return roles | {option_called(field.name) for field in order.fields if field.needed}


def _typed_value(option: Option, typed: Any) -> Value:
    """What was typed as a field takes it: people by their numbers."""
    if isinstance(typed, discord.abc.User) and typed.bot:
        raise RuleError(f"A bot can't be the {option.name}: name a person.")
    if isinstance(typed, str):
        return unmarked(typed)
    return str(typed.id) if isinstance(typed, discord.abc.User) else typed


def _signature(options: Iterable[Option]) -> inspect.Signature:
    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=Interaction)]
    for option in options:
        annotation, default = (option.holds, _NO_DEFAULT) if option.required else (option.holds | None, None)
        parameters.append(
            inspect.Parameter(option.parameter, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
        )
    return inspect.Signature(parameters)
