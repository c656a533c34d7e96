"""Every game is at home in OpenSpiel: its own simulations say so, for every number of seats."""

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from setups import every_seating, hiding_game, quickest_game

import periplo
from periplo import TABLE, Dice
from periplo.adapters.openspiel import as_parameter
from periplo.core.playout import play_randomly


def load(game_id: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"periplo_{game_id}", parameters)


def wander(state: Any, chance: np.random.Generator, most: int) -> None:
    for _ in range(most):
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))


@pytest.mark.parametrize(("played", "seats"), every_seating())
def test_the_librarys_simulation_passes_with_serialisation(played: str, seats: int) -> None:
    game = load(played, seats=seats, max_length=80)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_a_whole_game_is_simulated_too(reward: str) -> None:
    game = load(quickest_game(), reward=reward)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_a_game_says_what_it_is(game_id: str) -> None:
    ours = periplo.game(game_id)
    game = load(game_id)
    kind = game.get_type()
    assert kind.min_num_players == ours.fewest_seats
    assert kind.max_num_players == ours.most_seats
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    hides = ours.new(ours.most_seats).hides()
    perfect = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert perfect != hides
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (game.min_utility(), game.max_utility()) == (-1, 1)
    assert game.num_players() == 2


def test_margins_of_two_seats_add_up_to_nothing(game_id: str) -> None:
    def utility(**parameters: Any) -> Any:
        game = load(game_id, reward="margin", **parameters)
        return game.get_type().utility, game.utility_sum()

    assert utility(seats=2) == (pyspiel.GameType.Utility.ZERO_SUM, 0)
    assert utility(seats=3) == (pyspiel.GameType.Utility.GENERAL_SUM, None)


def episode(game: Any, chance: np.random.Generator) -> int:
    """How many decisions a random game has."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        wander(state, chance, 1)
    return decisions


def test_every_episode_has_a_decision() -> None:
    """Also where the table alone often decides a game, as in the quickest one."""
    chance = np.random.default_rng(1)
    kept = load(quickest_game(), undecided="keep")
    assert any(episode(kept, chance) == 0 for _ in range(60))
    game = load(quickest_game())
    assert all(episode(game, chance) > 0 for _ in range(60))


def test_a_game_begun_again_is_copied_and_written_as_it_is() -> None:
    chance = np.random.default_rng(2)
    for _ in range(20):
        state = load(quickest_game()).new_initial_state()
        wander(state, chance, 60)
        assert str(state.clone()) == str(state)
        assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_what_to_do_with_undecided_games_is_checked() -> None:
    with pytest.raises(Exception, match="undecided: must be one of again, keep"):
        load(quickest_game(), undecided="perhaps")


def test_the_state_is_the_engines(game_id: str) -> None:
    ours = periplo.game(game_id)
    seats = ours.most_seats
    options = ours.read_setup(seats, None)
    observer, tops = ours.observer(seats, options), ours.observer(seats, options).tops()
    state, twin = load(game_id, seats=seats).new_initial_state(), ours.new(seats)
    dice = Dice("twin")
    for _ in range(60):
        if twin.over():
            break
        actor = twin.next_actor()
        if actor == TABLE:
            assert state.is_chance_node()
            assert state.chance_outcomes() == [(a, float(p)) for a, p in twin.outcomes() if p]
            action = twin.draw(dice)
        else:
            assert state.current_player() == actor
            assert state.legal_actions() == twin.legal(actor)
            action = twin.pick(actor, dice)
            assert state.action_to_string(actor, action) == ours.text(twin, actor, action)
        for seat in range(seats):
            numbers = [n / top for n, top in zip(observer.look(twin, seat), tops, strict=True)]
            assert np.allclose(state.observation_tensor(seat), numbers)
            assert state.information_state_tensor(seat) == state.observation_tensor(seat)
        state.apply_action(action)
        twin.apply(actor, action)


def test_options_travel_with_the_game() -> None:
    """Whatever stands in them: OpenSpiel's own notation knows commas, brackets and `=`."""
    tried = 0
    for game_id in periplo.game_ids():
        for option in periplo.game(game_id).options:
            options = {option.name: option.fill_in(2)}
            if options[option.name] is None:
                continue
            state = load(game_id, seats=2, options=as_parameter(options)).new_initial_state()
            wander(state, np.random.default_rng(1), 10)
            written = pyspiel.serialize_game_and_state(state.get_game(), state)
            game, again = pyspiel.deserialize_game_and_state(written)
            assert game.get_parameters() == state.get_game().get_parameters()
            assert str(again) == str(state)
            assert [again.information_state_string(seat) for seat in range(2)] == [
                state.information_state_string(seat) for seat in range(2)
            ]
            tried += 1
    assert tried > 10


