"""`/phase`: an action phase ends; also the button that says that all of one's own are ready."""

from bot.chat.options import Option, order_command
from bot.chat.orders import give_order, instead
from bot.chat.sending import MOMENT, on_press
from bot.chat.spelling import READY
from bot.chat.table import Bot, Interaction

_READY = Option(
    "ready", "That those named, or all of one's own, are done with this step, or with all before the one named", bool
)


async def press_give(interaction: Interaction, offered: str) -> None:
    """Give the order that a button offers for all of one's own, by the rights of whoever pressed."""
    verb, _, moment = offered.partition(":")
    await give_order(interaction, verb, {}, {}, moment=moment)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(order_command(bot.table.systems, "phase", _READY, give=instead(*READY)))
    bot.add_dynamic_items(on_press("give", press_give, f"[a-z ]{{1,40}}{MOMENT}"))
