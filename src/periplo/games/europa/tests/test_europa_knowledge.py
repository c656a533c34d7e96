"""What bots know: a part of the answers, by level; and no search finds out the others."""

import pytest

from periplo.bots import bot
from periplo.core.dice import Dice
from periplo.core.state import TABLE
from periplo.games.europa import GAME
from periplo.games.europa.rules import ANSWER, PHASE_QUESTION, EuropaState


def question() -> EuropaState:
    state, dice = GAME.new(2), Dice("question")
    assert isinstance(state, EuropaState)
    while state.phase != PHASE_QUESTION:
        actor = state.next_actor()
        greedy = GAME.policies()["greedy"]
        action = state.draw(dice) if actor == TABLE else greedy.choose(state, actor, dice)
        state.play(actor, action)
    return state


@pytest.mark.parametrize(
    ("name", "right"),
    # what is not known is guessed, one in four; easy answers half the time at random
    [
        *(("random", 0.25), ("greedy", 0.25), ("easy", 0.325), ("medium", 0.625), ("hard", 0.85)),
        ("search:30p", 0.25),  # which would find every answer if it could try them out
    ],
)
def test_a_bot_answers_right_as_often_as_its_level_says(name: str, right: float) -> None:
    state, dice = question(), Dice("answers")
    wanted = ANSWER + state.board.beside[state.deck][state.card]
    seat = state.next_actor()
    given = [bot(GAME, name).choose(state.seen_by(seat), seat, dice) for _ in range(1000)]
    assert given.count(wanted) / 1000 == pytest.approx(right, abs=0.06)
