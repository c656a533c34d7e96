"""Tables by the hundred, and in `make tables` by the thousand: random messages of random people,
who come and go; bots that answer late, fail or talk nonsense; time that passes; tables that leave
the memory; and an end between any two effects.

`table_world` checks after each step that nothing is shown that is not on disk, that nothing
is done twice, that every log replays, and that what a seat is shown is what its history says.
"""

import os
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from table_world import Crash, Disk, Listener, World, table_row

import periplo
from periplo.core.dice import Dice
from periplo.play.draws import commitment
from periplo.play.refusals import Refused
from periplo.table.inputs import (
    AskJudge,
    AssignSeat,
    BotAbandoned,
    BotAnswered,
    BotGaveUp,
    HandOver,
    HintFound,
    LeaveSeat,
    Received,
    RematchDeleted,
    RematchOpened,
    RestartTurn,
    SitDown,
    Start,
    TimedOut,
)
from periplo.table.requests import (
    Act,
    Agree,
    ClassRequest,
    Concede,
    Contribute,
    DeskRequest,
    GiveVerdict,
    Ping,
    Promise,
    Ready,
    Request,
    Say,
    Suggest,
    Throw,
    Undo,
)
from periplo.table.rows import OVER, PLAYING, PROMISING, WAITING, SeatRow

TABLES = int(os.environ.get("PERIPLO_TABLES") or 200)  # about as many are tried
MOST_SEATS = 4
VALUES = [f"{n:064x}" for n in range(MOST_SEATS + 2)]
few = st.integers(0, 7)
rarely = few.map(lambda number: number == 7)  # not by 0, which comes up more often than others
seldom = st.integers(0, 30).map(lambda number: number == 30)
choice_lists = st.lists(st.integers(0, 99), min_size=1, max_size=9)
seats_held = st.sampled_from([(0, 1), (0,), (1,), (), (2,), (0, 1, 2, 3)])
games = st.sampled_from(periplo.game_ids())
limits = st.sampled_from([0, 0, 10, 600])


def seat_row(game: periplo.Game, seat: int, kind: str) -> SeatRow:
    """For a person, a bot, or whoever comes: p, b, o."""
    name = game.seat_names[seat]
    if kind == "p":
        return SeatRow(seat, "person", name, device=f"device {seat}", token=f"token {seat}")
    return SeatRow(seat, "bot", name, bot="easy") if kind == "b" else SeatRow(seat, "open", name)


@cache
def nearly_over(game_id: str, is_judged: bool = False) -> Disk:
    """A whole match of two people, as it is on disk after each Persist; or until one is judged."""
    game = periplo.game(game_id)
    seats = [seat_row(game, seat, "p") for seat in range(2)]
    row = table_row(game, limit=0, auto=False, is_judged=is_judged)
    world = World(row, seats, most_actions=1000)
    both, dice = world.connect((0, 1), contributes=False), Dice("nearly over", 0)
    world.feed(Start("device 0"))
    world.flush()
    while not (state := world.table.match.state).over() and state.answerer() < 0:
        seat, n = state.actors()[0], world.table.history.viewer((0, 1)).n
        name = f"past {len(world.sent)}"
        request: Act | Throw
        if seat == periplo.TABLE:
            request = Throw(name, state.thrower() + 1, n)
        else:
            request = Act(name, seat + 1, n, game.text(state, seat, state.pick(seat, dice)))
        world.sent[name] = request
        world.feed(Received(both, request))
        world.flush()
    return world.disk


