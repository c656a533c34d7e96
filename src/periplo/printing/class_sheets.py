"""The report of a class table as sheets of cells."""

from datetime import UTC, datetime

from periplo.core.words import load_toml, translate
from periplo.play.class_report import ClassReport, ReportedQuestion
from periplo.printing.sheets import Cell, Sheet, csv_of, xlsx_of


class ReportWords:
    """What a report says around the questions, in one language."""

    def __init__(self, language: str) -> None:
        entries = load_toml("periplo.printing", "words.toml")["report"]
        place = "printing/words.toml: [report]"
        self._words = {
            key: str(translate(entry, language, f"{place} {key}")) for key, entry in entries.items()
        }

    def __call__(self, key: str) -> str:
        return self._words[key]


def class_sheets(report: ClassReport) -> list[Sheet]:
    say = ReportWords(report.language)
    found: list[Sheet] = [
        (say("teams"), _teams(report, say)),
        (say("questions"), _questions(report, say)),
        (say("places"), _places(report, say)),
    ]
    if report.side:
        found.append((say("side"), _side(report, say)))
    return found


def _questions(report: ClassReport, say: ReportWords) -> list[list[Cell]]:
    keys = (
        "number", "time", "team", "place", "question", "right_answer", "topic", "difficulty",
        "outcome", "given", "right_letter", "seconds",
    )  # fmt: skip
    names = {team.seat: team.name for team in report.teams}
    rows: list[list[Cell]] = [list(map(say, keys))]
    for one in report.questions:
        rows.append(
            [
                one.number, _time(one.time), names[one.seat], one.place, one.ask, one.answer,
                one.topic, one.difficulty, _outcome(one, say), one.given, one.right, one.seconds,
            ]
        )  # fmt: skip
    return rows


def _outcome(one: ReportedQuestion, say: ReportWords) -> str:
    said = say(one.outcome)
    return said if one.by in ("person", "table") else f"{said} ({say(one.by)})"


def _teams(report: ClassReport, say: ReportWords) -> list[list[Cell]]:
    side = ("aside", "aside_right") if report.side else ()
    keys = ("team", "points", "asked", "right", "share", "seconds", *side)
    rows: list[list[Cell]] = [list(map(say, keys))]
    for team in report.teams:
        row: list[Cell] = [team.name, team.score, team.asked, team.right]
        row += [_share(team.right, team.asked), team.seconds]
        rows.append(row + ([team.aside, team.aside_right] if report.side else []))
    return rows


def _places(report: ClassReport, say: ReportWords) -> list[list[Cell]]:
    side = ("aside", "aside_right") if report.side else ()
    keys = ("place", "asked", "right", "share", "skipped", "seconds", *side)
    rows: list[list[Cell]] = [list(map(say, keys))]
    for one in report.places:
        row: list[Cell] = [one.place, one.asked, one.right, _share(one.right, one.asked)]
        row += [one.skipped, one.seconds]
        rows.append(row + ([one.aside, one.aside_right] if report.side else []))
    return rows


def _side(report: ClassReport, say: ReportWords) -> list[list[Cell]]:
    rows: list[list[Cell]] = [
        list(map(say, ("number", "team", "given", "right_letter", "outcome", "seconds")))
    ]
    names = {team.seat: team.name for team in report.teams}
    for question in report.questions:
        for one in question.aside:
            outcome = say("right" if one.right else "wrong")
            rows.append(
                [
                    question.number, names[one.seat], one.answer, question.right, outcome,
                    one.seconds,
                ]
            )  # fmt: skip
    return rows


def _share(right: int, asked: int) -> Cell:
    """In per cent."""
    return round(100 * right / asked) if asked else None


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")


def to_csv(report: ClassReport) -> bytes:
    return csv_of(class_sheets(report))


def to_xlsx(report: ClassReport) -> bytes:
    return xlsx_of(class_sheets(report))
