"""`/collide`: a character drifts into an obstruction at running speed."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Collide(commands.Cog):
    """`/collide`."""

    @app_commands.command()
    @app_commands.describe(
        character="Who drifts",
        vacuum="Whether the air is gone, if not as the campaign is set",
        dm="The referee's own modifier on the die",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(character=completion.characters, vacuum=completion.field("collide", "vacuum"))
    async def collide(
        self,
        interaction: Interaction,
        character: str,
        vacuum: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """Drift into an obstruction at running speed in zero-G"""
        fields = {"vacuum": vacuum, "dm": dm, "because": because}
        await give_order(interaction, "collide", {"character": character}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Collide())
