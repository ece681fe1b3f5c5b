"""Entries that were never answered are found quickly; what was kept before counts as answered."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    entry = sa.table("entry", sa.column("answered", sa.Boolean()))
    op.execute(entry.update().values(answered=sa.true()))
    op.create_index(
        "ix_entry_unanswered",
        "entry",
        ["channel_id"],
        unique=False,
        sqlite_where=sa.text("NOT answered"),
        postgresql_where=sa.text("NOT answered"),
    )
