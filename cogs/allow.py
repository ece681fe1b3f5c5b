"""The buttons under an order that waits for somebody's yes: Allow and Refuse."""

from collections.abc import Mapping

from bot.chat.answer import answer
from bot.chat.orders import Deed, allow, carry_order, refuse
from bot.chat.sending import on_press
from bot.chat.ships import carry_change, carry_design
from bot.chat.table import Bot, Interaction

DEEDS: Mapping[str, Deed] = {
    "order": carry_order,
    "design": carry_design,
    "change": carry_change,
}


async def press_allow(interaction: Interaction, entry_id: str) -> None:
    """Carry out the order that waits, with the yes of whoever pressed."""
    await answer(interaction, allow(interaction, int(entry_id), DEEDS))


async def press_refuse(interaction: Interaction, entry_id: str) -> None:
    """Refuse the order that waits."""
    await answer(interaction, refuse(interaction, int(entry_id)))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.add_dynamic_items(on_press("allow", press_allow), on_press("refuse", press_refuse))
