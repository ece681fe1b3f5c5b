"""`/collide`: a character drifts into an obstruction at running speed."""

from bot.chat.options import order_command, person, referees_own, suggested
from bot.chat.table import Bot

COLLIDE = order_command(
    "collide",
    "Drift into an obstruction at running speed in zero-G",
    person("character", "Who drifts", required=True),
    suggested("vacuum", "Whether the air is gone, if not as the campaign is set"),
    *referees_own("The referee's own modifier on the die"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(COLLIDE)
