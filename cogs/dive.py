"""`/dive`: into an enemy's square."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Dive(commands.Cog):
    """`/dive`."""

    @app_commands.command()
    @app_commands.describe(
        diver="Who dives, at the end of a trot beside the target",
        target="The enemy into whose square he dives, who isn't moving",
        dm="The referee's own modifier on the diver's die in a full square",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(diver=completion.characters, target=completion.characters)
    async def dive(
        self, interaction: Interaction, diver: str, target: str, dm: int | None = None, because: str | None = None
    ) -> None:
        """Dive into an enemy's square on the deck; of a full one somebody is thrown out"""
        await give_order(interaction, "dive", {"diver": diver, "target": target}, {"dm": dm, "because": because})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Dive())
