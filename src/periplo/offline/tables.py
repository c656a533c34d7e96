"""The tables of one browser, without I/O. Whoever runs it keeps what it is given to keep.

Every method returns a list of effects as JSON, to be carried out in this order, each before the
next, and all of them before anything else is handed in:

["keep", table, number, rows]   on disk: all of it, or nothing; then `persisted` is called
["send", connection, text]
["close", connection, code]
["think", table, number]        a bot is to choose: call `think`, which may take seconds
["wait", table, milliseconds]   call `time_is_up` then; null for no more
["drop", table]                 off the disk, with everything
["answer", status, kind, text]  to what was asked

Nobody is shown anything before it is on disk: what is to be kept comes before what shows it. If it
cannot be kept, `forget` the table; what is on disk is opened again.
"""

import json
import secrets
import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

from periplo.bots import Setting, bot_names
from periplo.bots.seats import BotSeats
from periplo.core.errors import BadSetup
from periplo.core.game import Game
from periplo.core.options import check_numbers
from periplo.core.words import LANGUAGES, Words
from periplo.games import game as find_game
from periplo.offline.wire import encode, log_row, read_request, seat_row, table_row
from periplo.play.draws import new_secret
from periplo.play.refusals import Refused
from periplo.play.stepwise import run_at_once
from periplo.table.clock import Instant
from periplo.table.effects import AskBot, CancelBot, Disconnect, Effect, Persist, Send, SetTimeout
from periplo.table.info import TableInfo
from periplo.table.inputs import (
    BotAnswered,
    BotGaveUp,
    Connected,
    ConnectionEnded,
    Input,
    Persisted,
    Received,
    TimedOut,
)
from periplo.table.messages import RequestRefused
from periplo.table.rows import WAITING, LogRow, SeatRow, SeatRows, TableRow
from periplo.table.seats import bot_seat, given_name, open_seat, settle_names
from periplo.table.state import Opening
from periplo.table.stored import DamagedTable, open_table
from periplo.table.table import Table

DEVICE: Final = "offline"  # there is one, and it opens every table
TOKEN: Final = "offline"  # and holds the seats of all people
NO_SUCH_TABLE = 4404
TRY_AGAIN = 1011
HARD_SECONDS = (
    2.0  # for a decision: interpreted in a browser, a search gets that far and no further
)


