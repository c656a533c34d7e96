"""How the match of a real table follows its journal's effective line."""

from collections.abc import Iterator, Sequence

from periplo.core.state import TABLE
from periplo.desk.desk import Desk
from periplo.desk.effective import Step
from periplo.play.record import split_action
from periplo.play.stepwise import Work, run_at_once
from periplo.table.actions import LoggedAction
from periplo.table.desk_bots import DeskBots
from periplo.table.desk_news import DeskNews
from periplo.table.history import History
from periplo.table.rows import BOT, BY_TABLE, PERSON, By
from periplo.table.state import TableState


class Following:
    def __init__(self, table: TableState, desk: Desk, news: DeskNews, bots: DeskBots) -> None:
        self._table = table
        self._desk = desk
        self._news = news
        self._bots = bots
        self._played: list[Step] = []

    def follow(self) -> None:
        """Bring the match to where the effective line is."""
        steps = self._desk.match.steps
        if not self.is_at(steps[: len(self._played)]):  # something was corrected
            self.replay()
            self._news.send_snapshot_to_all(with_log=True)
            return
        for step in steps[len(self._played) :]:
            for action in self._actions(step, self._desk, self._table.history):
                self._table.history.play(action)
                self._news.send_action(action)
        self._played = list(steps)

    def replay(self) -> None:
        """The history anew, from the effective line."""
        self._bots.cancel_all()
        self._table.history = run_at_once(self.history_of(self._desk))
        self._played = list(self._desk.match.steps)
        self._news.look_again_all()

    def is_at(self, steps: Sequence[Step]) -> bool:
        """Whether these are what has been played."""
        return self._played == steps  # by identity first

    def history_of(self, desk: Desk) -> Work[History]:
        """The match that a desk's effective line comes to."""
        history = self._table.new_history()
        for step in desk.match.steps:
            for action in self._actions(step, desk, history):
                history.play(action)
            yield
        return history

    def _actions(self, step: Step, desk: Desk, history: History) -> Iterator[LoggedAction]:
        """What a slot brings into the history, one after the other."""
        line = desk.lines[step.slot.no - 1]
        by: By = BY_TABLE
        if line.kind == "acted":
            by = BOT if line.role == "bot" else PERSON
        at = self._table.now.at
        for element in step.elements:
            if isinstance(element, str):
                actor, text = split_action(element)
                action = history.match.game.parse(history.match.state, actor, text)
                logged = LoggedAction(actor, action, text, by, "", line.time, at)
            else:
                logged = LoggedAction(TABLE, -1, "", by, "", line.time, at)
                logged.element = element
            logged.line = line.no
            yield logged
