"""`/light`: the light in a room, on or off: at a switch, or by the referee's word."""

from bot.chat import completion
from bot.chat.options import flag, order_command, role
from bot.chat.table import Bot

LIGHT = order_command(
    "light",
    "Turn the light in a room on or off",
    role(
        "room",
        "Who is at a switch; or for the referee a room by its number or name, or a square in it",
        completion.rooms,
        fills="name",
        required=True,
    ),
    flag("on", "Whether there is to be light; left out, it turns"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(LIGHT)
