"""`/vacuum`: a turn without air."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Vacuum(commands.Cog):
    """`/vacuum`."""

    @app_commands.command()
    @app_commands.describe(
        people="Who is in vacuum, with commas between, if not everybody",
        at="On a deck: a square from which the air is lost; it spreads as far as it can",
        sealed="On a deck: whether there is air again, wherever no opening leads to space",
        dm="The referee's own modifier on each damage throw",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(at=completion.squares)
    async def vacuum(
        self,
        interaction: Interaction,
        people: str | None = None,
        at: str | None = None,
        sealed: bool | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """A turn in vacuum: a damage throw for everybody without a suit"""
        await give_order(
            interaction, "vacuum", {"people": people}, {"at": at, "sealed": sealed, "dm": dm, "because": because}
        )


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Vacuum())
