"""Slash commands that pass an order on: each option is declared once, in one line.

    order_command("wake", "Throw to come round", person("character", "Who tries", required=True), *referees_own())

is `/wake character dm because`, and gives the order `wake` with that role and those fields.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any

import discord
from discord import app_commands

from bot.chat import completion
from bot.chat.completion import Completer
from bot.chat.orders import Giver, give_order
from bot.chat.table import Interaction
from bot.engine.system import Value

# The completer of an order's field, by the order's verb and the field's name.
Suggester = Callable[[str, str], Completer]
Command = app_commands.Command[Any, ..., None]
_NO_DEFAULT = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a slash command, and the role or field of the order that it `fills`: of its own name, if unsaid.

    It `holds` text, a whole number, a flag or a person. `suggested` is offered what the order's field suggests, any
    other what `complete` finds.
    """

    name: str
    description: str
    holds: type[Value | discord.Member] = str
    complete: Completer | None = None
    fills: str = ""
    is_role: bool = False
    suggested: bool = False
    required: bool = False

    @property
    def filled(self) -> str:
        """The name of the role or field."""
        return self.fills or self.name.replace("_", " ")

    @property
    def parameter(self) -> str:
        """Its name as a parameter: `from` is a word of Python's own."""
        return f"{self.name}_" if iskeyword(self.name) else self.name


def role(
    name: str, description: str, complete: Completer | None = None, *, fills: str = "", required: bool = False
) -> Option:
    """Who takes part in the order, as it is typed: names, perhaps with distances."""
    return Option(name, description, complete=complete, fills=fills, is_role=True, required=required)


def person(name: str, description: str, *, fills: str = "", required: bool = False) -> Option:
    """A role that is offered the campaign's characters."""
    return role(name, description, completion.characters, fills=fills, required=required)


def ship(name: str, description: str, *, required: bool = False) -> Option:
    """A role that is offered the campaign's ships."""
    return role(name, description, completion.ships, required=required)


def text(name: str, description: str, complete: Completer | None = None, *, required: bool = False) -> Option:
    """A field that takes any text."""
    return Option(name, description, complete=complete, required=required)


def suggested(name: str, description: str, *, fills: str = "", required: bool = False) -> Option:
    """A field that takes text, and is offered the values that the rules suggest for it."""
    return Option(name, description, fills=fills, suggested=True, required=required)


def player(name: str, description: str) -> Option:
    """A field that takes a person on the server, by Discord's number."""
    return Option(name, description, discord.Member)


def place(name: str, description: str) -> Option:
    """A field that says where on the deck: a square, a place, a room or somebody."""
    return text(name, description, completion.squares)


def number(name: str, description: str, *, required: bool = False) -> Option:
    """A field that takes a whole number."""
    return Option(name, description, int, required=required)


def flag(name: str, description: str) -> Option:
    """A field that is true or false."""
    return Option(name, description, bool)


def referees_own(dm: str = "The referee's own modifier") -> tuple[Option, Option]:
    """The referee's own modifier and its reason, which every order that throws takes; `dm` says on what it is."""
    return number("dm", dm), text("because", "The reason for that modifier")


def order_command(
    name: str,
    description: str,
    *options: Option,
    verb: str = "",
    give: Giver = give_order,
    suggest: Suggester = completion.field,
) -> Command:
    """A slash command that gives the order `verb` (its own name, if nothing is said) with what its options hold.

    `give` is what happens with them, and `suggest` finds what is offered for a field.
    """
    verb = verb or name

    async def callback(interaction: Interaction, **typed: Any) -> None:
        said = [option for option in options if typed[option.parameter] is not None]
        people = {option.filled: typed[option.parameter] for option in said if option.is_role}
        fields = {option.filled: _value(typed[option.parameter]) for option in said if not option.is_role}
        await give(interaction, verb, people, fields)

    # discord.py reads a command's options from its callback, as if they had been written out there.
    callback.__signature__ = _signature(options)  # type: ignore[attr-defined]
    completers = {each.parameter: suggest(verb, each.filled) if each.suggested else each.complete for each in options}
    app_commands.describe(**{option.parameter: option.description for option in options})(callback)
    app_commands.rename(**{option.parameter: option.name for option in options})(callback)
    app_commands.autocomplete(**{each: complete for each, complete in completers.items() if complete})(callback)
    extras = {"verb": verb, "options": options}
    return app_commands.Command(name=name, description=description, callback=callback, extras=extras)


def _value(typed: Any) -> Value:
    """What was typed as a field takes it: people by their numbers."""
    return str(typed.id) if isinstance(typed, discord.abc.User) else typed


def _signature(options: Iterable[Option]) -> inspect.Signature:
    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=Interaction)]
    for option in options:
        annotation, default = (option.holds, _NO_DEFAULT) if option.required else (option.holds | None, None)
        parameters.append(
            inspect.Parameter(option.parameter, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
        )
    return inspect.Signature(parameters)


def command_group(name: str, description: str, *members: Command) -> app_commands.Group:
    """Commands under one name, such as `/morale check` and `/morale rally`."""
    group = app_commands.Group(name=name, description=description)
    for command in members:
        group.add_command(command)
    return group
