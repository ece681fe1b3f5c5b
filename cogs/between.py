"""What is done between fights: `/resupply`, and `/rest` with the form that asks how the wounded are after it."""

from functools import partial

from discord import InteractionType

from bot.chat.answer import answer
from bot.chat.between import carry_rest, carry_resupply, give_rest
from bot.chat.files import submitted
from bot.chat.options import add_command, order_command
from bot.chat.orders import give_order
from bot.chat.sending import used
from bot.chat.table import Bot, Interaction
from bot.systems.resting import REST, RESUPPLY

_DEEDS = {RESUPPLY: carry_resupply, REST: carry_rest}


async def submit_rest(interaction: Interaction) -> None:
    """Let days pass as a form says that was submitted."""
    if interaction.type is InteractionType.modal_submit:
        await answer(interaction, give_rest(interaction), "\n".join(submitted(interaction).values()))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    for verb, carry in _DEEDS.items():
        give = partial(give_order, carry=carry, deed=verb)
        add_command(bot.tree, order_command(bot.table.systems, verb, give=give))
    bot.add_listener(submit_rest, used(REST))
