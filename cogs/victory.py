"""`/victory`: who has won a scenario."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Victory(commands.Cog):
    """`/victory`."""

    @app_commands.command()
    @app_commands.describe(
        scenario="Which scenario has been played",
        values="What counts in it, such as: cases 3; or: sergei alive, zinovia dead, mutineers out",
    )
    @app_commands.autocomplete(scenario=completion.field("victory", "scenario"))
    async def victory(self, interaction: Interaction, scenario: str, values: str | None = None) -> None:
        """Say who has won a scenario of the book, and how clearly"""
        await give_order(interaction, "victory", {}, {"scenario": scenario, "values": values})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Victory())
