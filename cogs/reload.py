"""`/reload`: a fresh clip into a weapon."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Reload(commands.Cog):
    """`/reload`."""

    @app_commands.command()
    @app_commands.describe(
        character="Who reloads",
        weapon="Which weapon, if not the first one carried",
        ammunition="What kind, if not the same as before",
        values="Whatever else these rules ask, such as: barrels 2, crew 1",
    )
    @app_commands.autocomplete(
        character=completion.characters,
        weapon=completion.field("reload", "weapon"),
        ammunition=completion.field("reload", "ammunition"),
    )
    async def reload(
        self,
        interaction: Interaction,
        character: str,
        weapon: str | None = None,
        ammunition: str | None = None,
        values: str | None = None,
    ) -> None:
        """Put a fresh clip into a weapon"""
        fields = {"weapon": weapon, "ammunition": ammunition, "values": values}
        await give_order(interaction, "reload", {"character": character}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Reload())
