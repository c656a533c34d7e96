"""The examples of the rules, and the bot."""

from periplo.core.dice import Dice
from periplo.core.playout import play_game
from periplo.core.state import Uniform
from periplo.games.poleana import GAME
from periplo.games.poleana.tests.scenarios import IN_CELL, jail, legal, play, reos

# the examples of the rules


def test_example_guard_on_the_three_of_an_empty_side() -> None:
    """A guard on 4:3, a reo on 4:8, the throw 3+5: the die 5 takes it.  [POL-17]"""
    state = jail("4:8 cell cell cell", IN_CELL, IN_CELL, custodians=True)
    assert reos(play(state, "3+5"), 0) == IN_CELL


def test_example_release_before_moving() -> None:
    """Reos on 1:2 and in the cell, throw 3+6: out 3 is the only legal action.  [POL-5]"""
    assert legal(jail("1:2 cell cell cell", IN_CELL, dice="3+6")) == ["out 3"]


def test_example_capture_walk_and_the_die_left() -> None:
    """Own reo on 2:1, rival on 2:4, throw 2+3: only p1 3, then 10, then 2.  [POL-5] [POL-7]"""
    state = jail("2:1 1:3 out e1", "2:4 cell cell cell", dice="2+3")
    assert legal(state) == ["p1 3"]
    play(state, "p1 3")
    assert legal(state) == ["p1 10", "p2 10", "skip"]
    play(state, "p2 10")
    assert legal(state) == ["p1 2", "p2 2", "p2 2 up", "p4 2"]


# the bot


def test_the_bot_leaves_the_state_alone_and_prefers_two_out() -> None:
    """[POL-2]"""
    state = jail(IN_CELL, IN_CELL, dice="6+6")
    before = GAME.position(state)
    action = GAME.policies()["greedy"].choose(state, 0, Dice(1))
    assert GAME.text(state, 0, action) == "out 00"
    assert GAME.position(state) == before


def test_the_bot_lets_guards_take_a_rival_rather_than_its_own() -> None:
    """[POL-R6]"""
    state = play(jail("4:5 4:7 cell cell", "4:8 cell cell cell", custodians=True), "4+5")
    action = GAME.policies()["greedy"].choose(state, 0, Dice(1))
    assert GAME.text(state, 0, action) == "taken 2.1"


def test_the_bot_beats_chance() -> None:
    """[POL-14]"""
    greedy, chance = GAME.policies()["greedy"], Uniform()
    won = 0
    for match in range(30):
        seat = match % 2
        state = GAME.new(2)
        play_game(state, [greedy, chance] if seat == 0 else [chance, greedy], Dice(match), 5000)
        won += state.winners() == [seat]
    assert won >= 18
