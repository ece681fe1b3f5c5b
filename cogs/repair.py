"""`/repair`: a weapon that jammed or was damaged."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Repair(commands.Cog):
    """`/repair`."""

    @app_commands.command()
    @app_commands.describe(
        character="Who tries",
        weapon="Which weapon, if not the first that needs it",
        dm="The referee's own modifier on the throw",
        because="The reason for that modifier",
        values="Whatever else these rules ask, such as: gait walk",
    )
    @app_commands.autocomplete(character=completion.characters, weapon=completion.field("repair", "weapon"))
    async def repair(
        self,
        interaction: Interaction,
        character: str,
        weapon: str | None = None,
        dm: int | None = None,
        because: str | None = None,
        values: str | None = None,
    ) -> None:
        """Try to mend a weapon that jammed or was damaged"""
        fields = {"weapon": weapon, "dm": dm, "because": because, "values": values}
        await give_order(interaction, "repair", {"character": character}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Repair())
