"""`/side`: the threads of sides."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.answer import answer
from bot.chat.table import Bot, Interaction
from bot.chat.threads import campaigns_of_sides, open_thread


class Side(commands.GroupCog, group_name="side", group_description="What is a side's alone"):
    """`/side`."""

    @app_commands.command(name="open")
    @app_commands.describe(
        name="Which side",
        here="Take the private thread or channel in which you type this, instead of a new thread",
        campaign="With here, in a channel: the channel in which the campaign is played",
    )
    @app_commands.autocomplete(name=completion.sides, campaign=campaigns_of_sides)
    async def open(self, interaction: Interaction, name: str, here: bool = False, campaign: str = "") -> None:
        """Open a private thread for who plays a side"""
        await answer(interaction, open_thread(interaction, name, here=here, campaign=campaign), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Side())
