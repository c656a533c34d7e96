"""The effective line: what has happened in a match as it stands after all corrections.

Every line of the journal that does something to the match has a slot in it, known by the line's
number. What is done there may be corrected; the slot stays.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from periplo.core.errors import IllegalAction, PeriploError
from periplo.core.game import Game, Options, Position
from periplo.core.options import hold_files
from periplo.core.state import TABLE, Event, State
from periplo.play.match import play_logged
from periplo.play.record import Element, SetElement, join_action, set_events

StepKind = Literal["entered", "acted", "sanction", "ruling"]
THROW = re.compile(r"([0-9])\+([0-9])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot of the line, and what is to be done there."""

    no: int  # of the line in the journal
    kind: StepKind
    seat: int | None  # from 1: who throws, decides or is punished
    content: tuple[str, ...] | Position | None  # texts, or a position; None for nothing
    why: str = ""  # of a ruling
    at: int = 0  # the line by which it took effect: of an entry, perhaps a confirmation


@dataclass(frozen=True, slots=True)
class Step:
    """A slot as it was played."""

    slot: Slot
    elements: tuple[Element, ...]  # of the record
    events: tuple[list[Event], ...]  # of each of them
    after: State  # nobody changes it


def ascending(text: str) -> str:
    """Real dice are read in any order."""
    throw = THROW.fullmatch(text)
    return "+".join(sorted(throw.groups())) if throw else text


class EffectiveLine:
    def __init__(self, game: Game, options: Options, seats: int) -> None:
        self.game = game
        # a file that is edited meanwhile changes nothing
        self.options = hold_files(game.options, options)
        self.start = game.new(seats, self.options)
        self.steps: list[Step] = []

    @property
    def state(self) -> State:
        """As it stands; copy it before you play on it."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def elements(self) -> list[Element]:
        return [element for step in self.steps for element in step.elements]

    @property
    def numbers(self) -> set[int]:
        return {step.slot.no for step in self.steps}

    def last_decision(self, seat: int) -> int | None:
        """The line of the seat's last decision that stands; seats from 1."""
        return next(
            (
                step.slot.no
                for step in reversed(self.steps)
                if step.elements and step.slot.kind == "acted" and step.slot.seat == seat
            ),
            None,
        )

    def play(self, slot: Slot, before: State | None = None) -> Step:
        """The slot played on the line, or on another state; IllegalAction if it cannot be."""
        before = self.state if before is None else before
        if slot.content is None:
            return Step(slot, (), (), before)
        match slot.kind:
            case "entered":
                return self._enter(slot, before)
            case "acted":
                return self._act(slot, before)
            case "sanction":
                return self._punish(slot, before)
            case "ruling":
                assert isinstance(slot.content, dict)
                return self._set(slot, slot.content, "", slot.why)

    def append(self, slot: Slot) -> Step:
        step = self.play(slot)
        self.steps.append(step)
        return step

    def replayed(self, slots: Sequence[Slot], first: int) -> list[Step]:
        """The line with these slots from number `first` on. What stands there must be legal
        (IllegalAction); the line ends before the first later one that is not.
        """
        steps = [step for step in self.steps if step.slot.no < first]
        state = steps[-1].after if steps else self.start
        for slot in slots:
            try:
                steps.append(self.play(slot, state))
            except IllegalAction:
                if slot.no == first:
                    raise
                break
            state = steps[-1].after
        return steps

    # ---- one slot

    def _enter(self, slot: Slot, before: State) -> Step:
        """Legal as a whole or not at all; all throws must be of the seat that the line names."""
        state, game = before.copy(), self.game
        thrower = TABLE if slot.seat is None else slot.seat - 1
        elements, events = [], []
        for text in slot.content or ():
            if TABLE not in state.actors():
                raise IllegalAction("", "there is nothing to enter now")
            if state.thrower() != thrower:
                raise IllegalAction("", "another seat is to throw")
            action = self._outcome(state, text)
            state.check(TABLE, action)
            elements.append(game.text(state, TABLE, action))
            events.append(play_logged(state, TABLE, action))
        content = tuple(elements)
        return Step(replace(slot, content=content), content, tuple(events), state)

    def _outcome(self, state: State, text: str) -> int:
        try:
            return self.game.parse(state, TABLE, text)
        except IllegalAction:
            if ascending(text) == text:
                raise
            return self.game.parse(state, TABLE, ascending(text))

    def _act(self, slot: Slot, before: State) -> Step:
        state, game = before.copy(), self.game
        assert slot.seat is not None
        assert isinstance(slot.content, tuple)
        actor = slot.seat - 1
        if actor not in state.actors():
            raise IllegalAction("", f"seat {slot.seat} has nothing to decide now")
        action = game.parse(state, actor, slot.content[0])
        state.check(actor, action)
        text = game.text(state, actor, action)
        events = play_logged(state, actor, action)
        content = (text,)
        return Step(replace(slot, content=content), (join_action(actor, text),), (events,), state)

    def _punish(self, slot: Slot, before: State) -> Step:
        assert slot.seat is not None
        assert isinstance(slot.content, tuple)
        choice = slot.content[0]
        for sanction in self.game.sanctions(before, slot.seat - 1):
            if sanction["choice"] == choice:
                return self._set(slot, sanction["position"], sanction["clause"], choice)
        raise IllegalAction("", f"{choice!r} is no sanction for seat {slot.seat} now")

    def _set(self, slot: Slot, position: Position, clause: str, why: str) -> Step:
        element: SetElement = {"set": position, "clause": clause, "why": why}
        after = self.check_position(position)
        return Step(slot, (element,), (set_events(clause),), after)

    def check_position(self, position: Position) -> State:
        """A position from which this match can go on; IllegalAction names what is wrong with it."""
        try:
            state = self.game.load(position, self.options)
        except PeriploError as error:
            raise IllegalAction("", f"position: {error}") from None
        if state.seats != self.start.seats:
            raise IllegalAction("", f"position: it is for {state.seats} seats")
        return state
