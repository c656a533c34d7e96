"""What bots know: answers by level and difficulty; and no search finds out the others."""

import pytest

from periplo.bots import bot
from periplo.core.dice import Dice
from periplo.core.state import TABLE
from periplo.games.europa import GAME
from periplo.games.europa.rules import EuropaState
from periplo.games.europa.state import ANSWER, PHASE_QUESTION


def question(difficulty: int) -> EuropaState:
    """The first one that comes up of this difficulty."""
    state, dice = GAME.new(2), Dice("question")
    assert isinstance(state, EuropaState)
    greedy = GAME.policies()["greedy"]
    while (
        state.phase != PHASE_QUESTION
        or state.board.difficulty[state.deck][state.card] != difficulty
    ):
        actor = state.next_actor()
        action = state.draw(dice) if actor == TABLE else greedy.choose(state, actor, dice)
        state.play(actor, action)
    return state


@pytest.mark.parametrize(
    ("name", "right"),
    # what is not known is guessed, one in four; easy answers half the time at random
    [
        ("random", (0.25, 0.25, 0.25)),
        ("greedy", (0.25, 0.25, 0.25)),
        ("easy", (0.38, 0.325, 0.29)),
        ("medium", (0.775, 0.625, 0.475)),
        ("hard", (0.96, 0.85, 0.74)),
        ("search:30p", (0.25, 0.25, 0.25)),  # which would find every answer if it could try them
    ],
)
def test_a_bot_answers_right_as_often_as_its_level_says(
    name: str, right: tuple[float, ...]
) -> None:
    for difficulty, part in enumerate(right, 1):
        state, dice = question(difficulty), Dice("answers")
        wanted = ANSWER + state.board.right_answer(state.deck, state.card)
        seat = state.next_actor()
        given = [bot(GAME, name).choose(state.seen_by(seat), seat, dice) for _ in range(1000)]
        assert given.count(wanted) / 1000 == pytest.approx(part, abs=0.05)
