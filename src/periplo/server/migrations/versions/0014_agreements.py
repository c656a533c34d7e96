"""After how long others do something about who is away, and who has given up."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("away_after", sa.Integer, nullable=False, server_default="120")
    )
    op.add_column("tables", sa.Column("conceded", sa.Text, nullable=False, server_default="[]"))
