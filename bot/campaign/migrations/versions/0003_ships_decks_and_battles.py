"""Ships beside characters, a deck plan to stand on, and a battle."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("unit", sa.Column("kind", sa.String(), nullable=False, server_default="character"))
    op.add_column("unit", sa.Column("place", sa.JSON(none_as_null=True), nullable=True))

    op.create_table(
        "plan",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_plan_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plan")),
        sa.UniqueConstraint("campaign_id", "sha256", name=op.f("uq_plan_campaign_id")),
    )

    op.create_table(
        "deck",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("state", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_deck_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck")),
        sa.UniqueConstraint("campaign_id", name=op.f("uq_deck_campaign_id")),
    )

    op.create_table(
        "battle",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_battle_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battle")),
        sa.UniqueConstraint("campaign_id", name=op.f("uq_battle_campaign_id")),
    )
