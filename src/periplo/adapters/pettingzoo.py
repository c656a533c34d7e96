"""Every game as a PettingZoo environment, turn by turn (AEC).

    from periplo.adapters.pettingzoo import periplo_GAME_v1
    env = periplo_GAME_v1.env(seats=4, options={…})

There is one name for each game that is found; its number is the version of the game's rules.
The table's dice and cards are drawn inside, from the seed given to `reset`. Where several seats
act at the same time they are asked one after another, and none is shown what the others have
done until everybody may see it; such games have a `parallel_env`, too, see `parallel.py`.
"""

from types import SimpleNamespace
from typing import Any

from periplo.adapters.extras import missing
from periplo.adapters.rendering import RENDER_MODES, Renderer
from periplo.adapters.rewards import check_kind, rewards
from periplo.core.dice import Dice
from periplo.core.game import Game, Options
from periplo.core.playout import begin, play_table
from periplo.core.state import NOBODY
from periplo.games import game as find_game
from periplo.games import game_ids

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from periplo.adapters.parallel import ILLEGAL_REWARD, ParallelJourneyEnv, acts_at_once
    from periplo.adapters.spaces import Scale
except ImportError as error:
    raise missing("pettingzoo", error) from None

Observation = dict[str, Any]


class JourneyEnv(AECEnv):
    """One game as the library's own environments are written, without wrappers."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Options | None = None,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        """`max_cycles`: the episode is truncated once a seat has acted so often; None for never."""
        super().__init__()
        check_kind(reward)
        seats = max(2, game.fewest_seats) if seats is None else seats
        complete = game.read_setup(seats, options)
        self.metadata = {
            "name": name_of(game),
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._renderer = Renderer(game, options, render_mode, language)
        self._reward = reward
        self._max_cycles = max_cycles
        self._beginning = game.start(seats, complete)
        self._observer = game.observer(seats, complete)
        self._scale = Scale(self._observer)
        self._action_count = game.action_count(complete)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self._observer.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self._action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self._action_count) for agent in self.possible_agents
        }
        self._seed(None)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed, the next one of the generator there is."""
        if seed is not None:
            self._seed(seed)
        self._dice = Dice(int(self._np_random.integers(2**63)))
        self._state = begin(self._beginning, self._dice)
        self.agents = self.possible_agents[:]
        self._acted = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._state.next_actor()]
        if self.render_mode == "human":
            self.render()

    def _seed(self, seed: int | None) -> None:
        self._np_random, _ = seeding.np_random(seed)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat_of[agent]
        assert action is not None, "only an agent whose game is over steps with None"
        self._state.apply(seat, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._acted[agent] += 1
        turn = play_table(self._state, self._dice)
        if turn == NOBODY:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._acted[agent] == self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.terminations[agent] or self.truncations[agent]:
            for other, reward in enumerate(rewards(self._state, self._reward)):
                self.rewards[self.possible_agents[other]] = reward
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[turn]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        seat = self._seat_of[agent]
        mask = np.zeros(self._action_count, np.int8)
        if agent == self.agent_selection and not self.truncations.get(agent):
            mask[self._state.legal(seat)] = 1
        return {
            "observation": self._scale.rows(self._observer.look(self._state, seat))[0],
            "action_mask": mask,
        }

    # looking

    def render(self) -> Any:
        """The board as a spectator sees it: a text, the same printed, or pixels."""
        return self._renderer.render(self._state)

    def close(self) -> None:
        """There is nothing to close; the library wants it said."""


def name_of(game: Game) -> str:
    return f"periplo_{game.id}_v{game.rules}"


def _environments(game: Game) -> SimpleNamespace:
    """What the library calls an environment's module: `env` and `raw_env`."""

    def raw_env(**settings: Any) -> JourneyEnv:
        return JourneyEnv(game, **settings)

    def parallel_env(**settings: Any) -> ParallelJourneyEnv:
        return ParallelJourneyEnv(game, name_of(game), **settings)

    def env(**settings: Any) -> AECEnv:
        """With the library's wrappers: an illegal action loses, misuse is reported."""
        wrapped: AECEnv = raw_env(**settings)
        wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
        wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
        return wrappers.OrderEnforcingWrapper(wrapped)

    found = SimpleNamespace(__name__=name_of(game), env=env, raw_env=raw_env)
    if acts_at_once(game):
        found.parallel_env = parallel_env
    return found


def _names() -> dict[str, Game]:
    return {name_of(find_game(game_id)): find_game(game_id) for game_id in game_ids()}


def __getattr__(name: str) -> SimpleNamespace:
    found = _names().get(name)
    if found is None:
        raise AttributeError(f"no environment {name!r}; there are {', '.join(_names())}")
    return _environments(found)


def __dir__() -> list[str]:
    return sorted([*globals(), *_names()])
