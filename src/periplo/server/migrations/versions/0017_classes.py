"""Class tables: the code by which phones join, and the phones of each team."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    for table, name, kind in (
        ("tables", "classroom", sa.Text),
        ("tables", "join_code", sa.String(6)),
        ("seats", "team", sa.Text),
    ):
        op.add_column(table, sa.Column(name, kind, nullable=False, server_default=""))
    op.create_index("tables_by_code", "tables", ["join_code"])
