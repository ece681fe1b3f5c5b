"""`/jump`: somebody goes down a level over an edge."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Jump(commands.Cog):
    """`/jump`."""

    @app_commands.command()
    @app_commands.describe(
        name="Who goes down",
        at="Which drop, where several are beside him: its square",
        how="jump, or swing down by the hands",
        ap="How many action points he has left in this phase, if not all",
    )
    @app_commands.autocomplete(name=completion.characters, at=completion.squares, how=completion.field("jump", "how"))
    async def jump(
        self, interaction: Interaction, name: str, at: str | None = None, how: str | None = None, ap: int | None = None
    ) -> None:
        """Jump or swing down a level from beside a drop of the deck"""
        await give_order(interaction, "jump", {"name": name}, {"at": at, "how": how, "ap": ap})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Jump())
