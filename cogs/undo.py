"""`/undo` and `/redo`: the last order taken back, and done again; also the undo button under an answer."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.campaign.game import seen
from bot.campaign.gate import game_for, known_by_all, lies_fog, rows_for
from bot.campaign.journal import Moved, redo, told_of_chain, undo
from bot.campaign.transaction import Transaction
from bot.campaign.witnesses import record_moved
from bot.chat.answer import Reply, answer
from bot.chat.careers import track_careers
from bot.chat.moving import goes_to
from bot.chat.pictures import deck_views, drawn
from bot.chat.seats import seated
from bot.chat.sending import ENTRY_NAMED, entry_named, on_press
from bot.chat.table import Bot, Interaction, Table, place_of
from bot.chat.tracking import Tracking, track
from bot.chat.witnesses import to_witness
from bot.chat.wording import embed
from bot.engine.cards import Card
from bot.engine.system import CAREER, KINDS
from bot.systems.witnessing import Insight

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


async def _take_back(interaction: Interaction, named: int | str | None = None) -> Reply:
    return await _go(interaction, "undo", "Taken back", lambda transaction: undo(transaction, named), ended=True)


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
        before, system = transaction.campaign.channel_id, table.system_of(transaction)
        known = await known_by_all(transaction, system)
        moved = await walk(transaction)
        where = goes_to(interaction, before, transaction.campaign.channel_id)
        card = await _moved_card(transaction, table, title, moved, where)
        entry = await transaction.record(
            verb, card, place=place_of(interaction), order={"chain": moved.chain}, sealed=lies_fog(transaction)
        )
        told = await told_of_chain(transaction, moved.chain) - {entry.audience}
        does = "taken back" if verb == "undo" else "done again"
        entry = replace(entry, seen=await record_moved(transaction, place_of(interaction), moved.orders, told, does))
        views = deck_views(await game_for(transaction, system), system) if moved.on_deck else ()
        undone = [order.card.title for order in moved.orders] if verb == "undo" else []
        tracked = await _tracked(transaction, table, moved, undone, known)
        sits = await seated(transaction) if moved.seats else []
        unseen = await to_witness(transaction, system, entry, place_of(interaction).channel_id)
    seen = [await each.drawn() for each in unseen]
    return Reply(embed(card), entry, await drawn(views), tracked=tracked, seen=seen, seats=sits)


async def _tracked(
    transaction: Transaction, table: Table, moved: Moved, undone: Sequence[str], known: Mapping[str, Insight]
) -> list[Tracking]:
    """The messages that are kept up to date of what was walked along: the turn's, the battle's, or a career's, which
    tells what was undone.
    """
    found = await track(transaction, table.system_of(transaction), known=known)
    if moved.on_battle:
        found += await track(transaction, table.ships)
    if any(unit.id in moved.unit_ids for unit in await rows_for(transaction, CAREER)):
        career = await track_careers(transaction, table, moved.unit_ids, undone)
        found += [career] if career else []
    return found


async def press_undo(interaction: Interaction, named: str) -> None:
    """Take back the order under whose answer the button is, if it is the newest; or the last one, whichever it is."""
    await answer(interaction, _take_back(interaction, None if named == LAST else entry_named(named)))


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
    bot.add_dynamic_items(on_press("undo", press_undo, f"{LAST}|{ENTRY_NAMED}"))
