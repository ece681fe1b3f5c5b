"""What people have been until now, by the journal: of what is in effect alone, so that undo takes it back as well."""

from collections import Counter
from collections.abc import Collection, Mapping

from sqlalchemy import select

from bot.campaign.journal import in_effect
from bot.campaign.rows import CHANGE, ENTRY
from bot.campaign.transaction import Transaction
from bot.engine.between import Held
from bot.engine.system import System


async def outfits(transaction: Transaction, system: System, unit_ids: Collection[int]) -> Mapping[int, Held]:
    """What some people are to carry of what runs out, by their ids: what they came with, and what they have been given
    by word since, less what was taken from them so.
    """
    supplies = system.squads.supplies
    assert supplies is not None, "nothing runs out"
    given = [verb for verb, order in system.orders.items() if order.by_word]
    query = (
        select(CHANGE.c.entry_id, CHANGE.c.entity_id, CHANGE.c.before, CHANGE.c.after)
        .join_from(CHANGE, ENTRY, CHANGE.c.entry_id == ENTRY.c.id)
        .where(ENTRY.c.campaign_id == transaction.campaign.id)
        .where(CHANGE.c.entity == "unit", CHANGE.c.entity_id.in_(unit_ids))
        .where(ENTRY.c.verb.in_(given) | CHANGE.c.before.is_(None))
        .order_by(CHANGE.c.id)
    )
    changes = (await transaction.connection.execute(query)).all()
    line = await in_effect(transaction, changes[0].entry_id) if changes else set()
    found: dict[int, Held] = {each: Counter() for each in unit_ids}
    for entry_id, unit_id, before, after in changes:
        if entry_id in line and after is not None:
            found[unit_id].update(supplies.holds(system.load_sheet(after["sheet"])))
            if before is not None:
                found[unit_id].subtract(supplies.holds(system.load_sheet(before["sheet"])))
    return found
