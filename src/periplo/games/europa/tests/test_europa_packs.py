"""Question packs: the built-in one is whole, a teacher's own is read, checked and used."""

import os
import re
import tomllib
import zipfile
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from periplo.core import grids
from periplo.core.contents import EARLIER, MOST_BYTES, Content, keep, read_content
from periplo.core.errors import BadSetup
from periplo.core.words import LANGUAGES
from periplo.games import game
from periplo.games.europa import formats, packs, tables
from periplo.games.europa.notation import GAME
from periplo.games.europa.packs import (
    CODES,
    MURCIA,
    Pack,
    Question,
    built_in,
    check,
    export_pack,
    import_pack,
    load_pack,
    read_pack,
)
from periplo.play.match import Match

DECKS = (*CODES, MURCIA)
TOPICS = {"geography", "history", "art", "science", "language", "food", "nature", "union"}

HEAD = "country,language,question,right,wrong 1,wrong 2,wrong 3"
FALL_BACK = "# missing decks: built-in"


def csv_of(*rows: str) -> str:
    return "\n".join([FALL_BACK, HEAD, *rows]) + "\n"


GOOD = csv_of(
    "spain,es,¿Cuál es la capital?,Madrid,Sevilla,Toledo,Cádiz",
    "España,es,¿Qué río pasa por Sevilla?,Guadalquivir,Ebro,Duero,Tajo",
    'ES,es,"¿Qué, cuándo y cómo?",Así,No,Sí,Nunca',
)


def write(folder: Path, text: str, name: str = "class.csv") -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def faults(folder: Path, text: str, name: str = "class.csv") -> list[str]:
    return [str(fault) for fault in check(write(folder, text, name))]


# the built-in pack


@pytest.mark.parametrize("deck", DECKS)
def test_the_built_in_questions_are_whole(deck: str) -> None:
    """In three languages, with four different answers, and no name left to expand."""
    file = packs.HERE / f"{deck}.toml"
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["question"]
    questions = built_in().questions(deck)
    levels = {entry["id"]: entry["difficulty"] for entry in entries}
    assert list(levels.items()) == list(built_in().difficulties(deck).items())
    assert [question.id for question in questions] == list(levels)
    assert len(questions) >= packs.FEWEST_QUESTIONS
    assert all(a.id < b.id for a, b in pairwise(questions))
    for question in questions:
        assert re.fullmatch(rf"{deck}-\d\d", question.id)
        assert question.topic in TOPICS
        assert question.difficulty in (1, 2, 3)
        assert tuple(question.texts) == LANGUAGES
        for text in question.texts.values():
            answers = [packs.folded(answer) for answer in (text.right, *text.wrong)]
            assert len(set(answers)) == 4
            assert all((text.ask, text.why, *answers))
            assert not re.search(r"[{}]", "".join((text.ask, text.why, *answers)))


def test_no_question_is_asked_twice() -> None:
    for language in LANGUAGES:
        asked = [
            packs.folded(question.texts[language].ask)
            for deck in DECKS
            for question in built_in().questions(deck)
        ]
        assert len(asked) == len(set(asked))


def test_the_right_letters_are_evenly_spread() -> None:
    letters = [packs.letter_of(id) for deck in DECKS for id in built_in().difficulties(deck)]
    for letter in range(4):
        assert 0.2 < letters.count(letter) / len(letters) < 0.3


def test_instruction_cards_have_a_story_in_every_language() -> None:
    stories = [card.story for deck in packs.instructions().values() for card in deck]
    for language in LANGUAGES:
        texts = [story[language] for story in stories]
        assert len(set(texts)) == len(texts)
        assert all(0 < len(story) < 120 for story in texts)
    assert set(packs.instructions()) == set(CODES)


def test_names_are_expanded_with_a_capital_where_asked() -> None:
    assert packs.expand("la {language:fi} de {territory:FR}", "es") == "la finés de Francia"
    assert packs.expand("{Language:fi}", "it") == "Finlandese"


# who can work out what is right


MANY = csv_of(
    *(
        f"{deck},es,¿{deck} {i}?,bien,mal,fatal,peor"
        for deck in ("spain", "france", "italy", "malta", MURCIA)
        for i in range(80)
    )
)


