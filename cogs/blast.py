"""`/blast`: an explosion and whoever is near it."""

from bot.chat.options import number, order_command, person, place, referees_own, role, suggested, text
from bot.chat.orders import panel_without
from bot.chat.table import Bot

BLAST = order_command(
    "blast",
    "An explosion, or a strike that hurts others: who suffers, and what it does to them",
    suggested("cause", "What explodes or strikes, such as a grenade; left out, a panel asks and shows the odds"),
    role("people", "Who is near, and how far: Ann, Bob @0, Cid @1"),
    number("penetration", "The weapon's penetration, where the cause doesn't say it"),
    person("direct", "Whom the strike hit directly"),
    place("at", "On a deck: the square, place or person where it explodes; the deck tells who is near"),
    person("already", "Whom /fire has hit directly already, with commas between; they take no more"),
    number("struck", "For equipment: the penetration of the fire that hit it and may explode it"),
    suggested("vacuum", "Whether there is no air"),
    *referees_own("The referee's own modifier on throws to suffer collateral damage"),
    text("values", "Whatever else these rules ask, such as: confined"),
    give=panel_without("cause"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(BLAST)
