"""`/turn`: a turn that is kept, phase by phase."""

from bot.chat.options import command_group, order_command
from bot.chat.table import Bot

BEGIN = order_command(
    "begin", "Keep the turn from now on: its phases and steps, plans and action points", verb="turn begin"
)
SHOW = order_command(
    "show", "Say which phase it is, who has how many action points left, and who has a plan", verb="turn show"
)
END = order_command("end", "Keep the turn no longer: everybody acts freely", verb="turn end")
TURN = command_group("turn", "A turn that is kept, phase by phase", BEGIN, SHOW, END)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(TURN)
