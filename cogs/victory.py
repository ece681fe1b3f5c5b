"""`/victory`: who has won a scenario."""

from bot.chat.options import order_command, suggested, text
from bot.chat.table import Bot

VICTORY = order_command(
    "victory",
    "Say who has won a scenario of the book, and how clearly",
    suggested("scenario", "Which scenario has been played", required=True),
    text("values", "What counts in it, such as: cases 3; or: sergei alive, zinovia dead, mutineers out"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(VICTORY)
