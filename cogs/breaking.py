"""`/break`: a closed door broken down."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Break(commands.Cog):
    """`/break`."""

    @app_commands.command(name="break")
    @app_commands.describe(
        name="Who pushes at the door that he stands at",
        helper="Who pushes with him",
        side="On which side of his square it is: N, E, S or W",
        dm="The referee's own modifier to the melee value: + helps",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(
        name=completion.characters, helper=completion.characters, side=completion.field("break", "side")
    )
    async def break_(
        self,
        interaction: Interaction,
        name: str,
        helper: str | None = None,
        side: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """Break down a closed sliding door of the deck, alone or with somebody's help"""
        fields = {"side": side, "dm": dm, "because": because}
        await give_order(interaction, "break", {"name": name, "helper": helper}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Break())
