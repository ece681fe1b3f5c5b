"""`/structure`: doors, walls and hulls that are hit."""

from bot.chat.options import command_group, number, order_command, place, suggested
from bot.chat.table import Bot

HIT = order_command(
    "hit",
    "Add the damage points of a strike or an explosion to a structure",
    suggested("name", "What it is called here, such as Door 3"),
    suggested("kind", "What it is, the first time that it is hit"),
    number("penetration", "The penetration of the strike or explosion"),
    number("times", "How many such strikes"),
    suggested("cause", "For an explosion near it: what explodes"),
    number("squares", "For an explosion near it: how many squares away, if not in its square"),
    place("at", "On a deck instead of a name: a square beside it, such as C7"),
    suggested("side", "On which side of that square it stands: N, E, S or W"),
    verb="structure hit",
)
LIST = order_command("list", "Show the structures that have been hit, and how they stand", verb="structure list")
STRUCTURE = command_group("structure", "Doors, walls and hulls that are hit", HIT, LIST)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(STRUCTURE)
