"""Question packs: the built-in one, and those that teachers bring.

A pack gives each deck its questions. The instruction cards are always the built-in ones.
`load_pack` is what a game is set up with, `check` reports what is wrong with a file and where,
`import_pack` and `export_pack` turn grids and quizzes into packs and back (see `formats.py`).

Which of A to D is right follows from a hash. For a pack of one's own the hash is keyed with all
that the file holds, so that only who has the file can work it out.
"""

import hmac
import re
import tomllib
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

from periplo.core.contents import EARLIER, Content, find, hash_of, is_reference
from periplo.core.errors import BadOption, BadSetup
from periplo.core.words import LANGUAGES
from periplo.games.europa import formats, pictures
from periplo.games.europa.faults import PackFault
from periplo.games.europa.formats import Row, Source

BUILT_IN = "built-in"
FEWEST_QUESTIONS = 3  # a deck: an exam takes that many
MOST_QUESTIONS = 1000  # a deck: every position lists the used ones
MOST_LANGUAGES = 20
LONGEST = {
    "id": 100, "topic": 100, "question": 1000, "answer": 300, "explanation": 2000,
    "description": 500,
}  # fmt: skip
MURCIA = "murcia"
DIFFICULTIES = ("1", "2", "3")  # as they are written, the hardest last
HERE = Path(__file__).parent / "pack"

# the countries of all editions, and how the world's registers call them
CODES = {
    "spain": "ES", "portugal": "PT", "france": "FR", "ireland": "IE", "united-kingdom": "GB",
    "belgium": "BE", "luxembourg": "LU", "netherlands": "NL", "germany": "DE", "denmark": "DK",
    "sweden": "SE", "finland": "FI", "estonia": "EE", "latvia": "LV", "lithuania": "LT",
    "poland": "PL", "czechia": "CZ", "slovakia": "SK", "austria": "AT", "slovenia": "SI",
    "croatia": "HR", "hungary": "HU", "romania": "RO", "bulgaria": "BG", "greece": "GR",
    "cyprus": "CY", "malta": "MT", "italy": "IT",
}  # fmt: skip


@dataclass(frozen=True)
class Text:
    """A question in one language."""

    ask: str
    right: str
    wrong: tuple[str, ...]
    why: str
    alt: str = ""  # what is on the picture


@dataclass(frozen=True)
class Question:
    """`letter` is which of A to D is right, as 0 to 3, and `order` that of the wrong answers."""

    id: str
    topic: str
    difficulty: int
    texts: dict[str, Text]
    picture: str = ""  # see pictures.py
    letter: int = field(default=0, compare=False)
    order: tuple[int, ...] = field(default=(0, 1, 2), compare=False)

    def text(self, language: str) -> Text:
        """In this language, or else in the first that there is."""
        return self.texts.get(language) or next(iter(self.texts.values()))

    def answers(self, language: str) -> list[str]:
        """A to D."""
        text = self.text(language)
        answers = [text.wrong[place] for place in self.order]
        answers.insert(self.letter, text.right)
        return answers


@dataclass(frozen=True)
class Instruction:
    """`do` is go (to `city`), forward or back (`n` squares), miss, again or plane."""

    id: str
    do: str
    city: str
    n: int
    story: dict[str, str]


