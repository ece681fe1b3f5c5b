"""`/move`: somebody goes somewhere on the deck."""

from bot.chat.options import number, order_command, person, place, suggested
from bot.chat.table import Bot

MOVE = order_command(
    "move",
    "Move somebody on the deck, the cheapest way or step by step, and say what it costs",
    person("name", "Who goes", required=True),
    place("to", "A square such as C7, a place, a room, somebody, or steps such as N N E"),
    suggested("gait", "How they go, such as walk or trot"),
    suggested("facing", "Which way they face at the end: N, E, S or W"),
    number("ap", "How many action points they may spend; left out, as many as it takes"),
    person("dragging", "Whom they drag along"),
    person("with", "Who drags together with them", fills="helper"),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(MOVE)
