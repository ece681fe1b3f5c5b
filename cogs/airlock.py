"""`/airlock`: an airlock is cycled."""

from bot.chat.options import order_command, person, suggested
from bot.chat.table import Bot

AIRLOCK = order_command(
    "airlock",
    "Cycle an airlock of the deck: from outside to enter it, from within to leave at the far end",
    person("name", "Who is beside an entrance of the airlock, or in it", required=True),
    suggested("side", "On which side of their square the entrance is, if there are several: N, E, S or W"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(AIRLOCK)
