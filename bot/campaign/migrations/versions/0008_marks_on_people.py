"""Marks that the house keeps on somebody by whatever rules, such as that they have surrendered."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("unit", sa.Column("marks", sa.JSON(none_as_null=True), nullable=False, server_default="[]"))
