"""The desk of a real table: officials' requests go in, lines of the journal come out.

`handle`, `appoint`, `withdraw` and `start` are the ways in; each returns the lines that it wrote,
or raises Refused and changes nothing. Everything else only looks.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal, TypedDict

from periplo.core.errors import IllegalAction
from periplo.core.state import TABLE
from periplo.desk.effective import EffectiveLine, Slot
from periplo.desk.lines import Kind, Line
from periplo.desk.people import Naming
from periplo.desk.permissions import (
    check,
    check_confirms,
    check_decides,
    check_disputes,
    check_enters,
    check_resumes,
    check_votes,
    check_when,
    is_enough,
    is_on_behalf,
)
from periplo.desk.requests import (
    VERB_OF,
    Answer,
    Close,
    Confirm,
    Correct,
    DeskAct,
    Dispute,
    Enter,
    Name,
    Note,
    Pause,
    Penalty,
    Place,
    Proclaimed,
    Propose,
    Protest,
    Request,
    Resume,
    Sanction,
    Void,
    Vote,
)
from periplo.desk.roles import APPOINTED, COUNCIL, OF_ONE_SEAT, Asker, Official, Role
from periplo.desk.setup import is_name
from periplo.desk.state import CorrectionRow, DeskState, Penalised, Proposal, Tick, WaitingEntry
from periplo.play.refusals import Refused

Form = Literal["nothing", "text", "list"]
# what can stand at the slot of a line instead; several outcomes that were entered as one are a list
INSTEAD: Final[dict[Kind, tuple[Form, ...]]] = {
    "entered": ("nothing", "text"),
    "acted": ("nothing", "text"),
    "sanction": ("nothing",),
    "penalty": ("nothing",),
    "named": ("list",),
}


class Correctable(TypedDict):
    """A line that can be corrected now, and by what."""

    no: int
    takes: list[Form]


class Desk(DeskState):
    """`handle`, `appoint`, `withdraw` and `start` write lines; everything else only looks."""

    # ---- set-up

    def appoint(
        self, official_id: str, role: Role, name: str, seat: int | None, time: int
    ) -> list[Line]:
        if role not in APPOINTED or not is_name(name):
            raise Refused("broken", "an official has a role and a name")
        if (role in OF_ONE_SEAT) != (seat is not None):
            raise Refused("broken", "seat: captains have one, nobody else has")
        if seat is not None and not 1 <= seat <= len(self.setup.names):
            raise Refused("broken", f"seat: there are {len(self.setup.names)}")
        if official_id in self._ever_appointed:
            raise Refused("broken", "official: each appointment has an id of its own")
        check_when("appoint", self)
        self._ever_appointed.add(official_id)
        self.officials[official_id] = Official(official_id, role, name, seat)
        facts: dict[str, Any] = {"official": official_id, "role": role, "name": name}
        if seat is not None:
            facts["seat"] = seat
        return [self._write(self.organiser, time, "appointed", facts)]

    def withdraw(self, official_id: str, time: int) -> list[Line]:
        official = self.officials.get(official_id)
        if official is None:
            raise Refused("nobody", "there is no such official")
        del self.officials[official_id]
        facts: dict[str, Any] = {
            "official": official_id, "role": official.role, "name": official.name,
        }  # fmt: skip
        if official.seat is not None:
            facts["seat"] = official.seat
        written = [self._write(self.organiser, time, "withdrawn", facts)]
        for proposal in list(self.proposals.values()):  # those that can no longer be carried
            written += self._decide(proposal, self.organiser, time)
        return written

    def start(self, time: int) -> list[Line]:
        check_when("start", self)
        self._line = EffectiveLine(self.setup.game, self.setup.options, len(self.setup.names))
        self.has_started = True
        self._track()
        return [self._changed(self._write(self.organiser, time, "started", {}))]

    def note(self, text: str, time: int) -> list[Line]:
        """What the set-up itself writes, such as lots that were drawn."""
        return [self._write(self.organiser, time, "note", {"text": text})]

    @property
    def organiser(self) -> Official:
        return Official("", "organiser", self.setup.details.organiser)

    # ---- requests

    def handle(self, asker: Asker, request: Request, seen: int | None, time: int) -> list[Line]:
        """Carry out a request. `seen` is the last change that the asker knew of."""
        check(asker, request, seen, self)
        verb = VERB_OF[type(request)]
        carry_out: Callable[[Asker, Any, int], list[Line]] = getattr(self, f"_{verb}")
        return carry_out(asker, request, time)

    # ---- what the table does

    def _enter(self, asker: Asker, request: Enter, time: int) -> list[Line]:
        waiting = self.waiting
        check_enters(asker, waiting)
        thrower = self.state.thrower() if TABLE in self.state.actors() else TABLE
        seat = None if thrower == TABLE else thrower + 1
        texts = request.outcomes if request.outcome is None else (request.outcome,)
        slot = Slot(len(self.lines) + 1, "entered", seat, texts)
        step = self._try(slot)
        written = list(step.elements)
        notaries = [name for name in self.in_office("notary") if name != asker.name]
        need = min(self.setup.details.confirm, len(notaries))
        facts: dict[str, Any] = (
            {"outcomes": written} if request.outcome is None else {"outcome": written[0]}
        )
        if seat is not None:
            facts["seat"] = seat
        facts["need"] = need
        if waiting is not None:
            facts["of"] = waiting.line.no
        line = self._changed(self._write(asker, time, "entered", facts))
        self.waiting = WaitingEntry(line, step.slot)
        if need == 0:
            self._take_effect()
        return [line]

    def _take_effect(self) -> None:
        assert self.waiting is not None
        self._shown.add(self.waiting.line.no)
        slot, self.waiting = self.waiting.slot, None
        self._append(slot)

    def _confirm(self, asker: Asker, request: Confirm, time: int) -> list[Line]:
        waiting = self._waiting_entry(request.of)
        check_confirms(asker, waiting)
        waiting.confirmed.append(asker.name)
        line = self._write(asker, time, "confirmed", {"of": request.of})
        if is_enough(asker, waiting):
            self._take_effect()
            self._changed(line)
        return [line]

    def _dispute(self, asker: Asker, request: Dispute, time: int) -> list[Line]:
        waiting = self._waiting_entry(request.of)
        check_disputes(asker, waiting)
        waiting.disputed.append(asker.name)
        return [self._write(asker, time, "disputed", {"of": request.of, "why": request.why})]

    def _waiting_entry(self, no: int) -> WaitingEntry:
        line = self.find(no)
        if line is None or line.kind != "entered":
            raise Refused("no-line", f"line {no} is no entry")
        if self.waiting is None or self.waiting.line.no != no:
            raise Refused("stale", f"entry {no} waits no more")
        return self.waiting

    def _void(self, asker: Asker, request: Void, time: int) -> list[Line]:
        thrower = self.state.thrower() if TABLE in self.state.actors() else TABLE
        if thrower == TABLE:
            raise Refused("nothing-to-throw", "no seat is to throw")
        if request.seat != thrower + 1:
            raise Refused("illegal", f"seat {thrower + 1} is to throw")
        reasons = self.setup.game.void_reasons
        clause = request.clause or reasons.get(request.why, "")
        facts: dict[str, Any] = {"seat": request.seat, "why": request.why, "clause": clause}
        if self.waiting is not None:
            facts["of"] = self.waiting.line.no
            self.waiting = None
        return [self._changed(self._write(asker, time, "void", facts))]

    # ---- what seats do

    def _act(self, asker: Asker, request: DeskAct, time: int) -> list[Line]:
        check_decides(asker, request.seat, self)
        slot = Slot(len(self.lines) + 1, "acted", request.seat, (request.action,))
        step = self._try(slot)
        assert isinstance(step.slot.content, tuple)
        facts = {
            "seat": request.seat,
            "action": step.slot.content[0],
            "behalf": is_on_behalf(asker, "act"),
        }
        line = self._changed(self._write(asker, time, "acted", facts))
        self._append(step.slot)
        return [line]

    def _name(self, asker: Asker, request: Name, time: int) -> list[Line]:
        call = self._open_call(request.seat)
        if call is None:
            raise Refused("nothing-to-name", "nobody is to be named")
        for name in request.people:
            if name not in call.at_home:
                raise Refused("nobody", f"{name} was not at home")
        if not call.fits(request.people):
            raise Refused("illegal", f"{call.count} people are called, each once")
        facts = {
            "seat": request.seat,
            "people": list(request.people),
            "of": call.no,
            "behalf": is_on_behalf(asker, "name"),
        }
        line = self._write(asker, time, "named", facts)
        self._namings[line.no] = Naming(line.no, request.seat, call.no, request.people)
        self._row = None
        self._track()
        return [line]

    # ---- judges

    def _penalty(self, asker: Asker, request: Penalty, time: int) -> list[Line]:
        facts = {"seat": request.seat, "points": request.points, "why": request.why}
        line = self._write(asker, time, "penalty", facts)
        self.penalties[line.no] = Penalised(request.seat, request.points, request.why)
        return [line]

    def _sanction(self, asker: Asker, request: Sanction, time: int) -> list[Line]:
        slot = Slot(len(self.lines) + 1, "sanction", request.seat, (request.choice,))
        step = self._try(slot)
        element = step.elements[0]
        assert isinstance(element, dict)
        facts = {"seat": request.seat, "clause": element["clause"], "choice": request.choice}
        facts |= self._drop_waiting()
        line = self._changed(self._write(asker, time, "sanction", facts))
        self._append(step.slot)
        return [line]

    def _pause(self, asker: Asker, request: Pause, time: int) -> list[Line]:
        self.is_paused = True
        return [self._write(asker, time, "paused", {"why": request.why})]

    def _resume(self, asker: Asker, request: Resume, time: int) -> list[Line]:
        check_resumes(self)
        self.is_paused = False
        return [self._write(asker, time, "resumed", {"why": request.why})]

    def _close(self, asker: Asker, request: Close, time: int) -> list[Line]:
        self.is_closed = True
        self._secret.clear()  # the record is everybody's now
        self.proposals.clear()
        facts = {"why": request.why, "winner": self.winner()} | self._drop_waiting()
        return [self._changed(self._write(asker, time, "closed", facts))]

    def _protest(self, asker: Asker, request: Protest, time: int) -> list[Line]:
        facts = {"seat": request.seat, "text": request.text}
        line = self._write(asker, time, "protest", facts)
        self.protests[line.no] = line
        return [line]

    def _answer(self, asker: Asker, request: Answer, time: int) -> list[Line]:
        line = self.find(request.of)
        if line is None or line.kind != "protest":
            raise Refused("no-line", f"line {request.of} is no protest")
        if request.of not in self.protests:
            raise Refused("already", "this protest is answered")
        del self.protests[request.of]
        facts = {"of": request.of, "text": request.text, "upheld": request.upheld}
        return [self._write(asker, time, "answered", facts)]

    # ---- the council

    def _propose(self, asker: Asker, request: Propose, time: int) -> list[Line]:
        facts: dict[str, Any] = {"text": request.text}
        if request.position is not None:
            try:
                self.match.check_position(request.position)
            except IllegalAction as error:
                raise Refused("illegal", error.why, error.clause) from None
            facts["position"] = request.position
        council = self.in_office(*COUNCIL)
        facts["council"] = council
        line = self._write(asker, time, "proposed", facts)
        self.proposals[line.no] = Proposal(line, tuple(council), request.position)
        return [line]

    def _vote(self, asker: Asker, request: Vote, time: int) -> list[Line]:
        line = self.find(request.of)
        if line is None or line.kind != "proposed":
            raise Refused("no-line", f"line {request.of} is no proposal")
        proposal = self.proposals.get(request.of)
        if proposal is None:
            raise Refused("stale", "this proposal is decided")
        check_votes(asker, proposal)
        proposal.votes[asker.name] = request.yes
        written = [self._write(asker, time, "voted", {"of": request.of, "yes": request.yes})]
        return written + self._decide(proposal, asker, time)

    def _decide(self, proposal: Proposal, by: Asker, time: int) -> list[Line]:
        """The ruling, if the votes decide it: more than half of the council, whose size never
        changes, or no longer possible by those who may still vote.
        """
        size = len(proposal.council)
        in_office = self.in_office(*COUNCIL)
        open_votes = [
            name for name in proposal.council if name in in_office and name not in proposal.votes
        ]
        carried = 2 * proposal.yes > size
        if not carried and 2 * (proposal.yes + len(open_votes)) > size:
            return []
        no = proposal.line.no
        del self.proposals[no]
        facts: dict[str, Any] = {
            "of": no,
            "carried": carried,
            "yes": proposal.yes,
            "against": len(proposal.votes) - proposal.yes,
            "council": size,
        }
        sets = carried and proposal.position is not None
        if sets:
            facts |= self._drop_waiting()
        line = self._write(by, time, "ruling", facts)
        if sets:
            self._changed(line)
            text = proposal.line.facts["text"]
            self._append(Slot(line.no, "ruling", None, proposal.position, text))
            self._position_set_at = line.no
        return [line]

    def agree(self, line: Line, by: Asker) -> list[Line]:
        """What follows once everybody whom a line waits for agrees: an entry takes effect, a
        proposal with a position is carried.
        """
        if self.waiting is not None and self.waiting.line is line:
            self._take_effect()
        proposal = self.proposals.get(line.no)
        if proposal is None or proposal.position is None:
            return []
        proposal.votes = dict.fromkeys(proposal.council, True)
        return self._decide(proposal, by, line.time)

    # ---- stewards and herald

    def _place(self, asker: Asker, request: Place, time: int) -> list[Line]:
        who: str | int | None = request.person if request.piece is None else request.piece
        assert who is not None
        is_person = request.person is not None
        squares = self._squares_of(request.seat, who, is_person)
        if request.square not in squares:
            if squares or is_person:
                raise Refused("stale", "they are not to stand there now")
            raise Refused("nobody", f"seat {request.seat} has no such piece on the board")
        facts = {"seat": request.seat, "person" if is_person else "piece": who}
        facts |= {"square": request.square, "in": request.inside}
        line = self._write(asker, time, "place", facts)
        tick = Tick(line, request.seat, who, is_person, request.square, request.inside)
        self._ticks = [one for one in self._ticks if _whose(one) != _whose(tick)] + [tick]
        return [line]

    def _proclaimed(self, asker: Asker, request: Proclaimed, time: int) -> list[Line]:
        if self.find(request.of) is None:
            raise Refused("no-line", f"there is no line {request.of}")
        return [self._write(asker, time, "proclaimed", {"of": request.of})]

    def _note(self, asker: Asker, request: Note, time: int) -> list[Line]:
        return [self._write(asker, time, "note", {"text": request.text})]

    # ---- corrections

    def _correct(self, asker: Asker, request: Correct, time: int) -> list[Line]:
        root = self._root(request.of)
        line = self._line_of(root)
        if root <= self._position_set_at:
            raise Refused("settled", "a ruling has set the position since")
        before = self._in_effect()
        try:
            self._replace(line, request.to)
        except IllegalAction as error:
            raise Refused("illegal", error.why, error.clause) from None
        dropped = self._drop_waiting().get("out", [])
        after = self._in_effect()
        facts = {
            "of": request.of,
            "to": list(request.to) if isinstance(request.to, tuple) else request.to,
            "out": sorted([*(before - after), *dropped]),
            "back": sorted(after - before),
        }
        written = self._changed(self._write(asker, time, "corrected", facts))
        self._root_of[written.no] = root
        if self.state.hides():
            self._hide_correction(written.no, root)
        return [written]

    def correctable(self) -> list[Correctable]:
        """Corrections of them mean the same slots, and are not listed."""
        numbers = (self._in_effect() | set(self.penalties)) if self.has_started else ()
        lines = [self._line_of(no) for no in sorted(numbers) if no > self._position_set_at]
        return [{"no": line.no, "takes": list(_takes(line))} for line in lines]

    def _root(self, no: int) -> int:
        """The slot that a line, or any correction of it, means."""
        line = self.find(no)
        if line is None:
            raise Refused("no-line", f"there is no line {no}")
        root = self._root_of.get(no, no)
        kind = self._line_of(root).kind
        if kind == "ruling" and 0 < root <= self._position_set_at and self._sets(root):
            raise Refused("settled", "a ruling that set the position is final")
        if kind not in INSTEAD:
            raise Refused("no-line", f"line {no} is nothing that can be corrected")
        if root not in self._in_effect() and root not in self.penalties:
            raise Refused("stale", f"line {root} is not in effect")
        return root

    def _sets(self, ruling: int) -> bool:
        """Whether it set a position."""
        return any(step.slot.no == ruling for step in self.match.steps)

    def _in_effect(self) -> set[int]:
        return self.match.numbers | set(self._namings)

    def _replace(self, line: Line, to: str | tuple[str, ...] | None) -> None:
        """Something else happened at the line's slot; IllegalAction if it cannot have."""
        _check_to(line, to)
        if line.kind == "penalty":
            self.penalties[line.no] = replace(self.penalties[line.no], stands=False)
            self._row = None
            return
        row = self._row
        if row is None or row.root != line.no:
            slots = tuple(step.slot for step in self.match.steps)
            row = CorrectionRow(line.no, slots, tuple(self._namings.values()))
        namings = row.namings
        steps = self.match.steps
        if line.kind == "named":
            assert isinstance(to, tuple)
            namings = tuple(
                replace(one, people=to) if one.no == line.no else one for one in namings
            )
        else:
            content = (to,) if isinstance(to, str) else to
            slots = tuple(
                replace(slot, content=content) if slot.no == line.no else slot
                for slot in row.slots
                if slot.no >= line.no
            )
            steps = self.match.replayed(slots, line.no)
        people = self._tracked(steps, namings)
        fitting = set() if people is None else people.fitting(namings)
        if line.kind == "named" and line.no not in fitting:
            raise IllegalAction("", "these people cannot have been called then")
        self.match.steps = steps
        self._row = row
        self._namings = {one.no: one for one in namings if one.no in fitting}
        self._after_change()
        self._track()


def _takes(line: Line) -> tuple[Form, ...]:
    """What can stand at a line's slot instead."""
    return ("nothing", "list") if "outcomes" in line.facts else INSTEAD[line.kind]


def _check_to(line: Line, to: str | tuple[str, ...] | None) -> None:
    form: Form = "nothing" if to is None else "text" if isinstance(to, str) else "list"
    if form not in _takes(line):
        raise IllegalAction("", f"nothing of this kind can stand at line {line.no}")


def _whose(tick: Tick) -> tuple[int, str | int, bool, int | str | None]:
    """Pieces that share a name are known by their square."""
    square = None if tick.is_person or isinstance(tick.who, int) else tick.square
    return tick.seat, tick.who, tick.is_person, square