def letters_guessed(hash: str) -> dict[str, Callable[[str], int]]:
    """Formulas that need nothing but what a client is sent: the ids, the hash and our code."""
    bare = bytes.fromhex(hash.removeprefix("sha256:"))
    keys = {"hash": hash.encode(), "digits": bare.hex().encode(), "bytes": bare}
    guesses: dict[str, Callable[[str], int]] = {"the id alone": packs.letter_of}
    for name, key in keys.items():
        public_key = packs._key_of(Content("", key))
        for way, secret in ((f"by {name}", key), (f"by a key of {name}", public_key)):
            guesses[way] = lambda id, secret=secret: packs.letter_of(id, secret)  # type: ignore[misc]
        guesses[f"{name} before the id"] = lambda id, key=key: (  # type: ignore[misc]
            sha256(key + f"answer {id}".encode()).digest()[0] % 4
        )
    return guesses


def test_nobody_without_the_pack_can_work_out_the_right_letters(tmp_path: Path) -> None:
    source = write(tmp_path, MANY)
    pack = load_pack(source)
    right = {
        question.id: question.letter
        for deck in pack.deck_names()
        for question in pack.questions(deck)
    }
    assert len(right) == 400
    assert set(right) == {f"{deck}-{i:02}" for deck in pack.deck_names() for i in range(1, 81)}
    for way, guess in letters_guessed(read_content(source).hash).items():
        hits = sum(guess(id) == letter for id, letter in right.items())
        assert 60 < hits < 140, way  # a quarter, give or take four and a half deviations
    # the same attack on letters that follow from ids alone
    open_letters = read_pack(read_content(source), keyed=False)
    for deck in pack.deck_names():
        for question in open_letters.questions(deck):
            assert packs.letter_of(question.id) == question.letter


def test_letters_belong_to_the_whole_content_of_a_pack(tmp_path: Path) -> None:
    """The board, the words and the explanations agree; one more space makes other letters."""
    source = write(tmp_path, MANY)
    options = {"pack": source, "instructions": False}
    letters = [card["right"] for card in GAME.board(options)["decks"]["spain"] if "right" in card]
    match = asked_about("spain", options)
    shown = GAME.question(match.state, "es")["answers"]
    match.write("1: answer A")
    answered = match.events[-1][0]
    assert shown[answered["right"]] == "bien"
    known = GAME.explanation(match.state, "spain", answered["card"], "es")
    assert known["right"] == answered["right"]
    write(tmp_path, MANY + " ", "other.csv")
    other = GAME.board({"pack": str(tmp_path / "other.csv")})["decks"]["spain"]
    assert [card["right"] for card in other if "right" in card] != letters


def test_the_order_of_the_wrong_answers_reveals_nothing(tmp_path: Path) -> None:
    """Whoever sorts them would else give the right one away."""
    found = {
        "".join(answer[0] for answer in question.answers("es") if answer != "bien")
        for question in load_pack(write(tmp_path, MANY)).questions("spain")
    }
    assert len(found) == 6


def test_the_built_in_pack_keeps_its_letters() -> None:
    """Records and boards out there were made with them."""
    for deck in DECKS:
        for question in built_in().questions(deck):
            letter = sha256(f"answer {question.id}".encode()).digest()[0] % 4
            assert question.letter == packs.letter_of(question.id) == letter
            assert question.answers("en").index(question.text("en").right) == letter


def test_built_in_questions_in_somebodys_pack_have_its_letters(tmp_path: Path) -> None:
    """A letter follows from the pack and the question, whoever wrote it."""
    pack = load_pack(write(tmp_path, MANY))
    ours, theirs = built_in().questions("sweden"), pack.questions("sweden")
    assert ours == theirs
    assert [q.letter for q in ours] != [q.letter for q in theirs]
    assert all(pack.letter(q.id) == q.letter for q in theirs)


def test_a_game_of_the_first_version_keeps_its_letters(tmp_path: Path) -> None:
    content = read_content(write(tmp_path, MANY))
    reference = keep(content) + EARLIER
    for card in GAME.board({"pack": reference})["decks"]["spain"]:
        if card["kind"] == "question":
            id = tables.pack_kept(reference).cards("spain")[card["card"] - 1]
            assert isinstance(id, str)
            assert card["right"] == "ABCD"[packs.letter_of(id)]


# by what a file holds


