"""One seat of a game against bots, as a Gymnasium environment: `periplo/GAME-versus-v1`.

The learner sits at one seat, bots at the others; the table and the bots act within `step`. A
game that ends before the learner is asked anything is begun again. Dice, the table's and the
bots', come from the seed of `reset`.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from periplo.adapters.rendering import RENDER_MODES, Renderer
from periplo.adapters.rewards import check_kind, reward_range, rewards
from periplo.adapters.spaces import Floats, Mask, Scale
from periplo.bots import Setting, seat_bots, split_names
from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.game import Options
from periplo.core.options import hold_files
from periplo.core.state import NOBODY, TABLE
from periplo.games import game as find_game

_MOST_TRIES = 10_000


class VersusEnv(gymnasium.Env[Floats, np.int64]):
    """A learner at one seat, bots at all others."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game_id: str,
        opponents: str = "greedy",
        seats: int | None = None,
        seat: int | None = None,
        options: Options | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        """`opponents`: names of bots, such as `random,greedy`, by seat after the learner's; a short
        list goes round. `seat`: the learner's, from 0; None draws it anew for every episode.
        """
        game = find_game(game_id)
        check_kind(reward)
        self.seats = max(2, game.fewest_seats) if seats is None else seats
        self._options = hold_files(game.options, options or {})
        complete = game.read_setup(self.seats, self._options)
        if self.seats < 2:
            raise BadSetup("seats: there must be two or more where bots are to play along")
        if seat is not None and not 0 <= seat < self.seats:
            raise BadSetup(f"seat: must be None or from 0 to {self.seats - 1}, not {seat}")
        if len(split_names(opponents)) > self.seats - 1:
            raise BadSetup(f"opponents: there are {self.seats - 1} of them")
        self._game = game
        self._opponents = opponents
        self._fixed_seat = seat
        self.seat = seat or 0
        self._reward = reward
        self._lowest, _ = reward_range(game, self.seats, complete, reward)
        self._beginning = game.start(self.seats, complete)
        self._hides = self._beginning.hides()
        self._state = self._beginning
        self._dice = Dice()
        self._turn = NOBODY
        self._refused = False
        self._observer = game.observer(self.seats, complete)
        self._scale = Scale(self._observer)
        self._bots = self._new_bots()
        self._renderer = Renderer(game, options, render_mode, language)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, (self._observer.size,), np.float32)
        self.action_space = spaces.Discrete(game.action_count(complete))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_bots"}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        self.__dict__.update(parts)
        self._bots = self._new_bots()  # a search begins to look ahead anew

    def _new_bots(self) -> list[Any]:
        """By seat after the learner's."""
        return seat_bots(self._game, self._opponents, self.seats - 1, Setting(self._options))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed)
        self._dice = Dice(int(self.np_random.integers(2**63)))
        for _ in range(_MOST_TRIES):
            if self._fixed_seat is None:
                self.seat = int(self.np_random.integers(self.seats))
            self.close()
            self._bots = self._new_bots()
            self._state = self._beginning.copy()
            self._refused = False
            self._advance()
            if self._turn != NOBODY:
                break
        else:
            raise BadSetup("in this game that seat is never asked anything")
        self._show()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        self._refused = not self._state.is_legal(self.seat, int(action))
        if self._refused:
            self._turn = NOBODY
        else:
            self._state.play(self.seat, int(action))
            self._advance()
        self._show()
        over = self._turn == NOBODY
        reward = 0.0
        if over:
            reward = (
                self._lowest if self._refused else rewards(self._state, self._reward)[self.seat]
            )
        return self._seen(), reward, over, False, self._info()

    def _advance(self) -> None:
        """Until the learner is to act, or the game is over."""
        state, dice = self._state, self._dice
        while True:
            actor = state.next_actor()
            if actor in (NOBODY, self.seat):
                self._turn = actor
                return
            if actor == TABLE:
                state.play(actor, state.draw(dice))
                continue
            bot = self._bots[(actor - self.seat - 1) % self.seats]
            seen = state.seen_by(actor) if self._hides else state
            state.play(actor, bot.choose(seen, actor, dice))

    # looking

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> Mask:
        mask = np.zeros(int(self.action_space.n), np.int8)  # type: ignore[attr-defined]
        if self._turn == self.seat:
            mask[self._state.legal(self.seat)] = 1
        return mask

    def _seen(self) -> Floats:
        row: Floats = self._scale.rows(self._observer.look(self._state, self.seat))[0]
        return row

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "refused": self._refused, "seat": self.seat}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self._renderer.render(self._state)

    def close(self) -> None:
        """End what bots run as programs of their own."""
        for bot in self._bots:
            bot.close()
