"""`/help`: what there is, read from the commands themselves."""

from collections.abc import Iterator

from discord import app_commands
from discord.ext import commands

from bot.chat.answer import Reply, answer
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed

_FIRST_STEPS = (
    "A referee's assistant: it throws the dice, shows every modifier, keeps wounds and rounds, and takes "
    "anything back.",
    "Begin with `/campaign new starter:True`: its answer says what to try.",
    "",
)


def _usage(bot: Bot) -> Iterator[str]:
    for command in sorted(bot.tree.walk_commands(), key=lambda command: command.qualified_name):
        if isinstance(command, app_commands.Command):
            options = [option.name if option.required else f"[{option.name}]" for option in command.parameters]
            yield f"`{' '.join((f'/{command.qualified_name}', *options))}`"
            yield command.description


async def _help(bot: Bot) -> Reply:
    return Reply(lines_embed("Boarding Party", [*_FIRST_STEPS, *_usage(bot)]), private=True)


class Help(commands.Cog):
    """`/help`."""

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """Show the commands and how to begin"""
        await answer(interaction, _help(interaction.client))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Help())
