"""The history of one match at the server: what was done, by whom, and who has seen it."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from periplo.core.game import Game, Options, Position
from periplo.core.state import TABLE, Event, State
from periplo.play.match import Match
from periplo.play.moments import SPECTATOR, Told, footnotes
from periplo.play.record import actor_name

PERSON, BOT, CLOCK, BY_TABLE = "person", "bot", "clock", "table"
TIME_UP = "time was up"


NOBODY: frozenset[int] = frozenset()


class Deed:
    """One action of the match."""

    __slots__ = (
        "action", "actor", "asides", "at", "by", "events", "is_secret", "may_be_undone", "note",
        "noticed_by", "open_to", "text", "time",
    )  # fmt: skip

    def __init__(
        self,
        actor: int,
        action: int,
        text: str,
        by: str,
        note: str,
        time: int,
        at: int | None = None,
    ) -> None:
        self.actor = actor
        self.action = action
        self.text = text
        self.by = by
        self.note = note
        self.time = time  # by the wall clock
        self.at = at  # by the clock that is never set; None if it was read from the log
        self.events: list[Event] = []
        self.asides: Sequence[Told | None] = ()
        self.may_be_undone = False
        self.is_secret = False  # nobody else's view changed by it
        # of those who look on, where something is hidden: whose view it changed, and from whom
        # nothing is hidden after it
        self.noticed_by = NOBODY
        self.open_to = NOBODY

    def entry(self, number: int) -> dict[str, Any]:
        """As clients are told; `number` is how many deeds they have then seen."""
        return {
            "n": number,
            "actor": actor_name(self.actor),
            "text": self.text,
            "by": self.by,
            "time": self.time,
            "events": self.events,
            "asides": self.asides,
            "note": self.note,
        }


class Onlooker:
    """What those who hold certain seats have seen of a match, deed by deed.

    In a game that hides nothing they see every deed. Otherwise they see their own, and of the
    others' those that change what they may see; the rest is kept back until nothing is hidden.
    """

    def __init__(self, match: Match, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self.n = 0
        self.seen: list[Deed] = []  # in this order; where nothing is hidden nobody needs it
        self._kept_back: list[Deed] = []
        self._hides = match.state.hides()
        self._eyes = frozenset(seats or (SPECTATOR,))

    def take(self, deed: Deed) -> list[Deed]:
        """What is to be seen after a deed; empty if there is nothing."""
        seen = [deed]
        if self._hides:
            if deed.open_to & self._eyes:  # nothing is hidden any more
                seen = [*self._kept_back, deed]
                self._kept_back.clear()
            elif deed.actor not in self.seats and not deed.noticed_by & self._eyes:
                self._kept_back.append(deed)
                return []
            self.seen += seen
        self.n += len(seen)
        return seen

    def notice(self, deed: Deed) -> list[dict[str, Any]]:
        """The entries to be told after a deed; empty if there is nothing to see."""
        return entries(self.take(deed), self.n)

    def forget(self, deed: Deed) -> bool:
        """A deed was taken back; whether it had been seen."""
        if deed in self._kept_back:
            self._kept_back.remove(deed)
            return False
        if self._hides:
            self.seen.remove(deed)
        self.n -= 1
        return True


def entries(seen: Sequence[Deed], n: int) -> list[dict[str, Any]]:
    """Deeds as they are told to whoever has seen `n` with them."""
    return [deed.entry(n - len(seen) + i) for i, deed in enumerate(seen, 1)]


class Checkpoints:
    """Copies of a match's state along the way, so that no past state is far to replay.

    There is one every so many actions, and when there are too many every other one goes. Those
    before the last few actions that may be taken back are kept beside them.
    """

    MOST = 64
    RECENT = 16
    FIRST_SPACING = 16

    def __init__(self, beginning: State) -> None:
        self._spacing = self.FIRST_SPACING
        self._states = {0: beginning.copy()}  # by the number of actions before it
        self._recent: dict[int, State] = {}

    def note(self, number: int, state: State) -> None:
        """The state after so many actions."""
        if number % self._spacing == 0:
            self._states[number] = state.copy()
            if len(self._states) > self.MOST:
                self._spacing *= 2
                self._states = {
                    at: kept for at, kept in self._states.items() if at % self._spacing == 0
                }

    def note_recent(self, number: int, state: State) -> None:
        """The state before an action that may be taken back."""
        self._recent.pop(number, None)
        self._recent[number] = state.copy()
        if len(self._recent) > self.RECENT:
            del self._recent[next(iter(self._recent))]

    def nearest(self, number: int) -> tuple[int, State]:
        """The last copy that is not after so many actions: after how many, and a copy of it."""
        if number in self._recent:
            return number, self._recent[number].copy()
        at = number - number % self._spacing
        while at not in self._states:  # the match was shorter for a while
            at -= self._spacing
        return at, self._states[at].copy()

    def cut(self, number: int) -> None:
        """Only what was before so many actions still holds."""
        self._states = {at: kept for at, kept in self._states.items() if at <= number}
        self._recent = {at: kept for at, kept in self._recent.items() if at <= number}

    def copy(self) -> "Checkpoints":
        """For somebody who looks at the past while the match goes on."""
        other = Checkpoints.__new__(Checkpoints)
        other._spacing = self._spacing
        other._states = dict(self._states)
        other._recent = dict(self._recent)
        return other

    def __len__(self) -> int:
        return len(self._states) + len(self._recent)


class History:
    """A match with everything done in it and not taken back."""

    def __init__(self, game: Game, names: Sequence[str], options: Options) -> None:
        self.match = Match(game, names, options)
        self.deeds: list[Deed] = []
        self.draws = 0  # deeds of the table
        self.public = Onlooker(self.match, ())  # what everybody has seen
        state = self.match.state
        self.hides = state.hides()
        self._eyes = (SPECTATOR, *range(state.seats)) if self.hides else ()
        self._views = self._look()
        self._checkpoints = Checkpoints(state)

    def _look(self) -> list[Position]:
        match = self.match
        return [match.game.view(match.state, seat) for seat in self._eyes]

    def play(self, deed: Deed) -> None:
        """Carry out a legal deed; note what it brought about, and who can have noticed."""
        match = self.match
        deed.may_be_undone = deed.actor != TABLE and match.state.may_take_back(
            deed.actor, deed.action
        )
        if deed.may_be_undone and deed.by == PERSON:
            self._checkpoints.note_recent(len(self.deeds), match.state)
        deed.events = match.play(deed.actor, deed.action)
        # in a tuple: of a long match there are many, and the garbage collector skips those
        deed.asides = tuple(footnotes(match.game, match.state, deed.events))
        if self.hides:
            before, self._views = self._views, self._look()
            position = match.position()
            pairs = list(zip(self._eyes, before, self._views, strict=True))
            deed.noticed_by = frozenset(eye for eye, was, now in pairs if was != now)
            deed.open_to = frozenset(eye for eye, _, now in pairs if now == position)
            deed.is_secret = deed.actor != TABLE and deed.noticed_by <= {deed.actor}
        self.deeds.append(deed)
        self.draws += deed.actor == TABLE
        self.public.take(deed)
        self._checkpoints.note(len(self.deeds), match.state)

    def remove(self, deed: Deed) -> None:
        """Take a deed out of the history; the match goes on from a state before it."""
        index = len(self.deeds) - 1
        while self.deeds[index] is not deed:
            index -= 1
        del self.deeds[index]
        self._checkpoints.cut(index)
        at, state = self._checkpoints.nearest(index)
        self.match.rewind(state, at)
        for number, kept in enumerate(self.deeds[at:], at + 1):
            self.match.play(kept.actor, kept.action)
            self._checkpoints.note(number, state)
        self._views = self._look()
        self.public.forget(deed)

    def onlooker(self, seats: tuple[int, ...]) -> Onlooker:
        """What those who hold these seats have seen so far."""
        onlooker = Onlooker(self.match, seats)
        if self.hides:
            for deed in self.deeds:
                onlooker.take(deed)
        else:
            onlooker.n = len(self.deeds)
        return onlooker

    def past(self) -> "Past":
        return Past(self.match, self.deeds[:], self._checkpoints.copy())


class Past:
    """A match as it was when it was asked for; it may go on meanwhile."""

    def __init__(self, match: Match, deeds: list[Deed], checkpoints: Checkpoints) -> None:
        self._match = match
        self._hides = match.state.hides()
        self._deeds = deeds
        self._checkpoints = checkpoints
        self._at, self.state = checkpoints.nearest(0)

    def seen_from(
        self, first: int, seats: tuple[int, ...]
    ) -> Iterator[tuple[int, int, list[Deed]]]:
        """Each thing that those who hold these seats saw, from their moment `first` on: after how
        many deeds, the moment's number, and what was new.
        """
        if not self._hides:
            for n in range(first, len(self._deeds) + 1):
                yield n, n, self._deeds[n - 1 : n] if n else []
            return
        if first <= 0:
            yield 0, 0, []
        onlooker = Onlooker(self._match, seats)
        for number, deed in enumerate(self._deeds, 1):
            seen = onlooker.take(deed)
            if seen and onlooker.n >= first:
                yield number, onlooker.n, seen

    def number_of(self, n: int, seats: tuple[int, ...]) -> int:
        """After how many deeds it was moment `n` for those who hold these seats; the last moment
        if there are not so many.
        """
        if not self._hides:
            return min(n, len(self._deeds))
        last = 0
        for number, at, _ in self.seen_from(0, seats):
            if at >= n:
                return number
            last = number
        return last

    def go_to(self, number: int) -> Generator[None, None, None]:
        """Make `state` the one after so many deeds, a deed at a time."""
        if not self._at <= number <= self._at + 1:
            at, state = self._checkpoints.nearest(number)
            if at > self._at or number < self._at:
                self._at, self.state = at, state
        for deed in self._deeds[self._at : number]:
            self.state.play(deed.actor, deed.action)
            self._at += 1
            yield
