"""What a class table asks of the race: which question is open, how a bad one is taken out, and what
became of those that were answered.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from periplo.core.contents import Content, find
from periplo.core.errors import BadOption
from periplo.core.game import Position
from periplo.core.state import Event, State
from periplo.core.teaching import AnsweredQuestion, OpenQuestion, QuestionWords
from periplo.core.words import Words
from periplo.games.europa import editing
from periplo.games.europa.packs import BUILT_IN, DIFFICULTIES, FEWEST_QUESTIONS, Instruction
from periplo.games.europa.rules import EuropaState
from periplo.games.europa.state import LETTERS, NO_CARD, PHASE_QUESTION
from periplo.games.europa.tables import pack_kept

# the fewer flags are needed, the shorter the race
SETTINGS: Final[tuple[dict[str, Any], ...]] = tuple({"flags": flags} for flags in (3, 4, 5, 6))
SECONDS: Final = {"answer": 40.0}  # a team reads the question aloud and talks it over
HARDEST: Final = len(DIFFICULTIES)  # levels that a teacher may choose from
ANSWERED: Final = ("answered_right", "answered_wrong")


def asked(state: State) -> OpenQuestion | None:
    """The question that is on the table."""
    race = cast("EuropaState", state)
    if race.card == NO_CARD:
        return None
    letters = tuple(LETTERS) if race.phase == PHASE_QUESTION else ()
    return OpenQuestion(int(race.turn), race.board.decks[race.deck], int(race.card), letters)


def right(state: State) -> str:
    """The letter of its right answer, for nobody to see before it is given."""
    race = cast("EuropaState", state)
    return LETTERS[race.board.right_answer(race.deck, race.card)]


def skipped(position: Position) -> Position:
    """The same deck gives another card. The bad one stays used; was it the last, then all cards of
    the deck have returned, as after any draw.  [EUR-R3]
    """
    return {**position, "phase": "card", "card": None}


def no_harder(options: Mapping[str, Any], hardest: int) -> tuple[str, Content]:
    """The option and the file of a pack without the harder questions; a deck that is left with too
    few keeps the easiest of those. Decks that the pack lacks are as they are.
    """
    named = options.get(editing.OPTION, BUILT_IN)
    content = None if named == BUILT_IN else find(named)
    draft = editing.copy() if content is None else editing.read(content)[0]
    if draft is None:
        raise BadOption(editing.OPTION, "has faults")
    decks: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for entry in draft["entries"]:
        decks[entry["deck"]].append(entry)
    kept = []
    for entries in decks.values():
        easiest = sorted(entries, key=lambda entry: int(entry["difficulty"]))
        enough = sum(int(entry["difficulty"]) <= hardest for entry in entries)
        kept += easiest[: max(enough, FEWEST_QUESTIONS)]
    title = "built-in" if content is None else content.name.rpartition(".")[0]
    return editing.OPTION, editing.content_of({**draft, "entries": kept}, f"{title} 1-{hardest}")


def answered(events: Iterable[Event]) -> AnsweredQuestion | None:
    """What an action's events say of a question that it answered."""
    for event in events:
        if event["kind"] in ANSWERED:
            return AnsweredQuestion(
                seat=event["seat"],
                deck=event["deck"],
                card=event["card"],
                is_right=event["kind"] == "answered_right",
                given=event["given"] or "",
                right=event["right"],
            )
    return None


def drawn(events: Iterable[Event]) -> OpenQuestion:
    """The question that an action's events drew, once it is not open any more."""
    event = next(event for event in events if event["kind"] == "drew")
    return OpenQuestion(event["seat"], event["deck"], event["card"], ())


def in_words(state: State, deck: str, card: int, language: str) -> QuestionWords:
    """A question that has been decided."""
    pack = pack_kept(cast("EuropaState", state).board.pack)
    id = pack.cards(deck)[card - 1]
    assert not isinstance(id, Instruction)
    question = pack.question(deck, id)
    text = question.text(language)
    place = Words("europa", language).drawing().get(deck, deck)
    return QuestionWords(place, text.ask, text.right, question.topic, question.difficulty)
