"""What is legal, and which clause forbids the rest: plain rules agree. Examples: refusals.toml."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from periplo.core.dice import Dice
from periplo.core.errors import IllegalAction
from periplo.core.game import Options
from periplo.core.state import NOBODY, TABLE, State
from periplo.games.poleana import GAME
from periplo.games.poleana.actions import ACTIONS
from periplo.games.poleana.tests.plain_rules import Plain, all_actions
from periplo.games.poleana.tests.scenarios import IN_CELL, anywhere, jail, legal

seeds = st.integers(min_value=0, max_value=2**32)


def compare(state: State, options: Options) -> None:
    """Every action a seat can say: legal or refused by the same clause as the plain rules do."""
    actor = state.next_actor()
    wanted = Plain(GAME.position(state), options).verdicts()
    found = {}
    for text in all_actions():
        action = GAME.parse(state, actor, text)
        found[text] = "" if state.is_legal(actor, action) else state.refusal(actor, action)[0]
    assert found == wanted
    assert legal(state) == [text for text in all_actions() if not wanted[text]]


@given(seed=seeds)
def test_wherever_reos_stand_plain_rules_agree(seed: int) -> None:
    position, options = anywhere(seed)
    state, dice = GAME.load(position, options), Dice(seed)
    for _ in range(6):
        actor = state.next_actor()
        if actor == NOBODY:
            break
        if actor == TABLE:
            state.play(actor, state.draw(dice))
            continue
        compare(state, options)
        state.play(actor, state.pick(actor, dice))


@given(seed=seeds)
def test_all_through_a_game_plain_rules_agree(seed: int) -> None:
    seats = 2 + seed % 3
    options = {"custodians": seats < 4, "reach": ("side", "yard")[seed % 2]}
    state, dice = GAME.new(seats, options), Dice(seed)
    for _ in range(150):
        actor = state.next_actor()
        if actor == NOBODY:
            break
        if actor != TABLE and dice.below(4) == 0:
            compare(state, options)
        state.play(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))


def test_whoever_is_not_to_act_is_refused_whatever_they_say() -> None:
    """[POL-1]"""
    state = jail("1:1 cell cell cell", IN_CELL, dice="1+2")
    for actor in (1, TABLE, NOBODY):
        for action in range(ACTIONS):
            with pytest.raises(IllegalAction, match="POL-1"):
                state.apply(actor, action)
