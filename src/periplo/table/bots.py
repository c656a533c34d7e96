"""Bots that have been asked to choose for a seat and have not answered yet."""

from dataclasses import dataclass

from periplo.core.state import State
from periplo.table.rows import By

LONGEST_NOTE = 200  # characters


@dataclass(slots=True)
class BotQuestion:
    """One that waits for its answer. A seat has one at most."""

    number: int
    seat: int
    bot: str
    by: By
    note: str
    state: State  # what it was asked about
    actions: int  # that there were then
    is_stand_in: bool = False  # asked for a bot that failed


class BotQuestions:
    def __init__(self) -> None:
        self._of_seat: dict[int, BotQuestion] = {}
        self._asked = 0

    def __contains__(self, seat: int) -> bool:
        return seat in self._of_seat

    def __bool__(self) -> bool:
        return bool(self._of_seat)

    def ask(
        self,
        seat: int,
        bot: str,
        by: By,
        note: str,
        state: State,
        actions: int,
        is_stand_in: bool = False,
    ) -> BotQuestion:
        self._asked += 1
        question = BotQuestion(self._asked, seat, bot, by, note, state, actions, is_stand_in)
        self._of_seat[seat] = question
        return question

    def answer(self, number: int) -> BotQuestion | None:
        """The question, which waits no more; None if it did not wait any longer."""
        for seat, question in self._of_seat.items():
            if question.number == number:
                return self._of_seat.pop(seat)
        return None

    def cancel_all(self) -> list[int]:
        """The numbers of those that waited."""
        numbers = [question.number for question in self._of_seat.values()]
        self._of_seat.clear()
        return numbers


def printable(why: str) -> str:
    """Why a bot failed, as the log notes it."""
    return "".join(c if c.isprintable() else " " for c in why)[-LONGEST_NOTE:]
