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
    "`/help command:fire` shows a command's options.",
    "",
)


Commands = dict[str, app_commands.Command[Any, ..., Any]]


def _commands(bot: Bot) -> Commands:
    """Every command by its whole name."""
    found = {command.qualified_name: command for command in bot.tree.walk_commands()}
    return {name: command for name, command in sorted(found.items()) if isinstance(command, app_commands.Command)}


def _usage(command: app_commands.Command[Any, ..., Any]) -> Iterator[str]:
    """A command with all its options, a line each."""
    yield command.description
    for option in command.parameters:
        yield f"`{option.name if option.required else f'[{option.name}]'}` {option.description}"


async def _help(bot: Bot, typed: str | None) -> Reply:
    commands = _commands(bot)
    if typed is None:
        lines = [f"`/{name}` {command.description}" for name, command in commands.items()]
        return Reply(lines_embed("Boarding Party", [*_FIRST_STEPS, *lines]), private=True)
    name = match(typed.removeprefix("/"), commands, what="command")
    return Reply(lines_embed(f"/{name}", _usage(commands[name])), private=True)


async def _names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return choices(_commands(interaction.client), typed)


class Help(commands.Cog):
    """`/help`."""

    @app_commands.command()
    @app_commands.describe(command="One command, to see all its options")
    @app_commands.autocomplete(command=_names)
    async def help(self, interaction: Interaction, command: str | None = None) -> None:
        """Show the commands and how to begin, or one command with its options"""
        await answer(interaction, _help(interaction.client, command))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Help())
