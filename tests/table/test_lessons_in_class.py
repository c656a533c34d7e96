"""What the teacher of a class table does, and the side contest."""

import json
from io import BytesIO

import pytest
from class_world import CLASSROOM, GAME, ClassWorld, Device
from openpyxl import load_workbook

from periplo.core.words import LANGUAGES
from periplo.play.draws import Proof, verify
from periplo.play.match import Match
from periplo.printing.class_sheets import class_sheets, to_csv, to_xlsx
from periplo.table.inputs import BotAnswered
from periplo.table.reporting import class_report
from periplo.table.requests import (
    Act,
    Admit,
    Advise,
    AnswerAside,
    GiveVerdict,
    PauseClass,
    RingBell,
    SkipQuestion,
    Throw,
    Undo,
)


class Lesson:
    """Three teams with a phone each, the teacher and a wall; a question is open."""

    def __init__(self, **more: object) -> None:
        self.world = ClassWorld(3, **more)  # type: ignore[arg-type]
        self.phones = [self.world.phone(seat, f"phone {seat}") for seat in range(3)]
        self.teacher, self.wall = self.world.teach(), self.world.watch()
        self.world.start()
        self.asked = self.world.play_until_asked()
        self.others = [seat for seat in range(3) if seat != self.asked]

    def answer_secretly(self, seat: int, letter: str, id: str = "") -> str:
        n = self.world.n
        return self.world.ask(self.phones[seat], AnswerAside, seat + 1, n, letter, id=id)

    def skip(self) -> str:
        return self.world.ask(self.teacher, SkipQuestion, self.world.n)

    def pause(self, paused: bool) -> str:
        return self.world.ask(self.teacher, PauseClass, paused)

    def ring_bell(self) -> str:
        return self.world.ask(self.teacher, RingBell)

    def restart(self) -> None:
        self.world.load()
        self.phones = [self.world.come((seat, 1)) for seat in range(3)]
        self.teacher, self.wall = self.world.teach(), self.world.watch()

    def everybody(self) -> list[Device]:
        return [*self.phones, self.teacher, self.wall]


# ---- the side contest


def test_the_other_teams_answer_secretly_once_each_and_everybody_sees_who_has() -> None:
    lesson = Lesson()
    one, two = lesson.others
    assert lesson.phones[one].side()["may"] == [one + 1]
    assert lesson.answer_secretly(one, "A") == ""
    for device in lesson.everybody():
        assert device.side()["answered"] == [one + 1]
    assert lesson.phones[one].side()["yours"] == {str(one + 1): "A"}
    assert lesson.phones[two].side()["yours"] == {}
    assert lesson.answer_secretly(one, "B") == "already"
    assert lesson.answer_secretly(lesson.asked, "B") == "illegal"
    assert lesson.answer_secretly(two, "E") == "illegal"


def test_points_are_given_when_the_question_is_decided_and_flags_are_not_touched() -> None:
    lesson = Lesson()
    world, (one, two) = lesson.world, lesson.others
    right, wrong = world.right(), world.wrong()
    lesson.answer_secretly(one, right)
    lesson.answer_secretly(two, wrong)
    assert lesson.wall.side()["results"] is None
    flags = [team["flags"] for team in world.table.match.position()["teams"]]
    world.answer(wrong)
    assert lesson.wall.side()["results"] == [
        {"seat": one + 1, "answer": right, "right": True},
        {"seat": two + 1, "answer": wrong, "right": False},
    ]
    assert lesson.wall.side()["points"] == [int(seat == one) for seat in range(3)]
    assert [team["flags"] for team in world.table.match.position()["teams"]] == flags
    assert lesson.answer_secretly(one, right) in ("too-late", "illegal")
    assert not [row for row in world.table.match.record.actions if row in ("A", "B", "C", "D")]


def test_nobody_is_sent_what_another_team_answered_or_what_is_right_before_it_is_due() -> None:
    """Two lessons that differ in nothing but what is secret cannot be told apart from outside."""
    lesson = Lesson()
    one, two = lesson.others
    before = {device: len(device.received) for device in lesson.everybody()}
    lesson.answer_secretly(one, lesson.world.right())
    for device in (lesson.phones[two], lesson.phones[lesson.asked], lesson.wall, lesson.teacher):
        new = device.received[before[device] :]
        assert [message["t"] for message in new] == ["side"]
        assert new[0]["side"]["yours"] == {}
        assert new[0]["side"]["results"] is None


def test_an_answer_secretly_that_is_sent_twice_is_answered_twice_and_written_once() -> None:
    lesson = Lesson()
    one = lesson.others[0]
    assert lesson.answer_secretly(one, "A", id="same") == ""
    assert lesson.answer_secretly(one, "A", id="same") == ""
    assert [row.kind for row in lesson.world.log].count("side") == 1


