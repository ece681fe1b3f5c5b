"""`/airlock`: an airlock is cycled."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Airlock(commands.Cog):
    """`/airlock`."""

    @app_commands.command()
    @app_commands.describe(
        name="Who is beside an entrance of the airlock, or in it",
        side="On which side of his square the entrance is, if there are several: N, E, S or W",
    )
    @app_commands.autocomplete(name=completion.characters, side=completion.field("airlock", "side"))
    async def airlock(self, interaction: Interaction, name: str, side: str | None = None) -> None:
        """Cycle an airlock of the deck: from outside to enter it, from within to leave at the far end"""
        await give_order(interaction, "airlock", {"name": name}, {"side": side})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Airlock())
