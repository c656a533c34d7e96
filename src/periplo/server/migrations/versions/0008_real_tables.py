"""Real tables: whether a table draws, and the event that it is for."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("chance", sa.String(8), nullable=False, server_default="drawn")
    )
    op.add_column("tables", sa.Column("event", sa.Text, nullable=False, server_default=""))
