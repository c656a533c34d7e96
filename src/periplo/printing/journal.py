"""The journal as sentences: an entry a line, in time order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from periplo.desk.desk import Desk
from periplo.desk.lines import Kind, Line
from periplo.printing.outcomes import LineOutcomes, Outcome
from periplo.printing.wording import Wording, capital

THREW: Final = "threw"
SAID_ALREADY: Final = (THREW, "set")  # events that the line itself says


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that followed, and the clause by which it did."""

    text: str
    clause: str = ""


@dataclass(slots=True)
class MinutesEntry:
    line: Line
    text: str
    clause: str = ""
    lead: str = ""  # the beginning of the text that catches the eye
    followed: list[Fact] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)  # what later lines did to it
    is_folded: bool = False  # another entry says it
    is_routine: bool = False  # on paper it would drown the rest
    in_effect: bool = True


class JournalWriter:
    """Writes the sentences. Most kinds of lines have a method of their name."""

    def __init__(self, desk: Desk, history: LineOutcomes, wording: Wording) -> None:
        self._desk = desk
        self._history = history
        self._words = wording
        self._said: dict[int, str] = {}  # by slot: what stands there, as corrected so far
        self._entries: list[MinutesEntry] = []
        self._disputed = {line.facts["of"] for line in desk.lines if line.kind == "disputed"}
        self._ruled = {line.facts["of"] for line in desk.lines if line.kind == "ruling"}

    def entries(self) -> list[MinutesEntry]:
        for line in self._desk.lines:
            self._entries.append(WRITERS[line.kind](self, line))
            self._note_beside(line)
        return self._entries

    # ---- parts of sentences

    def _line(self, key: str, line: Line, **fields: object) -> str:
        who = self._words.who(line.role, line.name)
        return self._words.say("lines", key, who=who, **fields)

    def _part(self, key: str, **fields: object) -> str:
        return self._words.say("parts", key, **fields)

    def _seat(self, line: Line) -> str:
        return "" if line.seat is None else self._words.seat(line.seat)

    def _of(self, line: Line) -> Line:
        of: int = line.facts["of"]
        return self._desk.lines[of - 1]

    def _root(self, line: Line) -> Line:
        """What a correction, or a correction of corrections, means."""
        while line.kind == "corrected":
            line = self._of(line)
        return line

    def _what(self, no: int) -> str:
        """A line as others refer to it."""
        said = self._part("line", no=no)
        throw = self._history.throws.get(no)
        return said if throw is None else f"{self._part('throw', number=throw)} ({said})"

    def _lines(self, key: str, numbers: Sequence[int]) -> str:
        return self._part(key, lines=self._words.listed(numbers)) if numbers else ""

    def _because(self, why: str) -> str:
        return self._part("because", why=self._words.quote(why)) if why.strip() else ""

    def _followed(self, outcome: Outcome) -> list[Fact]:
        words, names = self._words.game_words, self._words.names
        facts = [
            Fact(words.event(event, names), event["rule"])
            for event in outcome.events
            if event["kind"] not in SAID_ALREADY
        ]
        for seat, people in outcome.called.items():
            if people:
                called = self._words.listed(people)
                facts.append(Fact(self._part("called", seat=self._words.seat(seat), people=called)))
        return facts

    # ---- what happened before and around the match

    def _appointment(self, line: Line) -> MinutesEntry:
        role = self._words.role_of(line.facts["role"], line.facts.get("seat"))
        text = self._line(line.kind, line, official=line.facts["name"], role=role)
        is_folded = line.kind == "appointed" and not self._has_started(line)
        return MinutesEntry(line, text, is_folded=is_folded)

    def _has_started(self, line: Line) -> bool:
        return any(one.kind == "started" for one in self._desk.lines[: line.no])

    def _plain(self, line: Line) -> MinutesEntry:
        return MinutesEntry(line, self._line(line.kind, line))

    def _pause(self, line: Line) -> MinutesEntry:
        return MinutesEntry(
            line, _sentences(self._line(line.kind, line), self._because(line.facts["why"]))
        )

    def _note(self, line: Line) -> MinutesEntry:
        text = self._words.quote(line.facts["text"])
        return MinutesEntry(line, self._line("note", line, text=text))

    def _proclaimed(self, line: Line) -> MinutesEntry:
        text = self._line("proclaimed", line, of=line.facts["of"])
        return MinutesEntry(line, text, is_routine=True)

    def _place(self, line: Line) -> MinutesEntry:
        facts = line.facts
        piece = facts["person"] if "person" in facts else self._words.piece(facts["piece"])
        key = "place_in" if facts["in"] else "place_out"
        square = self._words.piece(facts["square"])
        text = self._line(key, line, seat=self._seat(line), piece=piece, square=square)
        return MinutesEntry(line, text, is_routine=facts["in"])

    def _closed(self, line: Line) -> MinutesEntry:
        winner = line.facts["winner"]
        won = "" if winner is None else self._part("wins", seat=self._words.seat(winner))
        because = self._because(line.facts["why"])
        return MinutesEntry(line, _sentences(self._line("closed", line), because, won))

    # ---- the match

    def _entered(self, line: Line) -> MinutesEntry:
        facts = line.facts
        texts = facts["outcomes"] if "outcomes" in facts else [facts["outcome"]]
        outcome = self._said[line.no] = self._words.outcome(texts)
        seat = self._seat(line)
        first = self._history.first.get(line.no)
        if first is None:
            key = "entered_waiting" if seat else "entered_waiting_table"
            text = self._line(key, line, seat=seat, outcome=outcome)
            return MinutesEntry(line, text, in_effect=False)
        key = "entered_throw" if seat else "entered"
        number = self._history.throws.get(line.no, "")
        lead = capital(self._line(key, line, seat=seat, outcome=outcome, number=number))
        validator = self._words.who(line.role, line.name, usual="validator")
        text = _sentences(lead, self._part("validated", who=validator), self._confirmations(line))
        clause = next((event["rule"] for event in first.events if event["kind"] == THREW), "")
        return MinutesEntry(line, text, clause, lead, self._followed(first))

    def _confirmations(self, line: Line) -> str:
        """Who confirmed it, unless the quarrel about it has lines of its own."""
        people = [
            self._words.who(one.role, one.name, usual="notary")
            for one in self._desk.lines[line.no :]
            if one.kind == "confirmed" and one.facts["of"] == line.no
        ]
        if not people or line.no in self._disputed:
            return ""
        return self._part("confirmed", people=self._words.listed(people))

    def _confirmed(self, line: Line) -> MinutesEntry:
        of = line.facts["of"]
        key = "confirmed"
        if self._history.took_effect_at.get(of) == line.no:
            key = "confirmed_effect"
        is_folded = of in self._history.first and of not in self._disputed
        return MinutesEntry(line, self._line(key, line, of=of), is_folded=is_folded)

    def _disputed_line(self, line: Line) -> MinutesEntry:
        why = self._words.quote(line.facts["why"])
        return MinutesEntry(line, self._line("disputed", line, of=line.facts["of"], why=why))

    def _void(self, line: Line) -> MinutesEntry:
        why = self._words.void_reason(line.facts["why"])
        text = self._line("void", line, seat=self._seat(line), why=why)
        return MinutesEntry(line, text, line.facts["clause"])

    def _acted(self, line: Line) -> MinutesEntry:
        action = self._said[line.no] = self._words.outcome([line.facts["action"]])
        key = "acted_behalf" if line.facts["behalf"] else "acted"
        if line.role == "player":
            key = "acted_player"
        text = self._line(key, line, seat=self._seat(line), action=action)
        return MinutesEntry(line, text, followed=self._followed(self._history.first[line.no]))

    def _named(self, line: Line) -> MinutesEntry:
        people = self._said[line.no] = self._words.listed(line.facts["people"])
        key = "named_behalf" if line.facts["behalf"] else "named"
        what = self._what(line.facts["of"])
        return MinutesEntry(
            line, self._line(key, line, seat=self._seat(line), people=people, what=what)
        )

    # ---- judges

    def _penalty(self, line: Line) -> MinutesEntry:
        points = self._said[line.no] = self._words.number(line.facts["points"], signed=True)
        why = self._words.quote(line.facts["why"])
        return MinutesEntry(
            line, self._line("penalty", line, seat=self._seat(line), points=points, why=why)
        )

    def _sanction(self, line: Line) -> MinutesEntry:
        choice = self._said[line.no] = self._words.sanction(line.facts["choice"])
        text = self._line("sanction", line, seat=self._seat(line), choice=choice)
        return MinutesEntry(line, _sentences(text, self._out(line)), line.facts["clause"])

    def _out(self, line: Line) -> str:
        return self._lines("fell_out", line.facts.get("out", []))

    def _corrected(self, line: Line) -> MinutesEntry:
        root, to = self._root(line), line.facts["to"]
        nothing = self._part("nothing")
        was = self._said.get(root.no, nothing)
        if to is None:
            said = nothing
        elif root.kind == "named":
            said = self._words.listed(to)
        else:
            said = self._words.outcome([to] if isinstance(to, str) else to)
        self._said[root.no] = said
        key = "corrected_nothing" if to is None else "corrected"
        text = self._line(key, line, what=self._what(root.no), was=was, to=said)
        back = self._lines("came_back", line.facts["back"])
        entry = MinutesEntry(line, _sentences(text, self._out(line), back))
        for outcome in self._history.anew[line.no]:
            entry.followed += self._anew(outcome)
        return entry

    def _anew(self, outcome: Outcome) -> list[Fact]:
        """What follows now at one slot."""
        what = capital(self._what(outcome.no))
        if not outcome.step.elements:
            return [Fact(self._part("again_nothing", what=what))]
        said = self._said.get(outcome.no, "")
        return [Fact(self._part("again", what=what, outcome=said)), *self._followed(outcome)]

    def _protest(self, line: Line) -> MinutesEntry:
        text = self._words.quote(line.facts["text"])
        entry = MinutesEntry(line, self._line("protest", line, seat=self._seat(line), text=text))
        if line.no in self._desk.protests:
            entry.beside.append(self._words.say("beside", "unanswered"))
        return entry

    def _answered(self, line: Line) -> MinutesEntry:
        key = "answered_upheld" if line.facts["upheld"] else "answered_rejected"
        of, text = self._of(line), self._words.quote(line.facts["text"])
        return MinutesEntry(line, self._line(key, line, of=of.no, seat=self._seat(of), text=text))

    # ---- the council

    def _proposed(self, line: Line) -> MinutesEntry:
        key = "proposed_position" if "position" in line.facts else "proposed"
        people = self._words.listed(line.facts["council"])
        text = self._words.quote(line.facts["text"])
        entry = MinutesEntry(line, self._line(key, line, text=text, people=people))
        if line.no not in self._ruled:
            entry.beside.append(self._words.say("beside", "undecided"))
        return entry

    def _voted(self, line: Line) -> MinutesEntry:
        of = line.facts["of"]
        key = "voted_yes" if line.facts["yes"] else "voted_no"
        return MinutesEntry(line, self._line(key, line, of=of), is_folded=of in self._ruled)

    def _ruling(self, line: Line) -> MinutesEntry:
        facts, proposal = line.facts, self._of(line)
        text = self._line(
            "ruling_carried" if facts["carried"] else "ruling_fallen", line,
            text=self._words.quote(proposal.facts["text"]), of=proposal.no,
            yes=facts["yes"], against=facts["against"], council=facts["council"],
        )  # fmt: skip
        votes = [
            self._votes("yes", proposal, yes=True),
            self._votes("against", proposal, yes=False),
        ]
        sets = facts["carried"] and "position" in proposal.facts
        goes_on = self._line("ruling_set", line) if sets else ""
        return MinutesEntry(line, _sentences(text, *votes, goes_on, self._out(line)))

    def _votes(self, key: str, proposal: Line, *, yes: bool) -> str:
        people = [
            one.name
            for one in self._desk.lines
            if one.kind == "voted" and (one.facts["of"], one.facts["yes"]) == (proposal.no, yes)
        ]
        return self._part(key, people=self._words.listed(people)) if people else ""

    # ---- what a line does to those before it

    def _note_beside(self, line: Line) -> None:
        facts = line.facts
        if line.kind == "corrected":
            root = self._root(line)
            is_gone = facts["to"] is None
            key = "struck" if is_gone else "corrected"
            self._add(root.no, key, line.no, to=self._said[root.no])
            self._entries[root.no - 1].in_effect = not is_gone
            for outcome in self._history.anew[line.no]:
                if outcome.no != root.no:
                    self._add(outcome.no, "anew", line.no)
        elif line.kind == "answered":
            self._add(facts["of"], "answered", line.no)
        elif line.kind == "ruling":
            self._add(facts["of"], "ruled", line.no)
        elif line.kind in ("entered", "void") and "of" in facts:  # an entry that waited
            self._add(facts["of"], "replaced" if line.kind == "entered" else "dropped", line.no)
        for no in facts.get("out", []):
            self._add(no, "fell_out" if self._entries[no - 1].in_effect else "dropped", line.no)
            self._entries[no - 1].in_effect = False
        for no in facts.get("back", []):
            self._add(no, "came_back", line.no)
            self._entries[no - 1].in_effect = True

    def _add(self, no: int, key: str, at: int, **fields: object) -> None:
        self._entries[no - 1].beside.append(self._words.say("beside", key, no=at, **fields))


def _sentences(*texts: str) -> str:
    return " ".join(text for text in texts if text)


WRITERS: Final[dict[Kind, Callable[[JournalWriter, Line], MinutesEntry]]] = {
    "appointed": JournalWriter._appointment,
    "withdrawn": JournalWriter._appointment,
    "started": JournalWriter._plain,
    "entered": JournalWriter._entered,
    "confirmed": JournalWriter._confirmed,
    "disputed": JournalWriter._disputed_line,
    "void": JournalWriter._void,
    "acted": JournalWriter._acted,
    "named": JournalWriter._named,
    "penalty": JournalWriter._penalty,
    "sanction": JournalWriter._sanction,
    "proposed": JournalWriter._proposed,
    "voted": JournalWriter._voted,
    "ruling": JournalWriter._ruling,
    "corrected": JournalWriter._corrected,
    "protest": JournalWriter._protest,
    "answered": JournalWriter._answered,
    "paused": JournalWriter._pause,
    "resumed": JournalWriter._pause,
    "place": JournalWriter._place,
    "proclaimed": JournalWriter._proclaimed,
    "note": JournalWriter._note,
    "closed": JournalWriter._closed,
}
