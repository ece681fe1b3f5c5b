"""`/help`: what there is, read from the commands themselves."""

from collections.abc import Iterator
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.chat.answer import Reply, answer
from bot.chat.completion import choices
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed
from bot.engine.typed import match

_FIRST_STEPS = (
    "A referee's assistant: it throws the dice, shows every modifier, keeps wounds and rounds, and takes "
    "anything back.",
    "Begin with `/campaign new starter:True`: its answer says what to try.",
    "`/help command:fire` shows a command's options, `/help command:ship` the commands of a group.",
    "",
)


Command = app_commands.Command[Any, ..., Any] | app_commands.Group


def _commands(bot: Bot) -> dict[str, Command]:
    """Every command and group of commands by its whole name."""
    found = {command.qualified_name: command for command in bot.tree.walk_commands()}
    return dict(sorted(found.items()))


def _overview(bot: Bot) -> Iterator[str]:
    """Every command a line, and every group one."""
    for name, command in _commands(bot).items():
        if isinstance(command, app_commands.Group):
            yield f"`/{name}` {command.description}: {', '.join(inner.name for inner in command.commands)}"
        elif command.parent is None:
            yield f"`/{name}` {command.description}"


def _usage(command: Command) -> Iterator[str]:
    """A command with all its options, a line each; a group with all its commands."""
    yield command.description
    if isinstance(command, app_commands.Group):
        yield from (f"`/{inner.qualified_name}` {inner.description}" for inner in command.commands)
        return
    for option in command.parameters:
        yield f"`{option.name if option.required else f'[{option.name}]'}` {option.description}"


async def _help(bot: Bot, typed: str | None) -> Reply:
    commands = _commands(bot)
    if typed is None:
        return Reply(lines_embed("Boarding Party", [*_FIRST_STEPS, *_overview(bot)]))
    name = match(typed.removeprefix("/"), commands, what="command")
    return Reply(lines_embed(f"/{name}", _usage(commands[name])))


async def _names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return choices(_commands(interaction.client), typed)


class Help(commands.Cog):
    """`/help`."""

    @app_commands.command()
    @app_commands.describe(command="One command, to see all its options")
    @app_commands.autocomplete(command=_names)
    async def help(self, interaction: Interaction, command: str | None = None) -> None:
        """Show the commands and how to begin, or one command with its options"""
        await answer(interaction, _help(interaction.client, command), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Help())
