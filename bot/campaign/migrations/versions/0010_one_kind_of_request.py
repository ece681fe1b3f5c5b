"""What waits for a yes is an order in every request: edits, and who joins or leaves, had a form of their own."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_ENTRY = sa.table(
    "entry",
    sa.column("id", sa.BigInteger()),
    sa.column("verb"),
    sa.column("actor_id", sa.BigInteger()),
    sa.column("order", sa.JSON(none_as_null=True)),
)


def upgrade() -> None:
    if op.get_context().as_sql:
        return
    connection = op.get_bind()
    for row in connection.execute(sa.select(_ENTRY).where(_ENTRY.c.verb == "ask")).mappings().all():
        deed, said = row["order"]["asks"], row["order"]["said"]
        if deed in {"add", "edit", "remove"}:
            order = {**row["order"], "asks": "order", "said": _as_an_order(deed, said, row["actor_id"])}
            connection.execute(_ENTRY.update().where(_ENTRY.c.id == row["id"]).values(order=order))


def _as_an_order(deed: str, said: dict[str, Any], asker: int) -> dict[str, Any]:
    if deed == "add":
        fields = {name: value for name, value in said.items() if name != "own"}
        fields |= {"owner": str(asker)} if "own" in said else {}
        return {"verb": "character add", "people": {}, "fields": fields}
    fields = {name: said[name] for name in ("field", "value", "because") if said.get(name)}
    kind = said["kind"]
    return {"verb": f"{kind or 'character'} {deed}", "people": {"name": said["name"]}, "fields": fields, "kind": kind}
