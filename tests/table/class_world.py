"""A class table with a disk, a clock and phones, all of them in a test's hand."""

import json
from dataclasses import replace
from typing import Any

import msgspec

import periplo
from periplo.core.state import TABLE
from periplo.play.refusals import Refused
from periplo.play.stepwise import run_at_once
from periplo.table.clock import Instant
from periplo.table.effects import AskBot, Disconnect, Effect, Persist, Send, SetTimeout
from periplo.table.inputs import (
    BotAnswered,
    Connected,
    ConnectionEnded,
    Input,
    JoinTeam,
    Persisted,
    PhoneKey,
    Received,
    Start,
    TimedOut,
)
from periplo.table.requests import Act, Request, Throw
from periplo.table.rows import TEACHER_OFFICE, ClassRow, LogRow, SeatRow, TableRow
from periplo.table.seats import open_seat
from periplo.table.state import Opening
from periplo.table.stored import open_table
from periplo.table.table import Table

BEGIN = Instant(1_000_000, 1_790_000_000_000)
GAME = periplo.game("europa")
CLASSROOM = GAME.classroom()
CODE = "BCDFGH"


class Environment:
    most_actions = most_chat = 0

    def new_secret(self) -> str:
        return "3" * 64

    def seal(self, secret: str, table_id: str) -> str:
        return secret

    def may_chat(self, device: str, size: int) -> bool:
        return True

    def bot_named(self, name: str, game_id: str) -> str:
        return name


class Device:
    """Somebody who is connected, and all that they were sent, as JSON."""

    def __init__(self, phones: tuple[PhoneKey, ...], officials: tuple[str, ...]) -> None:
        self.phones = phones
        self.officials = officials
        self.received: list[dict[str, Any]] = []
        self.closed: int | None = None

    def last(self, kind: str) -> dict[str, Any]:
        return next(one for one in reversed(self.received) if one["t"] == kind)

    def team(self, seat: int = 1) -> dict[str, Any]:
        """How it knows the team of a seat, from 1."""
        for one in reversed(self.received):
            teams = one.get("teams") or ([one["team"]] if one["t"] == "team" else [])
            for team in teams:
                if team["seat"] == seat:
                    found: dict[str, Any] = team
                    return found
        raise LookupError("no team was sent")

    def side(self) -> dict[str, Any]:
        for one in reversed(self.received):
            found: dict[str, Any] | None = one.get("side") or (one.get("moment") or {}).get("side")
            if found is not None:
                return found
        raise LookupError("no side contest was sent")


