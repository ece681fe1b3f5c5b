"""What each side knows of the deck, where not everybody knows all."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "seen",
        sa.Column("id", number, autoincrement=True, nullable=False),
        sa.Column("campaign_id", number, nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("known", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_seen_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seen")),
        sa.UniqueConstraint("campaign_id", "side", name=op.f("uq_seen_campaign_id")),
    )
