"""`/face`: somebody on the deck turns."""

from bot.chat.options import order_command, person, suggested
from bot.chat.table import Bot

FACE = order_command(
    "face",
    "Turn somebody on the deck",
    person("name", "Whom", required=True),
    suggested("facing", "N, E, S or W", required=True),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(FACE)
