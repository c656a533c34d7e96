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
rarely = few.map(lambda number: number == 7)  # not by 0, which comes up more often than others
choice_lists = st.lists(st.integers(0, 99), min_size=1, max_size=9)
seats_held = st.sampled_from([(0, 1), (0,), (1,), ()])
seat_numbers = st.sampled_from([0, 0, 0, 1, 1, 1, SEATS])
games = st.sampled_from(periplo.game_ids())


def seat_row(game: periplo.Game, seat: int, kind: str) -> SeatRow:
    """For a person, a bot, or whoever comes: p, b, o."""
    name = game.seat_names[seat]
    if kind == "p":
        return SeatRow(seat, "person", name, device=f"device {seat}", token=f"token {seat}")
    return SeatRow(seat, "bot", name, bot="easy") if kind == "b" else SeatRow(seat, "open", name)


class TableMachine(RuleBasedStateMachine):
    world: World
    begins_at = "waits"

    @initialize(
        game_id=games,
        limit=st.sampled_from([0, 0, 10, 600]),
        auto=st.booleans(),
        kinds=st.sampled_from(["pp", "pp", "pb", "po"]),
        most_actions=st.sampled_from([120, 120, 120, 20]),
    )
    def open(self, game_id: str, limit: int, auto: bool, kinds: str, most_actions: int) -> None:
        game = periplo.game(game_id)
        if self.begins_at != "waits":  # nobody starts while a seat is open
            kinds = kinds.replace("o", "b")
        seats = [seat_row(game, seat, kind) for seat, kind in enumerate(kinds)]
        self.world = World(table_row(game, limit, auto), seats, most_actions)
        self.requests = 0
        if self.begins_at != "waits":
            self.world.connect((0, 1), contributes=self.begins_at == "mixes")
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

    def holder(self, seat: int, is_wrong: bool) -> Listener:
        """Somebody who may speak for the seat, or who may not; they come if need be."""
        holders = self.world.holders(seat)
        if is_wrong or seat == SEATS:
            others = [one for one in self.world.listeners if seat not in one.seats]
            return others[0] if others else self.world.connect((), contributes=False)
        return holders[0] if holders else self.world.connect((seat,), contributes=False)

    def send(self, listener: Listener, request: Request) -> None:
        if not isinstance(request, Ping):
            self.world.sent[request.id] = request
        self.world.feed(Received(listener, request))

    def new_id(self) -> str:
        self.requests += 1
        return f"r{self.requests}"

    def number(self, listener: Listener, is_stale: bool) -> int:
        group = self.world.table.subscribers.group_of(listener)
        return max(0, group.viewer.n - is_stale) if group else 0

    @precondition(lambda self: self.mostly(self.world.table.has_begun()))
    @rule(choices=choice_lists, is_wrong=rarely, is_stale=rarely)
    def act(self, choices: list[int], is_wrong: bool, is_stale: bool) -> None:
        """Mostly something that may be done, by somebody who may do it."""
        for choice in choices:
            self.act_once(choice, is_wrong, is_stale)

    def act_once(self, choice: int, is_wrong: bool = False, is_stale: bool = False) -> None:
        state, game = self.world.table.match.state, self.world.table.game
        actors = [actor for actor in state.actors() if actor >= 0]
        seat = actors[choice % len(actors)] if actors else choice % SEATS
        if periplo.TABLE in state.actors() and state.thrower() >= 0 and not is_wrong:
            seat = state.thrower()
        if self.world.table.seats[seat].played_by_bot() and choice % 8:  # or a person tries
            if self.world.questions:
                self.bot_answers(choice, "well")
            return
        listener = self.holder(seat, is_wrong)
        n = self.number(listener, is_stale)
        if periplo.TABLE in state.actors():
            self.send(listener, Throw(self.new_id(), seat + 1, n))
            return
        legal = state.legal(seat)
        text = game.text(state, seat, legal[choice % len(legal)]) if legal else "nonsense"
        self.send(listener, Act(self.new_id(), seat + 1, n, text))

    @precondition(lambda self: self.mostly(self.world.table.has_begun()))
    @rule(choices=choice_lists, seat=seat_numbers, is_wrong=rarely, is_stale=rarely)
    def undo(self, choices: list[int], seat: int, is_wrong: bool, is_stale: bool) -> None:
        """Mostly something that may be taken back, which is done before if need be."""
        may_undo: list[int] = []
        for choice in choices:
            may_undo = [other for other in range(SEATS) if self.world.table.undoable(other)]
            if may_undo:
                break
            self.act_once(choice)
        for its in may_undo or [seat]:
            listener = self.holder(its, is_wrong)
            number = self.number(listener, is_stale)
            self.send(listener, Undo(self.new_id(), its + 1, number))

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(seat=seat_numbers, is_wrong=rarely, ready=few)
    def ready(self, seat: int, is_wrong: bool, ready: int) -> None:
        self.send(self.holder(seat, is_wrong), Ready(self.new_id(), seat + 1, ready > 0))

    @precondition(lambda self: self.mostly(False))
    @rule(seat=seat_numbers, is_wrong=rarely, size=st.sampled_from([20, 1, 0, 60]))
    def say(self, seat: int, is_wrong: bool, size: int) -> None:
        name = self.new_id()
        text = (name + "x" * size)[:size]
        self.send(self.holder(seat, is_wrong), Say(name, seat + 1, text))

    @precondition(
        lambda self: self.mostly(
            self.world.table.status == PLAYING and not self.world.table.has_begun()
        )
    )
    @rule(
        seats=st.lists(seat_numbers, min_size=1, max_size=4),
        is_wrong=rarely, is_early=rarely, is_another=rarely, settles=st.booleans(),
    )  # fmt: skip
    def mix(
        self, seats: list[int], is_wrong: bool, is_early: bool, is_another: bool, settles: bool
    ) -> None:
        """Promise values for the dice, or show them."""
        for seat in [*seats, *seats]:
            value, listener = VALUES[2 if is_another else seat], self.holder(seat, is_wrong)
            if self.world.table.mixing.published == PROMISING and not is_early:
                self.send(listener, Promise(self.new_id(), seat + 1, commitment(value)))
            else:
                self.send(listener, Contribute(self.new_id(), seat + 1, value))
            if settles:
                self.world.settle()

    @precondition(lambda self: self.world.listeners)
    @rule(which=few)
    def ping(self, which: int) -> None:
        self.send(self.someone(which), Ping())

    @precondition(lambda self: self.world.listeners and self.world.sent)
    @rule(is_wrong=rarely, old=st.integers(0, 20))
    def send_again(self, is_wrong: bool, old: int) -> None:
        """What was not answered is sent again after a lost connection."""
        request = list(self.world.sent.values())[-1 - old % len(self.world.sent)]
        self.send(self.holder(request.seat - 1, is_wrong), request)

    # ---- over HTTP

    def with_token(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Nobody can show a token of a seat that has none."""
        return tuple(seat for seat in seats if self.world.table.seats[seat].token)

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(seat=seat_numbers, device=few, held=seats_held, name=st.sampled_from(["Ada", " "]))
    def sit_down(self, seat: int, device: int, held: tuple[int, ...], name: str) -> None:
        token = f"new {self.new_id()}"
        given = SitDown(seat, f"device {device % 3}", token, self.with_token(held), name, "")
        self.world.feed(given)

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(
        seat=seat_numbers, device=few, held=seats_held,
        kind=st.sampled_from(["me", "open", "bot", "bot"]),
    )  # fmt: skip
    def assign_seat(self, seat: int, device: int, held: tuple[int, ...], kind: Any) -> None:
        self.world.feed(
            AssignSeat(seat, f"device {device % 3}", self.with_token(held), kind, "easy")
        )

    @precondition(lambda self: self.mostly(False))
    @rule(seat=seat_numbers, held=seats_held, comes_back=st.booleans())
    def leave_seat(self, seat: int, held: tuple[int, ...], comes_back: bool) -> None:
        self.world.feed(LeaveSeat(seat, self.with_token(held)))
        if comes_back:
            self.sit_down(seat, seat, held, "Ada")

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
        self.let_pass(int(1000 * seconds))
        if jump == 7:  # somebody sets the wall clock
            self.world.now = self.world.now._replace(wall=self.world.now.wall + 3_600_000)

    def let_pass(self, milliseconds: int) -> None:
        now = self.world.now
        self.world.now = Instant(now.at + milliseconds, now.wall + milliseconds)

    @rule(waits=st.booleans(), is_early=rarely, answered=st.integers(0, 3))
    def timeouts(self, waits: bool, is_early: bool, answered: int) -> None:
        """Those whose time has come; and so many bots answer that are asked for it."""
        for kind in ("turn", "dice"):
            at = self.world.timeouts[kind]
            if at is not None and waits:
                self.let_pass(max(0, at - self.world.now.at - is_early))
            if at is not None and (is_early or at <= self.world.now.at):
                self.world.timeouts[kind] = None
                self.world.feed(TimedOut(kind))
        for number in range(answered):
            if self.world.questions:
                self.bot_answers(number + 1, "well")

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

    @rule(written=st.integers(0, 2), back=seats_held, sent_again=st.integers(0, 3))
    def crash(self, written: int, back: tuple[int, ...], sent_again: int) -> None:
        """Some of what waits is on disk, and nobody was answered. Somebody comes back."""
        for _ in range(written):
            self.world.write()
        self.world.load()
        listener = self.world.connect(back, contributes=False)
        sent = list(self.world.sent.values())
        for request in sent[max(0, len(sent) - sent_again) :]:
            self.send(listener, request)

    @invariant()
    def nothing_is_lost_where_nothing_is_under_way(self) -> None:
        world = self.world
        if not world.queued and world.acknowledged == world.durable:
            world.check_quiet()

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.world.settle()
            self.world.check_quiet()
            self.world.check_past()
            self.world.load()


class MixingMachine(TableMachine):
    begins_at = "mixes"


class PlayingMachine(TableMachine):
    begins_at = "plays"


TestWaiting, TestMixing = TableMachine.TestCase, MixingMachine.TestCase
TestPlaying = PlayingMachine.TestCase
TestWaiting.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)
TestMixing.settings = TestWaiting.settings
TestPlaying.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
