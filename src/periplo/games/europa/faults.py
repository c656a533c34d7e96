"""What can be wrong with a file of questions: one kind a sentence, and where it is.

The sentences here are for the command line. The page for packs has its own for every kind, in all
languages and with what to do, in `web/packs.json`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from periplo.core.reading import show

QUOTED: Final = ("text", "other")  # values that are somebody's own words

SENTENCES: Final = {
    # a row
    "no-country": "no country is given",
    "unknown-country": "unknown country {text}",
    "no-language": "no language is given: add a column, or a line such as “# language: es”",
    "unknown-language": "unknown language {text}: use a code such as es",
    "no-question": "there is no question",
    "bad-difficulty": "the difficulty must be 1, 2 or 3, not {text}",
    "too-long": "the {what} is longer than {most} characters",
    "unshown": "the {what} has characters that cannot be shown, {text}",
    "garbled": "the {what} has garbled letters, {text}: save the file as UTF-8",
    "date": "the {what} has become a date, {text}: give its column the format of text",
    "cell-error": "the {what} is an error of the spreadsheet, {text}",
    # its answers
    "no-right": "there is no right answer",
    "two-right": "there are two right answers, {text} and {other}",
    "wrong-count": "there must be three wrong answers, not {n}",
    "right-among-wrong": "there are two right answers: {text} stands among the wrong ones too",
    "same-wrong": "the same wrong answer is given twice",
    # its picture
    "bad-picture": "the picture is none that a pack can hold: {why}",
    "no-alt": "the picture has no description",
    # beside other rows
    "same-question": "the same question as in line {line}",
    "id-elsewhere": "the id {id} is already in line {line}, on {deck}",
    "id-twice": "the id {id} is already in line {line}, in the same language",
    "missing-language": "question {id} is missing in {language}",
    "many-languages": "there are more than {most} languages",
    # all of them
    "no-questions": "there are no questions",
    "few-questions": "only {n} questions on {deck}: a deck needs {least}",
    "many-questions": "{n} questions on {deck}: a deck takes {most} at most",
    "missing-decks": "no questions on {decks}: write “# missing decks: built-in” to use the "
    "built-in ones",
    "many-rows": "there are more than {most:,} rows",
    # a grid
    "no-columns": "the first row must name its columns: {columns} is missing",
    "column-twice": "two columns are called {column}",
    # our own files
    "no-json": "is no JSON object",
    "no-pack": "is not the beginning of a question pack",
    "no-entry": "is no question: {text}",
    # Moodle's
    "gift-long": "is longer than {most:,} characters",
    "gift-shape": "is no GIFT question: its answers stand in braces at its end",
    "gift-answers": "only questions with one right and three wrong answers can be used",
    "gift-weights": "answers with weights (%) cannot be used",
    "gift-matching": "matching questions cannot be used",
}

# whole files that cannot be read: a `BadFile` names its kind, and says itself what is wrong
UNREADABLE: Final = (
    "ending", "large", "encoding", "many-lines", "csv", "xlsx", "unpacked", "many-cells",
    "no-openpyxl",
)  # fmt: skip


@dataclass(frozen=True)
class PackFault:
    """Something wrong in a file, and where: in which column, and for which language."""

    line: int
    kind: str
    column: str = ""  # as `formats.HEADINGS` calls it, or picture, or alt
    language: str = ""
    values: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        shown = {
            name: show(value) if name in QUOTED else value for name, value in self.values.items()
        }
        return SENTENCES[self.kind].format(**shown)

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"
