"""What is legal, and which clause forbids the rest: a table, and plain rules that agree."""

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
from periplo.games.poleana.tests.scenarios import IN_CELL, anywhere, jail, legal, why_not

seeds = st.integers(min_value=0, max_value=2**32)

# dice, what is left of them (None: all), the seats, an action that is refused, and by which clause
REFUSED: list[tuple[str, str | None, list[str], str, str]] = [
    # releases
    ("4+5", None, [IN_CELL, IN_CELL], "out 0", "POL-2"),
    ("1+5", None, [IN_CELL, IN_CELL], "out 3", "POL-2"),
    ("1+5", None, [IN_CELL, IN_CELL], "out 6", "POL-2"),
    ("3+3", None, [IN_CELL, IN_CELL], "out 00", "POL-2"),
    ("3+6", None, [IN_CELL, IN_CELL], "out 6", "POL-2"),
    ("6+6", None, [IN_CELL, IN_CELL], "out 0", "POL-2"),
    ("1+5", None, ["1:1 1:2 out out", IN_CELL], "out 0", "POL-2"),
    ("1+5", "5", ["1:1 cell cell cell", IN_CELL], "out 0", "POL-5"),
    ("1+5", None, ["1:0 1:0 1:0 cell", IN_CELL], "out 0", "POL-9"),
    ("6+6", None, ["1:6 1:6 cell cell", IN_CELL], "out 6", "POL-9"),
    ("3+6", None, [IN_CELL, "1:3 1:3 cell cell"], "out 3", "POL-8"),
    ("6+6", None, [IN_CELL, "1:0 1:0 cell cell"], "out 00", "POL-8"),
    ("6+6", None, [IN_CELL, "1:6 cell cell cell"], "out 6", "POL-R5"),
    # dice
    ("2+3", None, ["1:1 cell cell cell", IN_CELL], "p1 1", "POL-4"),
    ("2+3", "3", ["1:1 cell cell cell", IN_CELL], "p1 2", "POL-4"),
    ("2+3", "3", ["1:1 cell cell cell", IN_CELL], "p1 5", "POL-4"),
    ("2+3", None, ["1:1 cell cell cell", IN_CELL], "p1 10", "POL-4"),
    # priorities
    ("2+4", None, ["1:1 cell cell cell", IN_CELL], "p1 2", "POL-5"),
    ("2+4", None, ["1:1 cell cell cell", IN_CELL], "p1 5", "POL-5"),
    ("1+2", None, ["1:1 out out out", "1:3 cell cell cell"], "p1 1", "POL-5"),
    ("1+2", None, ["1:1 out out out", "1:3 cell cell cell"], "p1 3", "POL-5"),
    ("1+2", None, ["1:1 cell cell cell", IN_CELL], "pass", "POL-15"),
    ("1+2", None, ["1:1 cell cell cell", IN_CELL], "skip", "POL-7"),
    ("1+2", None, ["1:1 cell cell cell", IN_CELL], "taken 1.1", "POL-17"),
    # walks: who
    ("1+2", None, ["1:1 cell cell cell", IN_CELL], "p2 1", "POL-2"),
    ("1+2", None, ["1:1 out cell cell", IN_CELL], "p2 1", "POL-13"),
    # ... by which way
    ("1+2", None, ["2:13 cell cell cell", IN_CELL], "p1 1 up", "POL-12"),
    ("1+2", None, ["2/1 cell cell cell", IN_CELL], "p1 2 up", "POL-12"),
    ("5+6", None, ["4:8 cell cell cell", IN_CELL], "p1 6 up", "POL-12"),
    ("5+6", None, ["4:8 cell cell cell", IN_CELL], "p1 11", "POL-13"),
    ("2+3", None, ["e5 cell cell cell", IN_CELL], "p1 3", "POL-13"),
    # ... over what
    ("2+3", None, ["1:1 cell cell cell", "1:3 1:3 cell cell"], "p1 2", "POL-8"),
    ("2+3", None, ["1:1 cell cell cell", "1:3 1:3 cell cell"], "p1 3", "POL-8"),
    ("2+3", None, ["1:1 1:3 1:3 cell", IN_CELL], "p1 2", "POL-8"),
    ("2+3", None, ["2:14 cell cell cell", "2/2 cell cell cell"], "p1 2 up", "POL-10"),
    ("2+3", None, ["2:14 cell cell cell", "2/2 cell cell cell"], "p1 3 up", "POL-10"),
    ("2+3", None, ["2:14 2/2 cell cell", IN_CELL], "p1 3 up", "POL-10"),
    # a barrier and a taken room on one walk: the first of them
    ("2+3", None, ["2:13 cell cell cell", "2:14 2:14 2/1 cell"], "p1 3 up", "POL-8"),
    ("3+6", "6", ["2/6 cell cell cell", "2/7 2:5 2:5 cell"], "p1 6", "POL-10"),
    ("5+6", None, ["2:14 out out out", "2/3 2:5 2:5 cell"], "p1 11 up", "POL-10"),
    # ... onto what
    ("2+3", None, ["e1 e3 cell cell", IN_CELL], "p1 2", "POL-13"),
    ("2+3", None, ["1:1 cell out out", "1:3 cell cell cell"], "p1 2", "POL-6"),
    ("1+3", None, ["1:8 out out out", "1:9 cell cell cell"], "p1 1", "POL-11"),
]


@pytest.mark.parametrize(("dice", "left", "seats", "text", "clause"), REFUSED)
def test_a_refusal_names_the_clause_that_forbids_it(
    dice: str, left: str | None, seats: list[str], text: str, clause: str
) -> None:
    state = jail(*seats, dice=dice, left=left)
    assert text not in legal(state)
    assert why_not(state, text) == clause


def test_guards_and_walks_of_ten_are_refused_by_their_clauses() -> None:
    """[POL-7] [POL-15] [POL-17]"""
    guarded = jail("2:14 cell cell cell", IN_CELL, dice="1+4", custodians=True)
    assert why_not(guarded, "p1 4") == "POL-15"
    walk = jail("1:1 e1 out cell", IN_CELL, dice="1+2", left="1", phase="bonus")
    assert why_not(walk, "p1 1") == "POL-7"
    assert why_not(walk, "out 0") == "POL-7"
    assert why_not(walk, "p1 10 up") == "POL-12"
    assert why_not(walk, "p2 10") == "POL-13"
    assert why_not(walk, "p4 10") == "POL-2"
    assert why_not(walk, "pass") == "POL-15"
    assert why_not(walk, "taken 1.1") == "POL-17"


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
