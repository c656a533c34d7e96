"""Exact solvers finish the tiny setting of every game in seconds; `hard` is near the optimum."""

from typing import Any

import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import expected_game_score, exploitability
from open_spiel.python.algorithms.minimax import expectiminimax

import periplo
from periplo import Dice
from periplo.adapters.openspiel import tiny_game
from periplo.bots import bot

DEEP = 1000  # more than any tiny setting has actions


def returns(state: Any, choose: Any) -> list[float]:
    """The expected returns of both where `choose` says what is done in each decision."""
    if state.is_terminal():
        return list(state.returns())
    if not state.is_chance_node():
        return returns(state.child(choose(state)), choose)
    totals = [0.0] * state.num_players()
    for action, chance in state.chance_outcomes():
        for seat, value in enumerate(returns(state.child(action), choose)):
            totals[seat] += chance * value
    return totals


class Solved:
    """A tiny game with the value of every decision, by going through the whole tree once."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.best: dict[str, int] = {}  # by the actions so far
        self.value = self._solve(game.new_initial_state())

    def _solve(self, state: Any) -> list[float]:
        if state.is_terminal():
            return list(state.returns())
        if state.is_chance_node():
            totals = [0.0] * state.num_players()
            for action, chance in state.chance_outcomes():
                for seat, value in enumerate(self._solve(state.child(action))):
                    totals[seat] += chance * value
            return totals
        seat = state.current_player()
        found = {action: self._solve(state.child(action)) for action in state.legal_actions()}
        best = max(found, key=lambda action: found[action][seat])
        self.best[str(state.journey.actions)] = best
        return found[best]

    def choose(self, state: Any) -> int:
        return self.best[str(state.journey.actions)]


def test_the_library_finds_the_same_value(game_id: str) -> None:
    """By its expectiminimax, and the exploitability of what we found is nothing."""
    solved = Solved(tiny_game(game_id))
    game = solved.game
    state = game.new_initial_state()
    seat = state.current_player()
    if game.num_players() == 2:
        value, _ = expectiminimax(state, DEEP, lambda state: state.returns()[seat], seat)
        assert value == pytest.approx(solved.value[seat])
    tabular = policies.tabular_policy_from_callable(
        game, lambda state: [(solved.choose(state), 1.0)]
    )
    expected = expected_game_score.policy_value(state, [tabular] * game.num_players())
    assert list(expected) == pytest.approx(solved.value)
    if game.num_players() == 2:
        assert exploitability.nash_conv(game, tabular) == pytest.approx(0, abs=1e-9)


def test_hard_is_near_the_optimum(game_id: str) -> None:
    """Whoever is on turn plays `hard`, the other one perfectly; at random it is clearly worse."""
    ours = periplo.game(game_id)
    solved = Solved(tiny_game(game_id))
    state = solved.game.new_initial_state()
    seat = state.current_player()
    hard = bot(ours, "hard")

    def by_hard(state: Any) -> int:
        if state.current_player() != seat:
            return solved.choose(state)
        return int(hard.choose(state.state.seen_by(seat), seat, Dice("tiny")))

    worst = min(
        returns(state.child(action), solved.choose)[seat] for action in state.legal_actions()
    )
    optimum, reached = solved.value[seat], returns(state, by_hard)[seat]
    assert worst < optimum, "a setting in which nothing is to be decided"
    assert reached <= optimum + 1e-9
    # what is lost is less than a quarter of what can be lost in the first decision
    assert optimum - reached <= 0.25 * (optimum - worst)
