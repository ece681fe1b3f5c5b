"""`/wake`: who comes round at the start of a decision phase."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Wake(commands.Cog):
    """`/wake`."""

    @app_commands.command()
    @app_commands.describe(
        character="Who tries, if not everybody who is unconscious",
        dm="The referee's own modifier on the die",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(character=completion.characters)
    async def wake(
        self,
        interaction: Interaction,
        character: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """Throw for the unconscious to come round, at the start of a decision phase"""
        await give_order(interaction, "wake", {"characters": character}, {"dm": dm, "because": because})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Wake())
