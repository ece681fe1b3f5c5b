"""`/career`: people led through their service term by term, and out of it into the campaign; also the buttons and
selects under a career's message.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from discord import app_commands

from bot.chat import completion
from bot.chat.answer import Reply, answer
from bot.chat.careers import DEEDS, PREFIX, SHEET, boards_now, choose, list_careers, read_sheet, show_career
from bot.chat.options import add_command, order_command
from bot.chat.orders import give_order
from bot.chat.sending import used
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed
from bot.engine.system import CAREER

# Who comes out of one is somebody, whose career may go on until the referee says yes.
_MEANT: Mapping[str, Mapping[str, Any]] = {"career enlist": {"meant": boards_now}}
_ABOUT = "Careers: people led through their service, term by term"


@app_commands.command()
@app_commands.describe(name="Whose career")
@app_commands.autocomplete(name=completion.careers)
async def show(interaction: Interaction, name: str) -> None:
    """Show a whole career with its log, as a card and as files, and what it waits for"""
    await answer(interaction, show_career(interaction, name))


@app_commands.command(name="list")
async def list_(interaction: Interaction) -> None:
    """List all careers, how they stand and what they wait for"""
    await answer(interaction, _list(interaction))


async def _list(interaction: Interaction) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        lines = await list_careers(transaction, table.careers)
    return Reply(lines_embed("Careers", lines or ["None yet: begin one with /career begin."]))


async def use_career(interaction: Interaction) -> None:
    """Make the choice of a button or a select under a career's message, whenever that was posted; or show its sheet."""
    data: Any = interaction.data
    picked, custom_id = next(iter(data.get("values", ())), ""), str(data["custom_id"])
    if custom_id.endswith(f":{SHEET}"):
        await answer(interaction, read_sheet(interaction, custom_id), private=True)
    else:
        await answer(interaction, choose(interaction, custom_id, picked), in_place=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    offered = {"career enlist": {"name": completion.careers}}
    add_command(bot.tree, show, "career", _ABOUT)
    add_command(bot.tree, list_, "career")
    for verb, carry in DEEDS.items():
        if any(verb in system.orders for system in bot.table.systems.values()):
            give = partial(give_order, carry=carry, deed=verb, kind=CAREER, **_MEANT.get(verb, {}))
            add_command(
                bot.tree,
                order_command(bot.table.systems, verb, give=give, complete=offered.get(verb)),
                "career",
            )
    bot.add_listener(use_career, used(PREFIX))