def test_answers_aside_outlive_a_restart_in_mid_question() -> None:
    lesson = Lesson()
    one, two = lesson.others
    right = lesson.world.right()
    lesson.answer_secretly(one, right)
    lesson.restart()
    side = lesson.phones[one].side()
    assert (side["answered"], side["yours"], side["may"]) == ([one + 1], {str(one + 1): right}, [])
    assert lesson.answer_secretly(one, "A") == "already"
    assert lesson.answer_secretly(two, right) == ""
    lesson.world.answer(right)
    points = lesson.wall.side()["points"]
    assert points == [int(seat in (one, two)) for seat in range(3)]
    lesson.restart()
    assert lesson.wall.side()["points"] == points


def test_a_team_talks_over_its_answer_to_a_question_of_others() -> None:
    lesson = Lesson()
    world, one = lesson.world, lesson.others[0]
    second = world.phone(one, "second")
    world.ask(lesson.phones[one], Admit, one + 1, 2, True)
    assert world.ask(second, AnswerAside, one + 1, world.n, "A") == "not-yours"
    assert world.ask(second, Advise, one + 1, world.n, "B") == ""
    assert lesson.phones[one].team(one + 1)["advice"][0]["action"] == "B"


def test_without_a_side_contest_only_the_team_at_turn_answers() -> None:
    lesson = Lesson(side=False)
    assert "side" not in lesson.wall.last("moment")["moment"]
    assert lesson.answer_secretly(lesson.others[0], "A") == "illegal"


# ---- a bad question


def test_a_skipped_question_is_followed_by_another_of_the_same_deck() -> None:
    lesson = Lesson()
    world = lesson.world
    bad = CLASSROOM.asked(world.table.match.state)
    lesson.answer_secretly(lesson.others[0], world.right())
    assert lesson.skip() == ""
    entries = [entry for one in lesson.wall.received for entry in _entries(one)]
    skipped = next(entry for entry in entries if entry.get("cause") == "skipped")
    assert (skipped["actor"], skipped["text"]) == ("table", "skip")
    assert bad.card in world.table.match.position()["used"][bad.deck]
    world.play_until_asked()
    assert lesson.wall.side()["answered"] == []
    assert lesson.wall.side()["points"] == [0, 0, 0]


def _entries(message: dict[str, object]) -> list[dict[str, object]]:
    moment = message.get("moment")
    return moment["entries"] if isinstance(moment, dict) else []


def test_only_the_teacher_skips_and_only_what_is_open() -> None:
    lesson = Lesson()
    world = lesson.world
    assert world.ask(lesson.phones[lesson.asked], SkipQuestion, world.n) == "not-yours"
    assert world.ask(lesson.wall, SkipQuestion, world.n) == "not-yours"
    assert world.ask(lesson.teacher, SkipQuestion, world.n - 1) == "stale"
    world.answer(world.wrong())
    if CLASSROOM.asked(world.table.match.state) is None:
        assert lesson.skip() == "too-late"


def test_a_skip_is_in_the_record_and_replays_from_the_log_and_the_record() -> None:
    lesson = Lesson()
    world = lesson.world
    lesson.skip()
    world.play_until_asked()
    position = world.table.match.position()
    record = world.table.match.record.to_json()
    assert record["periplo"] == 2
    (element,) = [one for one in record["actions"] if isinstance(one, dict)]
    assert (element["clause"], element["why"]) == ("", "skipped")
    assert Match.from_record(json.loads(json.dumps(record))).position() == position
    lesson.restart()
    assert world.table.match.position() == position
    assert world.table.match.record.to_json() == record


def test_the_proof_of_a_table_with_a_skip_is_right_and_says_how_many() -> None:
    lesson = Lesson()
    world = lesson.world
    lesson.skip()
    world.play_until_asked()
    world.answer(world.wrong())
    proof = world.table.proof()
    found = verify(proof)
    assert (found["right"], found["wrong"], found["skipped"]) == (True, None, 1)
    # whoever sets anything else is found out
    forged = json.loads(json.dumps(proof.record.to_json()))
    (at,) = [n for n, one in enumerate(forged["actions"]) if isinstance(one, dict)]
    forged["actions"][at]["set"]["teams"][0]["planes"] = 2
    record = Match.from_record(forged, at + 1).record
    assert f"action {at + 1}" in verify(Proof(record, proof.commitment, proof.secret, {}))["wrong"]


