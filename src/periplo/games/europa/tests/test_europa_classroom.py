"""What a class table asks of the race."""

from periplo.core.contents import Content, keep
from periplo.core.teaching import OpenQuestion
from periplo.games.europa import packs
from periplo.games.europa.tests.racing import GAME, Json, countries_of, own, position, start, team

CLASSROOM = GAME.classroom()
CITY = own(1)[0]
DECK = next(square["country"] for square in GAME.board()["squares"] if square["at"] == CITY)


def asked(card: int = 1, **more: object) -> Json:
    """Team 1 stands in a city of its own and has drawn a question."""
    used = {DECK: [card]}
    teams = team(1, CITY), team(2)
    return position("question", *teams, deck=DECK, card=card, used=used) | more


def question_cards() -> list[int]:
    """The cards of the deck that are questions."""
    race = start(position("card", team(1, CITY), team(2), deck=DECK), instructions=False)
    return [int(text.removeprefix("card ")) for text in race.legal()["table"]]


def test_the_open_question_is_named_with_its_letters_and_no_answer() -> None:
    card = question_cards()[0]
    match = start(asked(card))
    assert CLASSROOM.asked(match.state) == OpenQuestion(0, DECK, card, ("A", "B", "C", "D"))


def test_a_question_that_is_answered_aloud_has_no_letters() -> None:
    card = question_cards()[0]
    match = start(asked(card) | {"phase": "verdict"}, quiz="judged")
    assert CLASSROOM.asked(match.state).letters == ()


def test_nothing_is_asked_while_a_team_throws() -> None:
    assert CLASSROOM.asked(start(position("throw", team(1), team(2))).state) is None


def test_the_right_letter_is_the_one_that_wins_the_flag() -> None:
    card = question_cards()[0]
    match = start(asked(card))
    events = match.write(f"1: answer {CLASSROOM.right(match.state)}")
    found = CLASSROOM.answered(events)
    assert (found.seat, found.deck, found.card, found.is_right) == (0, DECK, card, True)
    assert match.position()["teams"][0]["flags"] == [DECK]


def test_a_wrong_answer_is_reported_with_both_letters() -> None:
    card = question_cards()[0]
    match = start(asked(card))
    right = CLASSROOM.right(match.state)
    wrong = next(letter for letter in "ABCD" if letter != right)
    found = CLASSROOM.answered(match.write(f"1: answer {wrong}"))
    assert (found.is_right, found.given, found.right) == (False, wrong, right)


def test_a_skipped_question_is_used_and_the_same_deck_gives_another() -> None:
    first, second = question_cards()[:2]
    match = start(asked(first))
    match.set_position(CLASSROOM.skipped(match.position()), "", "skipped")
    assert match.position()["used"] == {DECK: [first]}
    assert f"card {first}" not in match.legal()["table"]
    match.write(f"card {second}")
    assert CLASSROOM.asked(match.state) == OpenQuestion(0, DECK, second, ("A", "B", "C", "D"))


def test_after_the_last_card_of_a_deck_was_skipped_all_of_them_return() -> None:
    """As after any draw of a deck's last card.  [EUR-R3]"""
    cards = question_cards()
    last = cards[-1]
    where = position("card", team(1, CITY), team(2), deck=DECK, used={DECK: cards[:-1]})
    match = start(where, instructions=False)
    match.write(f"card {last}")
    match.set_position(CLASSROOM.skipped(match.position()), "", "skipped")
    assert match.position()["used"] == {}
    assert len(match.legal()["table"]) == len(cards)


def test_a_skipped_question_of_the_exam_counts_neither_way() -> None:
    ready = team(1, GAME.board()["n"], countries_of(1)[:6])
    where = position("card", ready, team(2), deck="murcia", exam=[1, 1])
    match = start(where)
    match.write(match.legal()["table"][0])
    assert match.position()["phase"] == "question"
    match.set_position(CLASSROOM.skipped(match.position()), "", "skipped")
    assert (match.position()["exam"], match.position()["phase"]) == ([1, 1], "card")


def test_a_question_is_said_in_each_language_with_its_country() -> None:
    card = question_cards()[0]
    match = start(asked(card))
    english, italian = (CLASSROOM.in_words(match.state, DECK, card, one) for one in ("en", "it"))
    assert english.ask != italian.ask
    assert english.place
    assert english.answer
    assert 1 <= english.difficulty <= 3


def difficulties(content: Content) -> dict[str, list[int]]:
    """Of each deck, the easiest first."""
    pack = packs.read_pack(content)
    return {deck: sorted(pack.difficulties(deck).values()) for deck in pack.deck_names()}


def test_a_lesson_without_hard_questions_has_all_the_others() -> None:
    option, content = CLASSROOM.no_harder({}, 2)
    built_in = packs.built_in()
    assert option == "pack"
    assert difficulties(content) == {
        deck: sorted(one for one in built_in.difficulties(deck).values() if one <= 2)
        for deck in built_in.deck_names()
    }
    assert packs.faults_in(content) == []


def test_a_deck_with_too_few_easy_questions_keeps_its_easiest() -> None:
    lines = CLASSROOM.no_harder({}, 3)[1].data.decode().splitlines()
    hard = [line for line in lines[1:] if f'"deck": "{DECK}"' in line or f'"deck":"{DECK}"' in line]
    one_easy = [*hard[:1], *(line for line in hard if '"3"' in line)]
    own = Content("own.jsonl", "\n".join([lines[0], *one_easy]).encode())
    kept = difficulties(CLASSROOM.no_harder({"pack": keep(own)}, 1)[1])
    assert set(kept) == {DECK}
    assert len(kept[DECK]) == packs.FEWEST_QUESTIONS
    assert kept[DECK] == difficulties(own)[DECK][: packs.FEWEST_QUESTIONS]
