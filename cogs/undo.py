"""`/undo` and `/redo`: the last order taken back, and done again; also the undo button under an answer."""

from collections.abc import Awaitable, Callable, Sequence

from discord import app_commands
from discord.ext import commands

from bot.campaign.game import seen
from bot.campaign.gate import game_for, lies_fog, rows_for
from bot.campaign.journal import Moved, redo, undo
from bot.campaign.transaction import Transaction
from bot.chat.answer import Reply, answer
from bot.chat.careers import track_careers
from bot.chat.moving import goes_to
from bot.chat.pictures import deck_views, drawn
from bot.chat.sending import on_press
from bot.chat.table import Bot, Interaction, Table, place_of
from bot.chat.tracking import Tracking, track
from bot.chat.wording import embed
from bot.engine.cards import Card
from bot.engine.system import CAREER, KINDS

_MOST_SHOWN = 20
LAST = "last"


async def _moved_card(transaction: Transaction, table: Table, title: str, moved: Moved, where: list[str]) -> Card:
    """What an undo or redo did: the orders with their throws, where the campaign goes, and how those whom it touched
    are now.
    """
    lines = [*(order.card.title for order in moved.orders), *where]
    if moved.throws:
        lines.append(f"with {'its throw' if moved.throws == 1 else f'all its {moved.throws:,} throws'}")
    for kind in KINDS:
        units = [unit for unit in await rows_for(transaction, kind) if unit.id in moved.unit_ids]
        if units:
            system = table.sheets(transaction, kind)
            lines += [f"{unit.name}: {system.line_of(seen(system, unit))}" for unit in units[:_MOST_SHOWN]]
        if len(units) > _MOST_SHOWN:
            lines.append(f"and {len(units) - _MOST_SHOWN} more")
    return Card(title, tuple(lines))


async def _take_back(interaction: Interaction, entry_id: int | None = None) -> Reply:
    return await _go(interaction, "undo", "Taken back", lambda transaction: undo(transaction, entry_id), ended=True)


async def _do_again(interaction: Interaction) -> Reply:
    return await _go(interaction, "redo", "Done again", redo)


async def _go(
    interaction: Interaction,
    verb: str,
    title: str,
    walk: Callable[[Transaction], Awaitable[Moved]],
    *,
    ended: bool = False,
) -> Reply:
    """Walk along the journal, and tell under a title what that has changed."""
    table = interaction.client.table
    async with table.transaction(interaction, ended=ended) as transaction:
        before = transaction.campaign.channel_id
        moved = await walk(transaction)
        where = goes_to(interaction, before, transaction.campaign.channel_id)
        card = await _moved_card(transaction, table, title, moved, where)
        entry = await transaction.record(
            verb, card, place=place_of(interaction), order={"chain": moved.chain}, sealed=lies_fog(transaction)
        )
        system = table.system_of(transaction)
        views = deck_views(await game_for(transaction, system), system) if moved.on_deck else ()
        undone = [order.card.title for order in moved.orders] if verb == "undo" else []
        tracked = await _tracked(transaction, table, moved, undone)
    return Reply(embed(card), entry, await drawn(views), tracked=tracked)


async def _tracked(transaction: Transaction, table: Table, moved: Moved, undone: Sequence[str]) -> list[Tracking]:
    """The messages that are kept up to date of what was walked along: the turn's, the battle's, or a career's, which
    tells what was undone.
    """
    found = await track(transaction, table.system_of(transaction))
    if moved.on_battle:
        found += await track(transaction, table.ships)
    if any(unit.id in moved.unit_ids for unit in await rows_for(transaction, CAREER)):
        career = await track_careers(transaction, table, moved.unit_ids, undone)
        found += [career] if career else []
    return found


async def press_undo(interaction: Interaction, entry_id: str) -> None:
    """Take back the order under whose answer the button is, if it is the newest; or the last one, whichever it is."""
    await answer(interaction, _take_back(interaction, None if entry_id == LAST else int(entry_id)))


class Undo(commands.Cog):
    """`/undo` and `/redo`."""

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Take back the last order, with all that it did"""
        await answer(interaction, _take_back(interaction))

    @app_commands.command()
    async def redo(self, interaction: Interaction) -> None:
        """Do again what was taken back last"""
        await answer(interaction, _do_again(interaction))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Undo())
    bot.add_dynamic_items(on_press("undo", press_undo, f"{LAST}|[0-9]{{1,18}}"))
