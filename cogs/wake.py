"""`/wake`: who comes round at the start of a decision phase."""

from bot.chat.options import order_command, person, referees_own
from bot.chat.table import Bot

WAKE = order_command(
    "wake",
    "Throw for the unconscious to come round, at the start of a decision phase",
    person("character", "Who tries, if not everybody who is unconscious", fills="characters"),
    *referees_own("The referee's own modifier on the die"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(WAKE)
