"""What the application commands of a bot may hold."""

import re
from collections import Counter

from bot.sandbox.errors import TOO_MANY_COMMANDS, DiscordError
from bot.sandbox.limits.form import Inspected
from bot.sandbox.limits.messages import check_choice

CHAT_INPUT, USER_MENU, MESSAGE_MENU = 1, 2, 3
MOST_OF_A_KIND = {CHAT_INPUT: 100, USER_MENU: 15, MESSAGE_MENU: 15}
SUBCOMMAND, GROUP = 1, 2
# Text, whole numbers, yes or no, members, numbers and files: the kinds of options that the sandbox knows.
OPTION_KINDS = (3, 4, 5, 6, 10, 11)
# What may stand inside a command, a group and a subcommand; nothing nests deeper.
ALLOWED_IN = {None: (SUBCOMMAND, GROUP, *OPTION_KINDS), GROUP: (SUBCOMMAND,), SUBCOMMAND: OPTION_KINDS}
COMMAND_TEXT = 8000

# \w lacks the combining marks of the two scripts that Discord names
_NAME = re.compile(r"[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")


def check_commands(commands: object) -> None:
    """Check a whole list of commands that a bot registers. Raises DiscordError 30032 or 50035."""
    form = Inspected(commands)
    kinds = Counter(_kind(command) for command in form)
    if any(kinds[kind] > most for kind, most in MOST_OF_A_KIND.items()):
        raise DiscordError(*TOO_MANY_COMMANDS)
    for command in form:
        _check_command(command)
    names = Counter((_kind(command), command["name"].value) for command in form)
    if any(count > 1 for count in names.values()):
        form.fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    form.refuse()


def _kind(command: Inspected) -> object:
    return command["type"].value or CHAT_INPUT


def _check_command(command: Inspected) -> None:
    if command["type"].given and not command["type"].one_of(tuple(MOST_OF_A_KIND)):
        return
    if _kind(command) != CHAT_INPUT:
        command["name"].text(1, 32, required=True)
        return
    _check_named(command)
    _check_options(command["options"], inside=None)
    if _size(command) > COMMAND_TEXT:
        command.fail("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({COMMAND_TEXT})")


def _check_named(thing: Inspected) -> None:
    name = thing["name"]
    name.text(1, 32, required=True)
    if isinstance(name.value, str) and (not _NAME.fullmatch(name.value) or name.value != name.value.lower()):
        name.fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    thing["description"].text(1, 100, required=True)


def _check_unique_names(options: Inspected) -> None:
    names = Counter(option["name"].value for option in options)
    for option in options:
        if names[option["name"].value] > 1:
            option["name"].fail("APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option names must be unique")


def _check_options(options: Inspected, inside: int | None) -> None:
    options.items(0, 25)
    _check_unique_names(options)
    _check_order(options)
    for option in options:
        if option["type"].one_of(ALLOWED_IN[inside]):
            _check_named(option)
            _check_option(option)
    if len({option["type"].value in OPTION_KINDS for option in options}) > 1:
        options.fail(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )


def _check_order(options: Inspected) -> None:
    optional = False
    for option in options:
        if option["type"].value in (SUBCOMMAND, GROUP):
            continue
        if optional and option["required"].value:
            option.fail(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option["required"].value


def _check_option(option: Inspected) -> None:
    kind = option["type"].value
    if kind in (SUBCOMMAND, GROUP):
        _check_options(option["options"], inside=kind)
        return
    option["choices"].items(0, 25)
    for choice in option["choices"]:
        check_choice(choice, kind)
    if option["autocomplete"].value and option["choices"].value:
        option["autocomplete"].fail(
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices and autocomplete exclude each other"
        )
    option["min_length"].number(0, 6000)
    option["max_length"].number(1, 6000)


def _size(thing: Inspected) -> int:
    """The characters of a command that count: names, descriptions and values of choices."""
    own = len(str(thing["name"].value or "")) + len(str(thing["description"].value or ""))
    choices = sum(len(str(c["name"].value)) + len(str(c["value"].value)) for c in thing["choices"])
    return own + choices + sum(_size(option) for option in thing["options"])
