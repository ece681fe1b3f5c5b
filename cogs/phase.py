"""`/phase`: an action phase ends."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Phase(commands.Cog):
    """`/phase`."""

    @app_commands.command()
    @app_commands.describe(
        character="For whom, if not for everybody",
        dm="The referee's own modifier on the throws for control",
        because="The reason for that modifier",
        step="In a turn that is kept: go to this step of the phase instead of ending it",
        values="Whatever else these rules ask, by name",
    )
    @app_commands.autocomplete(character=completion.characters, step=completion.field("phase", "step"))
    async def phase(
        self,
        interaction: Interaction,
        character: str | None = None,
        dm: int | None = None,
        because: str | None = None,
        step: str | None = None,
        values: str | None = None,
    ) -> None:
        """End an action phase: stuns run down, and in zero-G people keep control or lose it"""
        fields = {"dm": dm, "because": because, "step": step, "values": values}
        await give_order(interaction, "phase", {"characters": character}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Phase())
