"""`/dive`: into an enemy's square."""

from bot.chat.options import order_command, person, referees_own
from bot.chat.table import Bot

DIVE = order_command(
    "dive",
    "Dive into an enemy's square on the deck; of a full one somebody is thrown out",
    person("diver", "Who dives, at the end of a trot beside the target", required=True),
    person("target", "The enemy into whose square they dive, who isn't moving", required=True),
    *referees_own("The referee's own modifier on the diver's die in a full square"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(DIVE)
