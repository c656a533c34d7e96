"""Who says whether what a seat said aloud is right, where the game leaves that to people."""

from periplo.core.state import NOBODY, TABLE
from periplo.play.refusals import Refused
from periplo.play.snapshots import Snapshot, in_each_language
from periplo.table.broadcasts import Broadcaster
from periplo.table.messages import MomentNews
from periplo.table.requests import GiveVerdict
from periplo.table.rows import JUDGE_OFFICE
from periplo.table.seats import Seat
from periplo.table.state import TableState
from periplo.table.subscribers import SubscriberGroup

Judges = tuple[frozenset[int], bool]  # their seats, and whether whoever was asked to is one


class Judging:
    def __init__(self, table: TableState, broadcaster: Broadcaster) -> None:
        self._table = table
        self._broadcaster = broadcaster
        self._shown: tuple[int, Judges] | None = None  # who judges, after how many actions

    def due(self) -> int | None:
        """The seat that people judge now. A bot says nothing aloud: there the table draws."""
        table, state = self._table, self._table.match.state
        if not table.runs() or TABLE not in state.actors():
            return None
        seat = state.answerer()
        return None if seat == NOBODY or table.seats[seat].played_by_bot() else int(seat)

    def judges(self) -> Judges:
        """As the table was opened; if they are not here, the next who are."""
        table, answerer = self._table, self.due()
        here = [seat for seat in table.seats if seat.here and seat.is_played()]
        office = any(JUDGE_OFFICE in group.officials for group in table.subscribers)
        if table.row.classroom is not None and table.row.judge != "teams":
            return frozenset(), True  # no team is shown an answer because the teacher is away
        if table.row.judge == "spectator" and office:
            return frozenset(), True
        others = [seat for seat in here if seat.seat != answerer]
        in_turn = table.row.judge == "teams"
        if answerer is not None and (in_turn or table.is_host(table.seats[answerer].device)):
            chosen = self._next_after(answerer, others)
        else:
            hosts = [seat for seat in others if table.is_host(seat.device)]
            chosen = (not in_turn and hosts) or others
        return frozenset(seat.seat for seat in chosen or here), False

    def _next_after(self, answerer: int, others: list[Seat]) -> list[Seat]:
        """The next of them in turn."""
        count = len(self._table.seats)
        return sorted(others, key=lambda seat: (seat.seat - answerer) % count)[:1]

    def may_judge(self, group: SubscriberGroup) -> bool:
        seats, office = self.judges()
        is_official = JUDGE_OFFICE in group.officials or self._table.teaches(group.officials)
        return not seats.isdisjoint(group.seats) or (office and is_official)

    def complete(self, snapshot: Snapshot, group: SubscriberGroup) -> None:
        """Add what is judged, by whom, and for them what they need to know for it."""
        seat = self.due()
        if seat is None:
            return
        game, state, yours = self._table.game, self._table.match.state, self.may_judge(group)
        snapshot["verdict"] = {
            "seat": seat + 1,
            "by": sorted(judge + 1 for judge in self.judges()[0]),
            "outcomes": [game.text(state, TABLE, action) for action in state.legal(TABLE)],
            "yours": yours,
        }
        if yours:
            snapshot["answer"] = in_each_language(game.answer, state)

    def refresh(self) -> None:
        """Whoever judges may have come or gone since the last snapshot."""
        if self.due() is None:
            return
        now = len(self._table.actions), self.judges()
        was, self._shown = self._shown, now
        if was is not None and was[0] == now[0] and was != now:
            for group in self._table.subscribers:
                self._table.outbox.send(
                    group.connections, MomentNews(self._broadcaster.snapshot(group))
                )

    def read(self, request: GiveVerdict, group: SubscriberGroup) -> int:
        """The table's action that a verdict means."""
        if self.due() is None:
            raise Refused("nothing-to-judge", "there is nothing to judge now")
        if request.n != group.viewer.n:
            raise Refused("stale", "something has happened since; look again")
        table, state = self._table, self._table.match.state
        for action in state.legal(TABLE):
            if table.game.text(state, TABLE, action) == request.outcome:
                return int(action)
        raise Refused("illegal", "that is no verdict here")
