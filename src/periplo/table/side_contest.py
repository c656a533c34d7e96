"""The side contest of a class table: teams that are not asked answer the same question secretly,
for points of their own and never for the match.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from periplo.core.teaching import OpenQuestion
from periplo.play.refusals import Refused
from periplo.play.snapshots import SideResult, SideStanding
from periplo.table.actions import LoggedAction
from periplo.table.messages import SideNews
from periplo.table.permissions import check_plays_itself
from periplo.table.requests import AnswerAside, request_key
from periplo.table.rows import PERSON, LogRow
from periplo.table.state import TableState
from periplo.table.subscribers import SubscriberGroup


@dataclass(frozen=True, slots=True)
class SideAnswer:
    letter: str
    time: int  # by the wall clock


@dataclass(slots=True)
class AskedAside:
    """What the other teams answered to one question, by seat."""

    given: dict[int, SideAnswer] = field(default_factory=dict)
    right: str = ""  # the letter, once it is decided; a question that was skipped has none


class SideContest:
    def __init__(self, table: TableState, rows: Sequence[LogRow]) -> None:
        self._table = table
        self._points = [0] * len(table.seats)
        self._decided: AskedAside | None = None  # the last one
        # by how many actions there were when it was asked
        self.questions: dict[int, AskedAside] = {}
        for row in rows:
            asked = self.questions.setdefault(int(row.note), AskedAside())
            asked.given[row.seat] = SideAnswer(row.text, row.time)
        for number, action in enumerate(table.actions):
            self._decide(number, action)

    def is_on(self) -> bool:
        room = self._table.row.classroom
        return room is not None and room.side

    # ---- answering

    def answer(self, seat: int, request: AnswerAside, group: SubscriberGroup) -> None:
        table = self._table
        if not self.is_on():
            raise Refused("illegal", "there is no side contest at this table")
        if request.n != group.viewer.n:
            raise Refused("stale", "something has happened since; look again")
        check_plays_itself(table.seats[seat])
        question = self._open()
        if question is None or not question.letters:
            raise Refused("too-late", "no question is open that could be answered aside")
        if question.seat == seat:
            raise Refused("illegal", "your team answers this question itself")
        if seat in self._given():
            raise Refused("already", "your team has answered aside already")
        if request.answer not in question.letters:
            raise Refused("illegal", f"an answer is one of {', '.join(question.letters)}")
        if table.is_full():
            raise Refused("too-long", "this match is as long as one may be")
        number = len(table.actions)
        asked = self.questions.setdefault(number, AskedAside())
        asked.given[seat] = SideAnswer(request.answer, table.now.wall)
        for one in table.subscribers:
            table.outbox.send(one.connections, SideNews(self.standing(one.seats)))
        key = request_key(request)
        table.add_to_log("side", seat, request.answer, PERSON, key, str(number))

    def letters_for(self, seat: int) -> list[str]:
        """What a seat may answer aside now."""
        question = self._open() if self.is_on() and self._table.runs() else None
        if question is None or seat == question.seat or seat in self._given():
            return []
        return list(question.letters) if self._table.seats[seat].is_played() else []

    # ---- what becomes of it

    def on_action(self, action: LoggedAction) -> None:
        """The last action is new."""
        self._decide(len(self._table.actions) - 1, action)

    def _decide(self, number: int, action: LoggedAction) -> None:
        """If it answered the question that was asked after so many actions, points are given."""
        asked = self.questions.get(number)
        room = self._table.game.classroom() if self.is_on() else None
        found = None if room is None else room.answered(action.events)
        if found is not None:
            asked = self.questions.setdefault(number, AskedAside())
            asked.right = found.right
            for seat, given in asked.given.items():
                self._points[seat] += given.letter == found.right
            self._decided = asked
        elif asked is not None:  # it was skipped
            asked.given.clear()

    # ---- what is shown

    def standing(self, seats: Sequence[int]) -> SideStanding:
        question = self._open()
        letters = [] if question is None else list(question.letters)
        given = self._given()
        return {
            "letters": letters,
            "may": [seat + 1 for seat in seats if self.letters_for(seat)],
            "answered": [seat + 1 for seat in sorted(given)],
            "yours": {str(seat + 1): given[seat].letter for seat in seats if seat in given},
            "results": None if question is not None else self._results(),
            "points": list(self._points),
        }

    def _results(self) -> list[SideResult] | None:
        if self._decided is None:
            return None
        right = self._decided.right
        return [
            {"seat": seat + 1, "answer": given.letter, "right": given.letter == right}
            for seat, given in sorted(self._decided.given.items())
        ]

    def _open(self) -> OpenQuestion | None:
        table = self._table
        if not table.has_begun() or table.row.result is not None:
            return None
        found: OpenQuestion | None = table.game.classroom().asked(table.match.state)
        return found

    def _given(self) -> dict[int, SideAnswer]:
        """What has been answered to the question that is open."""
        asked = self.questions.get(len(self._table.actions))
        return {} if asked is None else asked.given
