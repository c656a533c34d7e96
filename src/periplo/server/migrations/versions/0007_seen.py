"""How many actions everybody has seen, with each row of the log."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("log", sa.Column("n", sa.Integer, nullable=True))
