"""Minutes on paper: A4, PDF/A-2b, our fonts, nothing from outside.

All texts reach Typst as data, never as code; `minutes.typ` says where they stand.
"""

import json
from importlib.resources import files
from typing import Any, Final

import typst

from periplo.fonts import font_files
from periplo.fonts.plain_svg import written_out
from periplo.printing.codes import qr_code
from periplo.printing.journal import MinutesEntry
from periplo.printing.letters import breakable, printable
from periplo.printing.minutes import Minutes
from periplo.printing.sheets import followed, withdrawn
from periplo.printing.wording import capital

STANDARD: Final = "a-2b"
LONG: Final = 1200  # letters; shorter entries stay on one page


def to_pdf(minutes: Minutes) -> bytes:
    data = _printable(_data(minutes))
    data |= {"boards": _boards(minutes), "hash": minutes.hash}
    if minutes.address:
        data["code"] = qr_code(minutes.address, quiet=0)
    lines = minutes.desk.lines
    fonts = typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(font_files()[0].parent)],
    )
    compiler = typst.Compiler(
        (files("periplo.printing") / "minutes.typ").read_bytes(),
        font_paths=fonts,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
    )
    # the time of the last line: equal records give equal files
    made = compiler.compile(
        format="pdf",
        pdf_standards=STANDARD,
        timestamp=lines[-1].time // 1000 if lines else 0,
    )
    assert isinstance(made, bytes)
    return made


def _printable(value: Any) -> Any:
    """Every text in letters that our fonts have, within the paper's edges."""
    if isinstance(value, str):
        return breakable(printable(value))
    if isinstance(value, (list, tuple)):
        return [_printable(one) for one in value]
    if isinstance(value, dict):
        return {key: _printable(one) for key, one in value.items()}
    return value


def _boards(minutes: Minutes) -> list[dict[str, str]]:
    setup, language = minutes.desk.setup, minutes.wording.language
    names = [printable(name) for name in setup.names]
    return [
        {
            "caption": printable(caption),
            "svg": written_out(
                setup.game.svg(setup.game.view(state, None), names, language, setup.options)
            ),
        }
        for caption, state in minutes.boards
    ]


def _data(minutes: Minutes) -> dict[str, Any]:
    wording = minutes.wording
    return {
        "language": wording.language,
        "title": minutes.title,
        "headings": wording.headings(),
        "closed": minutes.desk.is_closed,
        "event": minutes.event,
        "officials": _officials(minutes),
        "leads": minutes.leads,
        "seat_labels": minutes.seat_labels,
        "seats": [
            {"seat": str(one.seat), "name": one.name, "facts": one.facts, "roster": one.roster}
            for one in minutes.seats
        ],
        "options": minutes.options,
        "points": [(label, wording.number(points)) for label, points in minutes.points],
        "entries": _entries(minutes),
        "left_out": _left_out(minutes),
        "result": minutes.result,
        "parts": [capital(wording.score(key)) for key, _ in minutes.standings[0].parts],
        "standings": [
            {
                "rank": str(one.rank),
                "seat": wording.seat(one.seat),
                "parts": [wording.number(points) for _, points in one.parts],
                "score": wording.number(one.score),
                "penalties": wording.number(one.penalties, signed=True),
                "total": wording.number(one.total),
                "wins": one.wins,
            }
            for one in minutes.standings
        ],
        "signatures": [(capital(role), name) for role, name in minutes.signatures],
        "address": minutes.address,
    }


def _officials(minutes: Minutes) -> list[tuple[str, list[str]]]:
    """The names of each role."""
    wording = minutes.wording
    by_role: dict[str, list[str]] = {}
    for one in minutes.officials:
        beside = [] if one.seat is None else [wording.seat(one.seat)]
        if gone := withdrawn(minutes, one.withdrawn):
            beside.append(gone)
        name = f"{one.name} ({', '.join(beside)})" if beside else one.name
        by_role.setdefault(capital(wording.role(one.role)), []).append(name)
    return list(by_role.items())


def _entries(minutes: Minutes) -> list[dict[str, Any]]:
    """What is printed of the journal; a new day is named."""
    found, day = [], None
    for entry in minutes.entries:
        if entry.is_folded or entry.is_routine:
            continue
        when = minutes.time(entry.line.time)
        found.append(
            {
                "no": str(entry.line.no),
                "day": "" if when.date() == day else minutes.wording.day(when),
                "time": f"{when:%H:%M:%S}",
                "lead": entry.text if _stands_out(entry) else entry.lead,
                "text": "" if _stands_out(entry) else entry.text[len(entry.lead) :],
                "clause": entry.clause,
                "followed": [(fact.text, fact.clause) for fact in entry.followed],
                "beside": entry.beside,
                "in_effect": entry.in_effect,
                "long": len(followed(entry)) + len(entry.text) > LONG,
            }
        )
        day = when.date()
    return found


def _stands_out(entry: MinutesEntry) -> bool:
    """What somebody who turns the pages looks for."""
    return entry.line.kind in ("started", "penalty", "sanction", "ruling", "corrected", "closed")


def _left_out(minutes: Minutes) -> str:
    routine = sum(entry.is_routine for entry in minutes.entries)
    folded = any(entry.is_folded for entry in minutes.entries)
    said = [minutes.wording.heading("folded")] if folded else []
    if routine:
        said.append(minutes.wording.heading("left_out", count=routine))
    return " ".join(said)
