"""`/place`: people put on the deck, or taken off it."""

from bot.chat import completion
from bot.chat.options import order_command, person, suggested, text
from bot.chat.table import Bot

PLACE = order_command(
    "place",
    "Put people on the deck",
    person("name", "Whom; several with commas between them", required=True),
    text("at", "A square such as C7 or 2:C7, a place, a room, somebody; or off", completion.squares, required=True),
    suggested("facing", "N, E, S or W"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(PLACE)
