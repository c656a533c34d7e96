"""A match: a state, the record that leads to it, and every event on the way."""

from collections.abc import Sequence
from typing import Any

from periplo.core.errors import BadRecord, BadSetup, IllegalAction, PeriploError
from periplo.core.game import Game, Options, Position
from periplo.core.options import hold_files
from periplo.core.setups import held_files, keep_files
from periplo.core.state import ALLOWED, Event, State
from periplo.games import game as find_game
from periplo.play.record import (
    Element,
    Record,
    actor_name,
    join_action,
    record_from_json,
    set_events,
    split_action,
)


def play_logged(state: State, actor: int, action: int) -> list[Event]:
    """Carry out a legal action; what it brought about."""
    events: list[Event] = []
    state.log = events
    try:
        state.play(actor, action)
    finally:
        state.log = None
    return events


class Match:
    """Play it with `play` or `write`; everything that happened is in `record` and `events`."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        options: Options | None = None,
        start: Position | None = None,
    ) -> None:
        self.game = game
        self.record = Record(game.id, game.rules, dict(options or {}), list(names), start)
        # a file that is edited meanwhile changes nothing, not even after an undo
        self._options = hold_files(game.options, self.record.options)
        self.events: list[list[Event]] = []  # a list an action
        self.state = self._beginning()

    def __getstate__(self) -> dict[str, Any]:
        files = held_files(self.game.options, self._options)
        return self.__dict__ | {"_files": files}  # another process needs them to undo

    def __setstate__(self, parts: dict[str, Any]) -> None:
        keep_files(parts.pop("_files"))
        self.__dict__.update(parts)

    @classmethod
    def new(cls, game_id: str, seats: int, options: Options | None = None) -> "Match":
        """A match at its beginning, seats named as the game names them."""
        game = find_game(game_id)
        game.read_setup(seats, options)
        return cls(game, game.seat_names[:seats], options)

    @classmethod
    def from_position(
        cls, game_id: str, position: Position, options: Options | None = None
    ) -> "Match":
        """A match that begins here, seats named as the game names them."""
        game = find_game(game_id)
        seats = game.load(position, options).seats
        return cls(game, game.seat_names[:seats], options, position)

    @classmethod
    def from_record(cls, record: Record | dict[str, Any], upto: int | None = None) -> "Match":
        """The match of a record, replayed to its end or to the first `upto` actions."""
        if isinstance(record, dict):
            record = record_from_json(record)
        match = cls.at_start(record)
        for element in record.actions[:upto]:
            match.replay(element)
        return match

    @classmethod
    def at_start(cls, record: Record) -> "Match":
        """The match of a record before its first action."""
        try:
            game = find_game(record.game)
        except PeriploError as error:
            raise BadRecord(f"game: {error}") from None
        if record.rules != game.rules:
            raise BadRecord(
                f"rules: version {record.rules} of {game.id} is not known here, "
                f"only version {game.rules}"
            )
        try:
            return cls(game, record.seats, record.options, record.start)
        except BadSetup as error:
            raise BadRecord(str(error)) from None
        except PeriploError as error:
            raise BadRecord(f"start: {error}") from None

    def _beginning(self) -> State:
        seats, start = len(self.record.seats), self.record.start
        self.game.read_setup(seats, self._options)
        if start is None:
            return self.game.new(seats, self._options)
        state = self.game.load(start, self._options)
        if state.seats != seats:
            raise BadSetup(f"seats: {seats} are named, the position has {state.seats}")
        return state

    # playing

    def play(self, actor: int, action: int) -> list[Event]:
        """Apply a legal action, write it down and return what it brought about."""
        self.state.check(actor, action)
        return self.play_checked(actor, action, self.game.text(self.state, actor, action))

    def play_checked(self, actor: int, action: int, text: str) -> list[Event]:
        """As `play`, for whoever knows that it is legal, and its text."""
        events = play_logged(self.state, actor, action)
        self.record.actions.append(join_action(actor, text))
        self.events.append(events)
        return events

    def write(self, written: str) -> list[Event]:
        """Play an action as a record writes it: `"3+6"` or `"1: stay"`."""
        number = len(self.record.actions) + 1
        try:
            actor, text = split_action(written)
            if actor not in self.state.actors():
                now = ", ".join(actor_name(other) for other in self.state.actors())
                who = f"it is the turn of: {now}" if now else "the game is over"
                raise IllegalAction("", f"{actor_name(actor)} cannot act, {who}")
            return self.play(actor, self.game.parse(self.state, actor, text))
        except PeriploError as error:
            raise BadRecord(f"action {number}: {written!r}: {error}") from None

    def set_position(self, position: Position, clause: str, why: str) -> list[Event]:
        """Go on from another position, as officials of a real table may decide."""
        state = self.load(position)
        if state.seats != self.state.seats:
            raise BadSetup(f"the position has {state.seats} seats, not {self.state.seats}")
        self.state = state
        self.record.actions.append({"set": position, "clause": clause, "why": why})
        self.events.append(set_events(clause))
        return self.events[-1]

    def load(self, position: Position) -> State:
        """Another position of this match's game and options."""
        return self.game.load(position, self._options)

    def replay(self, element: Element) -> list[Event]:
        """Whatever a record writes: an action, or a position that was set."""
        if isinstance(element, str):
            return self.write(element)
        number = len(self.record.actions) + 1
        try:
            return self.set_position(element["set"], element["clause"], element["why"])
        except PeriploError as error:
            raise BadRecord(f"action {number}: set: {error}") from None

    def refusal(self, written: str) -> tuple[str, str]:
        """The clause that forbids an action now, and why; ALLOWED if none does. Plays nothing."""
        actor, text = split_action(written)
        try:
            self.state.copy().apply(actor, self.game.parse(self.state, actor, text))
        except IllegalAction as error:
            return error.clause, error.why
        return ALLOWED

    def undo(self, count: int = 1) -> None:
        """Take back the last actions, by replaying the record without them."""
        if not 0 <= count <= len(self.record.actions):
            raise BadRecord(f"there are {len(self.record.actions)} actions, not {count}, to undo")
        kept = self.record.actions[: len(self.record.actions) - count]
        self.record.actions, self.events = [], []
        self.state = self._beginning()
        for element in kept:
            self.replay(element)

    def rewind(self, state: State, number: int) -> None:
        """Go on from `state`, which is as it stood after the first `number` actions."""
        self.state = state
        del self.record.actions[number:]
        del self.events[number:]

    def at(self, number: int) -> "Match":
        """The match as it stood after the first `number` actions."""
        return Match.from_record(self.record, number)

    # looking

    def _repr_svg_(self) -> str:
        """The board, as notebooks show it."""
        return self.game.svg(self.position(), self.record.seats, options=self._options)

    def legal(self) -> dict[str, list[str]]:
        """What each actor may do now, as texts."""
        return {
            actor_name(actor): [
                self.game.text(self.state, actor, action) for action in self.state.legal(actor)
            ]
            for actor in self.state.actors()
        }

    def position(self) -> Position:
        return self.game.position(self.state)

    def view(self, seat: int | None) -> Position:
        return self.game.view(self.state, seat)

    def line(self) -> dict[str, Any]:
        """The match as `periplo replay --positions` writes it after each action."""
        number = len(self.record.actions)
        if number == 0:
            return {"n": 0, "position": self.position(), "legal": self.legal()}
        return {
            "n": number,
            "action": self.record.actions[-1],
            "position": self.position(),
            "events": self.events[-1],
            "legal": self.legal(),
            "over": self.state.over(),
            "scores": self.state.scores(),
        }
