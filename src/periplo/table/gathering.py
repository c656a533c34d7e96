"""When what players contribute to the dice is fixed and published."""

from periplo.table.broadcasts import Broadcaster
from periplo.table.effects import SetTimeout
from periplo.table.messages import MomentNews, TableNews
from periplo.table.mixing import PATIENCE
from periplo.table.permissions import check_plays_itself
from periplo.table.rows import MIXED, PLAYING
from periplo.table.state import TableState


class DiceGathering:
    """It waits for those who are here, but not for long, and not for those who are not."""

    def __init__(self, table: TableState, broadcaster: Broadcaster) -> None:
        self._table = table
        self._broadcaster = broadcaster
        self.due: int | None = None  # until when it waits
        self._publishing: int | None = None  # the Persist after which a stage is published

    def promise(self, seat: int, hashed: str) -> None:
        if self._table.mixing.promises.get(seat) != hashed:
            check_plays_itself(self._table.seats[seat])
        if self._table.mixing.promise(seat, hashed):
            self._save()

    def contribute(self, seat: int, value: str) -> None:
        if self._table.mixing.contribute(seat, value):
            self._save()

    def _save(self) -> None:
        self._table.row.mixing = self._table.mixing.row()
        self._table.save_row()
        self.gather()

    def gather(self, without_the_absent: bool = False) -> None:
        """Fix the promises, and then the values, as soon as nobody who is here owes one."""
        mixing = self._table.mixing
        if self._table.status != PLAYING or mixing.stage == MIXED or mixing.is_being_written():
            return
        people = {seat.seat for seat in self._table.seats if seat.is_played()}
        if not without_the_absent:
            if not any(self._table.seats[seat].here for seat in people):
                self._set_timeout(None)
                return  # nobody has come yet, or everybody is gone: the dice wait for them
            if mixing.owing(self._table.subscribers.contributing()) & people:
                if self.due is None:
                    self._set_timeout(self._table.now.at + round(1000 * PATIENCE))
                return
        self._set_timeout(None)
        mixing.fix()
        if mixing.stage == MIXED:
            self._table.mark_status()  # the first turn begins
        self._table.row.mixing = mixing.row()
        self._publishing = self._table.save_row()

    def _set_timeout(self, at: int | None) -> None:
        if at != self.due:
            self.due = at
            self._table.outbox.add(SetTimeout("dice", at))

    def on_timeout(self) -> None:
        if self.due is None:
            return
        if self._table.now.at < self.due:
            self._table.outbox.add(SetTimeout("dice", self.due))
        else:
            self.due = None
            self.gather(without_the_absent=True)

    def is_publishing(self) -> bool:
        """Whether a stage waits for the disk."""
        return self._publishing is not None

    def on_persisted(self, number: int) -> bool:
        """If a stage of the dice is on disk it is published; whether it was now."""
        if self._publishing is None or number < self._publishing:
            return False
        self._publishing = None
        self._table.mixing.publish()
        if self._table.mixing.is_over():
            self._table.start_turn(self._table.status_since)
        for group in self._table.subscribers:  # these before anything that is drawn
            table = self._table.info_for(group)
            self._table.outbox.send(group.connections, TableNews(table))
            if self._table.mixing.is_over():
                self._table.outbox.send(
                    group.connections, MomentNews(self._broadcaster.snapshot(group))
                )
        return True
