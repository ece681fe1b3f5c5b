"""`/grenade`: a grenade thrown at a square."""

from bot.chat.options import number, order_command, person, place, referees_own, role, suggested, text
from bot.chat.orders import panel_without
from bot.chat.table import Bot

GRENADE = order_command(
    "grenade",
    "Throw a grenade at a square: whether it hits, whom it hurts, or where it scatters",
    person("thrower", "Who throws", required=True),
    number("range", "How far to the place aimed at, in the rules' squares or cm; left out, a panel asks"),
    place("at", "On a deck: the square, place or person that it is thrown at"),
    role("people", "Who is near that place, and how far from it: Ann, Bob @0, Cid @1"),
    suggested("cover", "Whether the thrower is in cover"),
    suggested("scatter", "Who says where a miss goes"),
    suggested("vacuum", "Whether there is no air"),
    *referees_own("The referee's own modifier on the throw to hit the square"),
    text("values", "Whatever else these rules ask, such as: grenade 101, size -2"),
    give=panel_without("range", "at"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(GRENADE)
