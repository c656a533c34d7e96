"""Games as Gymnasium environments: those for one, single or many at once; all others with bots
at the other seats, see `versus.py`.

    import gymnasium
    import periplo.adapters.gymnasium
    env = gymnasium.make("periplo/GAME-v1")
    envs = gymnasium.make_vec("periplo/GAME-v1", num_envs=64)
    env = gymnasium.make("periplo/GAME-versus-v1", opponents="greedy", seats=2)

Importing this registers every game, under the version of its rules.
The reward comes at the end and is the score. `info["action_mask"]` has a 1 for every legal
action; an action that is not legal ends the episode with the lowest score the game knows, and
`info["refused"]` says so. Both kinds step the same compiled `periplo.vector.Batch`.
"""

from typing import Any

from periplo.adapters.extras import missing
from periplo.adapters.rendering import RENDER_MODES, Renderer
from periplo.core.game import Options
from periplo.core.state import NOBODY
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.vector import Batch

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

    from periplo.adapters.spaces import Floats, Mask, Scale
    from periplo.adapters.versus import VersusEnv
except ImportError as error:
    raise missing("gymnasium", error) from None

ALONE = 1

Flags = NDArray[np.bool_]


class _SoloBatch:
    """Solo games in a batch, with what they show as arrays."""

    def __init__(self, game_id: str, options: Options | None, games: int) -> None:
        game = find_game(game_id)
        self.batch = Batch(game, ALONE, options, games)
        self._scale = Scale(self.batch.observer)
        self._lowest, _ = game.score_range(ALONE, game.read_setup(ALONE, options))
        self.observation_space = spaces.Box(0, 1, (self.batch.observer.size,), np.float32)
        self.action_space = spaces.Discrete(int(self.batch.action_count))

    def shown(self) -> tuple[Floats, Mask, Flags]:
        """Observations, which actions are legal, and who has just been refused one."""
        masks = np.frombuffer(self.batch.masks(), np.int8).reshape(self.batch.games, -1)
        return self._scale.rows(self.batch.observations()), masks, np.array(self.batch.refused)

    def over(self) -> Flags:
        return np.array([turn == NOBODY for turn in self.batch.turns])

    def reward(self, number: int) -> float:
        """What a game that has ended is worth."""
        if self.batch.refused[number]:
            return float(self._lowest)
        return float(self.batch.states[number].scores()[0])


class SoloEnv(gymnasium.Env[Floats, np.int64]):
    """One solo game."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game_id: str,
        options: Options | None = None,
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        self._games = _SoloBatch(game_id, options, 1)
        self._renderer = Renderer(find_game(game_id), options, render_mode, language)
        self.render_mode = render_mode
        self.observation_space = self._games.observation_space
        self.action_space = self._games.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed)
        self._games.batch.reset([int(self.np_random.integers(2**63))])
        self._show()
        observations, masks, refused = self._games.shown()
        return observations[0], {"action_mask": masks[0], "refused": bool(refused[0])}

    def step(self, action: np.int64) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        self._games.batch.step([int(action)])
        self._show()
        observations, masks, refused = self._games.shown()
        over = bool(self._games.over()[0])
        info = {"action_mask": masks[0], "refused": bool(refused[0])}
        return observations[0], self._games.reward(0) if over else 0.0, over, False, info

    def action_masks(self) -> Flags:
        """Which actions are legal now, as sb3-contrib asks for it."""
        return np.frombuffer(self._games.batch.masks(), np.bool_).copy()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self._renderer.render(self._games.batch.states[0])


class SoloVectorEnv(VectorEnv[Floats, NDArray[np.int64], NDArray[Any]]):
    """Many solo games that take their steps within compiled code.

    A game that has ended is begun anew by the next step, whatever its action.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game_id: str, num_envs: int = 1, options: Options | None = None) -> None:
        self._games = _SoloBatch(game_id, options, num_envs)
        self.num_envs = num_envs
        self.single_observation_space = self._games.observation_space
        self.single_action_space = self._games.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed)
        self._games.batch.reset(self.np_random.integers(2**63, size=self.num_envs).tolist())
        observations, masks, refused = self._games.shown()
        return observations, {"action_mask": masks, "refused": refused}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Floats, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        self._games.batch.step(actions.tolist())
        over = self._games.over()
        rewards = np.zeros(self.num_envs)
        for number in np.flatnonzero(over).tolist():
            rewards[number] = self._games.reward(number)
        observations, masks, refused = self._games.shown()
        info = {"action_mask": masks, "refused": refused}
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), info


def _register() -> None:
    for game_id in game_ids():
        game = find_game(game_id)
        if game.fewest_seats == ALONE:
            gymnasium.register(
                f"periplo/{game_id}-v{game.rules}",
                entry_point=f"{__name__}:{SoloEnv.__name__}",
                vector_entry_point=f"{__name__}:{SoloVectorEnv.__name__}",
                kwargs={"game_id": game_id},
            )
        if game.most_seats > ALONE:
            gymnasium.register(
                f"periplo/{game_id}-versus-v{game.rules}",
                entry_point=f"{VersusEnv.__module__}:{VersusEnv.__name__}",
                kwargs={"game_id": game_id},
            )


_register()
