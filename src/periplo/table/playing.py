"""How a match goes on: actions, draws, bots, turns that end, its beginning and its end."""

from collections.abc import Sequence

from periplo.core.errors import IllegalAction, PeriploError
from periplo.core.state import TABLE
from periplo.play.draws import commitment, draw_dice, draw_key
from periplo.play.refusals import Refused
from periplo.table.actions import LoggedAction
from periplo.table.bots import BotQuestion, BotQuestions, printable
from periplo.table.broadcasts import Broadcaster
from periplo.table.effects import AskBot, CancelBot, SetTimeout
from periplo.table.gathering import DiceGathering
from periplo.table.judging import Judging
from periplo.table.messages import MomentNews
from periplo.table.permissions import check_plays_itself
from periplo.table.requests import (
    Act,
    ActionRequest,
    GiveVerdict,
    Throw,
    Undo,
    request_key,
    verdict_key,
)
from periplo.table.results import result_of
from periplo.table.rows import (
    BOT,
    BY_TABLE,
    CLOCK,
    OVER,
    PERSON,
    PLAYING,
    SKIPPED,
    TIME_UP,
    By,
    Ended,
)
from periplo.table.seats import STAND_IN
from periplo.table.state import NO_DICE, TableState
from periplo.table.subscribers import SubscriberGroup


