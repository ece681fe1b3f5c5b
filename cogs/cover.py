"""`/cover`: covering fire along a line of the deck."""

from bot.chat.options import flag, order_command, person, place, referees_own, suggested, text
from bot.chat.table import Bot

COVER = order_command(
    "cover",
    "Fire covering fire along a line of the deck, at who is in it and who comes through",
    person("character", "Who fires", required=True),
    place("at", "The square where the line ends; left out, the one that was planned"),
    suggested("weapon", "Which weapon, if not the one in use"),
    suggested("mode", "How: automatic or single"),
    flag("handhold", "In zero-G: whether they use a handhold"),
    *referees_own(),
    text("values", "Whatever else these rules ask of a shot, by name"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(COVER)
