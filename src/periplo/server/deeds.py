"""The history of one match at the server: what was done, by whom, and who has seen it."""

from collections.abc import Iterator, Sequence
from typing import Any

from periplo.core.game import Position
from periplo.core.state import TABLE, Event
from periplo.play.match import Match
from periplo.play.moments import SPECTATOR, Told, asides
from periplo.play.record import actor_name

PERSON, BOT, CLOCK, BY_TABLE = "person", "bot", "clock", "table"


class Deed:
    """One action of the match."""

    __slots__ = (
        "action", "actor", "asides", "by", "events", "is_secret", "may_be_undone", "note", "text",
        "time",
    )  # fmt: skip

    def __init__(self, actor: int, action: int, text: str, by: str, note: str, time: int) -> None:
        self.actor = actor
        self.action = action
        self.text = text
        self.by = by
        self.note = note
        self.time = time
        self.events: list[Event] = []
        self.asides: list[Told | None] = []
        self.may_be_undone = False
        self.is_secret = False  # nobody else's view changed by it

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


def carry_out(match: Match, deed: Deed) -> None:
    """Play a legal deed and note what it brought about, and who can have noticed."""
    state, game = match.state, match.game
    deed.may_be_undone = deed.actor != TABLE and state.may_take_back(deed.actor, deed.action)
    others: Sequence[int] = ()
    if deed.actor != TABLE and state.hides():
        everybody = (SPECTATOR, *range(state.seats))
        others = [seat for seat in everybody if seat != deed.actor]
    before = [game.view(state, seat) for seat in others]
    deed.events = match.play(deed.actor, deed.action)
    deed.asides = asides(game, match.state, deed.events)
    deed.is_secret = bool(others) and before == [game.view(state, seat) for seat in others]


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
        self._views = self._look(match)

    def _look(self, match: Match) -> list[Position]:
        if not self._hides:
            return []
        return [match.game.view(match.state, seat) for seat in self.seats or (SPECTATOR,)]

    def notice(self, match: Match, deed: Deed) -> list[dict[str, Any]]:
        """The entries to be told after a deed; empty if there is nothing to see."""
        seen = [deed]
        if self._hides:
            before, self._views = self._views, self._look(match)
            if match.position() in self._views:  # nothing is hidden any more
                seen = [*self._kept_back, deed]
                self._kept_back.clear()
            elif deed.actor not in self.seats and self._views == before:
                self._kept_back.append(deed)
                return []
            self.seen += seen
        told = [kept.entry(self.n + i) for i, kept in enumerate(seen, 1)]
        self.n += len(told)
        return told

    def forget(self, match: Match, deed: Deed) -> bool:
        """A deed was taken back; whether it had been seen."""
        self._views = self._look(match)
        if deed in self._kept_back:
            self._kept_back.remove(deed)
            return False
        if self._hides:
            self.seen.remove(deed)
        self.n -= 1
        return True


def replay(
    match: Match, deeds: Sequence[Deed], seats: tuple[int, ...]
) -> Iterator[tuple[Match, Onlooker, list[dict[str, Any]]]]:
    """The match from its beginning as an onlooker saw it: a step for each thing to see."""
    past = Match.at_start(match.record)
    onlooker = Onlooker(past, seats)
    yield past, onlooker, []
    for deed in deeds:
        past.play(deed.actor, deed.action)
        if told := onlooker.notice(past, deed):
            yield past, onlooker, told
