"""The smallest game there is: the table tosses a coin for two seats."""

from typing import Any

from periplo.core.game import Game, Options, Position
from periplo.core.state import NOBODY, TABLE, State

SIDES = ("heads", "tails")


class CoinState(State):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.winner = NOBODY

    def next_actor(self) -> int:
        return TABLE if self.winner == NOBODY else NOBODY

    def legal(self, actor: int) -> list[int]:
        return [0, 1] if actor == self.next_actor() == TABLE else []

    def refusal(self, actor: int, action: int) -> tuple[str, str]:
        return "COIN-1", "the coin falls by itself"

    def play(self, actor: int, action: int) -> None:
        self.winner = action
        self.emit("COIN-1", "fell", action, {})

    def scores(self) -> list[Any]:
        return [int(seat == self.winner) for seat in range(2)]


class Coin(Game):
    def __init__(self) -> None:
        super().__init__(
            "coin",
            rules=1,
            seats=(2, 2),
            options=(),
            seat_names=SIDES,
        )

    def start(self, seats: int, options: Options) -> State:
        return CoinState(seats)

    def load(self, position: object, options: Options | None = None) -> State:
        return CoinState(2)

    def position(self, state: State) -> Position:
        return {"scores": state.scores()}

    def parse(self, state: State, actor: int, text: str) -> int:
        return SIDES.index(text)

    def text(self, state: State, actor: int, action: int) -> str:
        return SIDES[action]

    def board(self, options: Options | None = None) -> dict[str, Any]:
        return {"sides": SIDES}

    def action_count(self, options: Options) -> int:
        return 2

    def score_range(self, seats: int, options: Options) -> tuple[float, float]:
        return 0, 1


GAME = Coin()
