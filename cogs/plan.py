"""`/plan`: what characters are to do in a turn, in secret."""

from functools import partial

from bot.chat.options import number, order_command, person, place, suggested
from bot.chat.orders import give_order
from bot.chat.table import Bot

PLAN = order_command(
    "plan",
    "Decide in secret what characters do in the turn that is kept",
    person(
        "character",
        "For whom, one or several; left out, for all of yours (a referee: all whom no player owns)",
        fills="characters",
    ),
    suggested("plan", "What they are to do, or abandon; left out, it shows the plans"),
    place("end", "For covering fire: the square where it is to end"),
    number("delay", "For a charge: how many action phases it waits"),
    give=partial(give_order, sealed=True),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(PLAN)