def test_nothing_is_taken_back_across_a_skip_and_what_follows_it_is() -> None:
    lesson = Lesson(side=False)
    world = lesson.world
    seat = lesson.asked
    lesson.skip()
    assert world.ask(lesson.phones[seat], Undo, seat + 1, world.n) == "too-late"
    for _ in range(400):  # until somebody may take back a move that follows a skip
        state = world.table.match.state
        seats = [one for one in range(3) if world.table.undoable(one) is not None]
        if seats and state.actors() != []:
            break
        if CLASSROOM.asked(state) is not None:
            world.answer(world.wrong())
        else:
            world.step()
    else:
        raise AssertionError("nothing could be taken back")
    before = world.n
    assert world.ask(lesson.phones[seats[0]], Undo, seats[0] + 1, world.n) == ""
    assert world.n == before - 1
    position = world.table.match.position()
    lesson.restart()
    assert world.table.match.position() == position


def test_a_bot_that_was_asked_about_the_bad_question_is_asked_anew() -> None:
    world = ClassWorld(2, bots=(1,))
    phone, teacher = world.phone(0, "phone"), world.teach()
    world.start()
    for _ in range(3000):
        question = CLASSROOM.asked(world.table.match.state)
        if question is not None and question.seat == 1:
            break
        if question is not None:
            world.answer(world.wrong())
        else:
            world.step()
    late = world.asked.pop()
    assert world.ask(teacher, SkipQuestion, world.n) == ""
    n = world.n
    world.feed(BotAnswered(late.number, "answer A"))
    assert world.n == n
    assert world.asked or world.table.match.state.actors() != [1]
    assert phone.closed is None


# ---- the bell


def test_at_the_bell_whoever_is_ahead_has_won() -> None:
    lesson = Lesson()
    world, seat = lesson.world, lesson.asked
    assert world.ask(lesson.phones[seat], RingBell) == "not-yours"
    world.answer(world.right())
    assert lesson.ring_bell() == ""
    for device in lesson.everybody():
        moment = device.last("moment")["moment"]
        assert (moment["over"], moment["winners"], moment["actors"]) == (True, [seat + 1], [])
    result = lesson.teacher.last("table")["table"]["result"]
    assert (result["ended"], result["winners"]) == ("bell", [seat + 1])
    assert lesson.ring_bell() == "over"
    lesson.restart()
    assert lesson.wall.last("welcome")["moment"]["winners"] == [seat + 1]


def test_a_bell_in_the_midst_of_a_question_leaves_it_undecided_and_nobody_ahead() -> None:
    lesson = Lesson()
    lesson.answer_secretly(lesson.others[0], "A")
    lesson.pause(True)
    assert lesson.ring_bell() == ""
    moment = lesson.wall.last("moment")["moment"]
    assert (moment["question"], moment["winners"]) == (None, [])
    assert moment["side"]["letters"] == []
    assert lesson.wall.last("table")["table"]["classroom"]["paused"] is False
    assert class_report(lesson.world.table, "en").questions == []


# ---- pausing


def test_while_it_is_paused_nobody_acts_and_afterwards_everything_is_as_before() -> None:
    lesson = Lesson()
    world, seat = lesson.world, lesson.asked
    phone = lesson.phones[seat]
    assert world.ask(phone, PauseClass, True) == "not-yours"
    assert lesson.pause(True) == ""
    assert phone.last("table")["table"]["classroom"]["paused"] is True
    assert world.ask(phone, Act, seat + 1, world.n, "answer A") == "paused"
    assert world.ask(phone, Throw, seat + 1, world.n) == "paused"
    assert world.ask(phone, Undo, seat + 1, world.n) == "paused"
    assert lesson.answer_secretly(lesson.others[0], "A") == "paused"
    assert lesson.pause(True) == ""  # saying it twice is saying it once
    assert [row.kind for row in world.log].count("pause") == 1
    assert lesson.pause(False) == ""
    assert world.ask(phone, Act, seat + 1, world.n, "answer A") == ""


def test_clocks_stand_still_while_it_is_paused_also_over_a_restart() -> None:
    lesson = Lesson(limit=60)
    world = lesson.world
    world.pass_time(20)
    due = world.table.clock.due
    assert due is not None
    left = due - world.now.at
    lesson.pause(True)
    assert (world.due, lesson.wall.last("moment")["moment"]["deadline"]) == (None, None)
    world.pass_time(7 * 24 * 3600)
    world.time_up()
    assert not world.asked
    lesson.restart()
    assert world.table.clock.due is None
    assert lesson.teacher.last("welcome")["table"]["classroom"]["paused"] is True
    lesson.pause(False)
    assert world.due == world.now.at + left
    deadline = lesson.wall.last("moment")["moment"]["deadline"]
    assert deadline == world.now.wall + left


