"""Lessons: positions in which somebody learns a game by playing it, an idea each.

They are data, `lessons.toml` in the game's folder; docs/adding-a-game.md says how it is written.
Nothing is kept between two tries: `attend` plays a lesson from its beginning with everything that
the learner has tried. What is not looked for changes nothing in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypedDict

from periplo.core.errors import BrokenGame, IllegalAction, PeriploError, broken_by
from periplo.core.game import Game, Options, Position
from periplo.core.state import TABLE, Event
from periplo.core.words import LANGUAGES, Words, load_toml, translate
from periplo.games import game as find_game
from periplo.play.match import Match
from periplo.play.record import actor_name, join_action, split_action
from periplo.play.snapshots import (
    Entry,
    Snapshot,
    Translated,
    build_snapshot,
    footnotes,
    in_each_language,
)

FILE = "lessons.toml"
THROW = "throw"  # what a learner tries who presses the dice
ANY = "any"  # of accepted actions: whatever is legal

LESSON_KEYS = {"id", "clause", "seats", "seat", "options", "actions", "position", "title", "steps"}
STEP_KEYS = {"throw", "accept", "then", "ends", "say", "hint", "why", "wrong", "ask", "answer"}


@dataclass(frozen=True)
class LessonStep:
    """What the learner is to do next, and what is said about it."""

    throw: str  # what the learner's dice show; "" where an action is looked for
    accept: tuple[str, ...]  # the actions looked for, as far as they are legal then
    then: tuple[str, ...]  # what others and the table do next, as records write it
    ends: Position  # the part of the position after all this that the texts speak of
    say: Translated  # what to do
    hint: Translated | None  # the same once more, after a try that was not it
    why: Translated  # what happened, and why
    wrong: Mapping[str, Translated]  # by legal actions that are not it: why not
    ask: Mapping[str, Translated]  # by actions that a clause forbids: the question for it
    answer: Mapping[str, Translated]  # the answer to it, where the clause says too much


@dataclass(frozen=True)
class Lesson:
    id: str
    clause: str  # what it is about
    title: Translated
    seat: int  # the learner's, from 0
    seats: int
    options: Options
    start: Position
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True)
class Course:
    """All lessons of a game."""

    goal: Translated | None  # of the game, in a sentence
    lessons: tuple[Lesson, ...]


class LessonInfo(TypedDict):
    """A lesson as it is listed; its seat is counted from 1."""

    id: str
    clause: str
    title: Translated
    seats: int
    seat: int
    options: dict[str, Any]
    steps: int


class CourseInfo(TypedDict):
    goal: Translated | None
    lessons: list[LessonInfo]


class LessonVerdict(TypedDict):
    """What is to be said of the newest try: `other` is legal, but not what is looked for."""

    kind: Literal["accepted", "other", "refused"]
    clause: str  # which forbids it; "" if none does
    text: Translated | None


class LessonQuestion(TypedDict):
    """Something that a clause forbids, and that learners want to know about."""

    action: str
    text: Translated


class LessonMoment(TypedDict):
    """How a lesson stands after what was tried."""

    step: int  # how many steps are done
    done: bool
    # each action that the newest try brought about; as it stands, where it brought none
    moments: list[Snapshot]
    text: Translated  # the last of them as a terminal shows it, with the game's names of the seats
    verdict: LessonVerdict | None  # None before the first try
    why: Translated | None  # what the last step brought about; None before there was one
    say: Translated | None  # what to do now; None when all is done
    hint: Translated | None
    accepted: list[str]  # what is looked for: texts of actions, or `throw` for the dice
    questions: list[LessonQuestion]


# ---- what is in the file


@cache
def course(game_id: str) -> Course:
    """A game's lessons; without its file there are none."""
    game = find_game(game_id)
    try:
        found = load_toml(f"periplo.games.{game_id}", FILE)
    except FileNotFoundError:
        return Course(None, ())
    except ValueError as error:
        raise broken_by(game_id, error) from None
    try:
        rows = found.get("lessons", [])
        goal = in_each_language(lambda language: Words(game_id, language).goal)
        return Course(goal, tuple(_lesson(game, row) for row in rows))
    except (PeriploError, AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, BrokenGame):
            raise
        raise BrokenGame(game_id, f"{FILE}: {error}") from None


