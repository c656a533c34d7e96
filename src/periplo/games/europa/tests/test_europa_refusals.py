"""What is refused, and by which clause, where refusals.toml cannot say it."""

import pytest

from periplo.core.errors import IllegalAction
from periplo.core.state import TABLE
from periplo.games.europa.tests.racing import (
    GAME,
    SQUARES,
    N,
    on_a_card,
    own,
    position,
    team,
    why_not,
)

FIRST = own(2)[0]
COUNTRY = SQUARES[FIRST]["country"]


def test_instructions_left_out_are_no_cards_to_draw() -> None:
    """[EUR-R3]"""
    deck = next(card for card in GAME.board()["decks"][COUNTRY] if card["kind"] == "instruction")
    where = on_a_card(COUNTRY, FIRST, 2)
    assert why_not(where, TABLE, f"card {deck['card']}", instructions=False) == "EUR-R3"


def test_after_the_end_no_clause_forbids_anything() -> None:
    over = position("over", team(2, N, flags=6), team(1), turn=0, exam=[2, 0], winner=0)
    state = GAME.load(over)
    with pytest.raises(IllegalAction, match="the game is over") as refused:
        state.apply(0, GAME.parse(state, 0, "throw"))
    assert refused.value.clause == ""
