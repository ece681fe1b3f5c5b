"""`/reload`: a fresh clip into a weapon."""

from bot.chat.options import order_command, person, suggested, text
from bot.chat.table import Bot

RELOAD = order_command(
    "reload",
    "Put a fresh clip into a weapon",
    person("character", "Who reloads", required=True),
    suggested("weapon", "Which weapon, if not the one in use"),
    suggested("ammunition", "What kind, if not the same as before"),
    text("values", "Whatever else these rules ask, such as: barrels 2, crew 1"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(RELOAD)
