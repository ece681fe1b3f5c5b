"""What rules keep beside their units stands under the kind of these: it was the characters' alone."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_CAMPAIGN = sa.table("campaign", sa.column("id", sa.BigInteger()), sa.column("things", sa.JSON(none_as_null=True)))
_CHANGE = sa.table(
    "change",
    sa.column("id", sa.BigInteger()),
    sa.column("entity"),
    sa.column("before", sa.JSON(none_as_null=True)),
    sa.column("after", sa.JSON(none_as_null=True)),
)
_PAGE = 1000


def upgrade() -> None:
    if op.get_context().as_sql:
        return
    connection = op.get_bind()
    for row in connection.execute(sa.select(_CAMPAIGN)).mappings().all():
        if row["things"]:
            now = {"things": _of_characters(row["things"])}
            connection.execute(_CAMPAIGN.update().where(_CAMPAIGN.c.id == row["id"]).values(now))
    # What undo and redo restore: there may be many.
    last = 0
    while rows := _page(connection, last):
        for row in rows:
            sides = {side: _restored(row[side]) for side in ("before", "after")}
            if any(sides[side] != row[side] for side in sides):
                connection.execute(_CHANGE.update().where(_CHANGE.c.id == row["id"]).values(sides))
        last = rows[-1]["id"]


def _page(connection: sa.Connection, last: int) -> list[Any]:
    query = sa.select(_CHANGE).where(_CHANGE.c.entity == "campaign", _CHANGE.c.id > last)
    return list(connection.execute(query.order_by(_CHANGE.c.id).limit(_PAGE)).mappings())


def _restored(side: dict[str, Any] | None) -> dict[str, Any] | None:
    return {**side, "things": _of_characters(side["things"])} if side and side.get("things") else side


def _of_characters(things: dict[str, Any]) -> dict[str, Any]:
    return {"character": things}
