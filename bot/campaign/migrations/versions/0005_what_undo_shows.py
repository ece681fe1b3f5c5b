"""For whom an order was given and what it opened; and for whom a throw was taken back and none made since."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entry", sa.Column("given_for", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("entry", sa.Column("opened", sa.String(), nullable=True))
    op.add_column("campaign", sa.Column("taken_back", sa.JSON(none_as_null=True), nullable=False, server_default="{}"))
    op.drop_column("campaign", "undone")
