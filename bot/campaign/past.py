"""What people have been until now, by the journal: of what is in effect alone, so that undo takes it back as well."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Final

from sqlalchemy import Text, bindparam, cast, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.campaign.journal import back_from, in_effect
from bot.campaign.rows import CHANGE, ENTRY
from bot.campaign.transaction import Transaction
from bot.engine.between import Held
from bot.engine.service import SERVICE, Service, load_service
from bot.engine.system import System
from bot.systems.handing import BringOrder
from bot.systems.rosters import LOAD

# The orders by which people come as they are elsewhere.
_FROM_ELSEWHERE: Final = (LOAD, BringOrder.verb)
# The entries in effect that tell of what people have done in fights, or divide two.
_SERVED = (
    select(ENTRY.c.verb, ENTRY.c.order)
    .where(ENTRY.c.campaign_id == bindparam("campaign"))
    .where(ENTRY.c.id.in_(back_from(bindparam("head"))) | ENTRY.c.parent_id.is_(None))
    .where(ENTRY.c.verb.in_(bindparam("divides", expanding=True)) | cast(ENTRY.c.order, Text).like(bindparam("tells")))
    .order_by(ENTRY.c.id)
)


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


async def services(
    connection: AsyncConnection, campaign_id: int, head_id: int | None, system: System, unit_ids: Collection[int]
) -> dict[int, Service]:
    """What some people have done and suffered in a campaign's fights, by their ids: one look along the entries in
    effect, those that lead to its head, of which only those are read that tell of theirs, or of several people's of
    anybody's, or divide two. (Along 10,000 entries it takes a tenth of a second or two.)

    A fight is all that happens between two orders that divide them. What was thrown for and changed nothing is on no
    line that undo walks, and counts as well.
    """
    divides = {verb for verb, order in system.orders.items() if order.divides or order.peaceful}
    alone = f'"{next(iter(unit_ids))}":%' if len(unit_ids) == 1 else ""
    asked = {"campaign": campaign_id, "head": head_id}
    entries = {"divides": divides, "tells": f'%"{SERVICE}"%{alone}'}
    found: dict[int, Service] = {unit_id: Counter() for unit_id in unit_ids}
    number, fought = 0, dict[int, int]()
    for verb, order in (await connection.execute(_SERVED, asked | entries)).all():
        number += verb in divides
        for unit_id in unit_ids:
            if (figures := order.get(SERVICE, {}).get(str(unit_id))) is None:
                continue
            more = load_service(figures)
            # Whoever came with figures has their fights among them.
            if not more["fights"] and fought.get(unit_id) != number:
                fought[unit_id], more["fights"] = number, 1
            found[unit_id].update(more)
    return found


async def beginnings(transaction: Transaction, system: System, people: Mapping[int, str]) -> dict[str, Any]:
    """The sheets with which people came, whose names are given by their ids, by name; without those who brought theirs
    from elsewhere.
    """
    query = (
        select(CHANGE.c.entry_id, CHANGE.c.entity_id, CHANGE.c.after)
        .join_from(CHANGE, ENTRY, CHANGE.c.entry_id == ENTRY.c.id)
        .where(ENTRY.c.campaign_id == transaction.campaign.id, ENTRY.c.verb.not_in(_FROM_ELSEWHERE))
        .where(CHANGE.c.entity == "unit", CHANGE.c.entity_id.in_(people), CHANGE.c.before.is_(None))
        .order_by(CHANGE.c.id)
    )
    changes = (await transaction.connection.execute(query)).all()
    line = await in_effect(transaction, changes[0].entry_id) if changes else set()
    return {
        people[unit_id]: system.load_sheet(after["sheet"])
        for entry_id, unit_id, after in changes
        if entry_id in line and after is not None
    }