def test_a_reference_stands_for_the_content_wherever_the_file_is(tmp_path: Path) -> None:
    source = write(tmp_path, MANY)
    reference = keep(read_content(source))
    options = {"pack": source, "instructions": False}
    board = GAME.board({"pack": source})
    match = asked_about("spain", options)
    asked = GAME.question(match.state, "es")
    write(tmp_path, GOOD)  # the game has begun: it goes on with what it began with
    assert GAME.question(match.state, "es") == asked
    Path(source).unlink()
    assert GAME.question(match.state, "es") == asked
    assert GAME.board({"pack": reference}) == board
    with pytest.raises(BadSetup, match="No such file"):
        GAME.new(2, {"pack": source})


def test_a_match_goes_on_with_the_pack_it_began_with(tmp_path: Path) -> None:
    """Also when an action is taken back, after which everything is played again."""
    source = write(tmp_path, MANY)
    match = asked_about("spain", {"pack": source, "instructions": False})
    asked, position = GAME.question(match.state, "es"), match.position()
    write(tmp_path, GOOD)
    match.write("1: answer A")
    match.undo()
    assert match.position() == position
    assert GAME.question(match.state, "es") == asked
    assert match.record.options["pack"] == source


def test_a_reference_to_nothing_is_refused() -> None:
    unknown = "sha256:" + "0" * 64
    for value in (unknown, unknown + EARLIER):
        with pytest.raises(BadSetup, match=rf"option pack: the file that has {unknown} is not at"):
            GAME.new(2, {"pack": value})
        with pytest.raises(BadSetup, match="is not at hand"):
            load_pack(value)


# files that are too much


