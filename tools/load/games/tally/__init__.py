"""The smallest game with decisions: two seats in turn add 1, 2 or 3. It has no end."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from periplo.core.dice import Dice
from periplo.core.game import Game, Options, Position
from periplo.core.state import State


class TallyState(State):
    def __init__(self) -> None:
        super().__init__(2)
        self.turn = 0
        self.totals = [0, 0]

    def next_actor(self) -> int:
        return self.turn

    def legal(self, actor: int) -> list[int]:
        return [1, 2, 3] if actor == self.turn else []

    def is_legal(self, actor: int, action: int) -> bool:
        return actor == self.turn and 1 <= action <= 3

    def refusal(self, actor: int, action: int) -> tuple[str, str]:
        return "TALLY-1", "the seats take turns"

    def outcomes(self) -> list[tuple[int, Fraction]]:
        return []

    def draw(self, dice: Dice) -> int:
        raise AssertionError("the table never acts")

    def play(self, actor: int, action: int) -> None:
        self.totals[actor] += action
        self.turn = 1 - actor
        if self.log is not None:
            self.log.append({"rule": "TALLY-1", "kind": "added", "seat": actor, "n": action})

    def copy(self) -> State:
        other = TallyState()
        other.turn, other.totals = self.turn, self.totals[:]
        return other

    def scores(self) -> list[Any]:
        return self.totals[:]

    def winners(self) -> list[int]:
        return []


class Tally(Game):
    def __init__(self) -> None:
        super().__init__(
            "tally",
            rules=1,
            seats=(2, 2),
            options=(),
            seat_names=("one", "two"),
        )

    def start(self, seats: int, options: Options) -> State:
        return TallyState()

    def load(self, position: object, options: Options | None = None) -> State:
        raise AssertionError("no bot plays this")

    def position(self, state: State) -> Position:
        assert isinstance(state, TallyState)
        return {"turn": state.turn, "totals": state.totals[:]}

    def parse(self, state: State, actor: int, text: str) -> int:
        return int(text)

    def text(self, state: State, actor: int, action: int) -> str:
        return str(action)

    def board(self, options: Options | None = None) -> dict[str, Any]:
        return {}

    def layout(self, position: Mapping[str, Any], options: Options | None = None) -> dict[str, Any]:
        return {}

    def svg(
        self,
        position: Mapping[str, Any],
        names: Sequence[str],
        language: str,
        options: Options | None = None,
    ) -> str:
        return "<svg/>"

    def text_board(
        self,
        position: Mapping[str, Any],
        names: Sequence[str],
        language: str,
        options: Options | None = None,
    ) -> str:
        return str(position)


GAME = Tally()
