"""One deal a day, and who entered what."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("tables", sa.Column("daily", sa.String(10), nullable=False, server_default=""))
    op.create_table(
        "days",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("sealed", sa.String(120), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("par", sa.Integer, nullable=True),
    )
    op.create_table(
        "daily_entries",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("points", sa.Integer, nullable=True),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_index("daily_entries_by_device", "daily_entries", ["device"])
