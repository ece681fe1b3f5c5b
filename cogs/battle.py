"""`/battle simulate`: the campaign's ships fight on, many times."""

from discord import app_commands

from bot.chat.options import add_command
from bot.chat.rehearsals import press_enough, rehearse
from bot.chat.sending import on_press
from bot.chat.table import Bot, Interaction


@app_commands.command()
@app_commands.describe(battles="How many times the battle is played on from here")
async def simulate(interaction: Interaction, battles: int = 100) -> None:
    """Play the battle on by standing orders, many times, and show how it may go"""
    await rehearse(interaction, battles)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    add_command(bot.tree, simulate, "battle", "A battle of ships")
    bot.add_dynamic_items(on_press("enough", press_enough, "here"))
