"""One action of a match, as the history keeps it."""

from collections.abc import Sequence
from typing import Final

from periplo.core.state import Event
from periplo.play.record import SetElement, actor_name
from periplo.play.snapshots import Cause, Entry, Translated
from periplo.table.rows import BAD_QUESTION, SKIPPED, TIME_UP, By

CAUSES: Final[dict[str, Cause]] = {
    TIME_UP: "time-up",
    SKIPPED: "was-away",
    BAD_QUESTION: "skipped",
}
NOBODY: frozenset[int] = frozenset()


class LoggedAction:
    __slots__ = (
        "action", "actor", "at", "by", "element", "events", "footnotes", "is_secret", "line",
        "may_be_undone", "note", "noticed_by", "open_to", "text", "time",
    )  # fmt: skip

    def __init__(
        self,
        actor: int,
        action: int,
        text: str,
        by: By,
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
        self.element: SetElement | None = None  # a position that was set, and no action
        self.line: int | None = None  # of a real table's journal, whose place it comes from
        self.events: list[Event] = []
        self.footnotes: Sequence[Translated | None] = ()
        self.may_be_undone = False
        self.is_secret = False  # nobody else's view changed by it
        # of those who look on, where something is hidden: whose view it changed, and from whom
        # nothing is hidden after it
        self.noticed_by = NOBODY
        self.open_to = NOBODY

    def entry(self, number: int) -> Entry:
        """As clients are sent it; `number` is how many actions they have then seen."""
        entry: Entry = {
            "n": number,
            "actor": actor_name(self.actor),
            "text": self.text,
            "by": self.by,
            "time": self.time,
            "events": self.events,
            "asides": self.footnotes,
            "note": self.note,
        }
        if self.note:
            entry["cause"] = CAUSES.get(self.note, "bot-failed")
        if self.line is not None:
            entry["line"] = self.line
        return entry
