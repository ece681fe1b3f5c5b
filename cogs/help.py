"""`/help`: what there is, read from the commands themselves."""

from collections.abc import Iterator
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.chat.answer import Reply, answer
from bot.chat.completion import choices
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed
from bot.engine.matching import match

_FIRST_STEPS = (
    "A referee's assistant: it throws the dice, shows every modifier, keeps wounds and rounds, and takes "
    "anything back.",
    "Begin with `/campaign new starter:True`: its answer says what to try.",
    "`/help command:fire` shows a command's options, `/help command:ship` all that is done with ships.",
    "",
)


Command = app_commands.Command[Any, ..., Any] | app_commands.Group


def _commands(bot: Bot) -> dict[str, Command]:
    """Every command and every group of commands by its whole name."""
    found = {command.qualified_name: command for command in bot.tree.walk_commands()}
    return dict(sorted(found.items()))


def _line(command: Command) -> str:
    """A command, or a group with the names of its commands: each by itself would be more than a message holds."""
    if isinstance(command, app_commands.Group):
        return f"`/{command.name}` {command.description}: {', '.join(each.name for each in command.commands)}"
    return f"`/{command.name}` {command.description}"


def _usage(command: Command) -> Iterator[str]:
    """A command with all its options, or a group with all its commands, a line each."""
    if isinstance(command, app_commands.Group):
        yield from (f"`/{each.qualified_name}` {each.description}" for each in command.commands)
        return
    yield command.description
    for option in command.parameters:
        yield f"`{option.name if option.required else f'[{option.name}]'}` {option.description}"


async def _help(bot: Bot, typed: str | None) -> Reply:
    commands = _commands(bot)
    if typed is None:
        lines = [_line(command) for command in commands.values() if command.parent is None]
        return Reply(lines_embed("Boarding Party", [*_FIRST_STEPS, *lines]), private=True)
    name = match(typed.removeprefix("/"), commands, what="command")
    return Reply(lines_embed(f"/{name}", _usage(commands[name])), private=True)


async def _names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return choices(_commands(interaction.client), typed)


class Help(commands.Cog):
    """`/help`."""

    @app_commands.command()
    @app_commands.describe(command="A command, to see all its options, or a group such as ship")
    @app_commands.autocomplete(command=_names)
    async def help(self, interaction: Interaction, command: str | None = None) -> None:
        """Show the commands and how to begin, or one command with its options"""
        await answer(interaction, _help(interaction.client, command))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Help())
