"""What would follow from a request, without doing it."""

from dataclasses import dataclass

from periplo.desk.desk import Desk
from periplo.desk.lines import Line
from periplo.desk.requests import Request
from periplo.desk.roles import Asker


@dataclass(frozen=True, slots=True)
class Foreseen:
    desk: Desk  # as it would stand, once everybody agreed
    lines: list[Line]  # as they would be written
    out: list[int]  # lines that would not be in effect any more
    back: list[int]  # and those that would be again


def foresee(desk: Desk, asker: Asker, request: Request, seen: int | None, time: int) -> Foreseen:
    """Refused exactly as the request itself would be; the desk stays as it is."""
    after = desk.copy()
    lines = after.handle(asker, request, seen, time)
    following = [*lines, *after.agree(lines[0], asker)]
    return Foreseen(after, lines, _named(following, "out"), _named(following, "back"))


def _named(lines: list[Line], fact: str) -> list[int]:
    return [no for line in lines for no in line.facts.get(fact, ())]
