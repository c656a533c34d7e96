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
from typing import Final, Literal, NamedTuple

from periplo.core.contents import Content
from periplo.core.errors import BadSetup
from periplo.core.grids import GridRow, csv_lines, delimited_lines, xlsx_lines
from periplo.core.reading import show
from periplo.core.words import load_toml
from periplo.desk.setup import LONGEST_NAME, is_name

MARK: Final = re.compile(r"(?:[-*•–]|\d{1,3}[.)])\s+")  # before the items of a list
MOST_LINES: Final = 2000  # with room for everybody, and for comments beside
MOST_COLUMNS: Final = 100
MOST_UNPACKED: Final = 8 * 1024 * 1024  # bytes of a spreadsheet
MOST_CELLS: Final = 200_000

FaultCode = Literal[
    "no-name", "twice", "no-team", "no-pair", "nobody", "team-twice", "other-teams", "unreadable",
    "too-large",
]  # fmt: skip


class Cell(NamedTuple):
    text: str
    line: int  # from 1
    column: int | None = None  # from 1, where there are several

    def place(self) -> str:
        return f"line {self.line}" + (f", column {self.column}" if self.column else "")


@dataclass(frozen=True, slots=True)
class RosterFault:
    """What is wrong in a file of rosters, and in which of its lines."""

    row: int | None
    text: str  # for people, in English
    code: FaultCode
    name: str  # of the person or team that it is about, or empty


class BadRosters(BadSetup):
    """All that is wrong; its own text is the first of it."""

    def __init__(self, *faults: RosterFault) -> None:
        super().__init__(faults[0].text)
        self.faults = faults


@dataclass
class Roster:
    """The people of a team; its name is "" where the file gives none."""

    team: str
    people: dict[str, str] = field(default_factory=dict)  # where each was found
    faults: list[RosterFault] = field(default_factory=list)

    def add(self, cell: Cell) -> None:
        name, place = _clean(cell.text), cell.place()
        if not is_name(name):
            text = f"{place}: {show(name)} is no name of 1 to {LONGEST_NAME} letters"
            self.faults.append(RosterFault(cell.line, text, "no-name", name))
        elif name in self.people:
            text = f"{place}: {name} is there twice; first in {self.people[name]}"
            self.faults.append(RosterFault(cell.line, text, "twice", name))
        else:
            self.people[name] = place


def read_roster_file(content: Content) -> list[Roster]:
    """The teams of a file, in its order; BadRosters says what is wrong, and where."""
    ending = content.name.lower().rpartition(".")[2]
    try:
        if ending == "xlsx":
            return _read_grid(_bounded(xlsx_lines(content, MOST_UNPACKED, MOST_CELLS)))
        text = _decode(content.data)
        return _read_grid(_bounded(csv_lines(text))) if ending == "csv" else read_pasted(text)
    except csv.Error as error:
        raise BadRosters(RosterFault(None, f"{content.name}: {error}", "unreadable", "")) from None
    except BadRosters:
        raise
    except BadSetup as error:
        raise BadRosters(RosterFault(None, str(error), "unreadable", "")) from None


def read_pasted(text: str) -> list[Roster]:
    """The teams of pasted lines: cells of a spreadsheet come with tabs between them."""
    for delimiter in ("\t", ";"):
        if delimiter in text:
            return _read_grid(_bounded(delimited_lines(text, delimiter)))
    lines = _bounded((number, [line]) for number, line in enumerate(text.splitlines(), 1))
    return _read_blocks((number, _cell(cells, 0)) for number, cells in lines)


def in_seat_order(rosters: Sequence[Roster], names: Sequence[str]) -> list[list[str]]:
    """A list of names a seat: by the teams' names if they are the seats', else in their order."""
    if len(rosters) != len(names):
        text = f"there are {len(rosters)} teams for {len(names)} seats"
        raise BadRosters(RosterFault(None, text, "other-teams", ""))
    by_name = {roster.team.casefold(): roster for roster in rosters}
    keys = [name.casefold() for name in names]
    if set(keys) == set(by_name) and len(by_name) == len(rosters):
        return [list(by_name[key].people) for key in keys]
    return [list(roster.people) for roster in rosters]


# ---- the three ways to write them


def _bounded(lines: Iterable[GridRow]) -> list[GridRow]:
    """As many as a file of rosters may have."""
    found: list[GridRow] = []
    for number, cells in lines:
        while cells and not cells[-1]:
            cells.pop()
        if len(found) >= MOST_LINES or len(cells) > MOST_COLUMNS:
            text = f"line {number}: more than {MOST_LINES} lines or {MOST_COLUMNS} columns"
            raise BadRosters(RosterFault(number, text, "too-large", ""))
        found.append((number, cells))
    return found


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
        roster = Roster(_clean(_cell(heads, column)))
        if not roster.team:
            place = Cell("", number, column + 1).place()
            text = f"{place}: the team has no name"
            roster.faults.append(RosterFault(number, text, "no-team", ""))
        for line, cells in below:
            if text := _cell(cells, column):
                roster.add(Cell(text, line, column + 1))
        rosters.append(roster)
    return _checked(rosters)


def _is_heading(text: str) -> bool:
    """Whether it says that teams stand below it, in whatever language."""
    words = load_toml("periplo.desk", "words.toml")["team"]
    return any(text.casefold() in entry.values() for entry in words.values())


def _read_pairs(rows: Sequence[GridRow], first: int, second: int) -> list[Roster]:
    if _is_heading(_cell(rows[0][1], first)):
        rows = rows[1:]
    rosters: dict[str, Roster] = {}
    faults = []
    for number, cells in rows:
        team, name = _clean(_cell(cells, first)), _cell(cells, second)
        if team and name:
            rosters.setdefault(team.casefold(), Roster(team)).add(Cell(name, number))
        else:
            text = f"line {number}: must have a team and a name"
            faults.append(RosterFault(number, text, "no-pair", team or name))
    return _checked(rosters.values(), faults)


def _read_blocks(lines: Iterable[tuple[int, str]]) -> list[Roster]:
    rosters = []
    for block in _blocks(lines):
        text = block[0].text
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
            block.append(Cell(text, number))
    if block:
        yield block


# ---- what they have in common


def _checked(rosters: Iterable[Roster], also: Sequence[RosterFault] = ()) -> list[Roster]:
    found, faults = list(rosters), list(also)
    if not found and not faults:
        faults.append(RosterFault(None, "nobody is named", "nobody", ""))
    named: dict[str, str] = {}
    for number, roster in enumerate(found, 1):
        faults += roster.faults
        if not roster.people and not roster.faults:
            text = f"{roster.team or f'team {number}'}: nobody is named"
            faults.append(RosterFault(None, text, "nobody", roster.team))
        key = roster.team.casefold()
        if key and key in named:
            text = f"the team {named[key]} is there twice"
            faults.append(RosterFault(None, text, "team-twice", named[key]))
        named.setdefault(key, roster.team)
    if faults:
        raise BadRosters(*sorted(faults, key=lambda fault: fault.row or 0))
    return found


def _cell(cells: Sequence[str], column: int) -> str:
    return cells[column].strip() if column < len(cells) else ""


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
    raise BadRosters(RosterFault(None, "is no text: save it as UTF-8", "unreadable", ""))