class Pack:
    """Questions by deck. `falls_back`: decks that are not in it are the built-in ones.

    `key` is what the letters are keyed with; without one they follow from the ids alone.
    """

    def __init__(
        self, name: str, decks: dict[str, list[Question]], falls_back: bool, key: bytes = b""
    ) -> None:
        self.name = name
        self.falls_back = falls_back
        self._key = key
        self._decks = decks
        self._by_id: dict[str, dict[str, Question]] = {}
        self._cards: dict[str, list[str | Instruction]] = {}
        self._pictures: dict[str, bytes] | None = None

    def letter(self, id: str) -> int:
        return letter_of(id, self._key)

    def deck_names(self) -> list[str]:
        return list(self._decks)

    def difficulties(self, deck: str) -> dict[str, int]:
        """The ids of a deck's questions, with how hard they are."""
        if deck in self._decks:
            return {question.id: question.difficulty for question in self._decks[deck]}
        if self.falls_back:
            return built_in().difficulties(deck)
        raise BadOption(
            "pack",
            f"{self.name} has no questions on {deck}, and does not say "
            f"that missing decks are the built-in ones",
        )

    def questions(self, deck: str) -> list[Question]:
        return list(self._questions(deck).values())

    def question(self, deck: str, id: str) -> Question:
        return self._questions(deck)[id]

    def _questions(self, deck: str) -> dict[str, Question]:
        if deck not in self._by_id:
            self._by_id[deck] = {
                question.id: replace(
                    question, letter=self.letter(question.id), order=_order_of(question, self._key)
                )
                for question in self._find(deck)
            }
        return self._by_id[deck]

    def _find(self, deck: str) -> list[Question]:
        if deck not in self._decks and self.falls_back:
            return built_in().questions(deck)
        return self._decks[deck]

    def cards(self, deck: str) -> list[str | Instruction]:
        """Card 1 is the first: the id of a question, or an instruction.

        One order of questions and instructions, by a hash, so that it stays.
        """
        if deck not in self._cards:
            cards: list[str | Instruction] = [
                *self.difficulties(deck),
                *instructions().get(deck, []),
            ]
            self._cards[deck] = sorted(cards, key=_place_in_deck)
        return self._cards[deck]

    def pictures(self) -> dict[str, bytes]:
        """All pictures, by the names that questions give them."""
        if self._pictures is None:
            self._pictures = {
                pictures.name_of(question.picture): pictures.bytes_of(question.picture) or b""
                for questions in self._decks.values()
                for question in questions
                if question.picture
            }
        return self._pictures

    def languages(self) -> list[str]:
        """All languages it has questions in."""
        found: dict[str, None] = {}
        for deck in self.deck_names():
            for question in self.questions(deck):
                found |= dict.fromkeys(question.texts)
        return list(found)


class BuiltInPack(Pack):
    """Reads a deck's file only when somebody asks for its words; what a board needs is at hand."""

    def __init__(self) -> None:
        super().__init__(BUILT_IN, {}, False)
        files = {deck: HERE / f"{deck}.toml" for deck in (*CODES, MURCIA)}
        self._difficulties = {deck: _difficulties_in(file) for deck, file in files.items()}

    def deck_names(self) -> list[str]:
        return list(self._difficulties)

    def difficulties(self, deck: str) -> dict[str, int]:
        return self._difficulties[deck]

    def _find(self, deck: str) -> list[Question]:
        return [_read_built_in(entry) for entry in _toml(deck)["question"]]


@cache
def built_in() -> BuiltInPack:
    return BuiltInPack()


def load_pack(source: str) -> Pack:
    """The built-in pack, or the one in a file; BadSetup names the first thing wrong with it.

    `source` is "built-in", a path, or a reference to content that is at hand.
    """
    if source == BUILT_IN:
        return built_in()
    if not is_reference(source):
        return read_pack(formats.content_of(source))
    kept = find(source)
    if kept is None:
        raise BadOption("pack", f"the file that has {hash_of(source)} is not at hand")
    return read_pack(kept, keyed=not source.endswith(EARLIER))


def read_pack(content: Content, keyed: bool = True) -> Pack:
    """The pack in a file; `keyed` is false for games of the first version, see docs/decisions."""
    found = formats.read(content)
    decks, faults = _gather(found)
    if faults:
        raise BadOption("pack", f"{content.name}: {_in_one_line(faults)}")
    return Pack(content.name, decks, found.falls_back, _key_of(content) if keyed else b"")


def _in_one_line(faults: Sequence[PackFault]) -> str:
    return f"{faults[0]} (and {len(faults) - 1} more)" if len(faults) > 1 else str(faults[0])


def check(source: str) -> list[PackFault]:
    """Everything that is wrong with a file of questions, by line."""
    return faults_in(formats.content_of(source))


def faults_in(content: Content) -> list[PackFault]:
    found = formats.read(content)
    decks, faults = _gather(found)
    if not faults:
        faults = _missing_decks(found, decks)
    return faults


def check_content(content: Content) -> None:
    """BadSetup if no edition can be played with it."""
    if faults := faults_in(content):
        raise BadSetup(f"{content.name}: {_in_one_line(faults)}")


