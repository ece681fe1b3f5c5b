"""Who plays which side, and who looks on."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("member") as batch:
        batch.add_column(sa.Column("side", sa.String(), nullable=False, server_default=""))
