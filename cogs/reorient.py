"""`/reorient`: a disoriented character tries to get control back."""

from bot.chat.options import order_command, person, referees_own
from bot.chat.table import Bot

REORIENT = order_command(
    "reorient",
    "Try to get control back in zero-G",
    person("character", "Who tries", required=True),
    *referees_own(),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(REORIENT)