def gift_of(block: str) -> str:
    text = "// language: es\n$CATEGORY: spain\n\n"
    return text + (block + "\n\n") * ((MOST_BYTES - 100) // (len(block) + 2))


def sheet_of(row: int, column: int) -> bytes:
    book = grids.openpyxl().Workbook()
    book.active.cell(row, column, "far away")
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def bomb() -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", bytes(100 * 1024 * 1024))
    return file.getvalue()


JSONL = '{"periplo": "questions", "format": 1, "missing decks": "built-in"}\n'
HALF = (
    '{"id": "1", "deck": "spain", "topic": "", "difficulty": "1", "es":'
    ' {"ask": "?\\ud800", "right": "a", "wrong": ["b", "c", "d"], "why": ""}}\n'
)
TOO_MUCH: dict[str, tuple[Callable[[], str | bytes], str]] = {
    "huge.csv": (lambda: " " * (MOST_BYTES + 1), "is larger than 4 MB"),
    "rows.csv": (
        lambda: csv_of(*(f"spain,es,¿{i}?,a,b,c,d" for i in range(formats.MOST_ROWS + 1))),
        "more than 10,000 rows",
    ),
    "deck.csv": (
        lambda: csv_of(*(f"spain,es,¿{i}?,a,b,c,d" for i in range(packs.MOST_QUESTIONS + 1))),
        "1001 questions on spain: a deck takes 1000 at most",
    ),
    "tongues.csv": (
        lambda: csv_of(
            *(f"spain,{'ab'[i // 26]}{chr(97 + i % 26)},¿{i}?,a,b,c,d" for i in range(40))
        ),
        "more than 20 languages",
    ),
    "field.csv": (lambda: csv_of("spain,es," + "x" * 200_000 + ",a,b,c,d"), "no CSV that can be"),
    "lines.csv": (lambda: csv_of("\n" * 300_000), "more than 200,000 lines"),
    "long.csv": (lambda: csv_of(f"spain,es,{'x' * 1001},a,b,c,d"), "the question is longer"),
    "escape.csv": (lambda: csv_of("spain,es,¿\x1b[2J?,a,b,c,d"), "cannot be shown"),
    "half.jsonl": (lambda: JSONL + HALF, "the question has characters that cannot be shown"),
    "deep.jsonl": (lambda: JSONL + "[" * 4_000_000, "is no JSON object"),
    "digits.jsonl": (lambda: JSONL + "9" * 4_000_000, "is no JSON object"),
    "titles.gift": (lambda: gift_of("::" * 9_000), "is no GIFT question"),
    "blanks.gift": (lambda: gift_of("::t::" + " " * 19_000 + "x"), "is no GIFT question"),
    "tags.gift": (lambda: gift_of("[html]" + "<" * 19_000 + "{=a ~b ~c ~d}"), "is longer than"),
    "answers.gift": (lambda: gift_of("¿? {" + "=" * 19_000 + "}"), "only questions with one right"),
    "comment.gift": (lambda: "// " + "[tag:" * 800_000, "is longer than 20,000 characters"),
    "far.xlsx": (lambda: sheet_of(1_048_576, 16_384), "more than 1,000,000 cells"),
    "bomb.xlsx": (bomb, "unpacks to more than 64 MB"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_file_that_is_too_much_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    make, why = TOO_MUCH[name]
    content = make()
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadSetup) as refused:
        game("europa").new(2, {"pack": str(file)})
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.csv").mkdir()
    for name in ("pipe.csv", "folder.csv"):
        with pytest.raises(BadSetup, match="is no file"):
            check(str(tmp_path / name))


def test_a_pack_as_large_as_allowed_is_played_with(tmp_path: Path) -> None:
    rows = (f"{deck},es,¿{deck} {i}?,a,b,c,d" for deck in DECKS for i in range(340))
    source = write(tmp_path, csv_of(*rows))
    match = asked_about("spain", {"pack": source})
    assert GAME.question(match.state, "es")["answers"]


# what is shown of a question, and when


def asked_about(country: str, options: dict[str, Any] | None = None) -> Match:
    board = GAME.board(options)
    city = next(s for s in board["squares"] if s.get("country") == country and "city" in s)
    cards = board["decks"][country]
    card = next(card["card"] for card in cards if card["kind"] == "question")
    rest: dict[str, Any] = {"flags": [], "planes": 0, "missing": 0, "leaving": False}
    teams = [
        {"route": city["route"], "at": city["at"], **rest, "failed": False},
        {"route": city["route"] % 5 + 1, "at": 0, **rest, "failed": False},
    ]
    nothing: dict[str, Any] = {"die": None, "card": None, "used": {}, "exam": [0, 0]}
    where = {"phase": "card", "turn": 0, "order": [0, 1], "deck": country, **nothing}
    match = Match(GAME, ["a", "b"], options, {**where, "winner": None, "teams": teams})
    match.write(f"card {card}")
    return match


def test_a_question_is_shown_without_its_answer() -> None:
    match = asked_about("france")
    shown = GAME.question(match.state, "it")
    assert set(shown) == {"ask", "answers", "topic", "difficulty"}
    assert list(shown["answers"]) == ["A", "B", "C", "D"]
    match.write("1: answer A")
    answered = match.events[-1][0]
    explained = GAME.explanation(match.state, answered["deck"], answered["card"], "it")
    assert explained["ask"] == shown["ask"]
    assert explained["right"] == answered["right"]
    assert shown["answers"][answered["right"]] == explained["answer"]
    assert explained["why"]
    assert GAME.question(match.state, "it") == {}


def test_an_instruction_has_a_story() -> None:
    match = asked_about("france")
    cards = GAME.board()["decks"]["france"]
    orders = [card["card"] for card in cards if card["kind"] == "instruction"]
    for card in orders:
        assert all(GAME.story(match.state, "france", card, language) for language in LANGUAGES)
    number = match.position()["card"]
    assert GAME.story(match.state, "france", number, "en") == ""


# a teacher's own


def test_a_pack_of_ones_own_is_played_with(tmp_path: Path) -> None:
    """In one language; the decks it lacks are the built-in ones, as it says."""
    source = write(tmp_path, GOOD)
    assert check(source) == []
    target = str(tmp_path / "class.jsonl")
    import_pack(source, target)
    options = {"pack": target, "instructions": False}
    shown = GAME.question(asked_about("spain", options).state, "en")
    assert shown["ask"].startswith("¿")
    assert GAME.question(asked_about("france", options).state, "en")["ask"]
    kinds = [card["kind"] for card in GAME.board(options)["decks"]["spain"]]
    assert sorted(kinds) == ["instruction"] * 4 + ["question"] * 3


def test_a_pack_that_has_changed_is_read_again(tmp_path: Path) -> None:
    source = write(tmp_path, GOOD)
    before = len(GAME.board({"pack": source})["decks"]["spain"])
    write(tmp_path, GOOD + "spain,es,¿Otra?,Sí,No,Quizá,Nunca\n")
    assert len(GAME.board({"pack": source})["decks"]["spain"]) == before + 1


def test_a_deck_may_be_large(tmp_path: Path) -> None:
    """More cards than a machine word has bits."""
    rows = [f"spain,es,¿Cuánto es {i} + 1?,{i + 1},{i},{i + 2},{i + 3}" for i in range(150)]
    options = {"pack": write(tmp_path, csv_of(*rows)), "instructions": False}
    match = asked_about("spain", options)
    used = match.position()["used"]["spain"]
    where = match.position() | {"phase": "card", "card": None}
    cards = [card["card"] for card in GAME.board(options)["decks"]["spain"]]
    drawable = [
        card["card"] for card in GAME.board(options)["decks"]["spain"] if card["kind"] == "question"
    ]
    assert len(cards) == 154
    where["used"] = {"spain": [card for card in drawable if card != used[0]]}
    state = GAME.load(where, options)
    assert GAME.position(state) == where
    assert [GAME.text(state, -1, action) for action in state.legal(-1)] == [f"card {used[0]}"]
    state.apply(-1, GAME.parse(state, -1, f"card {used[0]}"))
    assert GAME.position(state)["used"] == {}


def test_the_whole_built_in_pack_can_be_exported(tmp_path: Path) -> None:
    target = str(tmp_path / "all.jsonl")
    export_pack(built_in(), target)
    assert check(target) == []
    assert load_pack(target).deck_names() == list(DECKS)


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".gift", ".jsonl"])
def test_what_is_exported_can_be_imported(tmp_path: Path, suffix: str) -> None:
    target = str(tmp_path / f"some{suffix}")
    some = {deck: built_in().questions(deck) for deck in ("france", "malta", "murcia")}
    export_pack(Pack("some", some, True), target)
    assert check(target) == []
    again = load_pack(target)
    assert sorted(again.languages()) == list(LANGUAGES)
    for deck, questions in some.items():
        ours = {question.id: by_language(question) for question in questions}
        theirs = {question.id: by_language(question) for question in again.questions(deck)}
        assert theirs == ours


