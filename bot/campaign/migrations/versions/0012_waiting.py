"""Until when a table waits for what is owed; who is to be mentioned, and who is away."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "wait",
        sa.Column("id", number, autoincrement=True, nullable=False),
        sa.Column("campaign_id", number, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_wait_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wait")),
        sa.UniqueConstraint("campaign_id", name=op.f("uq_wait_campaign_id")),
    )
    op.create_index(op.f("ix_wait_until"), "wait", ["until"])
    op.create_table(
        "seat",
        sa.Column("id", number, autoincrement=True, nullable=False),
        sa.Column("campaign_id", number, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("pinged", sa.Boolean(), nullable=False),
        sa.Column("away_until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_seat_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("campaign_id", "user_id", name=op.f("uq_seat_campaign_id")),
    )
