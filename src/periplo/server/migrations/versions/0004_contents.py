"""Files that tables play with are kept by what they hold, not by their path."""

import json
import logging
import os
from collections import Counter
from typing import Any

import sqlalchemy as sa
from alembic import op

from periplo.core.contents import EARLIER, Content, read_content
from periplo.core.errors import PeriploError
from periplo.core.options import File
from periplo.games import game as find_game

revision = "0004"
down_revision = "0003"

logger = logging.getLogger("periplo.store")


def upgrade() -> None:
    contents = op.create_table(
        "contents",
        sa.Column("hash", sa.String(71), primary_key=True),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    tables = sa.table("tables", *map(sa.column, ("id", "game", "options", "status")))
    found: dict[str, Content | None] = {}  # by path
    gone: Counter[str] = Counter()
    connection = op.get_bind()
    for row in connection.execute(sa.select(tables)).mappings().all():
        options = _options(row["options"])
        paths = _paths(row["game"], options)
        for name, path in paths.items():
            if path not in found:
                found[path] = _read(path)
            content = found[path]
            if content is None:
                gone[path] += 1
                continue
            # what has been played must come out as it did
            options[name] = content.hash + ("" if row["status"] == "waiting" else EARLIER)
        if paths:
            changed = sa.update(tables).where(tables.c.id == row["id"])
            connection.execute(changed.values(options=json.dumps(options, ensure_ascii=False)))
    kept = {content.hash: content for content in found.values() if content is not None}
    for content in kept.values():
        values = {"hash": content.hash, "name": content.name, "data": content.data}
        connection.execute(sa.insert(contents).values(values))
    for path, count in gone.items():
        logger.error(
            "%d tables play with %s, which cannot be read: to open them, put it back where it "
            "was and start with --file again",
            count,
            os.path.basename(path),
        )


def _options(text: Any) -> dict[str, Any]:
    """None that name a file, where a row is damaged; it is said when the table is opened."""
    try:
        options = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return {}
    return options if isinstance(options, dict) else {}


def _paths(game_id: str, options: dict[str, Any]) -> dict[str, str]:
    """Options that name a file by its path."""
    try:
        known = find_game(game_id).options
    except PeriploError:
        return {}
    files = [option for option in known if isinstance(option, File)]
    return {
        option.name: options[option.name]
        for option in files
        if isinstance(options.get(option.name), str) and options[option.name] != option.default
    }


def _read(path: str) -> Content | None:
    try:
        return read_content(path)
    except PeriploError:
        return None