class Playing:
    def __init__(
        self, table: TableState, broadcaster: Broadcaster, dice: DiceGathering, judging: Judging
    ) -> None:
        self._table = table
        self._broadcaster = broadcaster
        self._dice = dice
        self._judging = judging
        self.bots = BotQuestions()

    def _act(self, seat: int, request: Act) -> None:
        state = self._table.match.state
        check_plays_itself(self._table.seats[seat])
        try:
            action = self._table.game.parse(state, seat, request.action)
            state.check(seat, action)
        except IllegalAction as error:
            raise Refused("illegal", error.why, error.clause) from None
        self.commit_action(seat, action, PERSON, request_key(request))
        self.advance()

    def _throw(self, seat: int, request: Throw) -> None:
        state = self._table.match.state
        if TABLE not in state.actors() or state.thrower() != seat:
            raise Refused("nothing-to-throw", "there is nothing for you to throw")
        if self._table.secret is None:
            raise Refused("no-dice", NO_DICE)
        self.draw(request_key(request))
        self.advance()

    def judge(self, request: GiveVerdict, group: SubscriberGroup) -> None:
        """A person's verdict: no number of the draws is used for it."""
        self.check_length()
        action = self._judging.read(request, group)
        self.commit_action(TABLE, action, PERSON, verdict_key(request, group.seats))
        self.advance()

    def _undo(self, seat: int, request: Undo) -> None:
        action = self._table.undoable(seat)
        if action is None:
            raise Refused("too-late", "this cannot be taken back any more")
        self._cancel_bots()
        self._table.undone += 1
        self._table.history.remove_action(action)
        self._table.start_turn(self._table.turn_began())
        for group in self._table.subscribers:
            if group.viewer.remove_action(action):
                snapshot = self._broadcaster.snapshot(group)
                snapshot["undone"] = seat + 1
                snapshot["log"] = self._broadcaster.last_entries(group)
                self._table.outbox.send(group.connections, MomentNews(snapshot))
        self._table.add_to_log("undo", seat, "", PERSON, request_key(request), "")
        self.advance()

    def _still_holds(self, n: int, seat: int, group: SubscriberGroup) -> bool:
        """Whether what was decided on snapshot `n` can stand.

        Where seats act at the same time, one that has finished does not disturb the others.
        """
        since = group.viewer.seen[n:] if self._table.history.hides else []
        return bool(since) and all(action.actor not in (TABLE, seat) for action in since)

    def _ask_bots(self, actors: Sequence[int]) -> None:
        for seat in actors:
            if self._table.seats[seat].played_by_bot() and seat not in self.bots:
                if not self._table.somebody_plays() or self._table.urgency(self._table.now) is None:
                    return
                self._ask_bot(seat, self._table.seats[seat].bot, BOT, "")

    def _ask_bot(self, seat: int, bot: str, by: By, note: str, is_stand_in: bool = False) -> None:
        state = self._table.match.state
        asked = self.bots.ask(seat, bot, by, note, state, len(self._table.actions), is_stand_in)
        self._table.outbox.add(AskBot(asked.number, seat, bot, self._table.game.view(state, seat)))

    def _is_wanted(self, question: BotQuestion) -> bool:
        """Whether the bot may still act: somebody may have come back, or undone something."""
        seat, state = question.seat, self._table.match.state
        by_bot = question.by != BOT or self._table.seats[seat].played_by_bot()
        is_same = question.actions == len(self._table.actions) or self._table.history.hides
        may_act = self._table.runs() and seat in state.actors()
        return by_bot and state is question.state and is_same and may_act

    def _replace_bot(self, question: BotQuestion, why: str) -> None:
        """Whatever a bot does wrong, the table goes on: first with another bot, then anyhow."""
        if self._is_wanted(question):
            seat = question.seat
            if not question.is_stand_in:
                self._ask_bot(seat, STAND_IN, question.by, printable(why), is_stand_in=True)
                return
            action = self._table.match.state.legal(seat)[0]
            self.commit_action(seat, action, question.by, note=question.note)
        self.advance()

    def end_early(self, ended: Ended) -> None:
        """The record ends here; who has won is a matter of the table, not of the rules."""
        self._cancel_bots()
        if self._table.clock.due is not None:
            self._table.outbox.add(SetTimeout("turn", None))
        self._finish(ended)
        for group in self._table.subscribers:
            snapshot = self._broadcaster.snapshot(group)
            self._table.outbox.send(group.connections, MomentNews(snapshot))

    def skip(self, seat: int) -> None:
        """Throw for somebody who is away, and pass where the rules know passing."""
        table = self._table
        self.check_length()
        n, state = len(table.actions), table.match.state
        if TABLE in state.actors() and state.thrower() == seat and table.secret is not None:
            self.draw(note=SKIPPED)
        if seat in state.actors() and seat not in self.bots and table.runs():
            choices = table.game.choices(state, seat)
            passing = [n for n, choice in enumerate(choices) if choice.get("passes")]
            if passing:
                action = state.legal(seat)[passing[0]]
                self.commit_action(seat, action, BOT, note=SKIPPED)
        if len(table.actions) == n:
            raise Refused("illegal", "the rules know no passing here")
        self.advance()

    def _finish(self, ended: Ended = "rules") -> None:
        self._table.clock.stop()
        if self._table.secret is not None:  # it is published now
            self._table.row.secret, self._table.row.sealed = self._table.secret, ""
        table = self._table
        table.row.result = result_of(
            table.history, table.seats, table.undone, table.row.conceded, ended
        )
        self._broadcaster.change_status(OVER)

    def check_length(self) -> None:
        if self._table.is_full():
            most = self._table.environment.most_actions
            raise Refused("too-long", f"this match has {most} actions and cannot go on")

    def carry_out(self, seat: int, request: ActionRequest, group: SubscriberGroup) -> None:
        self.check_length()
        if request.n != group.viewer.n and not self._still_holds(request.n, seat, group):
            raise Refused("stale", "something has happened since; look again")
        match request:
            case Act():
                self._act(seat, request)
            case Throw():
                self._throw(seat, request)
            case Undo():
                self._undo(seat, request)

    def commit_action(
        self, actor: int, action: int, by: By, request: str = "", note: str = ""
    ) -> None:
        """Carry out a legal action."""
        table, state, now = self._table, self._table.match.state, self._table.now
        text = table.game.text(state, actor, action)
        logged = LoggedAction(actor, action, text, by, note, now.wall, now.at)
        table.history.play(logged)
        table.on_action(logged)
        table.clock.count_alone(logged, table.is_empty)
        if not logged.is_secret:
            table.start_turn(now)
        self._broadcaster.send_snapshots(logged)
        table.add_to_log("act", actor, text, by, request, note)
        if state.over():
            self._finish()

    def set_position(self, action: LoggedAction) -> None:
        """Go on from the position that it sets."""
        table = self._table
        self._cancel_bots()
        table.history.play(action)
        table.on_action(action)
        table.start_turn(table.now)
        self._broadcaster.send_snapshots(action)

    def _cancel_bots(self) -> None:
        for number in self.bots.cancel_all():
            self._table.outbox.add(CancelBot(number))

    def draw(self, request: str = "", note: str = "") -> None:
        """The table acts, by the secret whose hash was published."""
        assert self._table.secret is not None
        dice = draw_dice(
            draw_key(self._table.secret, self._table.mixing.values), self._table.history.draws
        )
        self.commit_action(TABLE, self._table.match.state.draw(dice), BY_TABLE, request, note)

    def advance(self) -> None:
        """Whatever happens by itself: the dice are mixed, cards, throws for bots, bots' turns."""
        self._dice.gather()
        while self._table.runs():
            state = self._table.match.state
            actors = state.actors()
            if TABLE not in actors:
                self._ask_bots(actors)
                return
            if self._judging.due() is not None:
                self._judging.refresh()
                return
            thrower = state.thrower()
            by_itself = thrower == TABLE or self._table.row.throws == "auto"
            if self._table.secret is None or not (
                by_itself or self._table.seats[thrower].played_by_bot()
            ):
                return
            if not self._table.somebody_plays():
                return
            self.draw()

    def on_bot_answer(self, number: int, text: str) -> None:
        question = self.bots.answer(number)
        if question is None:
            return
        if self._is_wanted(question):
            state, seat = self._table.match.state, question.seat
            try:
                action = self._table.game.parse(state, seat, text)
                is_legal = state.is_legal(seat, action)
            except PeriploError:
                is_legal = False
            if is_legal:
                self.commit_action(seat, action, question.by, note=question.note)
                if question.by == CLOCK and self._table.history.hides and seat in state.actors():
                    # to the end of what it may do in secret
                    self._ask_bot(seat, question.bot, CLOCK, question.note)
            elif question.actions == len(self._table.actions):
                self._replace_bot(question, "its answer is not legal")
                return
        self.advance()  # also if the answer came too late: then a bot is asked again

    def on_bot_abandoned(self, number: int) -> None:
        """Whoever comes back sets it going again, also if they have come meanwhile."""
        question = self.bots.answer(number)
        if question is not None and self._table.urgency(self._table.now) is not None:
            self.advance()

    def on_bot_failure(self, number: int, why: str) -> None:
        question = self.bots.answer(number)
        if question is not None:
            self._replace_bot(question, why)

    def on_turn_timeout(self) -> None:
        """A bot plays for everybody who is late; the log says so."""
        if self._table.is_full():
            self._table.clock.stop()
        is_late = self._table.clock.is_late(self._table.now)
        if is_late:
            self._dice.gather(without_the_absent=True)
        if not is_late or not self._table.runs():
            self._table.outbox.add(SetTimeout("turn", self._table.clock.due))
            return
        if not self._table.somebody_plays():
            return
        state = self._table.match.state
        if TABLE in state.actors():
            if self._table.secret is not None:
                self.draw(note=TIME_UP)
                self.advance()
            return
        for seat in state.actors():
            if seat not in self.bots:
                self._ask_bot(seat, self._table.seats[seat].bot or STAND_IN, CLOCK, TIME_UP)

    def start(self) -> None:
        if any(seat.kind == "open" for seat in self._table.seats):
            raise Refused("seats-open", "a seat is still open")
        if not self._table.somebody_plays():
            raise Refused("illegal", "at least one seat must be for a person")
        self._table.history = self._table.new_history()
        for group in self._table.subscribers:
            group.viewer = self._table.history.viewer(group.seats)
        if self._table.secret is None:  # the secret of a day's deal is there before
            if self._table.row.sealed:
                raise Refused("no-dice", NO_DICE)
            self._table.secret = self._table.environment.new_secret()
        self._table.row.commitment = commitment(self._table.secret)
        self._table.row.sealed = self._table.environment.seal(
            self._table.secret, self._table.row.id
        )
        self._broadcaster.change_status(PLAYING)
        self._table.start_turn(self._table.status_since)
        self.advance()
