"""Secrets of draws are sealed while a table is played; the commitment is kept beside them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for name, length in (("commitment", 64), ("sealed", 120)):
        column = sa.Column(name, sa.String(length), nullable=False, server_default="")
        op.add_column("tables", column)
