"""Whether a table gives hints, and who was given one."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default="1"))
    op.add_column("seats", sa.Column("hinted", sa.Boolean, nullable=False, server_default="0"))
