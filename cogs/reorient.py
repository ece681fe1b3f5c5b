"""`/reorient`: a disoriented character tries to get control back."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Reorient(commands.Cog):
    """`/reorient`."""

    @app_commands.command()
    @app_commands.describe(
        character="Who tries",
        dm="The referee's own modifier",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(character=completion.characters)
    async def reorient(
        self, interaction: Interaction, character: str, dm: int | None = None, because: str | None = None
    ) -> None:
        """Try to get control back in zero-G"""
        await give_order(interaction, "reorient", {"character": character}, {"dm": dm, "because": because})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Reorient())
