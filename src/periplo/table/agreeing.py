"""What those who are here agree on: to end the match, or what becomes of somebody who is away.

A suggestion is about those who are here now, so it is kept in memory alone.
"""

from collections.abc import Collection

from periplo.play.refusals import Refused
from periplo.table.broadcasts import Broadcaster
from periplo.table.permissions import check_away, check_may_be_given, check_plays_itself
from periplo.table.playing import Playing
from periplo.table.requests import Agree, Suggest, Suggested, Suggestion
from periplo.table.seating import Seating
from periplo.table.state import TableState
from periplo.table.subscribers import SubscriberGroup


class Agreeing:
    def __init__(
        self, table: TableState, broadcaster: Broadcaster, playing: Playing, seating: Seating
    ) -> None:
        self._table = table
        self._broadcaster = broadcaster
        self._playing = playing
        self._seating = seating

    def _present(self) -> set[int]:
        """The people whose word counts. Bots agree to whatever people do."""
        return {seat.seat for seat in self._table.seats if seat.here and seat.is_played()}

    def suggest(self, seat: int, request: Suggest, group: SubscriberGroup) -> None:
        """The host decides alone about somebody who is away; others ask each other."""
        table = self._table
        check_plays_itself(table.seats[seat])
        about, agreed = None, {*group.seats}
        if request.what != "end":
            about = (request.about or 0) - 1
            place = table.place(about)
            if request.what == "give":
                check_may_be_given(about, table.row)
            check_away(place, table.row, table.now)
            hosts = {one.seat for one in table.seats if table.is_host(one.device)}
            if hosts & agreed:
                if request.what != "give":
                    self._carry_out(request.what, about)
                    return
                agreed |= self._present()
            elif hosts & self._present():
                raise Refused("host-only", "the host is here, and decides about this")
        table.suggestion = Suggestion(request.what, about, seat, agreed)
        self._settle()

    def agree(self, seat: int, request: Agree, group: SubscriberGroup) -> None:
        check_plays_itself(self._table.seats[seat])
        suggestion = self._table.suggestion
        if suggestion is None:
            raise Refused("no-suggestion", "nothing is suggested now")
        if request.agrees:
            suggestion.agreed.update(group.seats)
        else:
            self._table.suggestion = None
        self._settle()

    def on_presence(self) -> None:
        """Somebody has come or gone: whoever is not here is not asked."""
        suggestion = self._table.suggestion
        if suggestion is None:
            return
        if suggestion.about in self._present() or not self._present():
            self._table.suggestion = None
        self._settle()

    def lets_give(self, held: Collection[int], seat: int) -> bool:
        """Whether all have agreed that whoever holds these seats gives that one away."""
        made = self._table.suggestion
        return (
            made is not None
            and (made.what, made.about) == ("give", seat)
            and made.by in held
            and self._table.seats[made.by].is_played()
            and self._is_agreed(made)
        )

    def _is_agreed(self, suggestion: Suggestion) -> bool:
        return self._present() <= suggestion.agreed

    def _settle(self) -> None:
        """Do what all have agreed on; but whoever suggested to give a seat away makes its link."""
        suggestion = self._table.suggestion
        if suggestion is not None and suggestion.what != "give" and self._is_agreed(suggestion):
            self._table.suggestion = None
            self._carry_out(suggestion.what, suggestion.about)
        self._broadcaster.send_table()

    def _carry_out(self, what: Suggested, about: int | None) -> None:
        if what == "end":
            self._playing.end_early("agreed")
            return
        assert about is not None
        if what == "bot":
            self._seating.let_bot_play(self._table.seats[about])
        else:
            self._playing.skip(about)

    def concede(self, seat: int) -> None:
        """Alone against one, or if no person is left, the match ends; otherwise a bot plays on, for
        a seat that cannot win any more.
        """
        table = self._table
        check_plays_itself(table.seats[seat])
        table.row.conceded = sorted({*table.row.conceded, seat})
        table.save_row()
        others = [one for one in table.seats if one.seat not in table.row.conceded]
        if len(others) > 1 and any(one.is_played() for one in others):
            self._seating.let_bot_play(table.seats[seat])
            self.on_presence()
        else:
            self._playing.end_early("conceded")
