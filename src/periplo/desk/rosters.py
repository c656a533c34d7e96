"""Rosters as organisers have them: a spreadsheet (.xlsx), a .csv file, or pasted lines.

A grid has a column a team, its name at the top:     Murùni;Badia
                                                      Brno;Dublin
                                                      Koln;Belfast
or a line a person, with the team before the name:   Murùni;Brno
Lines without columns are blocks, an empty line       Murùni:
between teams; a first line that ends in a colon     Brno
is the team's name, which may be left out.           Koln

Numbers and dashes before names are left out, as are empty cells.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from periplo.core.contents import Content
from periplo.core.errors import BadSetup
from periplo.core.grids import GridRow, csv_lines, delimited_lines, xlsx_lines
from periplo.core.reading import show
from periplo.desk.setup import LONGEST_NAME, is_name

MARK: Final = re.compile(r"(?:[-*•–]|\d{1,3}[.)])\s+")  # before the items of a list
HEADINGS: Final = ("flock", "team", "seat", "stormo", "squadra", "bandada", "equipo")
Cell = tuple[str, str]  # what it says, and where it is, for people


@dataclass
class Roster:
    """The people of a team; its name is "" where the file gives none."""

    team: str
    people: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)  # where each was found

    def add(self, cell: Cell) -> None:
        """BadSetup says where a name is that cannot be."""
        text, place = cell
        name = _clean(text)
        if not is_name(name):
            raise BadSetup(f"{place}: {show(name)} is no name of 1 to {LONGEST_NAME} letters")
        if name in self.people:
            first = self.places[self.people.index(name)]
            raise BadSetup(f"{place}: {name} is there twice; first in {first}")
        self.people.append(name)
        self.places.append(place)


def read_roster_file(content: Content) -> list[Roster]:
    """The teams of a file, in its order; BadSetup names the place of what is wrong."""
    ending = content.name.lower().rpartition(".")[2]
    try:
        if ending == "xlsx":
            return _read_grid(list(xlsx_lines(content)))
        text = _decode(content.data)
        return _read_grid(list(csv_lines(text))) if ending == "csv" else read_pasted(text)
    except csv.Error as error:
        raise BadSetup(f"{content.name}: {error}") from None


def read_pasted(text: str) -> list[Roster]:
    """The teams of pasted lines: cells of a spreadsheet come with tabs between them."""
    for delimiter in ("\t", ";"):
        if delimiter in text:
            return _read_grid(list(delimited_lines(text, delimiter)))
    return _read_blocks(enumerate(text.splitlines(), 1))


def in_seat_order(rosters: Sequence[Roster], names: Sequence[str]) -> list[list[str]]:
    """A list of names a seat: by the teams' names if they are the seats', else in their order."""
    if len(rosters) != len(names):
        raise BadSetup(f"there are {len(rosters)} teams for {len(names)} seats")
    by_name = {roster.team.casefold(): roster for roster in rosters}
    keys = [name.casefold() for name in names]
    if set(keys) == set(by_name) and len(by_name) == len(rosters):
        return [by_name[key].people for key in keys]
    return [roster.people for roster in rosters]


# ---- the three ways to write them


def _read_grid(lines: Sequence[GridRow]) -> list[Roster]:
    rows = [(number, cells) for number, cells in lines if any(cells)]
    width = max((len(cells) for _, cells in rows), default=0)
    filled = [column for column in range(width) if any(_cell(cells, column) for _, cells in rows)]
    if len(filled) < 2:
        column = filled[0] if filled else 0
        return _read_blocks((number, _cell(cells, column)) for number, cells in lines)
    if len(filled) == 2 and _are_pairs([_cell(cells, filled[0]) for _, cells in rows]):
        return _read_pairs(rows, filled[0], filled[1])
    return _read_columns(rows, filled)


def _are_pairs(teams: Sequence[str]) -> bool:
    """Whether the first column names teams, again and again, and no different people."""
    return 2 * len({team.casefold() for team in teams}) <= len(teams)


def _read_columns(rows: Sequence[GridRow], filled: Sequence[int]) -> list[Roster]:
    (number, heads), *below = rows
    rosters = []
    for column in filled:
        team = _clean(_cell(heads, column))
        if not team:
            raise BadSetup(f"{_place(number, column)}: the team has no name")
        roster = Roster(team)
        for line, cells in below:
            if text := _cell(cells, column):
                roster.add((text, _place(line, column)))
        rosters.append(roster)
    return _checked(rosters)


def _read_pairs(rows: Sequence[GridRow], first: int, second: int) -> list[Roster]:
    if _cell(rows[0][1], first).casefold() in HEADINGS:
        rows = rows[1:]
    rosters: dict[str, Roster] = {}
    for number, cells in rows:
        team, name = _clean(_cell(cells, first)), _cell(cells, second)
        if not team or not name:
            raise BadSetup(f"line {number}: must have a team and a name")
        rosters.setdefault(team.casefold(), Roster(team)).add((name, f"line {number}"))
    return _checked(rosters.values())


def _read_blocks(lines: Iterable[tuple[int, str]]) -> list[Roster]:
    rosters = []
    for block in _blocks(lines):
        text, _ = block[0]
        has_name = text.rstrip().endswith(":")
        roster = Roster(_clean(text).rstrip(": ") if has_name else "")
        for cell in block[has_name:]:
            roster.add(cell)
        rosters.append(roster)
    return _checked(rosters)


def _blocks(lines: Iterable[tuple[int, str]]) -> Iterator[list[Cell]]:
    """Lines that stand together; a team's name begins a block even without an empty line."""
    block: list[Cell] = []
    for number, text in lines:
        if block and (not text.strip() or text.rstrip().endswith(":")):
            yield block
            block = []
        if text.strip():
            block.append((text, f"line {number}"))
    if block:
        yield block


# ---- what they have in common


def _checked(rosters: Iterable[Roster]) -> list[Roster]:
    found = list(rosters)
    if not found:
        raise BadSetup("nobody is named")
    for number, roster in enumerate(found, 1):
        if not roster.people:
            raise BadSetup(f"{roster.team or f'team {number}'}: nobody is named")
    named = [roster.team.casefold() for roster in found if roster.team]
    for roster in found:
        if roster.team and named.count(roster.team.casefold()) > 1:
            raise BadSetup(f"the team {roster.team} is there twice")
    return found


def _cell(cells: Sequence[str], column: int) -> str:
    return cells[column].strip() if column < len(cells) else ""


def _place(line: int, column: int) -> str:
    return f"line {line}, column {column + 1}"


def _clean(text: str) -> str:
    """Without what lists have before names, and with single spaces."""
    return " ".join(MARK.sub("", text.strip(), count=1).split())


def _decode(data: bytes) -> str:
    """As spreadsheets write text: UTF-8, or what Windows had before it."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadSetup("is no text: save it as UTF-8")
