"""What is announced of a choice, for every game: exactly what happens when it is made."""

import json

from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st
from setups import wander_to

from periplo import TABLE
from periplo.play.consequences import consequences

seeds = st.integers(min_value=0, max_value=2**32)
starts = st.integers(min_value=0, max_value=10_000)


@at_most(40)
@given(seed=seeds, which=starts)
def test_a_consequence_is_what_happens_when_the_choice_is_made(
    game_id: str, seed: int, which: int
) -> None:
    game, state, _, _ = wander_to(game_id, seed, which)
    before = game.position(state)
    for seat in (actor for actor in state.actors() if actor != TABLE):
        announced = list(consequences(game, state, seat))
        json.dumps(announced)
        known = [action for action in state.legal(seat) if state.may_take_back(seat, action)]
        assert [one["text"] for one in announced] == [
            game.text(state, seat, action) for action in known
        ]
        for action, one in zip(known, announced, strict=True):
            after = state.copy()
            after.log = []
            after.apply(seat, action)
            assert one["events"] == after.log
            now, then = game.derived(state.seen_by(seat)), game.derived(after.seen_by(seat))
            for part in {**one["new"], **one["gone"]}:
                kept = [item for item in now.get(part, []) if item not in one["gone"].get(part, [])]
                added = [item for item in then.get(part, []) if item not in kept]
                assert added == one["new"].get(part, [])
    assert game.position(state) == before, "nothing was done"


@at_most(40)
@given(seed=seeds, which=starts)
def test_a_consequence_follows_from_what_the_seat_sees(game_id: str, seed: int, which: int) -> None:
    game, state, _, options = wander_to(game_id, seed, which)
    for seat in (actor for actor in state.actors() if actor != TABLE):
        seen = game.load(game.view(state, seat), options)
        assert list(consequences(game, state, seat)) == list(consequences(game, seen, seat))
