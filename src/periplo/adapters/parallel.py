"""Games whose seats act at the same time, as parallel PettingZoo environments.

    from periplo.adapters.pettingzoo import periplo_GAME_v1
    env = periplo_GAME_v1.parallel_env(seats=4)

Every seat acts in every step. The last action of the space is to wait, which is all that a seat
can do that is not to act now, as when it has done its part of a round. None is shown what the
others do until everybody may see it.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from periplo.adapters.rendering import RENDER_MODES, Renderer
from periplo.adapters.rewards import check_kind, rewards
from periplo.adapters.spaces import Scale
from periplo.core.dice import Dice
from periplo.core.game import Game, Options
from periplo.core.playout import begin, play_table
from periplo.core.state import NOBODY

ILLEGAL_REWARD = -1.0

Observations = dict[str, dict[str, Any]]
Infos = dict[str, dict[str, Any]]


def acts_at_once(game: Game) -> bool:
    """Whether several seats may act at the same time."""
    seats = max(2, game.fewest_seats)
    state = begin(game.start(seats, game.read_setup(seats, {})), Dice())
    return len(state.actors()) > 1


class ParallelJourneyEnv(ParallelEnv):
    """One game; an action that is not legal ends it, with -1 for whoever took it."""

    def __init__(
        self,
        game: Game,
        name: str,
        seats: int | None = None,
        options: Options | None = None,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        """`max_cycles`: the episode is truncated after so many steps; None for never."""
        check_kind(reward)
        seats = max(2, game.fewest_seats) if seats is None else seats
        complete = game.read_setup(seats, options)
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "render_fps": 2}
        self.render_mode = render_mode
        self._renderer = Renderer(game, options, render_mode, language)
        self._reward = reward
        self._max_cycles = max_cycles
        self._beginning = game.start(seats, complete)
        self._observer = game.observer(seats, complete)
        self._scale = Scale(self._observer)
        self.wait = game.action_count(complete)  # the action of a seat that is not to act
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self._observer.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.wait + 1,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents
        }
        self._np_random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # playing

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        self._dice = Dice(int(self._np_random.integers(2**63)))
        self._state = begin(self._beginning, self._dice)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self._show()
        return self._observations(True), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        agents = self.agents
        wrong = self._act(actions)
        self._steps += 1
        over = bool(wrong) or play_table(self._state, self._dice) == NOBODY
        cut = not over and self._steps == self._max_cycles
        found = [0.0] * len(agents)
        if wrong:
            found = [ILLEGAL_REWARD if agent in wrong else 0.0 for agent in agents]
        elif over or cut:
            found = rewards(self._state, self._reward)
        if over or cut:
            self.agents = []
        self._show()
        return (
            self._observations(not over and not cut),
            dict(zip(agents, found, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {"refused": agent in wrong} for agent in agents},
        )

    def _act(self, actions: dict[str, Any]) -> list[str]:
        """Carry all out; if any is not legal, none, and whose they are is returned."""
        state = self._state
        acting = state.actors()
        chosen = {seat: int(actions[agent]) for seat, agent in enumerate(self.possible_agents)}
        wrong = [
            self.possible_agents[seat]
            for seat, action in chosen.items()
            if not (state.is_legal(seat, action) if seat in acting else action == self.wait)
        ]
        if not wrong:
            for seat in acting:
                state.apply(seat, chosen[seat])
        return wrong

    # looking

    def _observations(self, playing: bool) -> Observations:
        acting = self._state.actors() if playing else []
        return {
            agent: self._observation(seat, playing, seat in acting)
            for seat, agent in enumerate(self.possible_agents)
        }

    def _observation(self, seat: int, playing: bool, acting: bool) -> dict[str, Any]:
        mask = np.zeros(self.wait + 1, np.int8)
        if playing:
            mask[self._state.legal(seat) if acting else [self.wait]] = 1
        seen = self._scale.rows(self._observer.look(self._state, seat))[0]
        return {"observation": seen, "action_mask": mask}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board as a spectator sees it: a text, the same printed, or pixels."""
        return self._renderer.render(self._state)

    def close(self) -> None:
        """There is nothing to close; the library wants it said."""
