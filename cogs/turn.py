"""`/turn`: a turn that is kept, phase by phase."""

from discord import app_commands
from discord.ext import commands

from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Turn(commands.GroupCog, group_name="turn", group_description="A turn that is kept, phase by phase"):
    """`/turn begin`, `/turn show` and `/turn end`."""

    @app_commands.command()
    async def begin(self, interaction: Interaction) -> None:
        """Keep the turn from now on: its phases and steps, plans and action points"""
        await give_order(interaction, "turn begin", {}, {})

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Say which phase it is, who has how many action points left, and who has a plan"""
        await give_order(interaction, "turn show", {}, {})

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """Keep the turn no longer: everybody acts freely"""
        await give_order(interaction, "turn end", {}, {})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Turn())