class TableMachine(RuleBasedStateMachine):
    world: World
    begins_at = "waits"

    @initialize(
        game_id=games,
        limit=limits,
        auto=st.booleans(),
        chat=few.map(bool),
        kinds=st.sampled_from(["pp", "pp", "pb", "po", "ppp", "pbo", "pppp", "ppbb"]),
        most_actions=st.sampled_from([120, 120, 120, 20]),
        judge=st.sampled_from(["host", "spectator", "teams"]),
        is_judged=st.booleans(),
    )
    def open(
        self,
        game_id: str,
        limit: int,
        auto: bool,
        chat: bool,
        kinds: str,
        most_actions: int,
        judge: Any,
        is_judged: bool,
    ) -> None:
        game = periplo.game(game_id)
        if self.begins_at != "waits":  # nobody starts while a seat is open
            kinds = kinds.replace("o", "b")
        kinds = kinds[: game.most_seats].ljust(game.fewest_seats, "b")
        seats = [seat_row(game, seat, kind) for seat, kind in enumerate(kinds)]
        row = table_row(game, limit, auto, chat, judge, is_judged)
        self.begin(World(row, seats, most_actions))
        if self.begins_at != "waits":
            everybody = tuple(range(len(seats)))
            self.world.connect(everybody, contributes=self.begins_at == "mixes")
            self.world.feed(Start("device 0"))
            self.world.flush()

    def begin(self, world: World) -> None:
        self.world = world
        self.requests = 0
        self.count = len(world.disk.seats)

    def seat(self, number: int) -> int:
        """Mostly one that there is."""
        return self.count if number == 7 else number % self.count

    def seats(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(number for number in numbers if number < self.count)

    def mostly(self, is_time_for_it: object) -> bool:
        """And now and then at another time."""
        return bool(self.world.listeners) and (bool(is_time_for_it) or self.requests % 5 == 0)

    # ---- people

    @rule(seats=seats_held, contributes=st.booleans(), judges=rarely)
    def connect(self, seats: tuple[int, ...], contributes: bool, judges: bool) -> None:
        if len(self.world.listeners) < 5:
            self.world.connect(self.seats(seats), contributes, judges)

    @rule(which=few)
    def disconnect(self, which: int) -> None:
        if self.world.listeners:
            self.world.disconnect(self.someone(which))

    def someone(self, which: int) -> Listener:
        return self.world.listeners[which % len(self.world.listeners)]

    def holder(self, seat: int, is_wrong: bool) -> Listener:
        """Somebody who may speak for the seat, or who may not; they come if need be."""
        holders = self.world.holders(seat)
        if is_wrong or seat == self.count:
            others = [one for one in self.world.listeners if seat not in one.seats]
            return others[0] if others else self.world.connect((), contributes=False)
        return holders[0] if holders else self.world.connect((seat,), contributes=False)

    def send(self, listener: Listener, request: Request) -> None:
        if not isinstance(request, (Ping, DeskRequest, ClassRequest)):
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
        if state.answerer() >= 0:
            self.judge(choice, is_wrong, is_stale)
            return
        actors = [actor for actor in state.actors() if actor >= 0]
        seat = actors[choice % len(actors)] if actors else choice % self.count
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

    def judge(self, choice: int, is_wrong: bool, is_stale: bool) -> None:
        """Whoever is here says it, or somebody who may not."""
        table = self.world.table
        judges: list[Listener] = []
        others: list[Listener] = []
        for one in self.world.listeners:
            group = table.subscribers.group_of(one)
            (judges if group and table.judging.may_judge(group) else others).append(one)
        asked = others if is_wrong or not judges else judges
        if asked:
            listener = asked[choice % len(asked)]
            n = self.number(listener, is_stale)
            outcome = ("right", "wrong", "nonsense")[choice % 7 % 3]
            self.send(listener, GiveVerdict(self.new_id(), n, outcome))

    @precondition(lambda self: self.mostly(self.world.table.match.state.answerer() >= 0))
    @rule(choice=st.integers(0, 99), is_wrong=rarely, is_stale=rarely)
    def give_verdict(self, choice: int, is_wrong: bool, is_stale: bool) -> None:
        self.judge(choice, is_wrong, is_stale)

    @precondition(lambda self: self.mostly(self.world.table.match.state.answerer() >= 0))
    @rule(device=few, comes=st.booleans())
    def ask_judge(self, device: int, comes: bool) -> None:
        self.world.feed(AskJudge(f"device {device % 2}", f"judge {self.new_id()}"))
        if comes and len(self.world.listeners) < 5:
            self.world.connect((), contributes=False, judges=True)

    @precondition(lambda self: self.mostly(self.world.table.has_begun()))
    @rule(choices=choice_lists, number=few, is_wrong=rarely, is_stale=rarely)
    def undo(self, choices: list[int], number: int, is_wrong: bool, is_stale: bool) -> None:
        """Mostly something that may be taken back, which is done before if need be."""
        may_undo: list[int] = []
        for choice in choices:
            may_undo = [other for other in range(self.count) if self.world.table.undoable(other)]
            if may_undo:
                break
            self.act_once(choice)
        for seat in may_undo or [self.seat(number)]:
            listener = self.holder(seat, is_wrong)
            self.send(listener, Undo(self.new_id(), seat + 1, self.number(listener, is_stale)))

    @precondition(lambda self: self.mostly(self.world.table.has_begun()))
    @rule(
        number=few, about=few, what=st.sampled_from(["bot", "skip", "end", "give"]),
        waits=st.booleans(), is_wrong=rarely, others=st.lists(st.tuples(few, few), max_size=3),
    )  # fmt: skip
    def suggest(
        self,
        number: int,
        about: int,
        what: Any,
        waits: bool,
        is_wrong: bool,
        others: list[tuple[int, int]],
    ) -> None:
        """Something to be agreed on, mostly about somebody who has been away for long enough."""
        if waits and what != "end":
            for one in self.world.holders(self.seat(about)):
                self.world.disconnect(one)
            self.world.pass_time(130_000)
        seat = self.seat(number)
        asked = None if what == "end" else self.seat(about) + 1
        self.send(self.holder(seat, is_wrong), Suggest(self.new_id(), seat + 1, what, asked))
        for other, agrees in others:
            its = self.seat(other)
            self.send(self.holder(its, is_wrong), Agree(self.new_id(), its + 1, agrees > 0))
        if what == "give":
            self.hand_over(about, self.count, (seat,))

    @precondition(lambda self: self.mostly(False))
    @rule(number=few, is_wrong=rarely)
    def concede(self, number: int, is_wrong: bool) -> None:
        seat = self.seat(number)
        self.send(self.holder(seat, is_wrong), Concede(self.new_id(), seat + 1))

    @precondition(lambda self: self.mostly(False))
    @rule(number=few)
    def ask_hint(self, number: int) -> None:
        seat = self.seat(number)
        try:
            self.world.table.view_for_hint(seat)
        except Refused:
            return
        self.world.feed(HintFound(seat))

    @precondition(lambda self: self.mostly(False))
    @rule(number=few, device=st.integers(0, 1), held=seats_held)
    def hand_over(self, number: int, device: int, held: tuple[int, ...]) -> None:
        token, own = f"given {self.new_id()}", self.with_token(held)
        self.world.feed(HandOver(self.seat(number), f"device {device}", token, own))

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(number=few, is_wrong=rarely, ready=few)
    def ready(self, number: int, is_wrong: bool, ready: int) -> None:
        seat = self.seat(number)
        self.send(self.holder(seat, is_wrong), Ready(self.new_id(), seat + 1, ready > 0))

    @precondition(lambda self: self.mostly(False))
    @rule(number=few, is_wrong=rarely, size=st.sampled_from([20, 1, 0, 60]))
    def say(self, number: int, is_wrong: bool, size: int) -> None:
        seat, name = self.seat(number), self.new_id()
        text = (name + "x" * size)[:size]
        self.send(self.holder(seat, is_wrong), Say(name, seat + 1, text))

    @precondition(
        lambda self: self.mostly(
            self.world.table.status == PLAYING and not self.world.table.has_begun()
        )
    )
    @rule(
        numbers=st.lists(few, min_size=1, max_size=4),
        is_wrong=rarely, is_early=rarely, is_another=rarely, flushes=st.booleans(),
    )  # fmt: skip
    def mix(
        self, numbers: list[int], is_wrong: bool, is_early: bool, is_another: bool, flushes: bool
    ) -> None:
        """Promise values for the dice, or show them."""
        for seat in [self.seat(number) for number in [*numbers, *numbers]]:
            value, listener = VALUES[-1 if is_another else seat], self.holder(seat, is_wrong)
            if self.world.table.mixing.published == PROMISING and not is_early:
                self.send(listener, Promise(self.new_id(), seat + 1, commitment(value)))
            else:
                self.send(listener, Contribute(self.new_id(), seat + 1, value))
            if flushes:
                self.world.flush()

    @precondition(lambda self: self.world.listeners)
    @rule(which=few)
    def ping(self, which: int) -> None:
        self.send(self.someone(which), Ping())

    @precondition(lambda self: self.world.listeners and self.world.sent)
    @rule(is_wrong=rarely, old=st.integers(0, 20))
    def send_again(self, is_wrong: bool, old: int) -> None:
        """What was not answered is sent again after a lost connection."""
        request = list(self.world.sent.values())[-1 - old % len(self.world.sent)]
        if isinstance(request, GiveVerdict):
            self.send(self.someone(old), request)
        else:
            self.send(self.holder(request.seat - 1, is_wrong), request)

    # ---- over HTTP

    def with_token(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Nobody can show a token of a seat that has none."""
        return tuple(seat for seat in self.seats(seats) if self.world.table.seats[seat].token)

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(number=few, device=few, held=seats_held, name=st.sampled_from(["Ada", " "]))
    def sit_down(self, number: int, device: int, held: tuple[int, ...], name: str) -> None:
        token, device = f"new {self.new_id()}", device % (self.count + 1)
        own = self.with_token(held)
        self.world.feed(SitDown(self.seat(number), f"device {device}", token, own, name, ""))

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(
        number=few, device=few, held=seats_held,
        kind=st.sampled_from(["me", "open", "bot", "bot"]),
    )  # fmt: skip
    def assign_seat(self, number: int, device: int, held: tuple[int, ...], kind: Any) -> None:
        own, device = self.with_token(held), device % (self.count + 1)
        self.world.feed(AssignSeat(self.seat(number), f"device {device}", own, kind, "easy"))

    @precondition(lambda self: self.mostly(False))
    @rule(number=few, held=seats_held, comes_back=st.booleans())
    def leave_seat(self, number: int, held: tuple[int, ...], comes_back: bool) -> None:
        seat = self.seat(number)
        self.world.feed(LeaveSeat(seat, self.with_token(held)))
        if comes_back:
            self.sit_down(number, seat, held, "Ada")

    @precondition(lambda self: self.mostly(self.world.table.status == WAITING))
    @rule(device=few)
    def start(self, device: int) -> None:
        self.world.feed(Start(f"device {device % 2}"))

    # ---- what the server does by itself

    @precondition(lambda self: self.world.table.status == OVER and not self.world.is_writing())
    @rule(is_deleted=st.booleans())
    def rematch(self, is_deleted: bool) -> None:
        """The next table is there, or it is not any more."""
        if not self.world.table.row.rematch:
            people = [seat for seat in self.world.table.seats if seat.kind == "person"]
            tokens = {seat.seat: f"next of {seat.seat}" for seat in people}
            self.world.feed(RematchOpened(self.new_id(), tokens))
        elif is_deleted:
            self.world.feed(RematchDeleted())

    @precondition(lambda self: self.mostly(False))
    @rule()
    def restart_turn(self) -> None:
        self.world.feed(RestartTurn())
        assert self.world.table.clock.due == self.world.due

    @rule(everybody_goes=st.booleans(), seconds=st.sampled_from([0, 4, 70, 400]), jump=rarely)
    def evict(self, everybody_goes: bool, seconds: int, jump: bool) -> None:
        """If nobody is connected, for so long."""
        if everybody_goes:
            for listener in self.world.listeners[:]:
                self.world.disconnect(listener)
            self.world.flush()
        if self.world.is_idle():
            self.set_wall_clock(jump)
            self.world.evict(1000 * seconds)

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
            self.world.feed(BotGaveUp(number, "its process\nended"))
        elif how == "never":
            self.world.feed(BotAbandoned(number))
        elif how == "nonsense":
            self.world.feed(BotAnswered(number, "nonsense"))
        else:
            game = self.world.table.game
            state = game.load(asked.view, self.world.table.options)
            action = state.pick(asked.seat, Dice("bot", number))
            self.world.feed(BotAnswered(number, game.text(state, asked.seat, action)))

    # ---- time and the disk

    @rule(seconds=st.sampled_from([0.01, 1, 4, 11, 130, 700]), jump=rarely)
    def time_passes(self, seconds: float, jump: bool) -> None:
        self.world.pass_time(int(1000 * seconds))
        self.set_wall_clock(jump)

    def set_wall_clock(self, jump: bool) -> None:
        if jump:
            self.world.now = self.world.now._replace(wall=self.world.now.wall + 3_600_000)

    @rule(waits=st.booleans(), is_early=rarely, answered=st.integers(0, 3))
    def timeouts(self, waits: bool, is_early: bool, answered: int) -> None:
        """Those whose time has come; and so many bots answer that are asked for it."""
        for kind in ("turn", "dice"):
            at = self.world.timeouts[kind]
            if at is not None and waits:
                self.world.pass_time(max(0, at - self.world.now.at - is_early))
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
    def flush(self) -> None:
        self.world.flush()

    @rule(
        written=st.integers(0, 2), effects=st.integers(0, 12), choice=st.integers(0, 99),
        loses_key=seldom, back=seats_held, sent_again=st.integers(0, 3),
    )  # fmt: skip
    def crash(
        self,
        written: int,
        effects: int,
        choice: int,
        loses_key: bool,
        back: tuple[int, ...],
        sent_again: int,
    ) -> None:
        """Some of what waits is on disk, something more happens, and after so many effects the
        server ends. Somebody comes back to the next one.
        """
        for _ in range(written):
            self.world.write()
        self.world.effects_left = effects
        with suppress(Crash):
            if choice % 2:
                self.act_once(choice)
            self.world.flush()
        self.world.environment.key += loses_key
        self.world.load()
        listener = self.world.connect(self.seats(back), contributes=False)
        sent = list(self.world.sent.values())
        for request in sent[max(0, len(sent) - sent_again) :]:
            self.send(listener, request)

    @invariant()
    def nothing_is_lost_where_nothing_is_under_way(self) -> None:
        world = self.world
        if not world.is_writing():
            world.check_quiet()

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.world.flush()
            self.world.check_quiet()
            self.world.check_past()
            self.world.load()


class MixingMachine(TableMachine):
    begins_at = "mixes"


class PlayingMachine(TableMachine):
    begins_at = "plays"


class EndingMachine(TableMachine):
    """Of games that are short enough: the last few actions, the end, and what comes after it."""

    @initialize(
        game_id=st.sampled_from(["oca", "camino"]), limit=limits, auto=st.booleans(),
        back=st.integers(0, 5),
    )  # fmt: skip
    def open(self, game_id: str, limit: int, auto: bool, back: int) -> None:
        disk = nearly_over(game_id)
        _, *before = sorted(disk.versions.values(), key=lambda version: -version.rows)
        row, seats, rows = before[back]
        row = replace(row, limit=limit, throws="auto" if auto else "press")
        self.begin(World(row, list(seats), rows + 40, disk.log[:rows]))
        self.world.connect((0, 1), contributes=False)


class JudgingMachine(TableMachine):
    """From where somebody has answered aloud."""

    @initialize(
        game_id=st.sampled_from([one for one in periplo.game_ids() if periplo.game(one).judged_if]),
        limit=limits, auto=st.booleans(), judge=st.sampled_from(["host", "spectator", "teams"]),
    )  # fmt: skip
    def open(self, game_id: str, limit: int, auto: bool, judge: Any) -> None:
        disk = nearly_over(game_id, is_judged=True)
        row = replace(disk.row, limit=limit, throws="auto" if auto else "press", judge=judge)
        self.begin(World(row, list(disk.seats), len(disk.log) + 60, disk.log))
        self.world.connect((0,), contributes=False)
        self.world.connect((1,), contributes=False)


def tried(share: int, steps: int) -> settings:
    return settings(max_examples=TABLES * share // 100, stateful_step_count=steps, deadline=None)


TestWaiting, TestMixing = TableMachine.TestCase, MixingMachine.TestCase
TestPlaying, TestEnding = PlayingMachine.TestCase, EndingMachine.TestCase
TestJudging = JudgingMachine.TestCase
TestWaiting.settings = tried(15, 40)
TestMixing.settings = tried(15, 40)
TestPlaying.settings = tried(60, 30)
TestEnding.settings = tried(10, 15)
TestJudging.settings = tried(10, 20)