def import_pack(source: str, target: str) -> Pack:
    """Turn a spreadsheet or a quiz into a pack file, if nothing is wrong with it."""
    faults = check(source)
    if faults:
        raise BadSetup(f"{source}: " + "; ".join(str(fault) for fault in faults))
    pack = load_pack(source)
    export_pack(pack, target)
    return pack


def export_pack(pack: Pack, target: str) -> None:
    """Write a pack as a spreadsheet (.csv, .xlsx), a quiz (.gift) or a pack file (.jsonl)."""
    formats.write(source_of(pack), target)


def source_of(pack: Pack) -> Source:
    """All that is in a pack, row by row."""
    rows = [
        Row(
            line=0,
            deck=deck,
            language=language,
            id=question.id,
            topic=question.topic,
            difficulty=str(question.difficulty),
            ask=text.ask,
            right=[text.right],
            wrong=list(text.wrong),
            why=text.why,
            picture=question.picture,
            alt=text.alt,
        )
        for deck in pack.deck_names()
        for question in pack.questions(deck)
        for language, text in question.texts.items()
    ]
    return Source(rows, [], pack.falls_back)


# what follows from hashes


def _place_in_deck(card: str | Instruction) -> bytes:
    id = card if isinstance(card, str) else f"instruction {card.id}"
    return sha256(id.encode()).digest()


def _key_of(content: Content) -> bytes:
    """Of all that is in the file, but not of its plain hash, which everybody at a table is sent.

    So the content must not be a key of HMAC itself: a long key is replaced by its hash there.
    """
    return sha256(b"periplo: the letters of a question pack\n" + content.data).digest()


def letter_of(id: str, key: bytes = b"") -> int:
    """Which of A to D is right, as 0 to 3: evenly spread and always the same."""
    return _hash(f"answer {id}", key)[0] % 4


def _order_of(question: Question, key: bytes) -> tuple[int, ...]:
    """Whoever writes wrong answers by size or by the alphabet must not give the right one away."""
    if not key:
        return (0, 1, 2)
    return tuple(sorted(range(3), key=lambda place: _hash(f"wrong {place} {question.id}", key)))


def _hash(text: str, key: bytes) -> bytes:
    said = text.encode()
    return hmac.digest(key, said, "sha256") if key else sha256(said).digest()


@cache
def instructions() -> dict[str, list[Instruction]]:
    """The instruction cards by deck."""
    found: dict[str, list[Instruction]] = {}
    for deck, entries in _toml("instructions").items():
        found[deck] = [
            Instruction(
                f"{deck}-i{number}",
                entry["do"],
                entry.get("city", ""),
                entry.get("n", 0),
                {language: entry[language] for language in LANGUAGES if language in entry},
            )
            for number, entry in enumerate(entries, 1)
        ]
    return found


# the built-in files


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


def _difficulties_in(file: Path) -> dict[str, int]:
    """Without reading the whole of it: games start faster."""
    text = file.read_text(encoding="utf-8")
    ids = re.findall(r'^id = "([a-z0-9-]+)"', text, re.MULTILINE)
    levels = re.findall(r"^difficulty = ([123])", text, re.MULTILINE)
    return {id: int(level) for id, level in zip(ids, levels, strict=True)}


def _read_built_in(entry: dict[str, Any]) -> Question:
    texts = {}
    for language in (one for one in LANGUAGES if one in entry):
        words = entry[language]
        ask, right, why = (expand(words[key], language) for key in ("ask", "right", "why"))
        wrong = tuple(expand(answer, language) for answer in words["wrong"])
        texts[language] = Text(ask, right, wrong, why)
    return Question(entry["id"], entry["topic"], entry["difficulty"], texts)


@cache
def _names() -> dict[str, Any]:
    return _toml("names")


def expand(text: str, language: str) -> str:
    """{territory:FR}, {language:fi}, {currency:SEK}; {Language:…} with a capital letter."""

    def name(match: re.Match[str]) -> str:
        kind, code = match[1], match[2]
        found: str = _names()[kind.lower()][code][language]
        return found[0].upper() + found[1:] if kind[0].isupper() else found

    return re.sub(r"\{(\w+):([\w-]+)\}", name, text)


# what a file must be


@dataclass
class _Draft:
    """A question while its languages are being gathered."""

    deck: str
    line: int
    topic: str
    difficulty: int
    picture: str
    languages: dict[str, None] = field(default_factory=dict)  # also of rows that have faults
    texts: dict[str, Text] = field(default_factory=dict)


