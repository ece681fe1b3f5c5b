"""`/undo` and `/redo`: the last order taken back, and done again; also the undo button under an answer."""

from discord import app_commands
from discord.ext import commands

from bot.chat.answer import answer
from bot.chat.sending import ENTRY_NAMED, entry_named, on_press
from bot.chat.table import Bot, Interaction
from bot.chat.undoing import do_again, take_back

LAST = "last"


async def press_undo(interaction: Interaction, named: str) -> None:
    """Take back the order under whose answer the button is, if it is the newest; or the last one, whichever it is."""
    await answer(interaction, take_back(interaction, None if named == LAST else entry_named(named)))


class Undo(commands.Cog):
    """`/undo` and `/redo`."""

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Take back the last order, with all that it did"""
        await answer(interaction, take_back(interaction))

    @app_commands.command()
    async def redo(self, interaction: Interaction) -> None:
        """Do again what was taken back last"""
        await answer(interaction, do_again(interaction))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Undo())
    bot.add_dynamic_items(on_press("undo", press_undo, f"{LAST}|{ENTRY_NAMED}"))
