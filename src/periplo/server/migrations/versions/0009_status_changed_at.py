"""The time of a table's last status has a name that says so; the index goes along."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.alter_column("tables", "touched", new_column_name="status_changed_at")
    orders = sa.table("orders", sa.column("kind"))  # of commands that name columns as they were
    op.execute(sa.delete(orders).where(orders.c.kind == "import"))
