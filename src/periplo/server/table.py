"""One table that is awake: its match, its seats, those who are connected to it.

Everything here happens on the event loop, one thing at a time. A deed is carried out in memory,
queued for the disk, and told to anybody only once it is there.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

import msgspec
from sqlalchemy import Executable

from periplo.core.errors import IllegalAction
from periplo.core.state import TABLE
from periplo.play.draws import Proof, commitment, draw_dice, draw_key, new_secret
from periplo.play.match import Match
from periplo.play.moments import legal_texts, offered, sight
from periplo.server import schema
from periplo.server.deeds import BOT, BY_TABLE, CLOCK, PERSON, TIME_UP, Deed, History, Onlooker
from periplo.server.gathering import MIXED, PROMISING, SHOWING
from periplo.server.limits import Bucket
from periplo.server.messages import (
    Act,
    ChatLine,
    Code,
    Contribute,
    DiceState,
    Ping,
    Promise,
    Ready,
    Request,
    Say,
    TableInfo,
    Throw,
    Undo,
)
from periplo.server.quotas import Quotas, is_over
from periplo.server.sealing import KeyLost, Sealer
from periplo.server.secrets import digest
from periplo.server.store import ADD_TO_LOG, NotSaved, Row, Store
from periplo.server.stored import OVER, PLAYING, WAITING, Opened, Presence, promised, table_info
from periplo.server.thinkers import Abandoned

LOG_SHOWN = 200  # entries that a newcomer is told
CHAT_KEPT = 100  # lines
CHAT_A_SECOND, CHAT_BURST = 1.0, 10.0  # lines of a seat, and for how many seconds at once
MOST_UNDONE = 2000  # at one table: its log is read when it is woken
LONGEST_NOTE = 200  # characters
JUMP = 500  # milliseconds: if the wall clock is off by more, it was set
AWAY_FOR_HOST = 120  # seconds after which the host may have a bot play for somebody
AWAY_FOR_OTHERS = 300  # and anybody else who plays
RETURN = 60  # seconds, at most, for players to come back to a server that was away
PATIENCE = 3.0  # seconds for those who are here to promise a value for the dice, or to show it
NO_DICE = "the key of this table's dice is lost at the server: nothing can be drawn any more"
ALONE = 60.0  # seconds without anybody connected after which bots stop thinking
MOST_ALONE = 30  # actions that the clock brings about while nobody who plays is connected
STAND_IN = "medium"  # the bot that plays for whoever is late or has left

SeatRequest = Act | Throw | Undo | Say | Promise | Contribute

_to_json = msgspec.json.Encoder().encode
logger = logging.getLogger("periplo.table")


def encode(message: object) -> str:
    return _to_json(message).decode()


def now() -> int:
    """Milliseconds since 1970, by the wall clock. It may be set, forward and back."""
    return time.time_ns() // 1_000_000


def ticks() -> int:
    """Milliseconds since some moment, by a clock that nobody sets."""
    return time.monotonic_ns() // 1_000_000


class Instant(NamedTuple):
    """By both clocks."""

    at: int  # ticks
    wall: int


def this_instant() -> Instant:
    return Instant(ticks(), now())


class Refused(Exception):
    """A request that changes nothing."""

    def __init__(self, code: Code, why: str, clause: str = "") -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.clause = clause


class Line(Protocol):
    """A connection, as a table sees it."""

    def send(self, message: str) -> None: ...

    def close(self, code: int, why: str) -> None: ...


class Audience:
    """Everybody connected who holds the same seats: they are told the same."""

    __slots__ = ("lines", "onlooker", "seats")

    def __init__(self, onlooker: Onlooker) -> None:
        self.onlooker = onlooker
        self.seats = onlooker.seats
        self.lines: dict[Line, None] = {}


Messages = list[tuple[Audience, str]]


class Seat:
    """A place at the table."""

    __slots__ = (
        "away_since", "bot", "device", "here", "kind", "left", "mark", "name", "ready", "seat",
        "token",
    )  # fmt: skip

    def __init__(self, row: Row, away_since: int) -> None:
        self.here = 0  # connections
        self.away_since = away_since  # ticks
        self.become(row)

    def become(self, row: Row) -> None:
        self.seat: int = row["seat"]
        self.kind: str = row["kind"]
        self.name: str = row["name"]
        self.mark: str = row["mark"]
        self.bot: str = row["bot"]
        self.token: str = row["token"]
        self.device: str = row["device"]
        self.ready: bool = row["ready"]
        self.left: bool = row["left"]

    def away(self) -> int | None:
        """Seconds for which nobody has been connected who plays it; None if somebody is."""
        if self.kind != "person" or self.left or self.here:
            return None
        return max(0, ticks() - self.away_since) // 1000

    def played_by_bot(self) -> bool:
        return self.kind == "bot" or self.left

    def row(self, table_id: str) -> Row:
        return {
            "table": table_id,
            "seat": self.seat,
            "kind": self.kind,
            "name": self.name,
            "mark": self.mark,
            "bot": self.bot,
            "token": self.token,
            "device": self.device,
            "ready": self.ready,
            "left": self.left,
        }


class Services(Protocol):
    """What a table needs of the house it is in."""

    store: Store
    quotas: Quotas
    sealer: Sealer
    opened: Instant

    async def think(self, table: "LiveTable", seat: int, bot: str) -> str: ...

    def may_chat(self, device: str, size: int) -> bool: ...

    def set_alarm(self, table: "LiveTable") -> None: ...

    def due(self, table_id: str) -> int | None: ...

    def away_since(self, table_id: str, seat: int) -> int: ...

    def drop(self, table: "LiveTable", why: str, code: int = 1011) -> None: ...

    def list_changed(self, table: "LiveTable") -> None: ...

    def count(self, what: str) -> None: ...


class LiveTable:
    """A table in memory."""

    def __init__(self, house: Services, opened: Opened) -> None:
        row = opened.row
        self.house = house
        self.game = opened.setup.game
        self.row = row
        self.id: str = row["id"]
        self.options = opened.setup.options
        self.status: str = row["status"]
        self.limit: int = row["limit"]
        self.seats = [Seat(seat, house.away_since(self.id, seat["seat"])) for seat in opened.seats]
        self.history = opened.history
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.audiences: dict[tuple[int, ...], Audience] = {}
        self.due: int | None = None  # when time is up, in ticks
        self._promised = 0  # the same by the wall clock as it went then
        # if nothing is known of it since the server started, all of it is older than that
        due = house.due(self.id)
        self._read = house.opened if due is None else this_instant()
        self._status_since = self._instant_of(row["touched"])
        self.touched = self._attended = time.monotonic()
        self.address = ""  # from where it was opened, or somebody who plays came last
        self._alone = opened.alone  # actions by the clock since somebody who plays was here
        self.epoch = house.store.failures  # what is in memory is on disk as long as this holds
        self._carried_out = set(opened.requests)  # or being written
        self._stopped = False
        self._last_write: asyncio.Future[None] | None = None
        self._news: Messages = []  # how the table stands, to be told after a write
        self._news_after: asyncio.Future[None] | None = None
        self._written = opened.rows  # of the log
        self._undone = opened.undone
        self._chatted = 0  # bytes
        self._chat_buckets = [Bucket(CHAT_A_SECOND, CHAT_BURST) for _ in self.seats]
        self._secret = self._read_secret()  # None: before the start, or its key is lost
        self.gathering = opened.setup.gathering
        self._contributors: dict[Line, tuple[int, ...]] = {}  # who said that they contribute
        self._patience: asyncio.TimerHandle | None = None
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._all_options = opened.setup.complete
        self.verdict: dict[str, Any] | None = None  # on its draws, once somebody asked
        for said in opened.chat[-CHAT_KEPT:]:
            self._hear(said["seat"], said["note"], said["text"], said["time"])
        self._chatted = sum(len(said["text"].encode()) for said in opened.chat)
        if self.deeds:  # an older version began it, without contributions
            self.gathering.end()
        if self.status == PLAYING:
            self._set_deadline(self._turn_began(), due)

    @property
    def match(self) -> Match:
        return self.history.match

    @property
    def deeds(self) -> list[Deed]:
        """What was done and not taken back."""
        return self.history.deeds

    def _read_secret(self) -> str | None:
        row = self.row
        if row["secret"] or not row["sealed"]:
            return row["secret"] or None
        try:
            return self.house.sealer.unseal(row["sealed"], self.id)
        except KeyLost as error:
            logger.error("a table of %s cannot draw any more: %s", self.game.id, error)
            return None

    def _hear(self, seat: int, name: str, text: str, when: int) -> ChatLine:
        line = ChatLine(seat + 1, name, text, when)
        self.chat.append(line)
        self._chatted += len(text.encode())
        return line

    def _write(
        self, kind: str, seat: int, text: str, by: str, request: str, note: str, when: int
    ) -> "asyncio.Future[None]":
        self._written += 1
        row = {
            "table": self.id,
            "number": self._written,
            "kind": kind,
            "seat": seat,
            "text": text,
            "by": by,
            "request": request,
            "note": note,
            "time": when,
            "n": self.history.public.n,
        }
        return self._save(ADD_TO_LOG, [row])

    def _save(self, statement: Executable, rows: list[Row]) -> "asyncio.Future[None]":
        if self._stopped:
            raise NotSaved("the table starts again from what is on disk")
        self._last_write = self.house.store.write(statement, rows, self.epoch)
        return self._last_write

    def is_settled(self) -> bool:
        """Whether everything here is on disk; nobody who comes is told anything else."""
        return self._last_write is None or self._last_write.done()

    async def settle(self) -> None:
        while self._last_write is not None and not self._last_write.done():
            await self._last_write

    # ---- those who are connected

    def holds(self, tokens: Iterable[str]) -> tuple[int, ...] | None:
        """The seats of these tokens; None if one of them fits none."""
        return seats_of([seat.token for seat in self.seats], tokens)

    def connect(
        self, line: Line, seats: tuple[int, ...], address: str = "", contributes: bool = False
    ) -> Audience:
        self.touch()
        if seats:
            self.address = address
            self._welcome_back()
        audience = self.audiences.get(seats)
        if audience is None:
            audience = Audience(self.history.onlooker(seats))
            self.audiences[seats] = audience
        audience.lines[line] = None
        came = [self.seats[seat] for seat in seats]
        for seat in came:
            seat.here += 1
        line.send(encode(self._welcome(audience)))
        if not seats or any(seat.here == 1 for seat in came):
            self.tell_table(but=line)
        if contributes:
            self._contributors[line] = seats
        self.go_on()
        return audience

    def disconnect(self, line: Line, audience: Audience) -> None:
        self.touch()
        if line not in audience.lines:
            return
        del audience.lines[line]
        self._contributors.pop(line, None)
        if not audience.lines:
            self.audiences.pop(audience.seats, None)
        for seat in audience.seats:
            self.seats[seat].here -= 1
            self.seats[seat].away_since = ticks()
        self._attended = time.monotonic()
        self.tell_table()
        self.gather()

    def _welcome(self, audience: Audience) -> dict[str, Any]:
        return {
            "t": "welcome",
            "table": self.info(audience.seats),
            "seats": [seat + 1 for seat in audience.seats],
            "moment": self.moment(audience, []) if self.has_begun() else None,
            "log": self._log_for(audience),
            "chat": list(self.chat) if self.row["chat"] else [],
        }

    def _log_for(self, audience: Audience) -> list[dict[str, Any]]:
        """The last entries that the audience has seen, the oldest first."""
        seen = audience.onlooker.seen if self.history.hides else self.deeds
        first = max(0, len(seen) - LOG_SHOWN)
        return [deed.entry(number) for number, deed in enumerate(seen[first:], first + 1)]

    # ---- telling

    def info(self, yours: tuple[int, ...] = (), device: str = "") -> TableInfo:
        return table_info(
            self.row,
            [seat.row(self.id) for seat in self.seats],
            options=self._all_options,
            n=self.history.public.n,
            yours=yours,
            device=device,
            presence=self.presence(),
            dice=self._dice(),
            gathering=self.gathering,
        )

    def presence(self) -> Presence:
        watching = self.audiences.get(())
        away: dict[int, int] = {}
        if self.status == PLAYING:
            away = {seat.seat: gone for seat in self.seats if (gone := seat.away()) is not None}
        return Presence(
            frozenset(seat.seat for seat in self.seats if seat.here > 0),
            len(watching.lines) if watching else 0,
            away,
        )

    def _dice(self) -> DiceState | None:
        if self.status == WAITING:
            return None
        if self._secret is None:
            return "lost"
        return "ready" if self.gathering.is_over() else "gathering"

    def has_begun(self) -> bool:
        """Whether it has started and its dice are mixed."""
        return self.status != WAITING and self.gathering.is_over()

    def proof(self) -> Proof:
        """Once the game is over."""
        published = promised(self.row)
        if self._secret is None or published is None:
            raise Refused("no-dice", NO_DICE)
        return Proof(self.match.record, published, self._secret, self.gathering.values)

    def tell_table(self, but: Line | None = None) -> None:
        """Tell everybody who is connected how the table stands now, once that is on disk."""
        if self._stopped:
            return
        news = [
            (audience, encode({"t": "table", "table": self.info(audience.seats)}))
            for audience in self.audiences.values()
        ]
        if self.is_settled():
            self._send(news, but)
            return
        assert self._last_write is not None
        if self._news_after is self._last_write:  # nobody was told the last ones, nobody needs to
            self._news.clear()
        self._news, self._news_after = news, self._last_write
        self._tell_once_saved(news)

    def _tell_once_saved(self, messages: Messages) -> None:
        """The one rule for whatever is told: what it may build on is on disk by then."""
        if self._last_write is None or self.is_settled():
            self._send(messages)
        else:
            self._last_write.add_done_callback(partial(self._deliver, messages))

    def moment(
        self,
        audience: Audience,
        entries: list[dict[str, Any]],
        common: dict[str, Any] | None = None,
        undone: int | None = None,
    ) -> dict[str, Any]:
        """The table as this audience may see it; `common` is a sight that anybody has."""
        seats = audience.seats
        state = self.match.state
        if common is None:
            seen = sight(self.game, state, seats)
        else:
            seen = common | offered(self.game, state, seats)
        if self.row["throws"] == "auto" or self._secret is None:
            seen["thrower"] = None
        seen["n"] = audience.onlooker.n
        seen["entries"] = entries
        seen["undo"] = [seat + 1 for seat in seats if self._undoable(seat) is not None]
        seen["deadline"] = self.deadline
        seen["now"] = now()
        seen["undone"] = undone
        return seen

    def _moments(self, deed: Deed) -> Messages:
        """What each audience is to be told of a deed."""
        state = self.match.state
        common: dict[str, Any] | None = None
        if not state.hides():
            common = sight(self.game, state, ())
            common["view"] = msgspec.Raw(_to_json(common["view"]))
        messages = []
        for audience in self.audiences.values():
            if entries := audience.onlooker.notice(deed):
                moment = self.moment(audience, entries, common)
                messages.append((audience, encode({"t": "moment", "moment": moment})))
        return messages

    def _deliver(self, messages: Messages, done: "asyncio.Future[None]") -> None:
        """Once it is on disk; if it cannot be, the table starts again from what is."""
        if done.cancelled() or done.exception() is not None:
            self.house.drop(self, "this could not be saved; please try again")
            return
        self._send(messages)

    def _send(self, messages: Messages, but: Line | None = None) -> None:
        for audience, message in messages:
            for line in audience.lines:
                if line is not but:
                    line.send(message)

    # ---- requests of clients

    async def handle(self, request: Request, audience: Audience) -> dict[str, Any] | None:
        """Carry out a request and wait until it is on disk; Refused says why not."""
        self.touch()
        if isinstance(request, Ping):
            return {"t": "pong"}
        seat = request.seat - 1
        if seat not in audience.seats:
            raise Refused("not-yours", f"seat {request.seat} is not yours")
        try:
            n = self._begin(request, seat, audience)
        except Refused:
            await self._saved()  # why it is refused may not be on disk yet
            raise
        await self._saved()
        return {"t": "done", "id": request.id, "n": n}

    async def _saved(self) -> None:
        """Until what is here now is on disk, whatever comes meanwhile."""
        if self._last_write is not None:
            await self._last_write

    def _begin(self, request: SeatRequest | Ready, seat: int, who: Audience) -> int:
        """Carry out a request that has not been yet; the number of the moment then."""
        if isinstance(request, Ready):  # saying it twice is saying it once
            self.set_ready(seat, request.ready)
            return 0
        key = _key(request)
        if key not in self._carried_out:
            self._carry_out(request, seat, who)
            self._carried_out.add(key)
        return who.onlooker.n

    def _carry_out(self, request: SeatRequest, seat: int, audience: Audience) -> None:
        if isinstance(request, Say):
            self._say(seat, request)
            return
        if self.status != PLAYING:
            if self.status == OVER:
                raise Refused("over", "the game is over")
            raise Refused("not-begun", "the game has not begun")
        if isinstance(request, Promise):
            self._promise(seat, request.hash)
            return
        if isinstance(request, Contribute):
            self._contribute(seat, request.value)
            return
        if not self.gathering.is_over():
            raise Refused("gathering", "the dice are being mixed; wait a moment")
        if self._is_full():
            most = self.house.quotas.actions_a_table
            raise Refused("too-long", f"this match has {most} actions and cannot go on")
        if request.n != audience.onlooker.n and not self._still_holds(request.n, seat, audience):
            raise Refused("stale", "something has happened since; look again")
        if isinstance(request, Act):
            self._act(seat, request)
        elif isinstance(request, Throw):
            self._throw(seat, request)
        else:
            self._undo(seat, request)

    def _still_holds(self, n: int, seat: int, audience: Audience) -> bool:
        """Whether what was decided at moment `n` can stand.

        Where seats act at the same time, one that has finished does not disturb the others.
        """
        since = audience.onlooker.seen[n:] if self.match.state.hides() else []
        return bool(since) and all(deed.actor not in (TABLE, seat) for deed in since)

    def _act(self, seat: int, request: Act) -> None:
        state = self.match.state
        if self.seats[seat].left:
            raise Refused("bot-plays", "a bot plays this seat; sit down again first")
        try:
            action = self.game.parse(state, seat, request.action)
            if not state.is_legal(seat, action):
                clause, why = state.refusal(seat, action)
                raise IllegalAction(clause, why)
        except IllegalAction as error:
            raise Refused("illegal", error.why, error.clause) from None
        self.do(seat, action, PERSON, _key(request))
        self.go_on()

    def _throw(self, seat: int, request: Throw) -> None:
        state = self.match.state
        if TABLE not in state.actors() or state.thrower() != seat:
            raise Refused("nothing-to-throw", "there is nothing for you to throw")
        if self._secret is None:
            raise Refused("no-dice", NO_DICE)
        self._draw(_key(request))
        self.go_on()

    def _undoable(self, seat: int) -> Deed | None:
        """The seat's last deed, if a real table would let it be taken back.

        Never across a throw, a card or another seat's action. Where seats act at the same time,
        what nobody else has seen may go, as long as the seat may still act.
        """
        if self.match.state.over() or self._undone >= MOST_UNDONE:
            return None
        hides = self.match.state.hides()
        for deed in reversed(self.deeds):
            if deed.actor == seat:
                if not deed.may_be_undone or deed.by != PERSON:
                    return None
                if hides and not (deed.is_secret and seat in self.match.state.actors()):
                    return None
                return deed
            if not hides or deed.actor == TABLE:
                return None
        return None

    def _undo(self, seat: int, request: Undo) -> None:
        deed = self._undoable(seat)
        if deed is None or self.status != PLAYING:
            raise Refused("too-late", "this cannot be taken back any more")
        self._stop_thinking()
        self._undone += 1
        self.history.remove(deed)
        messages = []
        self._set_deadline(self._turn_began())
        for audience in self.audiences.values():
            if audience.onlooker.forget(deed):
                moment = self.moment(audience, [], undone=seat + 1)
                moment["log"] = self._log_for(audience)
                messages.append((audience, encode({"t": "moment", "moment": moment})))
        self._write("undo", seat, "", PERSON, _key(request), "", now())
        self._tell_once_saved(messages)
        self.go_on()

    def _say(self, seat: int, request: Say) -> None:
        if not self.row["chat"]:
            raise Refused("no-chat", "there is no chat at this table")
        text = " ".join(request.text.split())
        if not text.isprintable() or not text:
            raise Refused("unprintable", "that cannot be printed")
        if not self._chat_buckets[seat].take():
            raise Refused("too-fast", "that is a lot to say at once; please wait a little")
        size = len(text.encode())
        if self._is_full() or is_over(self.house.quotas.chat_a_table, self._chatted + size):
            raise Refused("too-much-chat", "this table's chat is full: nothing more can be said")
        if not self.house.may_chat(self.seats[seat].device, size):
            raise Refused("too-much-chat", "that was all you can say today, at all tables together")
        when, name = now(), self.seats[seat].name
        line = self._hear(seat, name, text, when)
        message = encode({"t": "chat", "chat": line})
        everybody = [(audience, message) for audience in self.audiences.values()]
        self._write("chat", seat, text, PERSON, _key(request), name, when)
        self._tell_once_saved(everybody)

    # ---- deeds

    def do(
        self, actor: int, action: int, by: str, request: str = "", note: str = ""
    ) -> "asyncio.Future[None]":
        """Carry out a legal action; the future ends when it is on disk."""
        text = self.game.text(self.match.state, actor, action)
        at, when = this_instant()
        deed = Deed(actor, action, text, by, note, when, at)
        self.history.play(deed)
        self._count_alone(deed)
        if not deed.is_secret:
            self._set_deadline(Instant(at, when))
        messages = self._moments(deed)
        done = self._write("act", actor, text, by, request, note, when)
        self._tell_once_saved(messages)
        self.house.count(by)
        if self.match.state.over():
            self._finish()
        return done

    def _draw(self, request: str = "", note: str = "") -> "asyncio.Future[None]":
        """The table acts, by the secret that was promised."""
        assert self._secret is not None
        dice = draw_dice(draw_key(self._secret, self.gathering.values), self.history.draws)
        action = self.match.state.draw(dice)
        return self.do(TABLE, action, BY_TABLE, request, note)

    def go_on(self) -> None:
        """Whatever happens by itself: the dice are mixed, cards, throws for bots, bots' turns."""
        self.gather()
        while self._runs() and self.somebody_plays():
            state = self.match.state
            actors = state.actors()
            if TABLE in actors:
                if self._secret is None:
                    break
                thrower = state.thrower()
                by_itself = thrower == TABLE or self.row["throws"] == "auto"
                if not by_itself and not self.seats[thrower].played_by_bot():
                    break
                self._draw()
                continue
            for seat in actors if self.urgency() is not None else ():
                if self.seats[seat].played_by_bot() and seat not in self._thinking:
                    self._think(seat, self.seats[seat].bot, BOT, "")
            break

    def _runs(self) -> bool:
        can = self.gathering.is_over() and not self._is_full()
        return self.status == PLAYING and can and not self._stopped

    def _is_full(self) -> bool:
        """As long as a match may be: its whole log is read when it is woken."""
        return is_over(self.house.quotas.actions_a_table, self._written + 1)

    def somebody_plays(self) -> bool:
        return any(seat.kind == "person" and not seat.left for seat in self.seats)

    def urgency(self) -> int | None:
        """How much bots' answers are waited for here: 0 most, None not at all."""
        if not self._is_empty():
            return 0
        if self.limit:
            return None if self._is_left_alone() else 1
        is_watched = bool(self.audiences) or time.monotonic() - self._attended < ALONE
        return 1 if is_watched else None

    def _think(self, seat: int, bot: str, by: str, note: str) -> None:
        task = asyncio.create_task(self._let_bot_act(seat, bot, by, note))
        self._thinking[seat] = task
        task.add_done_callback(partial(self._thought, seat))

    def _stop_thinking(self) -> None:
        for task in self._thinking.values():
            task.cancel()
        self._thinking.clear()

    def _thought(self, seat: int, task: "asyncio.Task[None]") -> None:
        if self._thinking.get(seat) is task:
            del self._thinking[seat]

    async def _let_bot_act(self, seat: int, bot: str, by: str, note: str) -> None:
        state = self.match.state
        count = len(self.deeds)
        try:
            text = await self.house.think(self, seat, bot)
        except Abandoned:  # whoever comes back sets it going again
            self._thinking.pop(seat, None)
            if self.urgency() is not None:  # somebody has come meanwhile
                self.go_on()
            return
        except Exception as error:  # whatever a bot does wrong, the table goes on without it
            logger.warning("a bot of %s failed: %s", self.game.id, error)
            note = "".join(c if c.isprintable() else " " for c in str(error))[-LONGEST_NOTE:]
            text = await self._stand_in(seat)
        self._thinking.pop(seat, None)
        wanted = by != BOT or self.seats[seat].played_by_bot()  # somebody may have come back
        if wanted and self.match.state is state and (count == len(self.deeds) or state.hides()):
            action = self.game.parse(state, seat, text)
            if self._runs() and state.is_legal(seat, action):
                self.do(seat, action, by, note=note)
                if by == CLOCK and state.hides() and seat in state.actors():
                    self._think(seat, bot, by, note)  # to the end of what it may do in secret
        self.go_on()  # also if the thought came too late: then it is thought again

    async def _stand_in(self, seat: int) -> str:
        """Somebody's action for a bot that has failed."""
        try:
            return await self.house.think(self, seat, STAND_IN)
        except Abandoned:
            raise
        except Exception:
            return legal_texts(self.game, self.match.state, seat)[0]

    # ---- the clock

    def _instant_of(self, wall: int, at: int | None = None) -> Instant:
        """When something happened. What is known from the disk alone was as long ago as the wall
        clock says, but not in the future.
        """
        if at is None:
            at = self._read.at + min(0, wall - self._read.wall)
        return Instant(at, wall)

    def _turn_began(self) -> Instant:
        """When something last happened that everybody saw: neither a deed in secret nor one that
        was taken back gives anybody more time.
        """
        for deed in reversed(self.deeds):
            if not deed.is_secret:
                return self._instant_of(deed.time, deed.at)
        return self._status_since

    def _set_deadline(self, since: Instant, due: int | None = None) -> None:
        """Time is up so long after `since`, or at `due` if that is known better."""
        self.due = None
        runs = self.status == PLAYING and not self.match.state.over()
        if self.limit and runs and not self._is_left_alone():
            returned, limit = 1000 * min(self.limit, RETURN), 1000 * self.limit
            opened = self.house.opened
            self.due = max(since.at + limit, opened.at + returned) if due is None else due
            self._promised = max(since.wall + limit, opened.wall + returned)
        self.house.set_alarm(self)

    @property
    def deadline(self) -> int | None:
        """When time is up, by the wall clock as it goes now: it may have been set since."""
        if self.due is None:
            return None
        by_now = now() + self.due - ticks()
        return self._promised if abs(by_now - self._promised) < JUMP else by_now

    def restart_clock(self) -> None:
        """Somebody plays again where nobody did."""
        self._set_deadline(this_instant())

    def _count_alone(self, deed: Deed) -> None:
        if deed.by == PERSON:
            self._alone = 0
        elif (deed.by == CLOCK or deed.note == TIME_UP) and self._is_empty():
            self._alone += 1

    def _is_empty(self) -> bool:
        """Nobody who plays is connected."""
        return not any(seat.here for seat in self.seats)

    def _is_left_alone(self) -> bool:
        """Nobody has been here for so long that the clock stands still until somebody is."""
        return self._alone >= MOST_ALONE

    def _welcome_back(self) -> None:
        was_left_alone, self._alone = self._is_left_alone(), 0
        if was_left_alone:
            self.restart_clock()

    def time_is_up(self) -> None:
        """A bot plays for everybody who is late; the log says so."""
        if self._is_full():
            self.due = None
        is_late = self.due is not None and ticks() >= self.due
        if is_late:
            self.gather(without_the_absent=True)
        if not is_late or not self._runs():
            self.house.set_alarm(self)
            return
        if not self.somebody_plays():
            return
        note = TIME_UP
        state = self.match.state
        if TABLE in state.actors():
            if self._secret is not None:
                self._draw(note=note)
                self.go_on()
            return
        for seat in state.actors():
            if seat not in self._thinking:
                self._think(seat, self.seats[seat].bot or STAND_IN, CLOCK, note)

    # ---- beginning and end

    def set_ready(self, seat: int, ready: bool) -> "asyncio.Future[None]":
        if self.status != WAITING:
            raise Refused("begun", "the game has begun")
        self.seats[seat].ready = ready
        done = self.save_seats([self.seats[seat]])
        self.tell_table()
        if all(
            place.kind != "open" and (place.ready or place.kind == "bot") for place in self.seats
        ):
            return self.start()
        return done

    def start(self) -> "asyncio.Future[None]":
        if self.status != WAITING:
            raise Refused("begun", "the game has begun")
        if any(seat.kind == "open" for seat in self.seats):
            raise Refused("seats-open", "a seat is still open")
        if not self.somebody_plays():
            raise Refused("illegal", "at least one seat must be for a person")
        self.history = History(self.game, [seat.name for seat in self.seats], self.options)
        self.audiences = {
            seats: self._moved(audience) for seats, audience in self.audiences.items()
        }
        self._secret = new_secret()
        self.row["commitment"] = commitment(self._secret)
        self.row["sealed"] = self.house.sealer.seal(self._secret, self.id)
        done = self._set_status(PLAYING)
        self._set_deadline(self._status_since)
        self.go_on()
        return done

    # ---- mixing the dice

    def _promise(self, seat: int, hashed: str) -> None:
        given = self.gathering.promises
        if given.get(seat) == hashed:  # saying it twice is saying it once
            return
        if self.seats[seat].left:
            raise Refused("bot-plays", "a bot plays this seat; sit down again first")
        if self.gathering.stage != PROMISING or seat in given:
            raise Refused("dice-fixed", "what goes into the dice is fixed already")
        given[seat] = hashed
        self._save_mixing()

    def _contribute(self, seat: int, value: str) -> None:
        gathering = self.gathering
        if gathering.values.get(seat) == value:
            return
        if gathering.published == PROMISING:
            raise Refused("gathering", "first the promises are fixed; wait a moment")
        if gathering.stage != SHOWING or seat in gathering.values:
            raise Refused("dice-fixed", "what goes into the dice is fixed already")
        if not gathering.fits(seat, value):
            raise Refused("illegal", "this is not the value that the seat promised")
        gathering.values[seat] = value
        self._save_mixing()

    def _save_mixing(self) -> None:
        self.row["mixing"] = self.gathering.to_text()
        self.save_row()
        self.gather()

    def gather(self, without_the_absent: bool = False) -> None:
        """Fix the promises, and then the values, as soon as nobody who is here owes one."""
        gathering = self.gathering
        if self.status != PLAYING or self._stopped or gathering.stage == MIXED:
            return
        if gathering.stage != gathering.published:  # it is being written
            return
        people = {seat.seat for seat in self.seats if seat.kind == "person" and not seat.left}
        contributing = {seat for seats in self._contributors.values() for seat in seats}
        owing = gathering.owing(contributing) & people
        if not without_the_absent:
            if not any(self.seats[seat].here for seat in people):
                self._lose_patience()
                return  # nobody has come yet, or everybody is gone: the dice wait for them
            if owing:
                if self._patience is None:
                    loop = asyncio.get_running_loop()
                    self._patience = loop.call_later(PATIENCE, self.gather, True)
                return
        self._lose_patience()
        shows = gathering.stage == PROMISING and gathering.promises
        gathering.stage = SHOWING if shows else MIXED
        if not shows:
            self._status_since = this_instant()  # the first turn begins
            self.row["touched"] = self._status_since.wall
        self.row["mixing"] = gathering.to_text()
        self.save_row().add_done_callback(self._gathered)

    def _lose_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _gathered(self, done: "asyncio.Future[None]") -> None:
        """What was fixed is on disk: it is published, and what waited for it happens."""
        if done.cancelled() or done.exception() is not None:
            self.house.drop(self, "this could not be saved; please try again")
            return
        if self._stopped:
            return
        self.gathering.published = self.gathering.stage
        if self.gathering.is_over():
            self._set_deadline(self._status_since)
        messages = []  # these before anything that is drawn, whatever else is told meanwhile
        for audience in self.audiences.values():
            table = {"t": "table", "table": self.info(audience.seats)}
            messages.append((audience, encode(table)))
            if self.gathering.is_over():
                moment = {"t": "moment", "moment": self.moment(audience, [])}
                messages.append((audience, encode(moment)))
        self._tell_once_saved(messages)
        self.go_on()

    def _moved(self, audience: Audience) -> Audience:
        audience.onlooker = self.history.onlooker(audience.seats)
        return audience

    def _finish(self) -> None:
        self.due = None
        if self._secret is not None:  # it is published now
            self.row["secret"], self.row["sealed"] = self._secret, ""
        self._set_status(OVER)

    def _set_status(self, status: str) -> "asyncio.Future[None]":
        self.status = self.row["status"] = status
        self._status_since = this_instant()
        self.row["touched"] = self._status_since.wall
        done = self.save_row()
        self.tell_table()
        done.add_done_callback(self._tell_lobby)
        return done

    def _tell_lobby(self, done: "asyncio.Future[None]") -> None:
        if done.exception() is None:
            self.house.list_changed(self)

    def save_row(self) -> "asyncio.Future[None]":
        kept = ("status", "secret", "sealed", "commitment", "mixing", "rematch", "touched")
        changed = {key: self.row[key] for key in kept}
        update = schema.tables.update().where(schema.tables.c.id == self.id).values(**changed)
        return self._save(update, [])

    def save_seats(self, seats: Iterable[Seat]) -> "asyncio.Future[None]":
        done = None
        for seat in seats:
            its = schema.seats.c
            update = (
                schema.seats.update()
                .where(its.table == self.id, its.seat == seat.seat)
                .values(**seat.row(self.id))
            )
            done = self._save(update, [])
        assert done is not None
        return done

    # ---- sleep

    def stop(self) -> None:
        """Nothing happens here any more; the disk has the table."""
        self._stopped = True
        self._lose_patience()
        self._stop_thinking()

    def touch(self) -> None:
        self.touched = time.monotonic()

    def is_idle(self) -> bool:
        waits = self._thinking or self._patience is not None
        return not self.audiences and not waits and self.is_settled()

    def lines(self, seat: int | None = None) -> list[Line]:
        """Everybody connected, or those who hold a seat."""
        return [
            line
            for audience in self.audiences.values()
            if seat is None or seat in audience.seats
            for line in audience.lines
        ]


def _key(request: SeatRequest) -> str:
    """A client's id is its own seat's alone."""
    return f"{request.seat}/{request.id}"


def seats_of(hashes: Sequence[str], tokens: Iterable[str]) -> tuple[int, ...] | None:
    """The seats whose hashes fit these tokens; None if one of the tokens fits none."""
    shown = {digest(token) for token in tokens}
    seats = tuple(seat for seat, token in enumerate(hashes) if token and token in shown)
    return seats if len(seats) == len(shown) else None
