"""Every lesson of every game is played: so no change of the rules can break one unseen."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from setups import languages_of

import periplo
from periplo.core.words import ENGLISH, LANGUAGES, Words, load_toml
from periplo.play.lessons import ANY, FILE, THROW, Lesson, attend, changed, course, find_lesson

MOST_LESSONS, MOST_STEPS = 8, 4
LONGEST_TITLE, LONGEST_TEXT = 48, 300  # letters
MINUTES, WORDS_A_MINUTE, SECONDS_A_STEP = 3, 220, 4  # of somebody who reads everything


def every_lesson() -> list[Any]:
    return [
        pytest.param(game_id, lesson, id=f"{game_id}-{lesson.id}")
        for game_id in periplo.game_ids()
        for lesson in course(game_id).lessons
    ]


def ways_through(game_id: str, lesson: Lesson) -> Iterator[tuple[str, ...]]:
    """Everything that is accepted, one after the other; of whatever is legal, all of it."""

    def accepted(done: tuple[str, ...]) -> list[str]:
        return attend(game_id, lesson, done)["accepted"]

    def from_here(done: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(done) == len(lesson.steps):
            yield done
            return
        for text in accepted(done):
            yield from from_here((*done, text))

    return from_here(())


@pytest.mark.parametrize(("learned", "lesson"), every_lesson())
def test_whoever_does_what_is_looked_for_gets_through(learned: str, lesson: Lesson) -> None:
    seat = str(lesson.seat + 1)
    game = periplo.game(learned)
    used: list[set[str]] = [set() for _ in lesson.steps]
    for way in ways_through(learned, lesson):
        for done in range(len(way) + 1):
            moment = attend(learned, lesson, way[:done])
            assert (moment["step"], moment["done"]) == (done, done == len(way)), way[:done]
            shown = moment["moments"][-1]
            if done:
                ends = lesson.steps[done - 1].ends
                position = shown["view"]
                assert ends, f"step {done} does not say how it ends"
                assert changed(position, ends) == position, (way[:done], position)
            if moment["done"]:
                assert moment["accepted"] == []
            elif moment["accepted"] == [THROW] and lesson.steps[done].throw:
                assert shown["thrower"] == lesson.seat + 1, "the learner's dice cannot be pressed"
            else:
                assert moment["accepted"], f"nothing is looked for after {way[:done]}"
                assert set(moment["accepted"]) <= set(shown["legal"].get(seat, [])), way[:done]
                used[done] |= {*moment["accepted"], ANY}
    for step, found in zip(lesson.steps, used, strict=True):
        assert set(step.accept) <= found, "accepted, but never legal"
    assert game.load(lesson.start, lesson.options).seats == lesson.seats


@pytest.mark.parametrize(("learned", "lesson"), every_lesson())
def test_what_is_not_looked_for_is_explained(learned: str, lesson: Lesson) -> None:
    clauses = Words(learned, ENGLISH).clause_ids()
    way = next(ways_through(learned, lesson))
    for n, step in enumerate(lesson.steps):
        before = attend(learned, lesson, way[:n])
        for text, why in step.wrong.items():
            moment = attend(learned, lesson, (*way[:n], text))
            assert moment["verdict"] == {"kind": "other", "clause": "", "text": why}, text
            assert text in before["moments"][-1]["legal"][str(lesson.seat + 1)]
            assert moment["step"] == n
        for text in step.ask:
            moment = attend(learned, lesson, (*way[:n], text))
            assert moment["verdict"] is not None
            assert moment["verdict"]["kind"] == "refused", text
            assert moment["verdict"]["clause"] in clauses, text
            assert moment["step"] == n
        assert set(step.answer) <= set(step.ask)
        assert step.hint or not step.wrong, f"step {n + 1} has no hint for who is wrong"
        assert not set(step.wrong) & set(step.accept)
        assert not (step.wrong and ANY in step.accept)


@pytest.mark.parametrize(("learned", "lesson"), every_lesson())
def test_a_lesson_is_one_idea(learned: str, lesson: Lesson) -> None:
    assert re.fullmatch(r"[a-z][a-z-]*", lesson.id)
    assert lesson.clause in Words(learned, ENGLISH).clause_ids()
    assert 1 <= len(lesson.steps) <= MOST_STEPS
    assert find_lesson(learned, lesson.id) is lesson


def texts_of(entry: Any, place: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Every text of a file of lessons, with where it stands."""
    if isinstance(entry, dict) and set(entry) & set(LANGUAGES):
        yield place, entry
    elif isinstance(entry, dict):
        for key, value in entry.items():
            yield from texts_of(value, f"{place} {key}")
    elif isinstance(entry, list):
        for n, value in enumerate(entry, 1):
            yield from texts_of(value, f"{place} {n}")


def test_lessons_are_short_and_in_every_language(game_id: str) -> None:
    found = course(game_id)
    if not found.lessons:
        return
    assert found.goal is not None
    assert len(found.lessons) <= MOST_LESSONS
    for place, entry in texts_of(load_toml(f"periplo.games.{game_id}", FILE)):
        for language in languages_of(game_id):
            text = entry.get(language, "")
            most = LONGEST_TITLE if place.endswith("title") else LONGEST_TEXT
            assert 0 < len(text.strip()) <= most, (
                f"{game_id}{place} {language}: {len(text)} letters"
            )
    steps = [step for lesson in found.lessons for step in lesson.steps]
    for language in languages_of(game_id):
        said = [step.say[language] for step in steps] + [step.why[language] for step in steps]
        minutes = len(" ".join(said).split()) / WORDS_A_MINUTE + len(steps) * SECONDS_A_STEP / 60
        assert minutes <= MINUTES, f"{game_id} takes {minutes:.1f} minutes in {language}"


def test_a_part_of_a_position_is_changed_and_the_rest_stays() -> None:
    whole = {"turn": 0, "seats": [{"at": 1, "out": []}, {"at": 2, "out": []}]}
    parts = {"seats": [{}, {"at": 5, "out": [{"on": 3}]}]}
    assert changed(whole, parts) == {
        "turn": 0, "seats": [{"at": 1, "out": []}, {"at": 5, "out": [{"on": 3}]}]
    }  # fmt: skip