def by_language(question: Question) -> dict[str, Any]:
    facts = {"topic": question.topic, "difficulty": question.difficulty}
    return {**facts, **{language: question.texts[language] for language in LANGUAGES}}


def test_awkward_texts_survive_every_format(tmp_path: Path) -> None:
    awkward = csv_of(
        'spain,es,"¿2 + 2 = 4, ~ o {no}?",=SUM(A1),a:b,"c ""d"" e",#f',
        "spain,es,¿b\\c?,1,2,3,4",
        "spain,es,¿d?,-1,+2,@3,4 -> 5",
    )
    pack = load_pack(write(tmp_path, awkward))
    for suffix in (".csv", ".xlsx", ".gift", ".jsonl"):
        target = str(tmp_path / f"again{suffix}")
        export_pack(pack, target)
        assert load_pack(target).questions("spain") == pack.questions("spain")
        assert load_pack(target).falls_back


BAD_ROWS = {
    "spain,es,¿Qué?,Esto,Eso,esto,Aquello": "two right answers: 'Esto' stands among the wrong",
    "spain,es,¿Qué?,Esto,Eso,Eso,Aquello": "the same wrong answer is given twice",
    "spain,es,¿Qué?,,Eso,Esto,Aquello": "there is no right answer",
    "spain,es,¿Qué?,Esto,Eso,,Aquello": "there must be three wrong answers, not 2",
    "spain,es,¿Qué?,Esto": "there must be three wrong answers, not 0",
    "spain,es,,Esto,Eso,Otro,Aquello": "there is no question",
    "spain,,¿Qué?,Esto,Eso,Otro,Aquello": "no language is given",
    "spain,español,¿Qué?,Esto,Eso,Otro,Aquello": "unknown language 'español'",
    "atlantis,es,¿Qué?,Esto,Eso,Otro,Aquello": "unknown country 'atlantis'",
    ",es,¿Qué?,Esto,Eso,Otro,Aquello": "no country is given",
    "españa,es,¿cual es la  CAPITAL?,Esto,Eso,Otro,Aquello": "the same question as in line 3",
}


@pytest.mark.parametrize("row", BAD_ROWS)
def test_a_fault_is_reported_with_its_line(tmp_path: Path, row: str) -> None:
    (fault,) = faults(tmp_path, GOOD + row + "\n")
    assert fault.startswith("line 6: ")
    assert BAD_ROWS[row] in fault


def test_a_question_must_be_in_every_language_of_its_pack(tmp_path: Path) -> None:
    head = "id,country,language,question,right,wrong 1,wrong 2,wrong 3"
    rows = [f"{i},spain,es,¿{i}?,a,b,c,d" for i in range(3)] + ["1,spain,en,1?,a,b,c,d"]
    text = "\n".join([FALL_BACK, head, *rows])
    assert faults(tmp_path, text) == [
        "line 3: question 0 is missing in en",
        "line 5: question 2 is missing in en",
    ]


