"""A batch of games of one kind that take their steps together.

One call steps every game: the seat that is asked acts, then the table acts by itself until a
seat is asked again. What learning programs want comes out as bytes, a row a game: observations
and which actions are legal.
"""

from typing import Any, Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.game import Game
from periplo.core.options import hold_files
from periplo.core.playout import begin, play_table
from periplo.core.setups import reduced_setup, restored_setup
from periplo.core.state import NOBODY, State

MOST_GAMES: Final = 1 << 20


class Batch:
    """So many games. A game that is over is begun anew by the next step."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any] | None, games: int) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise BadSetup(f"games: a batch has 1 to {MOST_GAMES}, not {games}")
        held = hold_files(game.options, options or {})  # whatever becomes of a file
        complete = game.read_setup(seats, held)
        self._setup = (game, seats, complete)
        self.games = games
        self.observer = game.observer(seats, complete)
        self.action_count: i64 = game.action_count(complete)
        self._beginning: State = game.start(seats, complete)
        self._dice: list[Dice] = []
        self.states: list[State] = []
        # by game: the seat that is asked, NOBODY once it is over; the seat that acted last;
        # whether an action that was not legal ended it
        self.turns: list[int] = []
        self._last: list[int] = []
        self.refused: list[bool] = []
        self.reset(list(range(games)))

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.states, self._dice, self.turns, self._last, self.refused)
        return _restored, (reduced_setup(*self._setup), self.games, parts)

    def _continue(self, parts: tuple[Any, ...]) -> None:
        self.states, self._dice, self.turns, self._last, self.refused = parts

    def reset(self, seeds: list[int]) -> None:
        """Begin all games, each with dice of its own."""
        if len(seeds) != self.games:
            raise BadSetup(f"seeds: there are {self.games} games, not {len(seeds)}")
        self._dice = [Dice(seed) for seed in seeds]
        self.states = [begin(self._beginning, dice) for dice in self._dice]
        self.turns = [int(state.next_actor()) for state in self.states]
        self._last = self.turns[:]
        self.refused = [False] * self.games

    def step(self, actions: list[int]) -> None:
        """One action a game, by the seat that is asked; any number where a game is over."""
        if len(actions) != self.games:
            raise BadSetup(f"actions: there are {self.games} games, not {len(actions)}")
        for i in range(self.games):
            seat: i64 = self.turns[i]
            if seat == NOBODY:
                self.states[i] = begin(self._beginning, self._dice[i])
                self.turns[i] = self.states[i].next_actor()
                self._last[i] = self.turns[i]
                self.refused[i] = False
                continue
            state = self.states[i]
            action: i64 = actions[i]
            self._last[i] = seat
            if state.is_legal(seat, action):
                state.play(seat, action)
                self.turns[i] = play_table(state, self._dice[i])
            else:
                self.turns[i] = NOBODY
                self.refused[i] = True

    def pick(self) -> list[int]:
        """A legal action for each game, each equally likely; 0 where a game is over."""
        actions: list[int] = []
        for i in range(self.games):
            seat: i64 = self.turns[i]
            actions.append(0 if seat == NOBODY else self.states[i].pick(seat, self._dice[i]))
        return actions

    def observations(self) -> bytearray:
        """What the seat that is asked sees; of a game that is over, whoever acted last."""
        size: i64 = self.observer.size
        rows = bytearray(self.games * self.observer.size)
        at: i64 = 0
        for i in range(self.games):
            seat: i64 = self.turns[i]
            if seat == NOBODY:
                seat = self._last[i]
            self.observer.observe(self.states[i], seat, rows, at)
            at += size
        return rows

    def masks(self) -> bytearray:
        """1 for every legal action of the seat that is asked, else 0."""
        rows = bytearray(self.games * int(self.action_count))
        at: i64 = 0
        for i in range(self.games):
            seat: i64 = self.turns[i]
            if seat != NOBODY:
                for action in self.states[i].legal(seat):
                    row: i64 = action
                    rows[at + row] = 1
            at += self.action_count
        return rows


def _restored(setup: tuple[Any, ...], games: int, parts: tuple[Any, ...]) -> Batch:
    game, seats, options = restored_setup(setup)
    batch = Batch(game, seats, options, games)
    batch._continue(parts)
    return batch
