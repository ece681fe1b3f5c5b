"""`/character`: who is in the campaign, and what is on their sheets."""

from functools import partial

from discord import app_commands

from bot.campaign.gate import look_as, rows_for
from bot.chat import completion
from bot.chat.answer import Reply, answer
from bot.chat.completion import editable_fields, field_values
from bot.chat.options import add_command, order_command
from bot.chat.orders import give_order
from bot.chat.rosters import brought_now, carry_bringing, names_elsewhere, roster, show
from bot.chat.table import Bot, Interaction
from bot.chat.wording import AS_WORDS, lines_embed
from bot.engine.typed import match
from bot.systems.handing import BringOrder


@app_commands.command(name="show")
@app_commands.describe(name="Whom; left out, your only one")
@app_commands.autocomplete(name=completion.characters)
async def show_(interaction: Interaction, name: str = "") -> None:
    """Show a character's whole sheet"""
    await answer(interaction, show(interaction, name))


@app_commands.command(name="list")
@app_commands.describe(side="Only this side", as_=AS_WORDS)
@app_commands.rename(as_="as")
@app_commands.autocomplete(side=completion.sides, as_=completion.sides)
async def list_(interaction: Interaction, side: str | None = None, as_: str | None = None) -> None:
    """List everybody, how they are and what they carry"""
    await answer(interaction, _list(interaction, side, as_), private=as_ is not None)


async def _list(interaction: Interaction, side: str | None, as_: str | None) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        await look_as(transaction, as_)
        system = table.system_of(transaction)
        units = await rows_for(transaction)
    if side is not None:
        meant = match(side, {unit.side for unit in units if unit.side}, what="side")
        units = [unit for unit in units if unit.side == meant]
    lines = list(roster(system, units, transaction.campaign.settings))
    return Reply(lines_embed("Characters", lines or ["Nobody yet: add somebody with /character add."]))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    offered = {"field": editable_fields, "value": field_values}
    edit = order_command(bot.table.systems, "character edit", complete=offered)
    bring = order_command(
        bot.table.systems,
        BringOrder.verb,
        give=partial(give_order, carry=carry_bringing, deed=BringOrder.verb, meant=brought_now),
        complete={"name": names_elsewhere},
    )
    for each in (edit, show_, list_, bring):
        add_command(bot.tree, each, "character", "Who is in the campaign, and what is on their sheets")
