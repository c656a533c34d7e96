"""`periplo rosters`: who is in which team, from a file, as a real table's set-up takes it."""

import json
import sys
from typing import Annotated

import typer

from periplo.core.contents import read_content
from periplo.desk.rosters import in_seat_order, read_pasted, read_roster_file


def rosters(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A .csv or .xlsx file, or lines of text; - is what is typed in."
        ),
    ],
    teams: Annotated[
        str | None,
        typer.Option("--teams", metavar="A,B,…", help="The teams in the order of their seats."),
    ] = None,
) -> None:
    """Read rosters and print them as JSON, for the set-up of a real table."""
    found = read_pasted(sys.stdin.read()) if file == "-" else read_roster_file(read_content(file))
    names = [roster.team for roster in found]
    if teams is not None:
        names = [name.strip() for name in teams.split(",")]
        lists = in_seat_order(found, names)
    else:
        lists = [list(roster.people) for roster in found]
    print(json.dumps({"teams": names, "rosters": lists}, ensure_ascii=False))
