"""What orders have changed, put back as it was before them, or as they left it: by stored values, row by row."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, RowMapping, insert, select, update

from bot.campaign.onetrip import in_one_trip
from bot.campaign.rows import CHANGE, ENTITIES, kept_of
from bot.campaign.transaction import Transaction
from bot.engine.errors import RuleError


async def changes_of(transaction: Transaction, chain: list[RowMapping]) -> list[RowMapping]:
    """All that the entries of a chain have changed, oldest first."""
    query = select(CHANGE).where(CHANGE.c.entry_id.in_([entry["id"] for entry in chain])).order_by(CHANGE.c.id)
    return list((await transaction.connection.execute(query)).mappings())


async def restore(transaction: Transaction, changes: list[RowMapping], expected: str, wanted: str) -> None:
    """Put rows from one side of some changes to the other, one after another, if each is what its change left; raises
    RuleError where one is another by now.
    """
    kept = [change for change in changes if change["entity"] != "channel"]
    await in_one_trip(transaction.connection, _put_back, transaction, kept, expected, wanted)
    for change in changes:
        if change["entity"] == "channel":
            await in_one_trip(transaction.connection, _left, transaction, change, expected, wanted)
            there = change[wanted]["channel_id"]
            await transaction.settle(there, "Another campaign is played there now: this one stays here.", threads=True)


def _put_back(
    connection: Connection, transaction: Transaction, changes: list[RowMapping], expected: str, wanted: str
) -> None:
    for change in changes:
        table, _ = ENTITIES[change["entity"]]
        here = table.c.id == change["entity_id"]
        present = _left(connection, transaction, change, expected, wanted)
        if change["entity"] == "campaign":
            transaction.restore_campaign(change[wanted])
        elif change[wanted] is None:
            connection.execute(table.delete().where(here))
        elif present is None:
            connection.execute(insert(table).values(id=change["entity_id"], **change[wanted]))
        else:
            connection.execute(update(table).where(here).values(change[wanted]))


def _left(
    connection: Connection, transaction: Transaction, change: RowMapping, expected: str, wanted: str
) -> dict[str, Any] | None:
    """What a change has left of a row, None for nothing; raises RuleError where it is another by now."""
    table, _ = ENTITIES[change["entity"]]
    row: Mapping[Any, Any] | None
    if change["entity"] == "campaign":
        # The chain's other orders may have changed it as well: it is written when all of them are restored.
        row = kept_of("campaign", transaction.campaign)
    else:
        row = connection.execute(select(table).where(table.c.id == change["entity_id"])).mappings().one_or_none()
    # An entry from before the table grew knows nothing of the columns that came later.
    present: dict[str, Any] | None = {column: row[column] for column in change[expected] or row} if row else None
    # A wait may be over before it could be taken back.
    over = change["entity"] == "wait" and present is None and change[wanted] is None
    if present != change[expected] and not over:
        name = (change[expected] or change[wanted] or {}).get("name", change["entity"])
        raise RuleError(f"{name} is no longer what that order left, so it can't be taken back by itself.")
    return present
