"""Tables by the thousand: random messages of random people, who come and go; bots that answer late,
fail or talk nonsense; time that passes; and an end between any two effects.

`table_world` checks after each step that nothing is shown that is not on disk, that nothing
is done twice, that every log replays, and that what a seat is shown is what its history says.
"""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from table_world import Listener, World, table_row

import periplo
from periplo.core.dice import Dice
from periplo.play.draws import commitment
from periplo.table.clock import Instant
from periplo.table.inputs import (
    AssignSeat,
    BotAbandoned,
    BotAnswered,
    BotFailed,
    LeaveSeat,
    Received,
    SitDown,
    Start,
    TimedOut,
)
from periplo.table.requests import (
    Act,
    Contribute,
    Ping,
    Promise,
    Ready,
    Request,
    Say,
    Throw,
    Undo,
)
from periplo.table.rows import PLAYING, PROMISING, WAITING, SeatRow

SEATS = 2
VALUES = [f"{n:064x}" for n in range(3)]
few = st.integers(0, 7)
seats_held = st.sampled_from([(0, 1), (0,), (1,), ()])
seat_numbers = st.sampled_from([0, 0, 0, 1, 1, 1, SEATS])
games = st.sampled_from(periplo.game_ids())


class TableMachine(RuleBasedStateMachine):
    world: World
    begins_at = "waits"

    @initialize(
        game_id=games,
        limit=st.sampled_from([0, 0, 10, 600]),
        auto=st.booleans(),
        kinds=st.sampled_from(["pp", "pp", "pb", "po"]),
    )
    def open(self, game_id: str, limit: int, auto: bool, kinds: str) -> None:
        game = periplo.game(game_id)
        seats = []
        for seat, kind in enumerate(kinds):
            name = game.seat_names[seat]
            if kind == "p":
                row = SeatRow(seat, "person", name, device=f"device {seat}", token=f"token {seat}")
            elif kind == "b":
                row = SeatRow(seat, "bot", name, bot="easy")
            else:
                row = SeatRow(seat, "open", name)
            seats.append(row)
        self.world = World(table_row(game, limit, auto), seats)
        self.requests = 0
        if self.begins_at != "waits":
            is_mixing = self.begins_at == "mixes"
            self.world.connect((0, 1) if kinds == "pp" else (0,), contributes=is_mixing)
            self.world.feed(Start("device 0"))
            self.world.settle()

    def mostly(self, is_time_for_it: object) -> bool:
        """And now and then at another time."""
        return bool(self.world.listeners) and (bool(is_time_for_it) or self.requests % 5 == 0)

    # ---- people

    @rule(seats=seats_held, contributes=st.booleans())
    def connect(self, seats: tuple[int, ...], contributes: bool) -> None:
        if len(self.world.listeners) < 5:
            self.world.connect(seats, contributes)

    @rule(which=few)
    def disconnect(self, which: int) -> None:
        if self.world.listeners:
            self.world.disconnect(self.someone(which))

    def someone(self, which: int) -> Listener:
        return self.world.listeners[which % len(self.world.listeners)]

    def holder(self, seat: int, which: int) -> Listener:
        """Mostly somebody who may speak for the seat, who comes if need be; sometimes anybody."""
        holders = [one for one in self.world.listeners if seat in one.seats]
        if not holders and which and seat < SEATS:
            self.world.connect((seat,), contributes=False)
            return self.world.listeners[-1]
        return holders[0] if holders and which else self.someone(which)

    def send(self, listener: Listener, request: Request) -> None:
        if not isinstance(request, Ping):
            self.world.sent[request.id] = request
        self.world.feed(Received(listener, request))

    def new_id(self) -> str:
        self.requests += 1
        return f"r{self.requests}"

    def number(self, listener: Listener, is_stale: bool) -> int:
        group = self.world.table.subscribers.group_of(listener)
        assert group is not None
        return max(0, group.viewer.n - is_stale)

    @precondition(lambda self: self.mostly(self.world.table.has_begun()))
    @rule(which=few, choices=st.lists(st.integers(0, 99), min_size=1, max_size=9), old=few)
    def act(self, which: int, choices: list[int], old: int) -> None:
        """Mostly something that may be done, by somebody who may do it."""
        for choice in choices:
            state, game = self.world.table.match.state, self.world.table.game
            actors = [actor for actor in state.actors() if actor >= 0]
            seat = actors[choice % len(actors)] if actors else choice % SEATS
            if periplo.TABLE in state.actors() and state.thrower() >= 0:
                seat = state.thrower()
            listener = self.holder(seat, which)
            n = self.number(listener, old == 0)
            if periplo.TABLE in state.actors():
                self.send(listener, Throw(self.new_id(), seat + 1, n))
                continue
            legal = state.legal(seat)
            text = game.text(state, seat, legal[choice % len(legal)]) if legal else "nonsense"
            self.send(listener, Act(self.new_id(), seat + 1, n, text))

    @precondition(lambda self: self.mostly(self.world.table.actions))
    @rule(which=few, seat=seat_numbers, old=few)
    def undo(self, which: int, seat: int, old: int) -> None:
        for other in range(SEATS):
            if self.world.table.undoable(other) is not None:
                seat = other
        listener = self.holder(seat, which)
        self.send(listener, Undo(self.new_id(), seat + 1, self.number(listener, old == 0)))

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(which=few, seat=seat_numbers, ready=few)
    def ready(self, which: int, seat: int, ready: int) -> None:
        self.send(self.holder(seat, which), Ready(self.new_id(), seat + 1, ready > 0))

    @precondition(lambda self: self.mostly(False))
    @rule(which=few, seat=seat_numbers, size=st.sampled_from([0, 1, 20, 60]))
    def say(self, which: int, seat: int, size: int) -> None:
        name = self.new_id()
        text = (name + "x" * size)[:size]
        self.send(self.holder(seat, which), Say(name, seat + 1, text))

    @precondition(
        lambda self: self.mostly(
            self.world.table.status == PLAYING and not self.world.table.has_begun()
        )
    )
    @rule(which=few, seat=seat_numbers, wrong=few)
    def mix(self, which: int, seat: int, wrong: int) -> None:
        """Promise a value for the dice, or show it."""
        value, listener = VALUES[seat if wrong else 2], self.holder(seat, which)
        if self.world.table.mixing.published == PROMISING:
            self.send(listener, Promise(self.new_id(), seat + 1, commitment(value)))
        else:
            self.send(listener, Contribute(self.new_id(), seat + 1, value))

    @precondition(lambda self: self.world.listeners)
    @rule(which=few)
    def ping(self, which: int) -> None:
        self.send(self.someone(which), Ping())

    @precondition(lambda self: self.world.listeners and self.world.sent)
    @rule(which=few, old=st.integers(0, 20))
    def send_again(self, which: int, old: int) -> None:
        """What was not answered is sent again after a lost connection."""
        request = list(self.world.sent.values())[-1 - old % len(self.world.sent)]
        self.send(self.holder(request.seat - 1, which), request)

    # ---- over HTTP

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(seat=seat_numbers, device=few, held=seats_held, name=st.sampled_from(["Ada", " "]))
    def sit_down(self, seat: int, device: int, held: tuple[int, ...], name: str) -> None:
        token = f"new {self.new_id()}"
        given = SitDown(seat, f"device {device % 3}", token, held, name, "")
        self.world.feed(given)

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(
        seat=seat_numbers, device=few, held=seats_held,
        kind=st.sampled_from(["me", "open", "bot", "bot"]),
    )  # fmt: skip
    def assign_seat(self, seat: int, device: int, held: tuple[int, ...], kind: Any) -> None:
        self.world.feed(AssignSeat(seat, f"device {device % 3}", held, kind, "easy"))

    @precondition(lambda self: self.mostly(False))
    @rule(seat=seat_numbers, held=seats_held)
    def leave_seat(self, seat: int, held: tuple[int, ...]) -> None:
        self.world.feed(LeaveSeat(seat, held))

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(device=few)
    def start(self, device: int) -> None:
        self.world.feed(Start(f"device {device % 2}"))

    # ---- bots

    @precondition(lambda self: self.world.questions)
    @rule(which=few, how=st.sampled_from(["well", "well", "well", "fails", "nonsense", "never"]))
    def bot_answers(self, which: int, how: str) -> None:
        numbers = list(self.world.questions)
        number = numbers[which % len(numbers)]
        asked = self.world.questions[number]
        if which:  # or it answers once more, later
            del self.world.questions[number]
        if how == "fails":
            self.world.feed(BotFailed(number, "its process\nended"))
        elif how == "never":
            self.world.feed(BotAbandoned(number))
        elif how == "nonsense":
            self.world.feed(BotAnswered(number, "nonsense"))
        else:
            game = self.world.table.game
            state = game.load(asked.view, {})
            action = state.pick(asked.seat, Dice("bot", number))
            self.world.feed(BotAnswered(number, game.text(state, asked.seat, action)))

    # ---- time and the disk

    @rule(seconds=st.sampled_from([0.01, 1, 4, 11, 130, 700]), jump=few)
    def time_passes(self, seconds: float, jump: int) -> None:
        passed = int(1000 * seconds)
        is_set = 3_600_000 if jump == 0 else 0  # somebody sets the wall clock
        now = self.world.now
        self.world.now = Instant(now.at + passed, now.wall + passed + is_set)

    @rule()
    def timeouts(self) -> None:
        for kind in ("turn", "dice"):
            at = self.world.timeouts[kind]
            if at is not None and at <= self.world.now.at:
                self.world.timeouts[kind] = None
                self.world.feed(TimedOut(kind))

    @rule(times=st.integers(1, 3))
    def write(self, times: int) -> None:
        for _ in range(times):
            self.world.write()

    @rule(times=st.integers(1, 3))
    def acknowledge(self, times: int) -> None:
        for _ in range(times):
            self.world.acknowledge()

    @rule()
    def settle(self) -> None:
        self.world.settle()

    @rule(written=st.integers(0, 2), back=seats_held)
    def crash(self, written: int, back: tuple[int, ...]) -> None:
        """Some of what waits is on disk, and nobody knows. Somebody comes back."""
        for _ in range(written):
            self.world.write()
        self.world.load()
        self.world.connect(back, contributes=False)

    @invariant()
    def nothing_is_lost_where_nothing_is_under_way(self) -> None:
        world = self.world
        if not world.queued and world.acknowledged == world.durable:
            world.check_quiet()

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.world.settle()
            self.world.check_quiet()
            self.world.load()


class MixingMachine(TableMachine):
    begins_at = "mixes"


class PlayingMachine(TableMachine):
    begins_at = "plays"


TestWaiting, TestMixing = TableMachine.TestCase, MixingMachine.TestCase
TestPlaying = PlayingMachine.TestCase
TestWaiting.settings = settings(max_examples=20, stateful_step_count=50, deadline=None)
TestMixing.settings = TestWaiting.settings
TestPlaying.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
