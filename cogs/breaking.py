"""`/break`: a closed door broken down."""

from bot.chat.options import order_command, person, referees_own, suggested
from bot.chat.table import Bot

BREAK = order_command(
    "break",
    "Break down a closed sliding door of the deck, alone or with somebody's help",
    person("name", "Who pushes at the door that they stand at", required=True),
    person("helper", "Who pushes with them"),
    suggested("side", "On which side of their square it is: N, E, S or W"),
    *referees_own("The referee's own modifier to the melee value: + helps"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(BREAK)
