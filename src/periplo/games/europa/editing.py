"""Question packs that are written in a browser. `Game.editing` says what each of these is for.

A draft is what a pack file will hold: its entries are the lines of a .jsonl, see `formats.py`.
It is checked as that file, so that what is said of it here holds wherever it is played.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from periplo.core.contents import MOST_BYTES, BadFile, Content
from periplo.core.errors import BadSetup
from periplo.core.words import LANGUAGES
from periplo.games.europa import formats, packs, pictures, tables
from periplo.games.europa.faults import PackFault
from periplo.games.europa.formats import FACTS, PICTURE

OPTION: Final = "pack"
ENDINGS: Final = ("jsonl", "xlsx", "csv", "gift")  # the first one keeps everything
PICTURES: Final = (pictures.MOST_SIDE, pictures.MOST_BYTES)

Draft = dict[str, Any]  # {"settings": {…}, "entries": […]}
Entry = dict[str, Any]

MISSING: Final = "missing decks"
SETTINGS: Final = {MISSING: ("built-in", "refused")}
TEXTS: Final = ("ask", "right", "why", "alt")
FIRST_LINE: Final = 2  # of a file that is below its head: the first entry
LONGEST_DRAFTED: Final = (
    4000  # characters of one text while it is written; what is too long is a fault
)

# Of a country nine games in ten ask so many questions or fewer, and half of the games end within so
# many of the exam: 240 games of 2, 3 and 5 teams were played by `greedy` to find it.
ENOUGH: Final = 8
ENOUGH_AT_HOME: Final = 15


# ---- drafts


def empty() -> Draft:
    return {"settings": {MISSING: "built-in"}, "entries": []}


def copy() -> Draft:
    """Of the built-in pack."""
    built_in = packs.built_in()
    return _draft_of(built_in, {MISSING: "built-in"})


def _draft_of(pack: packs.Pack, settings: dict[str, str]) -> Draft:
    entries = []
    for deck in pack.deck_names():
        for question in pack.questions(deck):
            facts = (question.id, deck, question.topic, str(question.difficulty))
            entry: Entry = dict(zip(FACTS, facts, strict=True))
            if question.picture:
                entry[PICTURE] = question.picture
            for language, text in question.texts.items():
                entry[language] = _written(text)
            entries.append(entry)
    return {"settings": settings, "entries": entries}


def _written(text: packs.Text) -> dict[str, Any]:
    words = {"ask": text.ask, "right": text.right, "wrong": list(text.wrong), "why": text.why}
    return words | ({"alt": text.alt} if text.alt else {})


def check_entry(value: object) -> None:
    """Refuse what is no entry, however incomplete an entry may be."""
    if not isinstance(value, dict):
        raise BadSetup("entry: must be an object")
    for fact in FACTS:
        _check_text(value.get(fact), fact)
    if not value["id"] or len(value["id"]) > packs.LONGEST["id"]:
        raise BadSetup("id: must have 1 to 100 characters")
    _check_text(value.get(PICTURE, ""), PICTURE, 2 * pictures.MOST_BYTES)
    languages = [key for key in value if key not in (*FACTS, PICTURE)]
    if len(languages) > packs.MOST_LANGUAGES:
        raise BadSetup(f"entry: has more than {packs.MOST_LANGUAGES} languages")
    for language in languages:
        _check_words(value[language], language)


def _check_words(words: object, language: str) -> None:
    if not re.fullmatch("[a-z]{2,3}", language) or not isinstance(words, dict):
        raise BadSetup(f"{language[:20]}: is no language with its texts")
    for name in words:
        if name not in (*TEXTS, "wrong"):
            raise BadSetup(f"{language}.{str(name)[:20]}: is no text of a question")
    for name in TEXTS:
        _check_text(words.get(name, "" if name == "alt" else None), f"{language}.{name}")
    wrong = words.get("wrong")
    if not isinstance(wrong, list) or len(wrong) != 3:
        raise BadSetup(f"{language}.wrong: must be a list of three texts")
    for answer in wrong:
        _check_text(answer, f"{language}.wrong")


def _check_text(value: object, field: str, most: int = LONGEST_DRAFTED) -> None:
    if not isinstance(value, str) or len(value) > most:
        raise BadSetup(f"{field}: must be a text of at most {most} characters")


def check_settings(value: object) -> None:
    if not isinstance(value, dict) or set(value) != set(SETTINGS):
        raise BadSetup(f"settings: must be {', '.join(SETTINGS)}")
    for name, allowed in SETTINGS.items():
        if value[name] not in allowed:
            raise BadSetup(f"{name}: must be one of {', '.join(allowed)}")


# ---- files


def read(content: Content) -> tuple[Draft | None, list[dict[str, Any]]]:
    """What is in a file; no draft if anything is wrong with it."""
    if len(content.data) > MOST_BYTES:
        return None, [_unreadable("large")]
    try:
        faults = packs.faults_in(content)
    except BadFile as error:
        return None, [_unreadable(error.kind)]
    except BadSetup as error:
        return None, [_unreadable("other", str(error))]
    if faults:
        return None, [_told(fault) for fault in faults]
    pack = packs.read_pack(content)
    missing = "built-in" if pack.falls_back else "refused"
    return _draft_of(pack, {MISSING: missing}), []


def content_of(draft: Draft, title: str) -> Content:
    """The file that tables play with."""
    return Content(f"{title}.jsonl", _jsonl(draft).encode("utf-8", "surrogatepass"))


def export(draft: Draft, ending: str) -> bytes:
    """In another format, as far as it goes: only the first of the endings keeps pictures."""
    if ending == ENDINGS[0]:
        return _jsonl(draft).encode("utf-8", "replace")
    source = formats.read(content_of(draft, "draft"))
    return formats.written(source, f"draft.{ending}")


def _jsonl(draft: Draft) -> str:
    used = languages_of(draft)
    entries = [_without_blanks(entry, used) for entry in draft["entries"]]
    return formats.jsonl_of(entries, draft["settings"][MISSING] == "built-in")


def languages_of(draft: Draft) -> list[str]:
    """In which anything is written, the usual ones first."""
    found = {
        language
        for entry in draft["entries"]
        for language, words in entry.items()
        if language not in (*FACTS, PICTURE) and not _is_blank(words)
    }
    return [*(one for one in LANGUAGES if one in found), *sorted(found.difference(LANGUAGES))]


def _is_blank(words: Mapping[str, Any]) -> bool:
    return not any(map(str.strip, (*(words.get(name, "") for name in TEXTS), *words["wrong"])))


def _without_blanks(entry: Entry, used: Sequence[str]) -> Entry:
    """Where nothing is written there is nothing; but a question without a word is a fault, too."""
    kept = {key: entry[key] for key in (*FACTS, PICTURE) if key in entry}
    written = {one: entry[one] for one in used if one in entry and not _is_blank(entry[one])}
    nothing: dict[str, Any] = {"ask": "", "right": "", "wrong": ["", "", ""], "why": ""}
    return kept | (written or {(used or LANGUAGES)[0]: nothing})


# ---- what is wrong, what there is


def check(draft: Draft) -> list[dict[str, Any]]:
    """Every fault, with the entry and the field that it is in."""
    faults = packs.faults_in(content_of(draft, "draft"))
    ids = [entry["id"] for entry in draft["entries"]]
    return [_told(fault, ids) for fault in faults]


def _told(fault: PackFault, ids: Sequence[str] = ()) -> dict[str, Any]:
    place = fault.line - FIRST_LINE
    values = dict(fault.values)
    other = values.get("line")  # in a draft a question is known by its id
    if ids and isinstance(other, int) and 0 <= other - FIRST_LINE < len(ids):
        values["line"] = ids[other - FIRST_LINE]
    return {
        "kind": fault.kind,
        "line": fault.line,
        "column": fault.column,
        "language": fault.language,
        "entry": ids[place] if 0 <= place < len(ids) else "",
        "values": values,
        "message": str(fault),
    }


def _unreadable(kind: str, message: str = "") -> dict[str, Any]:
    nowhere = {"line": 0, "column": "", "language": "", "entry": "", "values": {}}
    return {"kind": kind, **nowhere, "message": message}


def survey(draft: Draft) -> dict[str, Any]:
    """How many questions there are by country and difficulty, and how many a game asks for."""
    decks: dict[str, dict[str, Any]] = {
        deck: {
            "deck": deck,
            "levels": dict.fromkeys(packs.DIFFICULTIES, 0),
            "enough": ENOUGH_AT_HOME if deck == packs.MURCIA else ENOUGH,
        }
        for deck in (packs.MURCIA, *packs.CODES)
    }
    for entry in draft["entries"]:
        deck = decks.get(packs.deck_named(entry["deck"]) or "")
        if deck is not None and entry["difficulty"] in deck["levels"]:
            deck["levels"][entry["difficulty"]] += 1
    has = [name for name, deck in decks.items() if any(deck["levels"].values())]
    return {
        "decks": list(decks.values()),
        "least": packs.FEWEST_QUESTIONS,
        "missing": packs.missing_decks(has),
        "languages": languages_of(draft),
        "pictures": sum(PICTURE in entry for entry in draft["entries"]),
    }


def picture(reference: str, name: str) -> bytes | None:
    """A picture of a file that is at hand, by the name that a question gives it."""
    return tables.pack_kept(reference).pictures().get(name)
