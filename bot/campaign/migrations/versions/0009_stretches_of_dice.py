"""Stretches of dice: a campaign's seed becomes its first one, without salts, and goes on being thrown from."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PRESENT = sa.text("next_die IS NULL")


def upgrade() -> None:
    op.create_table(
        "stretch",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("salts", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("first_die", sa.BigInteger(), nullable=False),
        sa.Column("next_die", sa.BigInteger(), nullable=True),
        sa.Column("entry_id", sa.BigInteger(), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("opened_at IS NULL OR next_die IS NOT NULL", name=op.f("ck_stretch_open")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_stretch_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stretch")),
    )
    op.create_index("ix_stretch_campaign_id", "stretch", ["campaign_id"])
    op.create_index(
        "ix_stretch_present",
        "stretch",
        ["campaign_id"],
        unique=True,
        sqlite_where=_PRESENT,
        postgresql_where=_PRESENT,
    )
    op.execute(
        "INSERT INTO stretch (campaign_id, seed, salts, first_die, since) "
        "SELECT id, seed, '[]', 0, created_at FROM campaign"
    )
    op.drop_column("campaign", "seed")
