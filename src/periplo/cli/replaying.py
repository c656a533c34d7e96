"""`periplo replay`: a record checked, and what happened in it."""

import json
import sys
from typing import Annotated

import typer

from periplo.cli.arguments import Language, Packs, bring_files
from periplo.core.errors import BadRecord
from periplo.core.words import Words, choose_language
from periplo.desk.people import HOME, PersonAt, SeatPeople
from periplo.desk.record import read_desk
from periplo.play.match import Match
from periplo.play.record import Element, Record, read_record

Teams = list[SeatPeople]


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is standard input.")],
    positions: Annotated[
        bool, typer.Option("--positions", help="Print every position as a JSON line.")
    ] = False,
    people: Annotated[
        bool,
        typer.Option(
            "--people",
            help="After each action also who is where, by name, as far as the record of a real "
            "table has rosters: \\[n] misses n throws, \\[-1] waits to be freed. With --positions "
            'each line has "people".',
        ),
    ] = False,
    upto: Annotated[
        int | None, typer.Option("--upto", metavar="N", min=0, help="Stop after N actions.")
    ] = None,
    pack: Packs = None,
    lang: Language = None,
) -> None:
    """Replay a record: check it, and say what happened.

    The journal of a real table is checked with it, line by line.
    """
    record = read_record(file)
    bring_files(record, pack)
    where = _check_journal(record)
    if people and not where:
        raise BadRecord("people: nobody is named in this record; a real table has rosters")
    shown = where if people else []
    if positions:
        sys.stdout.write("\n".join(_position_lines(record, upto, shown)) + "\n")
    else:
        _print_match(record, upto, shown, choose_language(lang))


def _check_journal(record: Record) -> list[Teams]:
    """Where people were before the first action and after each; [] if nobody is named."""
    return [] if record.desk is None else read_desk(record).where_after_each()


def _position_lines(record: Record, upto: int | None, where: list[Teams]) -> list[str]:
    """All lines, or BadRecord: nothing is printed of a record that cannot be replayed."""
    match = Match.at_start(record)
    lines = [match.line()]
    for element in record.actions[:upto]:
        match.replay(element)
        lines.append(match.line())
    for line, teams in zip(lines, where, strict=False):
        line["people"] = teams
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def _print_match(record: Record, upto: int | None, where: list[Teams], language: str) -> None:
    match = Match.from_record(record, upto)
    words = Words(record.game, language)
    done = zip(match.record.actions, match.events, strict=True)
    for number, (element, events) in enumerate(done, 1):
        print(f"{number:5}  {_written(element)}")
        for event in events:
            clause = f" [{event['rule']}]" if event["rule"] else ""
            print(f"         {words.event(event, record.seats)}{clause}")
            if footnote := match.game.footnote(match.state, event, words.language):
                print(f"           {footnote}")
        for team in where[number] if where else []:
            places = _places(team["people"], match.game.leader)
            print(f"         {record.seats[team['seat'] - 1]}: {places}")
    board = match.game.text_board(match.view(None), record.seats, words.language, record.options)
    print(board)
    for seat in match.state.winners():
        print(f"★ {record.seats[seat]}")


def _written(element: Element) -> str:
    """An action, or why a position was set."""
    return element if isinstance(element, str) else f"= {' '.join(element['why'].split())}"


def _places(people: list[PersonAt], leader: str) -> str:
    """Who stands where, the most advanced first; the leader is marked, home comes last."""
    squares: dict[int, list[str]] = {}
    for one in people:
        if one["square"] is not None:
            held = f" [{one['held']}]" if one["held"] else ""
            mark = "*" if one["as"] == leader else ""
            squares.setdefault(one["square"], []).append(f"{mark}{one['name']}{held}")
    placed = [f"{square} {', '.join(squares[square])}" for square in sorted(squares, reverse=True)]
    home = sum(one["as"] == HOME for one in people)
    return " · ".join([*placed, f"⌂ {home}"])
