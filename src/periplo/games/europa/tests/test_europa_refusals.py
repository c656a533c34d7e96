"""What is refused, and by which clause: a position, an action, and the clause that forbids it."""

from typing import Any

import pytest

from periplo.core.errors import IllegalAction
from periplo.core.state import TABLE
from periplo.games.europa.tests.racing import (
    GAME,
    SQUARES,
    Json,
    N,
    exam,
    on_a_card,
    others_on,
    own,
    position,
    question_in,
    team,
    why_not,
)

FIRST, SECOND, THIRD = own(2)[:3]
COUNTRY = SQUARES[FIRST]["country"]
CARD, RIGHT, _ = question_in(COUNTRY)
REST: Json = {"at": 0, "flags": [], "planes": 0, "missing": 0, "leaving": False, "failed": False}


def fly(square: int) -> str:
    return f"fly {SQUARES[square]['city']}"


def beginning(*routes: int | None, order: Any = ()) -> Json:
    """Three teams that draw their routes, or their places if they have all of them."""
    drawn = [route for route in routes if route]
    phase = "order" if len(drawn) == 3 else "routes"
    turn = len(drawn) if phase == "routes" else 0
    teams = [{"route": route, **REST} for route in routes]
    return position(phase, *teams, turn=turn, order=list(order))


def thrown(at: int, die: int | str, **more: Any) -> Json:
    return position("die", team(2, at, **more), team(1), die=die)


FAILED: Json = {"flags": 6, "failed": True}
HOLDING = position("turn", team(2, THIRD, planes=1), team(1))
ASKED = position(
    "question", team(2, FIRST), team(1), deck=COUNTRY, card=CARD, used={COUNTRY: [CARD]}
)
JUDGED = {**ASKED, "phase": "verdict"}
AT_EXAM = {**exam(0, 0), "phase": "question", "card": question_in("murcia")[0]}


@pytest.mark.parametrize(
    ("where", "actor", "text", "clause"),
    [
        # the beginning
        (beginning(3, None, None), TABLE, "route 3", "EUR-1"),  # is taken
        (beginning(3, None, None), 1, "throw", "EUR-1"),  # it is not for a team
        (beginning(1, 2, 3, order=[2]), TABLE, "next 3", "EUR-3"),  # has its place
        (beginning(1, 2, 3), TABLE, "next 4", "EUR-3"),  # there is no fourth team
        (beginning(1, 2, 3), TABLE, "3", "EUR-3"),
        # throwing
        (position("throw", team(2, 9), team(1)), 0, "move", "EUR-4"),
        (position("throw", team(2, 9), team(1)), TABLE, "right", "EUR-4"),
        (position("throw", team(2, 9), team(1)), 1, "throw", "EUR-4"),
        (thrown(9, 3), 1, "move", "EUR-4"),  # not its turn
        (thrown(9, 3), TABLE, "3", "EUR-4"),  # the team decides, not the die
        (thrown(9, 3), 0, "throw", "EUR-4"),  # it has been
        (thrown(9, 3), 0, "answer A", "EUR-4"),
        # flying
        (thrown(THIRD, 3), 0, fly(FIRST), "EUR-7"),  # no plane was thrown
        (thrown(THIRD, "plane"), 0, fly(own(1)[0]), "EUR-2"),  # another colour
        (thrown(THIRD, "plane"), 0, fly(THIRD), "EUR-6"),  # where it stands
        (thrown(SECOND, "plane"), 0, fly(THIRD), "EUR-6"),  # ahead
        (HOLDING, 0, fly(own(1)[0]), "EUR-2"),
        (HOLDING, 0, fly(own(2)[3]), "EUR-6"),
        (HOLDING, 0, "move", "EUR-8"),
        (HOLDING, 0, "keep", "EUR-8"),
        (HOLDING, 0, "pass", "EUR-8"),
        # keeping
        (thrown(9, 3), 0, "keep", "EUR-7"),
        (thrown(9, "plane", planes=2), 0, "keep", "EUR-7"),
        (thrown(N, "plane", **FAILED), 0, "keep", "EUR-14"),
        # moving
        (thrown(N - 3, 4, flags=6), 0, "move", "EUR-10b"),  # past the finish
        (thrown(N - 3, 3, flags=5), 0, "move", "EUR-10b"),  # into it without the flags
        (thrown(N - 5, "plane", flags=6), 0, "move", "EUR-10b"),
        # declining
        (thrown(FIRST, 1, leaving=True), 0, "pass", "EUR-10c"),
        (thrown(FIRST, "plane", leaving=True), 0, "pass", "EUR-10c"),
        (thrown(N, 2, **FAILED), 0, "pass", "EUR-14"),
        # cards and answers
        (on_a_card(COUNTRY, FIRST, 2, used={COUNTRY: [CARD]}), TABLE, f"card {CARD}", "EUR-R3"),
        (on_a_card(COUNTRY, FIRST, 2), 0, "throw", "EUR-R3"),
        (ASKED, 0, "pass", "EUR-10"),
        (ASKED, 1, f"answer {RIGHT}", "EUR-4"),
        (ASKED, TABLE, "right", "EUR-4"),  # the team answers, nobody judges
        (AT_EXAM, 0, "move", "EUR-14"),
    ],
)
def test_a_refusal_names_the_clause(where: Json, actor: int, text: str, clause: str) -> None:
    """[EUR-1] [EUR-2] [EUR-3] [EUR-4] [EUR-6] [EUR-7] [EUR-8] [EUR-10] [EUR-14] [EUR-R3]"""
    assert why_not(where, actor, text) == clause


def test_a_flight_that_would_be_pushed_into_murcia_is_refused_by_its_own_clause() -> None:
    """[EUR-7b]"""
    route = min(range(1, 6), key=lambda route: own(route)[0])
    city = own(route)[0]
    taken = others_on(list(range(1, city + 1)), route)
    assert len(taken) == city
    where = position("turn", team(route, N - 1, planes=1), *taken)
    assert why_not(where, 0, fly(city)) == "EUR-7b"


def test_an_answer_that_is_judged_is_for_the_table() -> None:
    """[EUR-10]"""
    assert why_not(JUDGED, 0, "answer A", quiz="judged") == "EUR-10"
    assert why_not(JUDGED, TABLE, "plane", quiz="judged") == "EUR-10"


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
