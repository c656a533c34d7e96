"""The effective line: what has happened in a match as it stands after all corrections.

Every line of the journal that does something to the match has a place in it, known by the line's
number. What is done there may be corrected; the place stays.
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
class Place:
    """What is to be done at one place of the line."""

    no: int  # of the line in the journal
    kind: StepKind
    seat: int | None  # from 1: who throws, decides or is punished
    content: tuple[str, ...] | Position | None  # texts, or a position; None for nothing
    why: str = ""  # of a ruling
    at: int = 0  # the line by which it took effect: of an entry, perhaps a confirmation


@dataclass(frozen=True, slots=True)
class Step:
    """A place as it was played."""

    place: Place
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
        return {step.place.no for step in self.steps}

    def play(self, place: Place, before: State | None = None) -> Step:
        """The place played on the line, or on another state; IllegalAction if it cannot be."""
        before = self.state if before is None else before
        if place.content is None:
            return Step(place, (), (), before)
        match place.kind:
            case "entered":
                return self._enter(place, before)
            case "acted":
                return self._act(place, before)
            case "sanction":
                return self._punish(place, before)
            case "ruling":
                assert isinstance(place.content, dict)
                return self._set(place, place.content, "", place.why)

    def append(self, place: Place) -> Step:
        step = self.play(place)
        self.steps.append(step)
        return step

    def replayed(self, places: Sequence[Place], first: int) -> list[Step]:
        """The line with these places from number `first` on. What stands there must be legal
        (IllegalAction); the line ends before the first later one that is not.
        """
        steps = [step for step in self.steps if step.place.no < first]
        state = steps[-1].after if steps else self.start
        for place in places:
            try:
                steps.append(self.play(place, state))
            except IllegalAction:
                if place.no == first:
                    raise
                break
            state = steps[-1].after
        return steps

    # ---- one place

    def _enter(self, place: Place, before: State) -> Step:
        """Legal as a whole or not at all; all throws must be of the seat that the line names."""
        state, game = before.copy(), self.game
        thrower = TABLE if place.seat is None else place.seat - 1
        elements, events = [], []
        for text in place.content or ():
            if TABLE not in state.actors():
                raise IllegalAction("", "there is nothing to enter now")
            if state.thrower() != thrower:
                raise IllegalAction("", "another seat is to throw")
            action = self._outcome(state, text)
            state.check(TABLE, action)
            elements.append(game.text(state, TABLE, action))
            events.append(play_logged(state, TABLE, action))
        content = tuple(elements)
        return Step(replace(place, content=content), content, tuple(events), state)

    def _outcome(self, state: State, text: str) -> int:
        try:
            return self.game.parse(state, TABLE, text)
        except IllegalAction:
            if ascending(text) == text:
                raise
            return self.game.parse(state, TABLE, ascending(text))

    def _act(self, place: Place, before: State) -> Step:
        state, game = before.copy(), self.game
        assert place.seat is not None
        assert isinstance(place.content, tuple)
        actor = place.seat - 1
        if actor not in state.actors():
            raise IllegalAction("", f"seat {place.seat} has nothing to decide now")
        action = game.parse(state, actor, place.content[0])
        state.check(actor, action)
        text = game.text(state, actor, action)
        events = play_logged(state, actor, action)
        content = (text,)
        return Step(replace(place, content=content), (join_action(actor, text),), (events,), state)

    def _punish(self, place: Place, before: State) -> Step:
        assert place.seat is not None
        assert isinstance(place.content, tuple)
        choice = place.content[0]
        for sanction in self.game.sanctions(before, place.seat - 1):
            if sanction["choice"] == choice:
                return self._set(place, sanction["position"], sanction["clause"], choice)
        raise IllegalAction("", f"{choice!r} is no sanction for seat {place.seat} now")

    def _set(self, place: Place, position: Position, clause: str, why: str) -> Step:
        element: SetElement = {"set": position, "clause": clause, "why": why}
        after = self.check_position(position)
        return Step(place, (element,), (set_events(clause),), after)

    def check_position(self, position: Position) -> State:
        """A position from which this match can go on; IllegalAction names what is wrong with it."""
        try:
            state = self.game.load(position, self.options)
        except PeriploError as error:
            raise IllegalAction("", f"position: {error}") from None
        if state.seats != self.start.seats:
            raise IllegalAction("", f"position: it is for {state.seats} seats")
        return state
