"""The buttons under an order that waits: Allow and Refuse for somebody's yes, and the form for dice of the table."""

import re
from collections.abc import Mapping

from discord import InteractionType

from bot.chat import careers, rosters, undoing
from bot.chat.answer import answer
from bot.chat.between import carry_rest, carry_resupply
from bot.chat.each import carry_each
from bot.chat.orders import carry_again, carry_answer, carry_order
from bot.chat.petitions import ENTER, THROWN, Deed, allow, open_dice_form, refuse, throw_on, what_is_asked
from bot.chat.rosters import carry_bringing
from bot.chat.saying import SAID, carry_said
from bot.chat.sending import ENTRY_NAMED, entry_named, on_press, used
from bot.chat.ships import ADD, carry_change, carry_design, carry_ships
from bot.chat.table import Bot, Interaction
from bot.systems.handing import BringOrder
from bot.systems.resting import REST, RESUPPLY
from bot.systems.stepping import ANSWERS

DEEDS: Mapping[str, Deed] = {
    "order": carry_order,
    "again": carry_again,
    "answer": carry_answer,
    ANSWERS: carry_each,
    SAID: carry_said,
    ADD: carry_ships,
    "design": carry_design,
    "change": carry_change,
    **careers.DEEDS,
    **rosters.DEEDS,
    **undoing.DEEDS,
    BringOrder.verb: carry_bringing,
    RESUPPLY: carry_resupply,
    REST: carry_rest,
}


async def press_allow(interaction: Interaction, named: str) -> None:
    """Carry out the order that waits, with the yes of whoever pressed."""
    await answer(interaction, allow(interaction, entry_named(named), DEEDS))


async def press_refuse(interaction: Interaction, named: str) -> None:
    """Refuse the order that waits."""
    await answer(interaction, refuse(interaction, entry_named(named), DEEDS))


async def press_asked(interaction: Interaction, named: str) -> None:
    """Show what the order says that waits, where that isn't for all."""
    await answer(interaction, what_is_asked(interaction, entry_named(named), DEEDS), private=True)


async def submit_dice(interaction: Interaction) -> None:
    """Carry out the order that waits with the dice that were entered."""
    _, _, named = str(interaction.data["custom_id"]).partition(":")  # type: ignore[index,typeddict-item]
    if interaction.type is InteractionType.modal_submit and re.fullmatch(ENTRY_NAMED, named):
        await answer(interaction, throw_on(interaction, named, DEEDS))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.add_dynamic_items(on_press("allow", press_allow), on_press("refuse", press_refuse))
    bot.add_dynamic_items(on_press("asked", press_asked))
    bot.add_dynamic_items(on_press(ENTER, open_dice_form, f"(?:{ENTRY_NAMED})(:[0-9.;]{{0,70}})?"))
    bot.add_listener(submit_dice, used(THROWN))