def _lesson(game: Game, row: Mapping[str, Any]) -> Lesson:
    place = f"{FILE}: {row['id']}"
    _known(row, LESSON_KEYS, place)
    options = row.get("options", {})
    match = Match.new(game.id, row.get("seats", max(2, game.fewest_seats)), options)
    for written in row.get("actions", []):
        match.write(written)
    start = changed(match.position(), row.get("position", {}))
    game.load(start, options)
    steps = [_step(one, f"{place}, step {n}") for n, one in enumerate(row["steps"], 1)]
    title = _texts(row["title"], f"{place}: title")
    seats = int(match.state.seats)
    seat = row.get("seat", 1) - 1
    return Lesson(row["id"], row["clause"], title, seat, seats, options, start, tuple(steps))


def _step(row: Mapping[str, Any], place: str) -> LessonStep:
    _known(row, STEP_KEYS, place)
    texts = {
        part: _texts(row[part], f"{place}: {part}")
        for part in ("say", "hint", "why")
        if part in row
    }

    def by_action(part: str) -> dict[str, Translated]:
        entries = row.get(part, {})
        return {text: _texts(entries[text], f"{place}: {part}: {text}") for text in entries}

    return LessonStep(
        throw=row.get("throw", ""),
        accept=tuple(row.get("accept", [])),
        then=tuple(row.get("then", [])),
        ends=row.get("ends", {}),
        say=texts["say"],
        hint=texts.get("hint"),
        why=texts["why"],
        wrong=by_action("wrong"),
        ask=by_action("ask"),
        answer=by_action("answer"),
    )


def _known(row: Mapping[str, Any], keys: set[str], place: str) -> None:
    if unknown := sorted(set(row) - keys):
        raise ValueError(
            f"{place}: unknown {', '.join(unknown)}; there are {', '.join(sorted(keys))}"
        )


def _texts(entry: Any, place: str) -> Translated:
    return {language: str(translate(entry, language, place)) for language in LANGUAGES}


def changed(whole: Any, parts: Any) -> Any:
    """Some fields of a position changed; a list of mappings changes its members one by one."""
    if isinstance(whole, dict) and isinstance(parts, dict):
        return {**whole, **{key: changed(whole.get(key), part) for key, part in parts.items()}}
    if _are_mappings(whole) and _are_mappings(parts):
        if len(parts) > len(whole):
            raise ValueError(f"there are {len(whole)}, not {len(parts)}: {parts}")
        return [*map(changed, whole, parts), *whole[len(parts) :]]
    return parts


