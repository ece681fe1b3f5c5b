"""The “again” button under an answer: the same order once more."""

from bot.chat.orders import give_again
from bot.chat.sending import on_press
from bot.chat.table import Bot, Interaction


async def again(interaction: Interaction, entry_id: str) -> None:
    """Give the order of an entry again, as whoever pressed."""
    await give_again(interaction, int(entry_id))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.add_dynamic_items(on_press("again", again))
