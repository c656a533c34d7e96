"""The report of a class table, from its history. What is open is not in it."""

from collections.abc import Iterable, Sequence

from periplo.play.class_report import (
    ClassReport,
    QuestionOutcome,
    ReportedAside,
    ReportedPlace,
    ReportedQuestion,
    ReportedTeam,
)
from periplo.table.table import Table


def class_report(table: Table, language: str) -> ClassReport:
    questions = list(_questions(table, language))
    span = 0.0
    if questions:
        first = questions[0].time - round(1000 * questions[0].seconds)
        span = _seconds(table, first, questions[-1].time)
    room = table.row.classroom
    return ClassReport(
        table=table.row.id,
        game=table.game.id,
        language=language,
        created=table.row.created,
        status=table.status,
        side=room is not None and room.side,
        seconds=span,
        questions=questions,
        teams=_teams(table, questions),
        places=_places(questions),
    )


def _questions(table: Table, language: str) -> Iterable[ReportedQuestion]:
    room, actions = table.game.classroom(), table.actions
    number = 0
    for index, action in enumerate(actions[1:], 1):
        card = actions[index - 1]  # which asked it
        found = room.answered(action.events)
        if found is None and action.element is None:
            continue
        number += 1
        drawn = room.drawn(card.events)
        words = room.in_words(table.match.state, drawn.deck, drawn.card, language)
        aside = table.side.questions.get(index)
        outcome: QuestionOutcome = "skipped"
        if found is not None:
            outcome = "right" if found.is_right else "wrong"
        yield ReportedQuestion(
            number=number,
            n=index + 1,
            time=action.time,
            seat=drawn.seat + 1,
            place=words.place,
            ask=words.ask,
            answer=words.answer,
            topic=words.topic,
            difficulty=words.difficulty,
            outcome=outcome,
            given="" if found is None else found.given,
            right="" if found is None else found.right,
            by=action.by,
            seconds=_seconds(table, card.time, action.time),
            aside=[]
            if aside is None
            else [
                ReportedAside(
                    seat + 1,
                    given.letter,
                    given.letter == aside.right,
                    _seconds(table, card.time, given.time),
                )
                for seat, given in sorted(aside.given.items())
            ],
        )


def _seconds(table: Table, since: int, until: int) -> float:
    """Between two times, without the pauses."""
    stood = 0
    paused_at: int | None = None
    for time, is_paused in [*table.teaching.pauses, (until, False)]:
        if is_paused:
            paused_at = time
        elif paused_at is not None:
            stood += max(0, min(time, until) - max(paused_at, since))
            paused_at = None
    return max(0, until - since - stood) / 1000


def _teams(table: Table, questions: Sequence[ReportedQuestion]) -> list[ReportedTeam]:
    scores = table.match.state.scores()
    result = table.row.result
    winners = [] if result is None else result.winners
    found = []
    for place in table.seats:
        seat = place.seat + 1
        asked = [one for one in questions if one.seat == seat and one.outcome != "skipped"]
        aside = [other for one in questions for other in one.aside if other.seat == seat]
        found.append(
            ReportedTeam(
                seat=seat,
                name=place.name,
                score=scores[place.seat],
                won=place.seat in winners,
                asked=len(asked),
                right=sum(one.outcome == "right" for one in asked),
                seconds=_average(asked),
                aside=len(aside),
                aside_right=sum(other.right for other in aside),
            )
        )
    return found


def _places(questions: Sequence[ReportedQuestion]) -> list[ReportedPlace]:
    found = []
    for place in sorted({one.place for one in questions}, key=str.casefold):
        here = [one for one in questions if one.place == place]
        asked = [one for one in here if one.outcome != "skipped"]
        aside = [other for one in here for other in one.aside]
        found.append(
            ReportedPlace(
                place=place,
                asked=len(asked),
                right=sum(one.outcome == "right" for one in asked),
                skipped=len(here) - len(asked),
                seconds=_average(asked),
                aside=len(aside),
                aside_right=sum(other.right for other in aside),
            )
        )
    return found


def _average(asked: Sequence[ReportedQuestion]) -> float | None:
    if not asked:
        return None
    return round(sum(one.seconds for one in asked) / len(asked), 1)
