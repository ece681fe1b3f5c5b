"""Orders taken back, and done again; where that needs the referee's yes, after it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bot.campaign.game import is_played, seen
from bot.campaign.gate import all_of, game_for, known_by_all, lies_fog, rows_for
from bot.campaign.journal import Moved, own_newest, redo, undo
from bot.campaign.knowing import parts_kept
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.campaign.witnesses import record_moved
from bot.chat.answer import Reply
from bot.chat.careers import track_careers
from bot.chat.moving import goes_to
from bot.chat.petitions import Deed, Petition, Told, asked_for
from bot.chat.pictures import deck_views, drawn
from bot.chat.seats import seated_without
from bot.chat.table import Interaction, Table, place_of
from bot.chat.tracking import Tracking, track
from bot.chat.witnesses import to_witness
from bot.chat.wording import embed
from bot.engine.cards import Card
from bot.engine.errors import NeedsYesError, RuleError
from bot.engine.system import CAREER, KINDS, SHIP
from bot.systems.witnessing import Insight

_MOST_SHOWN = 20
# The deeds of whoever may not take back, or do again, without a yes.
UNDO, REDO = "undo", "redo"


async def _moved_card(transaction: Transaction, table: Table, title: str, moved: Moved, where: list[str]) -> Card:
    """What an undo or redo did: the orders with their throws, where the campaign goes, and how those whom it touched
    are now.
    """
    lines = [*(order.card.title for order in moved.orders), *where]
    if moved.throws:
        lines.append(f"with {'its throw' if moved.throws == 1 else f'all its {moved.throws:,} throws'}")
    for kind in KINDS:
        # What becomes of ships is told to all.
        reader = all_of(transaction) if kind == SHIP else None
        units = [unit for unit in await rows_for(transaction, kind, reader=reader) if unit.id in moved.unit_ids]
        if units:
            system = table.sheets(transaction, kind)
            lines += [f"{unit.name}: {system.line_of(seen(system, unit))}" for unit in units[:_MOST_SHOWN]]
        if len(units) > _MOST_SHOWN:
            lines.append(f"and {len(units) - _MOST_SHOWN} more")
    return Card(title, tuple(lines))


async def take_back(interaction: Interaction, named: int | str | None = None) -> Reply:
    """Take back the newest order, or only one that is `named`; or, where a yes is needed for that, ask for it."""
    return await _go(interaction, Petition(UNDO, {"named": named}, {}, meant=_newest_now), ended=True)


async def _newest_now(
    _: Interaction, transaction: Transaction, said: Wish, __: Sequence[str]
) -> tuple[Wish, Sequence[str]]:
    """Which order is to be taken back by a later yes: the newest that the asker has given by now. Raises RuleError
    where they have given none, for a yes would take back what they give later.
    """
    if said["named"] is not None:
        return said, ()
    if (newest := await own_newest(transaction)) is None:
        raise RuleError("You have given no order here that could be taken back: nobody is asked.")
    return {"named": newest}, ()


async def do_again(interaction: Interaction) -> Reply:
    """Do again what was taken back last; or, where a yes is needed for that, ask for it."""
    return await _go(interaction, Petition(REDO, {}, {}))


async def _go(interaction: Interaction, asked: Petition, *, ended: bool = False) -> Reply:
    try:
        async with interaction.client.table.transaction(interaction, ended=ended) as transaction:
            told = await DEEDS[asked.deed](interaction, transaction, asked.said)
    except NeedsYesError as needed:
        return await asked_for(interaction, asked, needed)
    return await told()


async def _taken_back(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    return await _walked(interaction, transaction, UNDO, "Taken back", lambda: undo(transaction, said["named"]))


async def _done_again(interaction: Interaction, transaction: Transaction, _: Wish) -> Told:
    return await _walked(interaction, transaction, REDO, "Done again", lambda: redo(transaction))


async def _walked(
    interaction: Interaction, transaction: Transaction, verb: str, title: str, walk: Callable[[], Awaitable[Moved]]
) -> Told:
    """Walk along the journal, and tell under a title what that has changed."""
    table = interaction.client.table
    before, system = transaction.campaign.channel_id, table.system_of(transaction)
    known, was_played = await known_by_all(transaction, system), await is_played(transaction, system)
    async with parts_kept(transaction):
        moved = await walk()
    where = goes_to(interaction, before, transaction.campaign.channel_id)
    card = await _moved_card(transaction, table, title, moved, where)
    entry = await transaction.record(
        verb, card, place=place_of(interaction), order={"chain": moved.chain}, sealed=lies_fog(transaction)
    )
    does = "taken back" if verb == UNDO else "done again"
    told_of = await record_moved(transaction, place_of(interaction), entry, moved.chain, moved.orders, does)
    entry = replace(entry, seen=told_of)
    views = deck_views(await game_for(transaction, system), system) if moved.on_deck else ()
    undone = [order.card.title for order in moved.orders] if verb == UNDO else []
    tracked = await _tracked(transaction, table, moved, undone, known, was_played=was_played)
    sits = await seated_without(transaction, moved.seats) if moved.seats else []
    unseen = await to_witness(transaction, system, entry, place_of(interaction).channel_id)

    async def told() -> Reply:
        seen = [await each.drawn() for each in unseen]
        return Reply(embed(card), entry, await drawn(views), tracked=tracked, seen=seen, seats=sits)

    return told


async def _tracked(
    transaction: Transaction,
    table: Table,
    moved: Moved,
    undone: Sequence[str],
    known: Mapping[str, Insight],
    *,
    was_played: bool,
) -> list[Tracking]:
    """The messages that are kept up to date of what was walked along: that of what the campaign's rules have played
    before or play now, the battle's, or a career's, which tells what was undone.
    """
    found = await track(transaction, table.system_of(transaction), known=known, stops=was_played)
    if moved.on_battle:
        found += await track(transaction, table.ships)
    if any(unit.id in moved.unit_ids for unit in await rows_for(transaction, CAREER)):
        career = await track_careers(transaction, table, moved.unit_ids, undone)
        found += [career] if career else []
    return found


DEEDS: Mapping[str, Deed] = {UNDO: _taken_back, REDO: _done_again}
