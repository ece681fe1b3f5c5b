"""`/door`: a door, iris valve or hatch of the deck, opened or shut: by hand, or by the referee's word."""

from bot.chat.options import flag, order_command, person, suggested
from bot.chat.table import Bot

DOOR = order_command(
    "door",
    "Open or shut a door or hatch of the deck, by hand as the rules say or by the referee's word",
    person("at", "Who is at the door, or a square beside it such as C7", fills="name", required=True),
    suggested("side", "On which side of it: N, E, S or W, or down or up for a hatch in the floor"),
    flag("open", "Whether it is to be open; left out, it turns"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(DOOR)
