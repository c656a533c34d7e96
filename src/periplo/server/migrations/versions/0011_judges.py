"""Who judges what is said aloud at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("judge", sa.String(12), nullable=False, server_default="host")
    )
    op.add_column(
        "tables", sa.Column("judge_token", sa.String(64), nullable=False, server_default="")
    )
