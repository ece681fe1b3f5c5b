"""Everybody in a campaign, side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from bot.campaign.game import seen
from bot.campaign.gate import game_for, reader_of, row_for, rows_for
from bot.campaign.past import services
from bot.campaign.rows import StoredUnit
from bot.campaign.transaction import Transaction
from bot.chat.answer import Reply
from bot.chat.table import Interaction
from bot.chat.wording import embed, plain, who
from bot.engine.errors import RuleError
from bot.engine.service import service_line
from bot.engine.system import CHARACTER, SHIP, Settings, System


async def show(interaction: Interaction, name: str, kind: str = CHARACTER) -> Reply:
    """The whole sheet of a character or a ship, and whose it is; whoever has a single one needn't name it."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.sheets(transaction, kind)
        own = [] if name else [row for row in await rows_for(transaction, kind) if transaction.commands(row, own=True)]
        if not name and len(own) != 1:
            raise RuleError("Say whose sheet: name: is empty.")
        row = own[0] if own else await row_for(transaction, name, kind)
        ledger = (await game_for(transaction, system)).ledger if kind == SHIP and row.foreign else None
        card = system.card_of(seen(system, row, ledger))
        if kind == CHARACTER and (await reader_of(transaction)).everything:
            card = replace(card, lines=(*card.lines, *await _served(transaction, system, row)))
    shown = embed(card)
    if row.owner_id:
        shown.add_field(name="Owner", value=who(row.owner_id))
    return Reply(shown)


async def _served(transaction: Transaction, system: System, row: StoredUnit) -> Iterator[str]:
    """What somebody has done in fights, in a line; nothing for whoever has seen none. Where sides know only what they
    have seen, it is the referee's: it would tell whom they have hit unseen.
    """
    kept = transaction.campaign
    found = await services(transaction.connection, kept.id, kept.head_id, system, [row.id])
    line = service_line(found[row.id])
    return iter([f"Service: {line}"] if line else [])


def roster(system: System, units: Sequence[StoredUnit], settings: Settings | None = None) -> Iterator[str]:
    """The characters or ships as Discord lines under their sides: name, how they are, what they carry.

    With a campaign's `settings` it says as well what a side's sheets come to together, where all of them are known.
    """
    in_order = sorted(units, key=lambda unit: (unit.side.casefold(), unit.id))
    for side, group in groupby(in_order, key=lambda unit: unit.side):
        members = list(group)
        yield f"**{plain(side or 'No side')}**"
        if settings is not None and not any(unit.foreign for unit in members):
            yield from map(plain, system.totals([seen(system, unit).sheet for unit in members], settings))
        for unit in members:
            owner = f" · {who(unit.owner_id)}" if unit.owner_id else ""
            yield f"{plain(unit.name)}: {plain(system.line_of(seen(system, unit)))}{owner}"
