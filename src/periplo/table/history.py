"""The history of one match at a table: what was done, by whom, and who has seen it."""

from collections.abc import Generator, Iterator, Sequence

from periplo.core.game import Game, Options, Position
from periplo.core.state import TABLE
from periplo.play.match import Match
from periplo.play.snapshots import SPECTATOR, footnotes
from periplo.table.actions import LoggedAction
from periplo.table.checkpoints import Checkpoints
from periplo.table.rows import PERSON
from periplo.table.viewers import ViewerHistory


class History:
    """A match with every action that was done in it and not taken back."""

    def __init__(self, game: Game, names: Sequence[str], options: Options) -> None:
        self.match = Match(game, names, options)
        self.actions: list[LoggedAction] = []
        self.draws = 0  # actions of the table that no person entered
        self.public = ViewerHistory(self.match, ())  # what everybody has seen
        state = self.match.state
        self.hides = state.hides()
        self._eyes = (SPECTATOR, *range(state.seats)) if self.hides else ()
        self._views = self._look()
        self._checkpoints = Checkpoints(state)

    def _look(self) -> list[Position]:
        match = self.match
        return [match.game.view(match.state, seat) for seat in self._eyes]

    def play(self, action: LoggedAction) -> None:
        """Carry out a legal action; note what it brought about, and who can have noticed."""
        match = self.match
        action.may_be_undone = action.actor != TABLE and match.state.may_take_back(
            action.actor, action.action
        )
        element = action.element
        if action.may_be_undone and action.by == PERSON:
            self._checkpoints.note_recent(len(self.actions), match.state)
        if element is None:
            action.events = match.play_checked(action.actor, action.action, action.text)
        else:
            action.events = match.replay(element)
        # in a tuple: of a long match there are many, and the garbage collector skips those
        action.footnotes = tuple(footnotes(match.game, match.state, action.events))
        if self.hides:
            before, self._views = self._views, self._look()
            position = match.position()
            pairs = list(zip(self._eyes, before, self._views, strict=True))
            action.noticed_by = frozenset(eye for eye, was, now in pairs if was != now)
            action.open_to = frozenset(eye for eye, _, now in pairs if now == position)
            action.is_secret = action.actor != TABLE and action.noticed_by <= {action.actor}
        self.actions.append(action)
        self.draws += action.actor == TABLE and action.by != PERSON
        self.public.take(action)
        self._checkpoints.note(len(self.actions), match.state)

    def remove_action(self, action: LoggedAction) -> None:
        """Take an action out of the history; the match goes on from a state before it."""
        index = len(self.actions) - 1
        while self.actions[index] is not action:
            index -= 1
        del self.actions[index]
        self._checkpoints.cut(index)
        at, state = self._checkpoints.nearest(index)
        self.match.rewind(state, at)
        for number, kept in enumerate(self.actions[at:], at + 1):
            if kept.element is None:
                self.match.play_checked(kept.actor, kept.action, kept.text)
            else:
                self.match.replay(kept.element)
            self._checkpoints.note(number, self.match.state)
        self._views = self._look()
        self.public.remove_action(action)

    def seen_by_all(self) -> list[LoggedAction]:
        """What everybody has seen so far."""
        return self.public.seen if self.hides else self.actions

    def viewer(self, seats: tuple[int, ...]) -> ViewerHistory:
        """What those who hold these seats have seen so far."""
        viewer = ViewerHistory(self.match, seats)
        if self.hides:
            for action in self.actions:
                viewer.take(action)
        else:
            viewer.n = len(self.actions)
        return viewer

    def past(self) -> "Past":
        return Past(self.match, self.actions[:], self._checkpoints.copy())


class Past:
    """A match as it was when it was asked for; it may go on meanwhile."""

    def __init__(self, match: Match, actions: list[LoggedAction], checkpoints: Checkpoints) -> None:
        self._match = match
        self._hides = match.state.hides()
        self._actions = actions
        self._checkpoints = checkpoints
        self._at, self.state = checkpoints.nearest(0)

    def seen_from(
        self, first: int, seats: tuple[int, ...]
    ) -> Iterator[tuple[int, int, list[LoggedAction]]]:
        """Each thing that those who hold these seats saw, from their snapshot `first` on: after how
        many actions, the snapshot's number, and what was new.
        """
        if not self._hides:
            for n in range(first, len(self._actions) + 1):
                yield n, n, self._actions[n - 1 : n] if n else []
            return
        if first <= 0:
            yield 0, 0, []
        viewer = ViewerHistory(self._match, seats)
        for number, action in enumerate(self._actions, 1):
            seen = viewer.take(action)
            if seen and viewer.n >= first:
                yield number, viewer.n, seen

    def number_of(self, n: int, seats: tuple[int, ...]) -> int:
        """After how many actions it was snapshot `n` for those who hold these seats; the last one
        if there are not so many.
        """
        if not self._hides:
            return min(n, len(self._actions))
        last = 0
        for number, at, _ in self.seen_from(0, seats):
            if at >= n:
                return number
            last = number
        return last

    def go_to(self, number: int) -> Generator[None, None, None]:
        """Make `state` the one after so many actions, an action at a time."""
        if not self._at <= number <= self._at + 1:
            at, state = self._checkpoints.nearest(number)
            if at > self._at or number < self._at:
                self._at, self.state = at, state
        for action in self._actions[self._at : number]:
            if action.element is None:
                self.state.play(action.actor, action.action)
            else:
                self.state = self._match.load(action.element["set"])
            self._at += 1
            yield
