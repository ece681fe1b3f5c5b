"""`/stance`: somebody crouches behind a console, lies down, or stands up."""

from bot.chat.options import order_command, person, suggested
from bot.chat.table import Bot

STANCE = order_command(
    "stance",
    "Crouch behind a console out of every line across it, lie prone, or stand up",
    person("name", "Who", required=True),
    suggested("how", "crouching, prone or up", fills="stance", required=True),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(STANCE)
