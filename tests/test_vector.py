"""A batch plays as its games would alone."""

import pytest

import periplo
from periplo import NOBODY, Dice
from periplo.core.playout import begin, play_table
from periplo.vector import Batch


def rows(flat: bytearray, games: int) -> list[bytes]:
    size = len(flat) // games
    return [bytes(flat[i * size : (i + 1) * size]) for i in range(games)]


def test_a_batch_plays_as_its_games_would_alone(game_id: str) -> None:
    game = periplo.game(game_id)
    seats, games = game.most_seats, 4
    batch = Batch(game, seats, None, games)
    seeds = [7, 8, 9, 7]
    batch.reset(seeds)
    dice = [Dice(seed) for seed in seeds]
    alone = [begin(game.new(seats), each) for each in dice]
    for _ in range(40):
        assert [game.position(state) for state in batch.states] == [
            game.position(state) for state in alone
        ]
        observations, masks = rows(batch.observations(), games), rows(batch.masks(), games)
        actions = [0] * games
        for i, state in enumerate(alone):
            seat = batch.turns[i]
            assert seat == state.next_actor()
            legal = state.legal(seat)
            assert [action for action, flag in enumerate(masks[i]) if flag] == legal
            if seat != NOBODY:
                assert observations[i] == batch.observer.look(state, seat)
                actions[i] = legal[len(legal) // 2]
        assert observations[0] == observations[3]
        batch.step(actions)
        for i, state in enumerate(alone):
            if state.over():
                alone[i] = begin(game.new(seats), dice[i])
            else:
                state.apply(state.next_actor(), actions[i])
                play_table(state, dice[i])


def test_picked_actions_are_legal_and_games_go_on(game_id: str) -> None:
    game = periplo.game(game_id)
    batch = Batch(game, max(2, game.fewest_seats), None, 3)
    over = 0
    for _ in range(150):
        actions = batch.pick()
        for turn, action, state in zip(batch.turns, actions, batch.states, strict=True):
            assert turn == NOBODY or state.is_legal(turn, action)
            assert (turn == NOBODY) == state.over()
            over += turn == NOBODY
        batch.step(actions)
        assert not any(batch.refused)
        assert len(batch.observations()) == 3 * batch.observer.size
        assert len(batch.masks()) == 3 * batch.action_count


def test_what_is_not_legal_ends_a_game() -> None:
    game = periplo.game(periplo.game_ids()[0])
    batch = Batch(game, game.fewest_seats, None, 2)
    before = game.position(batch.states[1])
    batch.step([batch.pick()[0], 10**9])
    assert batch.refused == [False, True]
    assert batch.turns[1] == NOBODY
    assert game.position(batch.states[1]) == before
    batch.step([batch.pick()[0], 0])
    assert batch.refused == [False, False]
    assert batch.turns[1] != NOBODY


def test_a_batch_wants_one_number_a_game() -> None:
    game = periplo.game(periplo.game_ids()[0])
    with pytest.raises(periplo.BadSetup, match="games"):
        Batch(game, game.fewest_seats, None, 0)
    batch = Batch(game, game.fewest_seats, None, 2)
    with pytest.raises(periplo.BadSetup, match="seeds"):
        batch.reset([1])
    with pytest.raises(periplo.BadSetup, match="actions"):
        batch.step([1, 2, 3])
