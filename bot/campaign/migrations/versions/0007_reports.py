"""What each order came to, as plain data beside its answer."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entry", sa.Column("report", sa.String(), nullable=True))
