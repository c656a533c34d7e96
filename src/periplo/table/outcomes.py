"""What the table of an event may do next, for whoever enters it; proposed at a rehearsal."""

from typing import Final

from periplo.core.dice import Dice
from periplo.core.state import TABLE
from periplo.desk.desk import Desk
from periplo.play.snapshots import Snapshot, in_each_language
from periplo.table.proposing import propose_outcome, to_enter
from periplo.table.state import TableState

MOST_OFFERED: Final = 600  # outcomes; of more, whoever enters one writes it


class Outcomes:
    def __init__(self, table: TableState, desk: Desk) -> None:
        self._table = table
        self._desk = desk
        # at which line and after how many actions, and what
        self._proposed: tuple[tuple[int, int], str | list[str]] = (-1, -1), ""

    def add_to(self, snapshot: Snapshot) -> None:
        """What it may be, and what one must know to enter it."""
        table = self._table
        state = table.match.state
        offered = table.game.choices(state, TABLE)
        if len(offered) <= MOST_OFFERED:
            snapshot["choices"]["table"] = offered
            snapshot["legal"]["table"] = [choice["text"] for choice in offered]
        answer = in_each_language(table.game.answer, state)
        if answer is not None:
            snapshot["answer"] = answer
        if (as_one := to_enter(table.game, state)) is not None:
            snapshot["to_enter"] = as_one
        if table.row.is_rehearsal():
            snapshot["proposal"] = self._proposal()

    def _proposal(self) -> str | list[str]:
        """What the table might do, as likely as it is; the same for all until it is thrown anew."""
        table = self._table
        at = self._desk.changed_at, len(table.actions)
        if self._proposed[0] != at:
            dice = Dice(table.environment.new_secret())
            self._proposed = at, propose_outcome(table.game, table.match.state, dice)
        return self._proposed[1]
