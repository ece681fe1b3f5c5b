"""`/repair`: a weapon that jammed or was damaged."""

from bot.chat.options import order_command, person, referees_own, suggested, text
from bot.chat.table import Bot

REPAIR = order_command(
    "repair",
    "Try to mend a weapon that jammed or was damaged",
    person("character", "Who tries", required=True),
    suggested("weapon", "Which weapon, if not the first that needs it"),
    *referees_own("The referee's own modifier on the throw"),
    text("values", "Whatever else these rules ask, such as: gait walk"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(REPAIR)
