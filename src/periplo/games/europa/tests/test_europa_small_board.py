"""A small board, where things are as near as some clauses need them."""

import pytest

from periplo.games.europa import tables
from periplo.games.europa.board import BACK, CITY, FORWARD, GO, PLAIN, QUESTION, STAR, Board
from periplo.games.europa.tests.racing import (
    Json,
    legal,
    others_on,
    play,
    position,
    team,
)

SMALL = """
    uno/1 * tre/1
    . cinque/1 *
    sette/2 * .
    dieci/1 undici/3 dodici/4 tredici/5
"""
SMALL_COUNTRIES = ["spain", "portugal", "france", "ireland"]
FORWARD_9, BACK_1, BACK_9, GO_UNO, GO_CINQUE = 1, 2, 3, 4, 5  # the cards of every deck


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """14 squares; stars on 2, 6 and 8; every deck has five instructions and three questions."""
    kind, country, colour, city = [PLAIN], [-1], [0], [""]
    for number, line in enumerate(SMALL.split("\n")[1:-1]):
        for word in line.split():
            name, _, route = word.partition("/")
            kind.append(CITY if route else STAR if name == "*" else PLAIN)
            country.append(number)
            colour.append(int(route or 0))
            city.append(name if route else "")
    orders = [QUESTION, FORWARD, BACK, BACK, GO, GO, QUESTION, QUESTION, QUESTION]
    details = [0, 9, 1, 9, city.index("uno"), city.index("cinque"), 0, 1, 2]
    board = Board(
        "small",
        "none",
        SMALL_COUNTRIES,
        [*kind, PLAIN],
        [*country, -1],
        [*colour, 0],
        [*city, ""],
        [orders] * 5,
        [details] * 5,
        [[0, 0, 0, 0, 0, 0, 1, 2, 3]] * 5,
    )
    monkeypatch.setattr(tables, "board_named", lambda *_: board)


def drawing(at: int, deck: str, *others: int) -> Json:
    """A team of route 1 on a city there, about to draw, and others on those squares."""
    teams = others_on(list(others) or [0], 1)
    return position("card", team(1, at, []), *teams, deck=deck)


@pytest.mark.usefixtures("small")
def test_the_start_holds_everybody() -> None:
    """[EUR-5] [EUR-11] A `go` card may end there, if all below the city is taken."""
    after = play(drawing(5, "portugal", 1, 0), f"card {GO_UNO}")
    assert [team["at"] for team in after["teams"]] == [0, 1, 0]


@pytest.mark.usefixtures("small")
def test_forward_never_leads_to_the_finish() -> None:
    """[EUR-11] At most to the square before it."""
    after = play(drawing(10, "ireland"), f"card {FORWARD_9}")
    assert after["teams"][0]["at"] == 13
    after = play(drawing(10, "ireland", 13, 12), f"card {FORWARD_9}")
    assert after["teams"][0]["at"] == 11


@pytest.mark.usefixtures("small")
def test_back_never_leads_beyond_the_start() -> None:
    """[EUR-11] [EUR-5]"""
    assert play(drawing(3, "spain"), f"card {BACK_9}")["teams"][0]["at"] == 0
    assert play(drawing(3, "spain", 1), f"card {BACK_9}")["teams"][0]["at"] == 0


@pytest.mark.usefixtures("small")
def test_a_star_acts_on_a_walk_backwards_too() -> None:
    """[EUR-12]"""
    assert play(drawing(3, "spain"), f"card {BACK_1}")["teams"][0]["at"] == 6


@pytest.mark.usefixtures("small")
def test_a_jump_that_is_blocked_leaves_the_piece_on_its_star() -> None:
    """[EUR-5] [EUR-R4]"""
    where = position("die", team(1, 1, []), *others_on([3, 4, 5, 6], 1), die=1)
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == 2
    assert (after["phase"], after["turn"]) == ("throw", 1)


@pytest.mark.usefixtures("small")
def test_a_star_that_brings_a_piece_back_is_an_arrival() -> None:
    """[EUR-R4] [EUR-10c] Each displacement is judged alone: free again, and asked again."""
    where = position("die", team(1, 5, [], leaving=True), *others_on([3, 6], 1), die="plane")
    after = play(where, "1: fly tre")
    assert after["teams"][0]["at"] == 5
    assert not after["teams"][0]["leaving"]
    assert (after["phase"], after["deck"]) == ("card", "portugal")


@pytest.mark.usefixtures("small")
def test_a_card_may_lead_to_a_star_and_on_to_a_city() -> None:
    """[EUR-11] [EUR-12] [EUR-R2] Stopped short, sent on, and asked there."""
    after = play(drawing(3, "spain", 6), f"card {BACK_1}")
    assert after["teams"][0]["at"] == 5
    assert (after["phase"], after["deck"]) == ("card", "portugal")


@pytest.mark.usefixtures("small")
def test_a_go_that_is_blocked_down_to_the_own_square_is_no_arrival() -> None:
    """[EUR-5] [EUR-R4]"""
    after = play(drawing(3, "spain", 5, 4), f"card {GO_CINQUE}")
    assert after["teams"][0]["at"] == 3
    assert (after["phase"], after["turn"]) == ("throw", 1)


@pytest.mark.usefixtures("small")
def test_a_flight_pushed_down_to_murcia_is_not_legal() -> None:
    """[EUR-7b]"""
    where = position("die", team(1, 10, []), *others_on([1], 1), die="plane")
    assert legal(where, flags=4) == ["fly tre", "fly cinque", "keep", "pass"]
    where = position("die", team(1, 10, []), *others_on([1, 2, 3], 1), die="plane")
    assert legal(where) == ["fly cinque", "keep", "pass"]
