"""`/set`: any value of a sheet put right, with a reason."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.answer import answer
from bot.chat.editing import edit, editable_fields, field_values
from bot.chat.table import Bot, Interaction


class Set(commands.Cog):
    """`/set`."""

    @app_commands.command(name="set")
    @app_commands.describe(name="Whom", field="What to put right", value="To what", because="Why, for the journal")
    @app_commands.autocomplete(name=completion.everybody, field=editable_fields, value=field_values)
    async def set_(self, interaction: Interaction, name: str, field: str, value: str, because: str = "") -> None:
        """Put any value of a character or a ship right, with a reason in the journal"""
        await answer(interaction, edit(interaction, name, field, value, because=because, kind=None))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Set())
