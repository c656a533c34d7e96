"""Copies of a match's state along the way, so that no past state is far to replay."""

from collections import deque

from periplo.core.state import State


class Checkpoints:
    """There is one every so many actions, and when there are too many every other one goes. From
    then on those before the last few actions that may be taken back are kept beside them.
    """

    MOST = 64
    RECENT = 16
    FIRST_SPACING = 16

    def __init__(self, beginning: State) -> None:
        self._spacing = self.FIRST_SPACING
        self._states = {0: beginning.copy()}  # by the number of actions before it
        self._recent: deque[tuple[int, State]] = deque(maxlen=self.RECENT)

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
        if self._spacing > self.FIRST_SPACING:  # else another copy is near enough
            self._recent.append((number, state.copy()))

    def nearest(self, number: int) -> tuple[int, State]:
        """The last copy that is not after so many actions: after how many, and a copy of it."""
        for at, state in reversed(self._recent):
            if at == number:
                return at, state.copy()
        at = number - number % self._spacing
        while at not in self._states:  # the match was shorter for a while
            at -= self._spacing
        return at, self._states[at].copy()

    def cut(self, number: int) -> None:
        """Only what was before so many actions still holds."""
        self._states = {at: kept for at, kept in self._states.items() if at <= number}
        self._recent = deque((one for one in self._recent if one[0] <= number), self.RECENT)

    def copy(self) -> "Checkpoints":
        """For somebody who looks at the past while the match goes on."""
        other = Checkpoints.__new__(Checkpoints)
        other._spacing = self._spacing
        other._states = dict(self._states)
        other._recent = self._recent.copy()
        return other

    def __len__(self) -> int:
        return len(self._states) + len(self._recent)
