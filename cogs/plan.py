"""`/plan`: what characters are to do in a turn, in secret."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Plan(commands.Cog):
    """`/plan`."""

    @app_commands.command()
    @app_commands.describe(
        character="For whom, one or several; left out, for all who are yours",
        plan="What they are to do, or abandon; left out, it shows the plans",
        end="For covering fire: the square where it is to end",
        delay="For a charge: how many action phases it waits",
    )
    @app_commands.autocomplete(
        character=completion.characters, plan=completion.field("plan", "plan"), end=completion.squares
    )
    async def plan(
        self,
        interaction: Interaction,
        character: str | None = None,
        plan: str | None = None,
        end: str | None = None,
        delay: int | None = None,
    ) -> None:
        """Decide in secret what characters do in the turn that is kept"""
        await give_order(interaction, "plan", {"characters": character}, {"plan": plan, "end": end, "delay": delay})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Plan())
