"""Servers that put the bot out, and journal entries that name people by Discord's number: so they can be forgotten."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_JSON = sa.JSON(none_as_null=True)
_ENTRY = sa.table(
    "entry", sa.column("id", _ID), sa.column("verb"), sa.column("actor_id", sa.BigInteger()), sa.column("card", _JSON)
)
_CHANGE = sa.table(
    "change", sa.column("entry_id", _ID), sa.column("entity"), sa.column("before", _JSON), sa.column("after", _JSON)
)
# The orders in whose answers a name stands.
_NAMING = ("campaign new", "campaign set", "character edit", "ship edit")
_PAGE = 1000


def upgrade() -> None:
    op.create_table(
        "departure",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_departure")),
        sa.UniqueConstraint("guild_id", name=op.f("uq_departure_guild_id")),
    )
    if not op.get_context().as_sql:
        _name_by_number(op.get_bind())


def _name_by_number(connection: sa.Connection) -> None:
    last = 0
    query = sa.select(_ENTRY).where(_ENTRY.c.verb.in_(_NAMING)).order_by(_ENTRY.c.id).limit(_PAGE)
    while rows := connection.execute(query.where(_ENTRY.c.id > last)).mappings().all():
        last = rows[-1]["id"]
        for row in rows:
            lines = [_named(connection, row, line) for line in row["card"]["lines"]]
            if lines != row["card"]["lines"]:
                card = {**row["card"], "lines": lines}
                connection.execute(_ENTRY.update().where(_ENTRY.c.id == row["id"]).values(card=card))


def _named(connection: sa.Connection, row: Any, line: str) -> str:
    """A line of an answer with the number of whom it names."""
    if row["verb"] == "campaign new" and line.startswith("Referee: "):
        return f"Referee: \ue000{row['actor_id']}\ue000"
    if row["verb"] == "campaign set" and line.endswith(" is a referee now"):
        number = _put(connection, row["id"], "member", "user_id")
        return f"\ue000{number}\ue000 is a referee now" if number else line
    if row["verb"].endswith(" edit") and line.startswith("Owner: "):
        number = _put(connection, row["id"], "unit", "owner_id")
        return f"Owner: \ue000{number}\ue000" if number else line
    return line


def _put(connection: sa.Connection, entry_id: int, entity: str, column: str) -> int | None:
    """Whom an entry put into a column."""
    query = sa.select(_CHANGE.c.after).where(_CHANGE.c.entry_id == entry_id, _CHANGE.c.entity == entity)
    for after in connection.execute(query).scalars():
        if after and after.get(column):
            return int(after[column])
    return None
