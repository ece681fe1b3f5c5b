"""`/vacuum`: a turn without air."""

from discord import app_commands
from discord.ext import commands

from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Vacuum(commands.Cog):
    """`/vacuum`."""

    @app_commands.command()
    @app_commands.describe(
        people="Who is in vacuum, with commas between, if not everybody",
        dm="The referee's own modifier on each damage throw",
        because="The reason for that modifier",
    )
    async def vacuum(
        self,
        interaction: Interaction,
        people: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """A turn in vacuum: a damage throw for everybody without a suit"""
        await give_order(interaction, "vacuum", {"people": people}, {"dm": dm, "because": because})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Vacuum())