def _are_mappings(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


# ---- who attends them


def list_lessons(game_id: str) -> CourseInfo:
    found = course(game_id)
    return {
        "goal": found.goal,
        "lessons": [
            {
                "id": lesson.id,
                "clause": lesson.clause,
                "title": lesson.title,
                "seats": lesson.seats,
                "seat": lesson.seat + 1,
                "options": lesson.options,
                "steps": len(lesson.steps),
            }
            for lesson in found.lessons
        ],
    }


def find_lesson(game_id: str, lesson_id: str) -> Lesson | None:
    return next((one for one in course(game_id).lessons if one.id == lesson_id), None)


def attend(game_id: str, lesson: Lesson, tries: Sequence[str] = ()) -> LessonMoment:
    """The lesson after everything that was tried: texts of the learner's actions, THROW for the
    dice. Of all but the newest try, only those count that were looked for.
    """
    match = Match.from_position(game_id, lesson.start, lesson.options)
    verdict: LessonVerdict | None = None
    moments: list[Snapshot] = []
    done = 0
    for text in tries:
        if done == len(lesson.steps):
            break
        step = lesson.steps[done]
        verdict, moments = _judge(match, lesson, step, text), []
        if verdict["kind"] != "accepted":
            continue
        done += 1
        first = step.throw or join_action(lesson.seat, text)
        for written in (first, *step.then):
            moments.append(_play(match, lesson, written))
    following = lesson.steps[done] if done < len(lesson.steps) else None
    if not moments:
        moments = [build_snapshot(match.game, match.state, [lesson.seat], _count(match))]
    for moment in moments[:-1]:
        moment["choices"], moment["legal"] = {}, {}
    accepted = _accepted(match, lesson, following)
    _narrow(moments[-1], lesson, following, accepted)
    return {
        "step": done,
        "done": following is None,
        "moments": moments,
        "text": _text_board(match, lesson),
        "verdict": verdict,
        "why": lesson.steps[done - 1].why if done else None,
        "say": following.say if following else None,
        "hint": following.hint if following else None,
        "accepted": accepted,
        "questions": [
            {"action": action, "text": text}
            for action, text in (following.ask.items() if following else ())
        ],
    }


def _text_board(match: Match, lesson: Lesson) -> Translated:
    game = match.game
    names = game.seat_names[: lesson.seats]
    view = game.view(match.state, lesson.seat)
    return {one: game.text_board(view, names, one, lesson.options) for one in LANGUAGES}


def _judge(match: Match, lesson: Lesson, step: LessonStep, text: str) -> LessonVerdict:
    if step.throw:
        kind: Literal["accepted", "refused"] = "accepted" if text == THROW else "refused"
        return {"kind": kind, "clause": "", "text": None}
    try:
        state, seat = match.state, lesson.seat
        action = match.game.parse(state, seat, text)
        state.check(seat, action)
        text = match.game.text(state, seat, action)
    except IllegalAction as error:
        return {"kind": "refused", "clause": error.clause, "text": step.answer.get(text)}
    if text in step.accept or ANY in step.accept:
        return {"kind": "accepted", "clause": "", "text": None}
    return {"kind": "other", "clause": "", "text": step.wrong.get(text)}


def _play(match: Match, lesson: Lesson, written: str) -> Snapshot:
    try:
        events = match.write(written)
    except PeriploError as error:
        raise BrokenGame(match.game.id, f"{FILE}: {lesson.id}: {error}") from None
    entry = _entry(match, lesson, written, events)
    return build_snapshot(match.game, match.state, [lesson.seat], _count(match), [entry])


def _entry(match: Match, lesson: Lesson, written: str, events: list[Event]) -> Entry:
    actor, text = split_action(written)
    return {
        "n": _count(match),
        "actor": actor_name(actor),
        "text": text,
        "by": "table" if actor == TABLE else "person" if actor == lesson.seat else "bot",
        "time": 0,
        "events": events,
        "asides": footnotes(match.game, match.state, events),
        "note": "",
    }


def _count(match: Match) -> int:
    return len(match.record.actions)


def _accepted(match: Match, lesson: Lesson, step: LessonStep | None) -> list[str]:
    if step is None:
        return []
    if step.throw:
        return [THROW]
    legal = match.legal().get(actor_name(lesson.seat), [])
    return [text for text in legal if text in step.accept or ANY in step.accept]


def _narrow(moment: Snapshot, lesson: Lesson, step: LessonStep | None, accepted: list[str]) -> None:
    """Only what the lesson is about is offered: so the board itself shows what to press."""
    offered = {*accepted, *(step.wrong if step else ())}
    seat = str(lesson.seat + 1)
    choices = [one for one in moment["choices"].get(seat, []) if one["text"] in offered]
    moment["choices"] = {seat: choices} if choices else {}
    moment["legal"] = {seat: [one["text"] for one in choices]} if choices else {}