class ClassWorld:
    """Runs a class table as a server does; what it writes is on disk at once."""

    def __init__(
        self,
        teams: int = 3,
        side: bool = True,
        limit: int = 0,
        bots: tuple[int, ...] = (),
        **options: Any,
    ) -> None:
        self.now = BEGIN
        self.row = TableRow(
            id="t", game=GAME.id, rules=GAME.rules, options=json.dumps(options), listed=False,
            chat=False, limit=limit, throws="press", host="teacher", status="waiting",
            created=BEGIN.wall, status_changed_at=BEGIN.wall, judge="spectator",
            classroom=ClassRow(CODE, "token of the teacher", side),
        )  # fmt: skip
        self.seats = [open_seat(GAME, seat) for seat in range(teams)]
        for seat in bots:
            self.seats[seat] = SeatRow(seat, "bot", f"bot {seat}", bot="easy")
        self.log: list[LogRow] = []
        self.devices: list[Device] = []
        self.asked: list[AskBot] = []
        self.due: int | None = None
        self.requests = 0
        self.load()

    def load(self) -> None:
        """A server starts, and opens the table from what is on disk."""
        row = replace(self.row)
        stored = run_at_once(
            open_table(row, list(self.seats), self.log, GAME, json.loads(self.row.options))
        )
        secret = self.row.secret or self.row.sealed or None
        self.devices, self.asked = [], []
        self.table = Table(Opening(stored, Environment(), self.now, secret, self.now))
        self.due = self.table.clock.due

    def pass_time(self, seconds: float) -> None:
        by = round(1000 * seconds)
        self.now = Instant(self.now.at + by, self.now.wall + by)

    # ---- what happens

    def feed(self, given: Input) -> None:
        for effect in self.table.handle(given, self.now):
            self._perform(effect)

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Persist():
                for write in effect.writes:
                    if isinstance(write, TableRow):
                        self.row = replace(write)
                    elif isinstance(write, SeatRow):
                        self.seats[write.seat] = write
                    else:
                        assert isinstance(write, LogRow)
                        self.log.append(write)
                self.feed(Persisted(effect.number))
            case Send():
                text = msgspec.json.encode(effect.message)
                for one in effect.to:
                    assert isinstance(one, Device)
                    one.received.append(json.loads(text))
            case Disconnect():
                for one in effect.to:
                    assert isinstance(one, Device)
                    one.closed = effect.code
                    if one in self.devices:
                        self.leave(one)
            case AskBot():
                self.asked.append(effect)
            case SetTimeout(kind="turn"):
                self.due = effect.at

    def teach(self) -> Device:
        return self._connect(Device((), (TEACHER_OFFICE,)))

    def watch(self) -> Device:
        return self._connect(Device((), ()))

    def join(self, seat: int, device: str, name: str = "") -> PhoneKey:
        """A phone's number; seats from 0."""
        token = f"token of {device} {len(self.log)} {self.requests}"
        self.requests += 1
        self.feed(JoinTeam(seat, device, token, name or f"team {seat + 1}", ""))
        (key,) = self.table.teams.held_with([token])
        return key

    def come(self, key: PhoneKey) -> Device:
        return self._connect(Device((key,), ()))

    def phone(self, seat: int, device: str, name: str = "") -> Device:
        return self.come(self.join(seat, device, name))

    def _connect(self, device: Device) -> Device:
        self.devices.append(device)
        admitted = filter(self.table.teams.is_admitted, device.phones)
        seats = tuple(sorted({seat for seat, _ in admitted}))
        self.feed(Connected(device, seats, False, device.officials, device.phones))
        return device

    def leave(self, device: Device) -> None:
        self.devices.remove(device)
        self.feed(ConnectionEnded(device))

    def ask(self, device: Device, kind: type[Any], *about: Any, id: str = "") -> str:
        """The code of the refusal; "" if there is none."""
        self.requests += 1
        request: Request = kind(id or f"r{self.requests}", *about)
        before = len(device.received)
        self.feed(Received(device, request))
        answers = [one for one in device.received[before:] if one["t"] in ("done", "refused")]
        assert len(answers) == 1, answers
        return str(answers[0].get("code", ""))

    def refused(self, given: Input) -> str:
        """The code with which an input is refused that comes over HTTP."""
        try:
            self.feed(given)
        except Refused as refused:
            return refused.code
        return ""

    def start(self) -> None:
        self.feed(Start("teacher"))

    def time_up(self) -> None:
        self.feed(TimedOut("turn"))

    # ---- until a question is open

    @property
    def n(self) -> int:
        return len(self.table.actions)

    def step(self) -> None:
        """Whoever is to act does the first thing that is legal; teams move if they may."""
        state = self.table.match.state
        actor = state.actors()[0]
        if self.asked:
            asked = self.asked.pop(0)
            self.feed(BotAnswered(asked.number, self.table.match.legal()[str(asked.seat + 1)][0]))
            return
        if actor == TABLE:
            seat = state.thrower()
            assert self.ask(self.hand_of(seat), Throw, seat + 1, self.n) == ""
            return
        legal = self.table.match.legal()[str(actor + 1)]
        wanted = "move" if "move" in legal else legal[0]
        assert self.ask(self.hand_of(actor), Act, actor + 1, self.n, wanted) == ""

    def hand_of(self, seat: int) -> Device:
        team = self.table.seats[seat].team
        assert team is not None
        return next(one for one in self.devices if (seat, team.hand) in one.phones)

    def play_until_asked(self) -> int:
        """The seat that is asked, from 0."""
        for _ in range(3000):
            question = CLASSROOM.asked(self.table.match.state)
            if question is not None:
                return int(question.seat)
            self.step()
        raise AssertionError("nothing was asked")

    def answer(self, letter: str) -> None:
        seat = CLASSROOM.asked(self.table.match.state).seat
        assert self.ask(self.hand_of(seat), Act, seat + 1, self.n, f"answer {letter}") == ""

    def right(self) -> str:
        return str(CLASSROOM.right(self.table.match.state))

    def wrong(self) -> str:
        return next(letter for letter in "ABCD" if letter != self.right())