def test_an_id_stands_for_one_question(tmp_path: Path) -> None:
    head = "id,country,language,question,right,wrong 1,wrong 2,wrong 3,difficulty"
    rows = ["x,spain,es,¿1?,a,b,c,d,1", "x,spain,es,¿2?,a,b,c,d,4", "x,italy,en,3?,a,b,c,d,"]
    assert faults(tmp_path, "\n".join([FALL_BACK, head, *rows])) == [
        "line 4: the difficulty must be 1, 2 or 3, not '4'",
        "line 4: the id x is already in line 3, in the same language",
        "line 5: the id x is already in line 3, on spain",
    ]


def test_a_deck_needs_three_questions(tmp_path: Path) -> None:
    short = "\n".join(GOOD.splitlines()[:4])
    assert faults(tmp_path, short) == ["line 3: only 2 questions on spain: a deck needs 3"]
    assert faults(tmp_path, csv_of()) == ["line 1: there are no questions"]


def test_missing_decks_are_built_in_only_if_the_file_says_so(tmp_path: Path) -> None:
    alone = GOOD.replace(FALL_BACK + "\n", "")
    (fault,) = faults(tmp_path, alone)
    assert "no questions on portugal, france" in fault
    assert "missing decks: built-in" in fault
    assert "croatia" in fault
    with pytest.raises(BadSetup, match="has no questions on portugal"):
        GAME.new(2, {"pack": write(tmp_path, alone)})
    with pytest.raises(BadSetup, match="no questions on portugal"):
        import_pack(write(tmp_path, alone), str(tmp_path / "out.jsonl"))


def test_a_pack_needs_the_countries_of_one_edition_only(tmp_path: Path) -> None:
    rows = [
        f"{deck},es,¿{deck} {i}?,a,b,c,d"
        for deck in DECKS
        if deck != "united-kingdom"
        for i in range(3)
    ]
    source = write(tmp_path, "\n".join([HEAD, *rows]))
    assert check(source) == []
    assert GAME.new(2, {"pack": source, "edition": "today"})
    with pytest.raises(BadSetup, match="no questions on united-kingdom"):
        GAME.new(2, {"pack": source})


@pytest.mark.parametrize(
    "head",
    [
        "país;idioma;pregunta;correcta;incorrecta 1;incorrecta 2;incorrecta 3;explicación",
        "Paese\tLingua\tDomanda\tGiusta\tSbagliata 1\tSbagliata 2\tSbagliata 3\tSpiegazione",
    ],
)
def test_spreadsheets_of_other_countries_are_read(tmp_path: Path, head: str) -> None:
    """Semicolons or tabs, headings in three languages, a mark at the beginning of the file."""
    comma = ";" if ";" in head else "\t"
    rows = [
        comma.join(["Spagna", "es", f"¿{i}, o no?", "a", "b", "c", "d", "por eso"]) for i in "123"
    ]
    text = "\ufeff" + "\r\n".join([head, *rows, FALL_BACK, "", comma * 7])
    source = write(tmp_path, text)
    assert check(source) == []
    assert load_pack(source).questions("spain")[0].texts["es"].why == "por eso"


def test_a_language_may_be_said_once(tmp_path: Path) -> None:
    text = "# language: ca\n" + GOOD.replace("language,", "").replace(",es,", ",")
    assert faults(tmp_path, text) == []
    assert load_pack(str(tmp_path / "class.csv")).languages() == ["ca"]


def test_columns_must_be_named(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "country,question\nspain,¿Qué?\n")
    assert fault.startswith("line 1: the first row must name its columns")


def test_a_quoted_cell_may_hold_lines(tmp_path: Path) -> None:
    text = GOOD + 'spain,es,"¿uno\ndos?",a,b,c,d\nspain,es,¿Y?,a,a,c,d\n'
    (fault,) = faults(tmp_path, text)
    assert fault.startswith("line 8: there are two right answers")


# Moodle

GIFT = """\
// language: es
// missing decks: built-in

$CATEGORY: $course$/top/España

::q1:: [html]<p>¿Cuál es la <b>capital</b>?</p> {
  =Madrid #¡Muy bien!
  ~Sevilla #No
  ~Toledo
  ~Cádiz
  ####Desde 1561.
}

¿Qué río pasa por Sevilla? {=Guadalquivir ~Ebro ~Duero ~Tajo}

::q3::¿2 \\= 2? {=Sí ~No ~Quizá ~1\\:2}
"""


