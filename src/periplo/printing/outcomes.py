"""What followed from each line of a journal when it took effect, and anew after corrections."""

from dataclasses import dataclass, field

from periplo.core.state import Event
from periplo.desk.desk import Desk
from periplo.desk.effective import Step
from periplo.desk.lines import Line


@dataclass(slots=True)
class Outcome:
    """A slot of the effective line as it was played at some moment."""

    step: Step
    called: dict[int, list[str]] = field(default_factory=dict)  # by seat: who went out

    @property
    def no(self) -> int:
        return self.step.slot.no

    @property
    def texts(self) -> tuple[str, ...]:
        content = self.step.slot.content
        return content if isinstance(content, tuple) else ()

    @property
    def events(self) -> list[Event]:
        return [event for events in self.step.events for event in events]


class LineOutcomes:
    """Give `follow` to `read_desk`."""

    def __init__(self) -> None:
        self.first: dict[int, Outcome] = {}  # by line: what followed at first
        self.took_effect_at: dict[int, int] = {}  # by line: the line by which it did
        self.anew: dict[int, list[Outcome]] = {}  # by correction: whatever changed
        self.throws: dict[int, int] = {}  # by line: the number of the throw
        self._now: dict[int, Outcome] = {}

    def follow(self, desk: Desk, line: Line) -> None:
        if not desk.has_started:
            return
        steps = desk.match.steps
        if line.kind == "corrected":
            self._replayed(steps, line.no)
        elif steps and steps[-1].slot.no not in self.first:
            self._take_effect(steps[-1], line.no)
        for (no, seat), call in desk.people.calls.items() if desk.people else ():
            self._now[no].called[seat] = call.order[: call.count]

    def _take_effect(self, step: Step, at: int) -> None:
        outcome, slot = Outcome(step), step.slot
        self.first[slot.no] = self._now[slot.no] = outcome
        self.took_effect_at[slot.no] = at
        if slot.kind == "entered" and slot.seat is not None:
            self.throws[slot.no] = len(self.throws) + 1

    def _replayed(self, steps: list[Step], correction: int) -> None:
        changed = []
        for step in steps:
            before = self._now[step.slot.no].step
            if (step.events, step.elements) != (before.events, before.elements):
                outcome = self._now[step.slot.no] = Outcome(step)
                changed.append(outcome)
        self.anew[correction] = changed
