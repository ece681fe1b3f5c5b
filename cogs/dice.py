"""`/dice`: what the dice are thrown from, opened by the referee and checked by anybody."""

from discord import app_commands
from discord.ext import commands

from bot.chat.answer import answer
from bot.chat.sending import on_press
from bot.chat.stretches import OPENS, ask_to_open, give_log, open_dice, salt_dice, show_dice
from bot.chat.table import Bot, Interaction


async def press_open(interaction: Interaction, stretch_id: str) -> None:
    """Open the seed of which the button tells."""
    await answer(interaction, open_dice(interaction, int(stretch_id)))


class Dice(commands.GroupCog, group_name="dice", group_description="What the dice are thrown from, and its check"):
    """`/dice`."""

    @app_commands.command()
    @app_commands.describe(words="Any words of yours, which everybody can read")
    async def salt(self, interaction: Interaction, words: str) -> None:
        """Add words of your own to the secret seed: from now on faces come from both"""
        await answer(interaction, salt_dice(interaction, words))

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show the seeds' hashes, whose words salt them, and since when"""
        await answer(interaction, show_dice(interaction))

    @app_commands.command()
    async def reveal(self, interaction: Interaction) -> None:
        """Open the present seed, and begin a new one"""
        await answer(interaction, ask_to_open(interaction), private=True)

    @app_commands.command()
    @app_commands.describe(stretch="Only the stretch of this number")
    async def log(self, interaction: Interaction, stretch: int | None = None) -> None:
        """Get every throw whose seed is open, as a file that anybody can check"""
        await answer(interaction, give_log(interaction, stretch), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Dice())
    bot.add_dynamic_items(on_press(OPENS, press_open))