def test_a_quiz_from_moodle_is_read(tmp_path: Path) -> None:
    source = write(tmp_path, GIFT, "quiz.gift")
    assert check(source) == []
    first, second, third = load_pack(source).questions("spain")
    assert first.texts["es"].ask == "¿Cuál es la capital ?"
    assert first.texts["es"].right == "Madrid"
    assert first.texts["es"].why == "Desde 1561."
    assert second.texts["es"].wrong == ("Ebro", "Duero", "Tajo")
    assert third.texts["es"].ask == "¿2 = 2?"
    assert third.texts["es"].wrong[2] == "1:2"


BAD_GIFT = {
    "¿Dos? {=a =b ~c ~d ~e}": "there are two right answers, 'a' and 'b'",
    "¿Pocas? {=a ~b ~c}": "there must be three wrong answers, not 2",
    "¿Verdad? {T}": "only questions with one right and three wrong answers",
    "¿Cuánto? {#1822:5}": "only questions with one right and three wrong answers",
    "¿Parejas? {=a -> 1 =b -> 2 =c -> 3}": "matching questions cannot be used",
    "¿Pesos? {~%50%a ~%50%b ~c ~d}": "answers with weights (%) cannot be used",
    "¿Sin respuestas?": "is no GIFT question",
}


@pytest.mark.parametrize("block", BAD_GIFT)
def test_a_fault_in_a_quiz_is_reported_with_its_line(tmp_path: Path, block: str) -> None:
    (fault,) = faults(tmp_path, GIFT + "\n" + block + "\n", "quiz.txt")
    assert fault.startswith("line 18: ")
    assert BAD_GIFT[block] in fault


def test_a_quiz_without_a_category_has_no_country(tmp_path: Path) -> None:
    text = "// language: es\n¿Qué? {=a ~b ~c ~d}\n"
    assert faults(tmp_path, text, "quiz.gift") == ["line 2: no country is given"]


# files that are none


def test_pack_files_are_read_strictly(tmp_path: Path) -> None:
    head = '{"periplo": "questions", "format": 1, "missing decks": "built-in"}\n'
    assert faults(tmp_path, "", "p.jsonl") == ["line 1: there are no questions"]
    assert faults(tmp_path, "{}\n", "p.jsonl")[0].startswith("line 1: is not the beginning")
    assert faults(tmp_path, head + "[1]\n", "p.jsonl") == ["line 2: is no JSON object"]
    assert faults(tmp_path, head + "{\n", "p.jsonl") == ["line 2: is no JSON object"]
    assert faults(tmp_path, head + '{"id": 3}\n', "p.jsonl")[0].startswith("line 2: is no question")


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"\.csv, \.xlsx, \.gift"):
        check(str(tmp_path / "pack.pdf"))
    with pytest.raises(BadSetup, match="No such file"):
        check(str(tmp_path / "none.csv"))
    with pytest.raises(BadSetup, match="No such file"):
        check(str(tmp_path / "none.xlsx"))
    (tmp_path / "latin.csv").write_bytes("país".encode("latin-1"))
    with pytest.raises(BadSetup, match="is not UTF-8"):
        check(str(tmp_path / "latin.csv"))
    (tmp_path / "no.xlsx").write_bytes(b"PK")
    with pytest.raises(BadSetup, match="is no spreadsheet"):
        check(str(tmp_path / "no.xlsx"))
    with pytest.raises(BadSetup, match="No such file"):
        export_pack(built_in(), str(tmp_path / "no" / "where.csv"))
    with pytest.raises(BadSetup, match="null"):
        check("a\0.csv")


def test_spreadsheets_need_an_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(grids, "import_module", missing)
    with pytest.raises(BadSetup, match=r"periplo\[packs\]"):
        check(str(tmp_path / "class.xlsx"))


def test_a_pack_that_is_wrong_is_refused_as_an_option(tmp_path: Path) -> None:
    source = write(tmp_path, GOOD + "x,y,,,,,\nspain,es,¿Y?,a,a,c,d\n")
    with pytest.raises(BadSetup, match=r"option pack: .*line 6: .* \(and \d more\)"):
        game("europa").new(2, {"pack": source})