def test_a_question_that_is_skipped_during_a_pause_is_followed_by_one_with_the_whole_time() -> None:
    lesson = Lesson(limit=60)
    world = lesson.world
    world.pass_time(50)
    lesson.pause(True)
    assert lesson.skip() == ""
    n = world.n
    world.pass_time(100)
    assert world.n == n  # nothing is drawn meanwhile
    lesson.pause(False)
    assert world.n == n + 1
    assert world.due == world.now.at + 60_000


def test_bots_are_not_asked_while_it_is_paused() -> None:
    world = ClassWorld(2, bots=(1,))
    world.phone(0, "phone")
    teacher = world.teach()
    world.start()
    while not world.asked:
        world.step()
    asked = world.asked.pop()
    world.ask(teacher, PauseClass, True)
    n = world.n
    world.feed(BotAnswered(asked.number, GAME.text(world.table.match.state, 1, 18)))
    assert (world.n, world.asked) == (n, [])
    world.ask(teacher, PauseClass, False)
    assert world.asked


# ---- answers given aloud


def test_the_teacher_alone_judges_and_no_phone_is_shown_the_answer_while_they_are_away() -> None:
    lesson = Lesson(side=False, quiz="judged")
    world = lesson.world
    assert "answer" in lesson.teacher.last("moment")["moment"]
    world.leave(lesson.teacher)
    for device in (*lesson.phones, lesson.wall):
        assert all("answer" not in (one.get("moment") or {}) for one in device.received)
        assert world.ask(device, GiveVerdict, world.n, "right") == "not-yours"
    teacher = world.teach()
    world.ask(teacher, PauseClass, True)
    assert world.ask(teacher, GiveVerdict, world.n, "right") == "paused"
    world.ask(teacher, PauseClass, False)
    assert world.ask(teacher, GiveVerdict, world.n, "right") == ""


# ---- the report


def test_the_report_has_every_decided_question_with_the_time_it_took_and_no_open_one() -> None:
    lesson = Lesson()
    world, one = lesson.world, lesson.others[0]
    right = world.right()
    world.pass_time(5)
    lesson.answer_secretly(one, right)
    world.pass_time(5)
    lesson.pause(True)
    world.pass_time(1000)
    lesson.pause(False)
    world.pass_time(2)
    world.answer(right)
    world.play_until_asked()
    assert len(class_report(world.table, "en").questions) == 1
    lesson.skip()
    report = class_report(world.table, "es")
    first, bad = report.questions
    assert (first.seat, first.outcome, first.given, first.seconds) == (
        lesson.asked + 1, "right", right, 12.0,
    )  # fmt: skip
    assert [(aside.seat, aside.right, aside.seconds) for aside in first.aside] == [
        (one + 1, True, 5.0)
    ]
    assert (bad.outcome, bad.given, bad.aside) == ("skipped", "", [])
    team = report.teams[lesson.asked]
    assert (team.asked, team.right, team.seconds) == (1, 1, 12.0)
    assert [(team.aside, team.aside_right) for team in report.teams if team.aside] == [(1, 1)]
    assert sum(place.asked for place in report.places) == 1
    assert sum(place.skipped for place in report.places) == 1


def test_a_report_is_the_same_after_a_restart() -> None:
    lesson = Lesson()
    world = lesson.world
    lesson.answer_secretly(lesson.others[0], world.right())
    world.answer(world.wrong())
    world.play_until_asked()
    lesson.skip()
    lesson.pause(True)
    before = class_report(world.table, "it")
    lesson.restart()
    assert class_report(world.table, "it") == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheets_say_everything_in_each_language(language: str) -> None:
    lesson = Lesson()
    world = lesson.world
    lesson.answer_secretly(lesson.others[0], world.right())
    world.answer(world.wrong())
    report = class_report(world.table, language)
    teams, questions, places, side = (rows for _, rows in class_sheets(report))
    assert [row[0] for row in teams[1:]] == ["team 1", "team 2", "team 3"]
    assert len(questions) == len(places) == len(side) == 2
    assert len({len(row) for row in questions}) == 1
    assert report.questions[0].ask in to_csv(report).decode("utf-8-sig").replace('""', '"')


def test_a_team_whose_name_looks_like_a_formula_is_a_text_in_every_sheet() -> None:
    world = ClassWorld(2)
    world.phone(0, "first", "=1+1")
    world.phone(1, "second", "@SUM(A1)")
    world.start()
    report = class_report(world.table, "en")
    assert "'=1+1" in to_csv(report).decode("utf-8-sig")
    book = load_workbook(BytesIO(to_xlsx(report)))
    cell = book.worksheets[0].cell(2, 1)
    assert (cell.value, cell.data_type) == ("=1+1", "s")
