"""What players promise and contribute to a table's dice."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("mixing", sa.Text, nullable=False, server_default=""))
