"""What is kept on disk. `migrations/` builds it; a change here needs a new version there."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

RENAMED = {"touched": "status_changed_at"}  # columns of `tables`, by their names before 0009

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("listed", Boolean, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("limit", Integer, nullable=False),  # seconds a turn, 0 for none
    Column("throws", String(8), nullable=False),
    Column("host", String(64), nullable=False),  # hash of the device that opened it
    Column("status", String(8), nullable=False),
    # of the draws: sealed while the table is played, clear when it is over; tables that an older
    # version began have it clear from their start, and no commitment of their own
    Column("secret", String(64), nullable=False),
    Column("sealed", String(120), nullable=False, server_default=""),
    Column("commitment", String(64), nullable=False, server_default=""),
    Column("mixing", Text, nullable=False, server_default=""),  # JSON: see gathering.py
    Column("rematch", String(16), nullable=False),  # the next table, or empty
    # drawn; or real: officials enter what real dice show, and `event` says what it is for, in JSON
    Column("chance", String(8), nullable=False, server_default="drawn"),
    Column("event", Text, nullable=False, server_default=""),
    Column("rated", Boolean, nullable=False, server_default="0"),
    Column("daily", String(10), nullable=False, server_default=""),  # the day whose deal it plays
    Column("hints", Boolean, nullable=False, server_default="1"),
    # JSON: how it ended; empty until then, and where an older version ended it
    Column("result", Text, nullable=False, server_default=""),
    Column("away_after", Integer, nullable=False, server_default="120"),  # seconds
    Column("conceded", Text, nullable=False, server_default="[]"),  # JSON: seats, from 0
    # host, spectator, teams: who judges what is said aloud; the spectator's token, hashed
    Column("judge", String(12), nullable=False, server_default="host"),
    Column("judge_token", String(64), nullable=False, server_default=""),
    # JSON: what a class table has beside; and the code by which phones join it
    Column("classroom", Text, nullable=False, server_default=""),
    Column("join_code", String(6), nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),  # times are milliseconds since 1970
    Column("status_changed_at", BigInteger, nullable=False),
    Index("tables_by_status", "status", "listed", "status_changed_at"),
    Index("tables_by_code", "join_code"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # from 0
    Column("kind", String(8), nullable=False),
    Column("name", String(64), nullable=False),
    Column("mark", String(32), nullable=False),
    Column("bot", String(200), nullable=False),  # who plays it, or keeps it warm; or empty
    Column("token", String(64), nullable=False),  # hash, or empty
    Column("device", String(64), nullable=False),  # hash, or empty
    Column("ready", Boolean, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("hinted", Boolean, nullable=False, server_default="0"),
    Column("team", Text, nullable=False, server_default=""),  # JSON: the phones of a class table
    Index("seats_by_device", "device"),
)

# everything that happened at a table, in order: nothing in it is ever changed
log = Table(
    "log",
    metadata,
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # act, undo, chat; see LogKind
    Column("seat", Integer, nullable=False),  # -1 is the table
    Column("text", Text, nullable=False),
    Column("by", String(8), nullable=False),  # person, bot, clock, table
    Column("request", String(80), nullable=False),  # seat/id of a client's request, or empty
    Column("note", String(200), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("n", Integer),  # actions that everybody had seen then; older versions did not say
)

# one row, changed whenever somebody asks whether the disk takes writes
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("beats", BigInteger, nullable=False),
)

# files that tables play with, such as question packs; a table's options name them by their hash
contents = Table(
    "contents",
    metadata,
    Column("hash", String(71), primary_key=True),  # sha256:…
    Column("name", String(255), nullable=False),  # of the file, without its folder
    Column("data", LargeBinary, nullable=False),
)

# what an operator's command asks of the server that holds the database: see orders.py
orders = Table(
    "orders",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),  # delete, import
    Column("about", Text, nullable=False),  # a table's id, or the table as JSON
    Column("answer", Text, nullable=False),  # empty until there is one
)

# one deal a day for everybody, of games that offer it
days = Table(
    "days",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("day", String(10), primary_key=True),  # the date in UTC, such as 2026-03-01
    Column("sealed", String(120), nullable=False),  # the secret of its draws
    Column("commitment", String(64), nullable=False),
    Column("par", Integer),  # none until it has been found
)

# the one try of a device that counts on a day
daily_entries = Table(
    "daily_entries",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("device", String(64), primary_key=True),  # hash
    Column("table", String(16), nullable=False),
    Column("name", String(64), nullable=False),  # empty until it is entered
    Column("points", Integer),  # none until then
    Column("time", BigInteger, nullable=False),
    Index("daily_entries_by_device", "device"),
)

# whoever wants to be rated, under which name
rated_players = Table(
    "rated_players",
    metadata,
    Column("device", String(64), primary_key=True),  # hash
    Column("name", String(64), nullable=False),
    Column("since", BigInteger, nullable=False),
)

# what rated matches say of them, as openskill does
ratings = Table(
    "ratings",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("ratings_by_device", "device"),
)

# files that people write in a browser for an option of a game: see packs.py
packs = Table(
    "packs",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("option", String(64), nullable=False),
    Column("title", String(80), nullable=False),
    Column("draft", Text, nullable=False),  # JSON
    Column("revision", Integer, nullable=False),  # how often it was saved
    Column("device", String(64), nullable=False),  # hash of the one that made it
    Column("edit_token", String(64), nullable=False),  # hash, or empty: nobody else may edit it
    Column("at_home", Boolean, nullable=False),  # whether it was made on the server's own machine
    # what tables can be opened with: its hash among the contents, or empty, and of which revision
    Column("published", String(71), nullable=False),
    Column("published_revision", Integer, nullable=False),
    Column("entries", Integer, nullable=False),  # how many it has
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("packs_by_device", "device"),
    Index("packs_by_published", "published"),
)
