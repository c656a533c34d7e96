"""What the teacher of a class table does: pausing it, taking out a question that is bad,
ending it at the bell.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from periplo.play.refusals import Refused
from periplo.table.actions import LoggedAction
from periplo.table.broadcasts import Broadcaster
from periplo.table.messages import MomentNews
from periplo.table.playing import Playing
from periplo.table.requests import PauseClass, SkipQuestion, teacher_key
from periplo.table.rows import BAD_QUESTION, PAUSED, RESUMED, LogRow
from periplo.table.state import TableState
from periplo.table.stored import skip_action
from periplo.table.subscribers import SubscriberGroup


class Teaching:
    def __init__(
        self,
        table: TableState,
        broadcaster: Broadcaster,
        playing: Playing,
        pauses: Sequence[LogRow],
    ) -> None:
        self._table = table
        self._broadcaster = broadcaster
        self._playing = playing
        # when it was paused, and when it went on
        self.pauses = [(row.time, row.text == PAUSED) for row in pauses]

    def pause(self, request: PauseClass) -> None:
        """Clocks stand still meanwhile, and whoever was to act has as long as before."""
        table, room = self._table, self._table.row.classroom
        assert room is not None
        if request.paused == room.paused:  # saying it twice is saying it once
            return
        now = table.now
        if request.paused:
            left = None if table.clock.due is None else max(0, table.clock.due - now.at)
            table.row.classroom = replace(room, paused=True, left=left)
            table.start_turn(now)  # which stops the clock
        else:
            table.row.classroom = replace(room, paused=False, left=None)
            table.clock.come_back(now)
            table.start_turn(now, None if room.left is None else now.at + room.left)
        table.save_row()
        said = PAUSED if request.paused else RESUMED
        table.log_by_teacher("pause", said, teacher_key(request), "")
        self.pauses.append((now.wall, request.paused))
        self._broadcaster.send_table()
        if table.has_begun():
            for group in table.subscribers:
                snapshot = self._broadcaster.snapshot(group)
                table.outbox.send(group.connections, MomentNews(snapshot))
        self._playing.advance()

    def ring_bell(self) -> None:
        """The lesson is over, also where it was paused, and so is the match."""
        room = self._table.row.classroom
        assert room is not None
        self._table.row.classroom = replace(room, paused=False, left=None)
        self._playing.end_early("bell")

    def skip(self, request: SkipQuestion, group: SubscriberGroup) -> None:
        """The same deck gives another question; nobody has answered this one."""
        table = self._table
        room = table.game.classroom()
        if request.n != group.viewer.n:
            raise Refused("stale", "something has happened since; look again")
        if room is None or room.asked(table.match.state) is None:
            raise Refused("too-late", "no question is open that could be skipped")
        self._playing.check_length()
        position = room.skipped(table.match.position())
        action: LoggedAction = skip_action(position, table.now.wall, table.now.at)
        self._playing.set_position(action)
        if table.row.classroom is not None and table.row.classroom.paused:
            # whoever is asked anew has the whole time for it
            table.row.classroom = replace(table.row.classroom, left=None)
            table.save_row()
        text = json.dumps(position, separators=(",", ":"))
        table.log_by_teacher("skip", text, teacher_key(request), BAD_QUESTION)
        self._playing.advance()
