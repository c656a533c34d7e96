"""Bots at a real table: they decide by themselves once the line stands."""

from collections.abc import Callable

from periplo.core.state import TABLE
from periplo.desk.desk import Desk
from periplo.desk.lines import Line
from periplo.desk.requests import DeskAct
from periplo.desk.roles import Player
from periplo.play.refusals import Refused
from periplo.table.bots import BotQuestion, BotQuestions, printable
from periplo.table.effects import AskBot, CancelBot
from periplo.table.inputs import BotAnswered, BotGaveUp
from periplo.table.rows import BOT
from periplo.table.seats import STAND_IN
from periplo.table.state import TableState


class DeskBots:
    def __init__(self, table: TableState, desk: Desk, write: Callable[[list[Line]], None]) -> None:
        self._table = table
        self._desk = desk
        self._write = write  # keeps lines and does what follows from them
        self._questions = BotQuestions()

    def are_asked(self) -> bool:
        """Whether an answer is waited for."""
        return bool(self._questions)

    def advance(self) -> None:
        table = self._table
        if not self._desk.has_started or not table.runs() or table.urgency(table.now) is None:
            return
        for seat in table.match.state.actors():
            if seat != TABLE and table.seats[seat].played_by_bot() and seat not in self._questions:
                self._ask(seat, table.seats[seat].bot or STAND_IN)

    def cancel_all(self) -> None:
        for number in self._questions.cancel_all():
            self._table.outbox.add(CancelBot(number))

    def on_answer(self, given: BotAnswered) -> None:
        question = self._questions.answer(given.number)
        if question is None or not self._is_wanted(question):
            self.advance()
            return
        try:
            self._decide(question.seat, given.text)
        except Refused:
            self._replace(question, "its answer is not legal")

    def on_failure(self, given: BotGaveUp) -> None:
        question = self._questions.answer(given.number)
        if question is not None and self._is_wanted(question):
            self._replace(question, given.why)

    def on_abandoned(self, number: int) -> None:
        self._questions.answer(number)

    def _ask(self, seat: int, bot: str, note: str = "", is_stand_in: bool = False) -> None:
        table = self._table
        state = table.match.state
        asked = self._questions.ask(seat, bot, BOT, note, state, len(table.actions), is_stand_in)
        table.outbox.add(AskBot(asked.number, seat, bot, table.game.view(state, seat)))

    def _is_wanted(self, question: BotQuestion) -> bool:
        table = self._table
        is_same = question.state is table.match.state or table.history.hides
        return is_same and table.runs() and question.seat in table.match.state.actors()

    def _replace(self, question: BotQuestion, why: str) -> None:
        """First by another bot, then by whatever is legal."""
        seat = question.seat
        if not question.is_stand_in:
            self._ask(seat, STAND_IN, printable(why), is_stand_in=True)
            return
        state = self._table.match.state
        self._decide(seat, self._table.game.text(state, seat, state.legal(seat)[0]))

    def _decide(self, seat: int, text: str) -> None:
        bot = Player(seat + 1, self._table.seats[seat].name, "bot")
        time = self._table.now.wall
        self._write(self._desk.handle(bot, DeskAct(seat + 1, text), None, time))
