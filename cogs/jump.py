"""`/jump`: somebody goes down a level over an edge."""

from bot.chat.options import number, order_command, person, place, suggested
from bot.chat.table import Bot

JUMP = order_command(
    "jump",
    "Jump or swing down a level from beside a drop of the deck",
    person("name", "Who goes down", required=True),
    place("at", "Which drop, where several are beside them: its square"),
    suggested("how", "jump, or swing down by the hands"),
    number("ap", "How many action points they have left in this phase, if not all"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(JUMP)
