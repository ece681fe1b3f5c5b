"""`/lift`: lifts are called and ridden."""

from bot.chat import completion
from bot.chat.options import command_group, order_command, person, suggested, text
from bot.chat.table import Bot

CALL = order_command(
    "call",
    "Call a lift from beside its door",
    person("name", "Who is beside the lift's door, or in the lift to have it opened", required=True),
    suggested("side", "On which side of their square the lift is, if there are several: N, E, S or W"),
    verb="lift call",
)
RIDE = order_command(
    "ride",
    "Ride a lift to another level",
    person("name", "Who is in the lift, with everybody else in it", required=True),
    text("to", "To which level, by its number or name", completion.levels),
    verb="lift ride",
)
SET = order_command(
    "set",
    "Say what a lift does, by the referee's word, at once",
    text("at", "Which lift: its name, or a square of it such as 2:C7; or all", completion.squares, required=True),
    suggested("state", "dead: out of order; working; here: it stands open there; away: it leaves", required=True),
    verb="lift set",
)
LIFT = command_group("lift", "Lifts between the levels of a deck", CALL, RIDE, SET)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(LIFT)