def _gather(source: Source) -> tuple[dict[str, list[Question]], list[PackFault]]:
    """The questions of a file by deck, and all its faults."""
    faults = list(source.faults)
    drafts: dict[str, _Draft] = {}
    counts: Counter[str | None] = Counter()  # questions of a deck
    asked: dict[tuple[str, str, str], int] = {}
    for row in source.rows:
        found = _faults_of_row(row)
        deck = deck_named(row.deck)
        key = (deck or row.deck, row.language, folded(row.ask))
        if row.ask and key in asked:
            found.append(_fault(row, "same-question", "question", line=asked[key]))
        asked.setdefault(key, row.line)
        id = row.id or f"{deck}-{counts[deck] + 1:02}"
        draft = drafts.get(id)
        if draft is not None and draft.deck != deck:
            found.append(_fault(row, "id-elsewhere", "id", id=id, line=draft.line, deck=draft.deck))
        elif draft is not None and row.language in draft.languages:
            found.append(_fault(row, "id-twice", "id", id=id, line=draft.line))
        faults += found
        if deck is None or not _is_language(row.language) or any(f.column == "id" for f in found):
            continue
        if draft is None:
            level = int(row.difficulty) if row.difficulty in DIFFICULTIES else 2
            draft = drafts[id] = _Draft(deck, row.line, row.topic, level, row.picture)
            counts[deck] += 1
        draft.languages[row.language] = None
        if not found:
            text = Text(row.ask, row.right[0], tuple(row.wrong), row.why, row.alt)
            draft.texts[row.language] = text
    faults += _missing_languages(drafts)
    decks: dict[str, list[Question]] = {}
    for id, draft in drafts.items():
        question = Question(id, draft.topic, draft.difficulty, draft.texts, draft.picture)
        decks.setdefault(draft.deck, []).append(question)
    if not faults:
        faults = _odd_decks(drafts, decks)
    return decks, sorted(faults, key=lambda fault: fault.line)


def _fault(row: Row, kind: str, column: str, **values: str | int) -> PackFault:
    return PackFault(row.line, kind, column, row.language, values)


def _is_language(text: str) -> bool:
    return re.fullmatch(r"[a-z]{2,3}", text) is not None


def _faults_of_row(row: Row) -> list[PackFault]:
    faults = []
    if not row.deck:
        faults.append(_fault(row, "no-country", "country"))
    elif deck_named(row.deck) is None:
        faults.append(_fault(row, "unknown-country", "country", text=row.deck))
    if not row.language:
        faults.append(_fault(row, "no-language", "language"))
    elif not _is_language(row.language):
        faults.append(_fault(row, "unknown-language", "language", text=row.language))
    if not row.ask:
        faults.append(_fault(row, "no-question", "question"))
    if row.difficulty not in ("", *DIFFICULTIES):
        faults.append(_fault(row, "bad-difficulty", "difficulty", text=row.difficulty))
    return [*faults, *_faults_of_texts(row), *_faults_of_picture(row), *_faults_of_answers(row)]


# what cannot be shown: control characters, and halves of characters that JSON can write
_UNSHOWN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
# UTF-8 that was read as something else, and what stands for a letter that was lost
_GARBLED = re.compile(r"\ufffd|Ã[\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]|Â[¡¿ºª]|â€")
_DATE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")  # as our reader writes a date's cell
_CELL_ERROR = re.compile(r"#(REF!|DIV/0!|N/A|NAME\?|NULL!|NUM!|VALUE!)")


def _faults_of_texts(row: Row) -> list[PackFault]:
    texts = [
        ("id", "id", row.id),
        ("topic", "topic", row.topic),
        ("question", "question", row.ask),
        ("why", "explanation", row.why),
        ("alt", "description", row.alt),
        *(("right", "answer", answer) for answer in row.right),
        *((f"wrong {n}", "answer", answer) for n, answer in enumerate(row.wrong, 1)),
    ]
    faults = []
    for column, what, text in texts:
        if len(text) > LONGEST[what]:
            faults.append(_fault(row, "too-long", column, what=what, most=LONGEST[what]))
        elif _UNSHOWN.search(text):
            faults.append(_fault(row, "unshown", column, what=what, text=text))
        elif _GARBLED.search(text):
            faults.append(_fault(row, "garbled", column, what=what, text=text))
        elif _DATE.fullmatch(text):
            faults.append(_fault(row, "date", column, what=what, text=text))
        elif _CELL_ERROR.fullmatch(text):
            faults.append(_fault(row, "cell-error", column, what=what, text=text))
    return faults


