"""A row to try writing with."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    heartbeat = op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("beats", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(heartbeat, [{"id": 1, "beats": 0}])
