"""People and ships that another campaign of the server may take over, by the name of their roster."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "roster",
        sa.Column("id", number, autoincrement=True, nullable=False),
        sa.Column("campaign_id", number, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("members", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_roster_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roster")),
        sa.UniqueConstraint("campaign_id", "key", name=op.f("uq_roster_campaign_id")),
    )