def _faults_of_picture(row: Row) -> list[PackFault]:
    if not row.picture:
        return []
    if why := pictures.why_not(row.picture):
        return [_fault(row, "bad-picture", "picture", why=why)]
    return [] if row.alt else [_fault(row, "no-alt", "alt")]


def _faults_of_answers(row: Row) -> list[PackFault]:
    right = [answer for answer in row.right if answer]
    wrong = [(n, answer) for n, answer in enumerate(row.wrong, 1) if answer]
    if not right:
        return [_fault(row, "no-right", "right")]
    if len(right) > 1:
        return [_fault(row, "two-right", "right", text=right[0], other=right[1])]
    if len(wrong) != 3:
        filled = [n for n, _ in wrong]
        first = next((n for n in (1, 2, 3) if n not in filled), 3)
        return [_fault(row, "wrong-count", f"wrong {first}", n=len(wrong))]
    seen: dict[str, int] = {}
    for n, answer in wrong:
        if folded(answer) == folded(right[0]):
            return [_fault(row, "right-among-wrong", f"wrong {n}", text=right[0])]
        if folded(answer) in seen:
            return [_fault(row, "same-wrong", f"wrong {n}", text=answer)]
        seen[folded(answer)] = n
    return []


def _missing_languages(drafts: dict[str, _Draft]) -> list[PackFault]:
    languages: dict[str, None] = {}
    for draft in drafts.values():
        languages |= draft.languages
        if len(languages) > MOST_LANGUAGES:
            return [PackFault(draft.line, "many-languages", values={"most": MOST_LANGUAGES})]
    return [
        PackFault(
            draft.line, "missing-language", "question", language, {"id": id, "language": language}
        )
        for id, draft in drafts.items()
        for language in languages
        if language not in draft.languages
    ]


def _odd_decks(drafts: dict[str, _Draft], decks: dict[str, list[Question]]) -> list[PackFault]:
    if not decks:
        return [PackFault(1, "no-questions")]
    faults = []
    for deck, questions in decks.items():
        line = drafts[questions[0].id].line
        count = len(questions)
        if count < FEWEST_QUESTIONS:
            few: dict[str, str | int] = {"n": count, "deck": deck, "least": FEWEST_QUESTIONS}
            faults.append(PackFault(line, "few-questions", "country", values=few))
        elif count > MOST_QUESTIONS:
            many: dict[str, str | int] = {"n": count, "deck": deck, "most": MOST_QUESTIONS}
            faults.append(PackFault(line, "many-questions", "country", values=many))
    return faults


def missing_decks(decks: Container[str]) -> list[str]:
    """Those without questions; of the two countries that only one edition has, one will do."""
    wanted = [deck for deck in (*CODES, MURCIA) if deck not in decks]
    left_out = "croatia" if "united-kingdom" in decks else "united-kingdom"
    return [deck for deck in wanted if deck != left_out]


def _missing_decks(source: Source, decks: dict[str, list[Question]]) -> list[PackFault]:
    """A pack must do for one edition at least, or say that it falls back."""
    missing = [] if source.falls_back else missing_decks(decks)
    if not missing:
        return []
    return [PackFault(1, "missing-decks", values={"decks": ", ".join(missing)})]


# how people write a country


def folded(text: str) -> str:
    """Without accents, capitals and needless space."""
    plain = "".join(char for char in normalize("NFKD", text) if not combining(char))
    return " ".join(plain.casefold().split())


@cache
def _deck_names() -> dict[str, str]:
    names = {MURCIA: MURCIA}
    for slug, code in CODES.items():
        names |= {folded(name): slug for name in _names()["territory"][code].values()}
        names |= {slug: slug, code.lower(): slug}
    return names


def deck_named(text: str) -> str | None:
    """The deck that somebody means by its slug, its code or its name in en, es or it."""
    return _deck_names().get(folded(text))
