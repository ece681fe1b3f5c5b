"""The “again” button under an answer: the same order once more."""

from bot.chat.orders import give_again
from bot.chat.sending import entry_named, on_press
from bot.chat.table import Bot, Interaction


async def again(interaction: Interaction, named: str) -> None:
    """Give the order of an entry again, as whoever pressed."""
    await give_again(interaction, entry_named(named))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.add_dynamic_items(on_press("again", again))
