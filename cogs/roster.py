"""`/roster`: people and ships kept under a name, for another campaign of the server to take over."""

from functools import partial

from discord import app_commands

from bot.chat.answer import answer
from bot.chat.options import add_command, order_command
from bot.chat.orders import give_order
from bot.chat.rosters import COMPLETERS, DEEDS, list_rosters
from bot.chat.table import Bot, Interaction

_ABOUT = "People and ships kept under a name, for another campaign of the server"


@app_commands.command(name="list")
async def list_(interaction: Interaction) -> None:
    """List the rosters that you may take over"""
    await answer(interaction, list_rosters(interaction), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    add_command(bot.tree, list_, "roster", _ABOUT)
    for verb, carry in DEEDS.items():
        give = partial(give_order, carry=carry, deed=verb)
        command = order_command(bot.table.systems, verb, give=give, complete=COMPLETERS.get(verb, {}))
        add_command(bot.tree, command, "roster")
