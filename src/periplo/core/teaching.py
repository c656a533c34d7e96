"""What a game with questions says of them to a class table; see `Game.classroom`."""

from typing import NamedTuple


class OpenQuestion(NamedTuple):
    """A question that has been asked and not answered."""

    seat: int  # who answers, from 0
    deck: str
    card: int
    letters: tuple[str, ...]  # to choose from; none where the answer is given aloud


class AnsweredQuestion(NamedTuple):
    """What became of one."""

    seat: int
    deck: str
    card: int
    is_right: bool
    given: str  # the letter; "" where the answer was given aloud
    right: str  # the letter that is


class QuestionWords(NamedTuple):
    """A question in one language."""

    place: str  # the deck's name
    ask: str
    answer: str
    topic: str
    difficulty: int
