"""`/surrender`: somebody lays down arms, or takes them up again."""

from bot.chat.options import flag, order_command, person
from bot.chat.table import Bot

SURRENDER = order_command(
    "surrender",
    "Lay down arms, or take them up again by the referee's word",
    person("name", "Who", required=True),
    flag("back", "Whether to take up arms again"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(SURRENDER)
