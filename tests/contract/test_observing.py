"""What programs that learn are shown: every game keeps its own list of numbers."""

from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st
from setups import setups, wander, wander_to

import periplo
from periplo import TABLE, Dice
from periplo.core.observing import Observer
from periplo.core.playout import play_randomly

seeds = st.integers(min_value=0, max_value=2**32)
starts = st.integers(min_value=0, max_value=10_000)


def observer_of(game_id: str, seats: int, options: dict[str, object]) -> Observer:
    game = periplo.game(game_id)
    return game.observer(seats, game.read_setup(seats, options))


def test_a_games_fields_are_sound(game_id: str) -> None:
    for seats, options in setups(game_id):
        observer = observer_of(game_id, seats, options)
        names = [field.name for field in observer.fields]
        assert len(set(names)) == len(names)
        starts = [observer.start_of(name) for name in names]
        sizes = [field.size for field in observer.fields]
        assert starts == [sum(sizes[:i]) for i in range(len(sizes))]
        assert observer.size == sum(sizes) == len(observer.tops())
        for field, start in zip(observer.fields, starts, strict=True):
            assert 1 <= field.most <= 255
            assert set(observer.tops()[start : start + field.size]) == {field.most}
            assert field.meaning


def test_whole_games_stay_within_the_numbers_a_game_names(game_id: str) -> None:
    """Observations, action numbers and final scores, in every set-up."""
    game = periplo.game(game_id)
    # to the end takes tens of thousands of random steps: compiled that is a moment
    to_the_end = 10**6 if periplo.is_compiled() else 500
    for which, (seats, chosen) in enumerate(setups(game_id)):
        options = game.read_setup(seats, chosen)
        observer, actions = game.observer(seats, options), game.action_count(options)
        state, dice = game.start(seats, options), Dice("numbers", which)
        for _ in range(150):
            if state.over():
                break
            for seat in range(seats):
                shown = observer.look(state, seat)
                assert type(shown) is bytes
                assert len(shown) == observer.size
                for field in observer.fields:
                    start = observer.start_of(field.name)
                    largest = max(shown[start : start + field.size])
                    assert largest <= field.most, f"observe.py: {field.name} says {field.most}"
                assert any(shown)
            assert all(action < actions for action in state.legal(state.actors()[0]))
            state.apply(*wander(game, state, dice))
        play_randomly(state, dice, to_the_end)
        assert len(observer.look(state, 0)) == observer.size
        least, most = game.score_range(seats, options)
        scores = state.scores()
        assert least <= min(scores) <= max(scores) <= most, "score_range says otherwise"


@at_most(30)
@given(seed=seeds, which=starts)
def test_an_observation_contains_nothing_beyond_the_view(
    game_id: str, seed: int, which: int
) -> None:
    """Equal views give equal observations: what is loaded from a view has nothing hidden left."""
    game, state, _, options = wander_to(game_id, seed, which)
    observer = observer_of(game_id, state.seats, options)
    before = game.position(state)
    for seat in range(state.seats):
        shown = observer.look(state, seat)
        assert observer.look(state.seen_by(seat), seat) == shown
        assert observer.look(state.copy(), seat) == shown
        if state.hides():
            assert observer.look(game.load(game.view(state, seat), options), seat) == shown
    assert game.position(state) == before


@at_most(20)
@given(seed=seeds, which=starts)
def test_what_others_do_unseen_does_not_change_an_observation(
    game_id: str, seed: int, which: int
) -> None:
    game, state, dice, options = wander_to(game_id, seed, which)
    observer = observer_of(game_id, state.seats, options)
    for _ in range(30):
        if state.over():
            break
        views = [game.view(state, seat) for seat in range(state.seats)]
        shown = [observer.look(state, seat) for seat in range(state.seats)]
        state.apply(*wander(game, state, dice))
        for seat in range(state.seats):
            if game.view(state, seat) == views[seat]:
                assert observer.look(state, seat) == shown[seat]


def test_the_table_and_every_seat_are_observed_in_turn(game_id: str) -> None:
    """Whoever acts changes what somebody sees: no game forgets a part of its game."""
    game = periplo.game(game_id)
    seats = max(2, game.fewest_seats)
    options = game.read_setup(seats, None)
    observer, state, dice = game.observer(seats, options), game.start(seats, options), Dice(5)
    changed: dict[bool, int] = {True: 0, False: 0}
    acted: dict[bool, int] = {True: 0, False: 0}
    for _ in range(200):
        if state.over():
            break
        shown = [observer.look(state, seat) for seat in range(seats)]
        actor, action = wander(game, state, dice)
        state.apply(actor, action)
        acted[actor == TABLE] += 1
        changed[actor == TABLE] += shown != [observer.look(state, seat) for seat in range(seats)]
    assert acted[True] > 0
    assert all(changed[who] >= 0.9 * acted[who] for who in acted)