def this_instant() -> Instant:
    return Instant(time.monotonic_ns() // 1_000_000, time.time_ns() // 1_000_000)


class BrowserEnvironment:
    """What a table asks for and gets at once."""

    most_actions = 0
    most_chat = 0

    def new_secret(self) -> str:
        return new_secret()

    def seal(self, secret: str, table_id: str) -> str:
        """Whoever could read it here could also play for everybody."""
        return secret

    def may_chat(self, device: str, size: int) -> bool:
        return True

    def bot_named(self, name: str, game_id: str) -> str:
        offered = bot_names(find_game(game_id))
        if name not in offered:
            raise BadSetup(f"bot {name!r}: is not offered here; there are {', '.join(offered)}")
        return name


class LoadedTable:
    """A table in memory, and the bots that have been asked."""

    def __init__(self, core: Table) -> None:
        self.core = core
        self.asked: dict[int, AskBot] = {}

    @property
    def held(self) -> tuple[int, ...]:
        """The seats of this browser, from 0."""
        return tuple(seat.seat for seat in self.core.seats if seat.token)

    def info(self) -> TableInfo:
        return self.core.info(self.held, DEVICE, this_instant())


class OfflineTables:
    def __init__(self) -> None:
        self._loaded: dict[str, LoadedTable] = {}
        self._at: dict[int, str] = {}  # the tables that connections are at
        self._bots = BotSeats()
        self._environment = BrowserEnvironment()
        self._started = this_instant()
        self._effects: list[list[object]] = []

    # ---- from disk

    def has(self, table_id: str) -> bool:
        return table_id in self._loaded

    def load(self, text: str) -> str:
        """A table from its rows as they were kept, together as an object."""
        kept = json.loads(text)
        row = table_row(kept["row"])
        game = find_game(row.game)
        if row.rules != game.rules:
            raise Refused("other-rules", f"rules {row.rules} are not {game.rules}, those of now")
        self._open(row, [seat_row(one) for one in kept["seats"]], map(log_row, kept["log"]))
        return self.take()

    def forget(self, table_id: str, code: int = TRY_AGAIN) -> str:
        """What is in memory is not what is on disk. Whoever is there is shown out."""
        self._loaded.pop(table_id, None)
        for connection, at in list(self._at.items()):
            if at == table_id:
                del self._at[connection]
                self.add_effect("close", connection, code)
        return self.take()

    def _open(
        self, row: TableRow, seats: Sequence[SeatRow], log: Iterable[LogRow] = ()
    ) -> LoadedTable:
        game = find_game(row.game)
        try:
            stored = run_at_once(open_table(row, seats, log, game, json.loads(row.options)))
        except DamagedTable as error:
            raise Refused("unreadable-table", str(error)) from None
        secret = row.secret or row.sealed or None
        opening = Opening(stored, self._environment, this_instant(), secret, self._started)
        table = self._loaded[row.id] = LoadedTable(Table(opening))
        return table

    # ---- connections

    def connect(self, connection: int, table_id: str) -> str:
        table = self._loaded.get(table_id)
        if table is None:
            self.add_effect("close", connection, NO_SUCH_TABLE)
        else:
            self._at[connection] = table_id
            self.handle(table, Connected(connection, table.held, contributes=True))
        return self.take()

    def receive(self, connection: int, text: str) -> str:
        table = self._loaded.get(self._at.get(connection, ""))
        if table is None:
            return self.take()
        try:
            request = read_request(text)
            if request is not None:
                self.handle(table, Received(connection, request))
        except Refused as refused:
            answer = RequestRefused("", refused.code, refused.why, refused.clause)
            self.add_effect("send", connection, encode(answer))
        return self.take()

    def disconnect(self, connection: int) -> str:
        table = self._loaded.get(self._at.pop(connection, ""))
        if table is not None:
            self.handle(table, ConnectionEnded(connection))
        return self.take()

    # ---- what was asked for is done

    def persisted(self, table_id: str, number: int) -> str:
        table = self._loaded.get(table_id)
        if table is not None and table.core.waits_for_disk():
            self.handle(table, Persisted(number))
        return self.take()

    def time_is_up(self, table_id: str) -> str:
        table = self._loaded.get(table_id)
        if table is not None:
            self.handle(table, TimedOut("dice"))
        return self.take()

    def think(self, table_id: str, number: int) -> str:
        """Let a bot choose, if anybody still waits for it."""
        table = self._loaded.get(table_id)
        asked = table.asked.pop(number, None) if table is not None else None
        if table is not None and asked is not None:
            setting = Setting(table.core.options, hard_seconds=HARD_SECONDS)
            answer: Input
            try:
                text = self._bots.choose(
                    table_id, table.core.game, asked.view, asked.seat, asked.bot, setting
                )
                answer = BotAnswered(number, text)
            except Exception as error:  # whatever a bot does wrong, the table goes on without it
                answer = BotGaveUp(number, str(error))
            self.handle(table, answer)
        return self.take()

    # ---- what answers.py needs

    def table(self, table_id: str) -> LoadedTable:
        table = self._loaded.get(table_id)
        if table is None:
            raise Refused("no-table", "there is no such table")
        return table

    def create(self, asked: dict[str, Any]) -> LoadedTable:
        """A new table, kept."""
        game, options = find_game(asked["game"]), asked.get("options", {})
        places = asked["seats"]
        game.read_setup(len(places), options)
        check_numbers(options)
        if all(place["kind"] == "bot" for place in places):
            raise BadSetup("seats: at least one must be for a person")
        if asked.get("chance", "drawn") != "drawn":
            raise Refused("illegal", "a real table needs a server")
        when = this_instant().wall
        row = TableRow(
            id=new_id(), game=game.id, rules=game.rules, options=encode(options), listed=False,
            chat=False, limit=0, throws=asked.get("throws", "press"), host=DEVICE, status=WAITING,
            created=when, status_changed_at=when,
            judge="teams" if asked.get("judge") == "teams" else "host",
            hints=asked.get("hints") is not False,
        )  # fmt: skip
        seats = [self._seat(game, seat, one) for seat, one in enumerate(places)]
        settle_names(game, seats)
        return self.add(row, seats)

    def _seat(self, game: Game, seat: int, place: dict[str, Any]) -> SeatRow:
        if place["kind"] == "bot":
            bot = self._environment.bot_named(place.get("bot", "medium"), game.id)
            return bot_seat(seat, bot, place.get("name", ""))
        if place["kind"] != "me":
            return open_seat(game, seat)
        name, mark = given_name(place.get("name", "")), place.get("mark", "")
        return SeatRow(seat, "person", name, mark, token=TOKEN, device=DEVICE)

    def add(self, row: TableRow, seats: list[SeatRow]) -> LoadedTable:
        table = self._open(row, seats)
        self._keep(table, 0, [row, SeatRows(tuple(seats))])
        return table

    def delete(self, table_id: str) -> None:
        self._loaded.pop(table_id, None)
        self.add_effect("drop", table_id)

    # ---- effects

    def handle(self, table: LoadedTable, given: Input) -> None:
        """Carry out what follows from it; Refused if nothing does."""
        self._carry_out(table, table.core.handle(given, this_instant()))

    def _carry_out(self, table: LoadedTable, effects: Sequence[Effect]) -> None:
        table_id = table.core.row.id
        for effect in effects:
            match effect:
                case Persist():
                    self._keep(table, effect.number, effect.writes)
                case Send():
                    text = encode(effect.message)
                    for connection in effect.to:
                        self.add_effect("send", connection, text)
                case Disconnect():
                    for connection in effect.to:
                        self.add_effect("close", connection, effect.code)
                case AskBot():
                    table.asked[effect.number] = effect
                    self.add_effect("think", table_id, effect.number)
                case CancelBot():
                    table.asked.pop(effect.number, None)
                case SetTimeout(kind="dice"):
                    wait = None if effect.at is None else max(0, effect.at - this_instant().at)
                    self.add_effect("wait", table_id, wait)

    def _keep(self, table: LoadedTable, number: int, writes: Iterable[object]) -> None:
        rows: dict[str, Any] = {"seats": [], "log": []}
        for write in writes:
            match write:
                case TableRow():
                    rows["row"] = write
                case SeatRow():
                    rows["seats"].append(write)
                case SeatRows():
                    rows["seats"] += write.rows
                case LogRow():
                    rows["log"].append(write)
        game = table.core.game.id
        rows["info"] = table.info()  # for the list of tables, with the name of the game
        rows["name"] = {language: Words(game, language).name for language in LANGUAGES}
        self.add_effect("keep", table.core.row.id, number, rows)

    def add_effect(self, kind: str, *what: object) -> None:
        self._effects.append([kind, *what])

    def take(self) -> str:
        """The effects so far, as JSON."""
        effects, self._effects = self._effects, []
        return encode(effects)


def new_id() -> str:
    """80 random bits, in letters that a path may have."""
    return secrets.token_hex(10)