def test_a_copy_goes_its_own_way(game_id: str) -> None:
    state = load(game_id).new_initial_state()
    wander(state, np.random.default_rng(1), 30)
    before = str(state), state.history()
    copy = state.clone()
    assert str(copy) == before[0]
    wander(copy, np.random.default_rng(2), 10)
    assert (str(state), state.history()) == before
    assert str(copy) != before[0]


def test_information_states_contain_nothing_that_is_hidden(game_id: str) -> None:
    """Other drawings by the first seat leave the others' strings and tensors as they are."""
    ours = periplo.game(game_id)
    if not ours.new(ours.most_seats).hides():
        return
    start = load(game_id, seats=ours.most_seats).new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.chance_outcomes()[0][0])
    shown: set[str] = set()
    own: set[str] = set()
    for seed in range(12):
        state, chance = start.clone(), np.random.default_rng(seed)
        while state.current_player() == 0:
            own.add(state.information_state_string(0))
            state.apply_action(int(chance.choice(state.legal_actions())))
        for seat in range(1, ours.most_seats):
            shown.add(f"{seat} {state.information_state_string(seat)}")
            shown.add(f"{seat} {state.information_state_tensor(seat)}")
            shown.add(f"{seat} {state.observation_string(seat)}")
    assert len(shown) == 3 * (ours.most_seats - 1)
    assert len(own) > 12


def test_information_states_remember(game_id: str) -> None:
    """No seat that is asked again has forgotten: its strings along a game are all different."""
    game = load(game_id)
    state, chance = game.new_initial_state(), np.random.default_rng(3)
    seen: list[tuple[int, str]] = []
    for _ in range(120):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            seat = state.current_player()
            seen.append((seat, state.information_state_string(seat)))
        wander(state, chance, 1)
    assert len(set(seen)) == len(seen)


def test_a_game_that_is_too_long_is_broken_off(game_id: str) -> None:
    state = load(game_id, max_length=5).new_initial_state()
    wander(state, np.random.default_rng(1), 100)
    assert state.is_terminal()
    assert len(state.history()) == 5
    assert state.returns() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seats": 99}, "seats"),
        ({"options": "[1]"}, "options: must be a JSON object"),
        ({"options": "{"}, "options: must be a JSON object"),
        ({"reward": "fame"}, "reward: must be one of win, margin"),
        ({"max_length": 0}, "max_length: must be 1 or more"),
    ],
)
def test_a_wrong_parameter_is_named(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(periplo.BadSetup, match=said):
        load(periplo.game_ids()[0], **wrong)


# what a seat does not know


def hidden_state(seats: int, seed: int) -> Any:
    """A state in which others have done something that the seat on turn does not see."""
    state = load(hiding_game(), seats=seats).new_initial_state()
    chance = np.random.default_rng(seed)
    wander(state, chance, 30)
    for _ in range(500):
        if not state.is_terminal() and not state.is_chance_node():
            before = {actor for actor, _ in state.journey.since_shared}
            if before - {state.current_player()}:
                return state
        wander(state, chance, 1)
    raise AssertionError("nothing is ever hidden")


@pytest.mark.parametrize("seats", [2, 3])
def test_a_resampled_state_is_another_one_that_the_seat_cannot_tell_apart(seats: int) -> None:
    chance = np.random.default_rng(1)
    others = set()
    for seed in range(4):
        state = hidden_state(seats, seed)
        player = state.current_player()
        for _ in range(10):
            other = state.resample_from_infostate(player, chance.random)
            assert other.current_player() == player
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            others.add(str(other))
        assert str(state.clone()) == str(state)
    assert len(others) > 10


def test_where_nothing_is_hidden_a_resampled_state_is_the_same(game_id: str) -> None:
    if game_id == hiding_game():
        return
    state = load(game_id).new_initial_state()
    chance = np.random.default_rng(3)
    wander(state, chance, 40)
    assert str(state.resample_from_infostate(0, chance.random)) == str(state)


def test_the_librarys_search_with_hidden_information_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = hidden_state(2, 1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=2.0,
        evaluator=evaluator,
        max_simulations=4,
        random_state=np.random.RandomState(1),
    )
    assert bot.step(state) in state.legal_actions()


def test_a_game_can_begin_anywhere(game_id: str) -> None:
    ours = periplo.game(game_id)
    state = ours.new(2)
    play_randomly(state, Dice(5), 25)
    position = ours.position(state)
    game = load(game_id, start=as_parameter(position))
    begun = game.new_initial_state()
    assert begun.state.next_actor() == state.next_actor()
    assert ours.position(begun.state) == position
    assert str(pickle.loads(pickle.dumps(game)).new_initial_state()) == str(begun)
    with pytest.raises(Exception, match="start: is not a position for 3 seats"):
        load(game_id, start=as_parameter(position), seats=3)
