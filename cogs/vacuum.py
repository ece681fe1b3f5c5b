"""`/vacuum`: a turn without air."""

from bot.chat.options import flag, order_command, place, referees_own, role, text
from bot.chat.table import Bot

VACUUM = order_command(
    "vacuum",
    "A turn in vacuum: a damage throw for everybody without a suit",
    role("people", "Who is in vacuum, with commas between, if not everybody"),
    place("at", "On a deck: a square from which the air is lost; it spreads as far as it can"),
    flag("sealed", "On a deck: whether there is air again, wherever no opening leads to space"),
    *referees_own("The referee's own modifier on each damage throw"),
    text("values", "Whatever else these rules ask, such as: deck no"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(VACUUM)
