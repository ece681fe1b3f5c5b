"""`/lean`: somebody leans round a corner, or back."""

from bot.chat.options import order_command, person, suggested
from bot.chat.table import Bot

LEAN = order_command(
    "lean",
    "Lean round a corner to fire from there, or lean back",
    person("name", "Who leans", required=True),
    suggested("side", "Round the corner to their N, E, S or W; or back", required=True),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(LEAN)
