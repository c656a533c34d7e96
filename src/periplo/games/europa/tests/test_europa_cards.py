"""Questions, instructions and decks: EUR-10, EUR-11, EUR-R3, EUR-R6, EUR-R7."""

from fractions import Fraction

import pytest

from periplo.core.state import TABLE
from periplo.games.europa.tests.racing import (
    AT,
    CITIES,
    DECKS,
    GAME,
    SQUARES,
    N,
    countries_of,
    events,
    instructions,
    is_plain,
    legal,
    moved_to,
    on_a_card,
    other_route,
    others_on,
    own,
    play,
    position,
    question_in,
    start,
    team,
    why_not,
)

# cards and questions


@pytest.mark.parametrize("edition", ["2009", "today"])
def test_a_right_answer_wins_the_flag(edition: str) -> None:
    """[EUR-10]"""
    board = GAME.board({"edition": edition})
    city = next(s for s in board["squares"] if s.get("country") == "portugal" and "city" in s)
    card = next(c for c in board["decks"]["portugal"] if c["kind"] == "question")
    where = position(
        "die", team(city["route"], city["at"] - 1), team(other_route(city["route"])), die=1
    )
    after = play(
        where, "1: move", f"card {card['card']}", f"1: answer {card['right']}", edition=edition
    )
    assert after["teams"][0]["flags"] == ["portugal"]
    assert after["used"] == {"portugal": [card["card"]]}
    assert (after["phase"], after["turn"], after["deck"], after["card"]) == ("throw", 1, None, None)


def test_with_the_flag_in_hand_there_is_no_card() -> None:
    """[EUR-10]"""
    city = SQUARES[own(2)[0]]
    where = moved_to(city["at"], 2, flags=[city["country"]])
    assert play(where, "1: move")["phase"] == "throw"


def test_with_as_many_flags_as_are_needed_there_is_no_card() -> None:
    """[EUR-10]"""
    city = SQUARES[own(2)[0]]
    won = [country for country in countries_of(2) if country != city["country"]][:3]
    assert play(moved_to(city["at"], 2, flags=won), "1: move", flags=3)["phase"] == "throw"
    assert play(moved_to(city["at"], 2, flags=won), "1: move", flags=4)["phase"] == "card"


def test_the_verdict_comes_from_the_table_where_answers_are_judged() -> None:
    """[EUR-10] `right` and `wrong` are both legal at any skill."""
    city = SQUARES[own(2)[0]]
    card, _, _ = question_in(city["country"])
    where = on_a_card(city["country"], city["at"], 2)
    match = start(where, quiz="judged", skill=[1, 0.25])
    match.write(f"card {card}")
    assert match.position()["phase"] == "verdict"
    assert match.legal() == {"table": ["right", "wrong"]}
    assert [chance for _, chance in match.state.outcomes()] == [1, 0]
    match.write("wrong")
    assert match.position()["teams"][0]["leaving"]
    assert play(where, f"card {card}", "right", quiz="judged")["teams"][0]["flags"]


def test_after_a_wrong_answer_the_city_must_be_left() -> None:
    """[EUR-10c] A plane counted as six included."""
    city = SQUARES[own(2)[0]]
    card, _, wrong = question_in(city["country"])
    after = play(on_a_card(city["country"], city["at"], 2), f"card {card}", f"1: answer {wrong}")
    assert after["teams"][0]["leaving"]
    assert after["teams"][0]["flags"] == []
    where = position("die", team(2, city["at"], leaving=True), team(1), die=1)
    assert legal(where) == ["move"]
    assert why_not(where, 0, "pass") == "EUR-10c"
    where = position("die", team(2, own(2)[1], leaving=True), team(1), die="plane")
    assert legal(where) == [f"fly {city['city']}", "keep", "move"]


def test_who_cannot_move_may_stay_although_it_has_to_leave() -> None:
    """[EUR-10c] [EUR-10b]"""
    last = own(2)[-1]
    assert last > N - 5
    where = position("die", team(2, last, leaving=True), team(1), die=5)
    assert legal(where) == ["pass"]


def test_a_team_that_has_to_leave_may_keep_a_plane() -> None:
    """[EUR-R6]"""
    where = position("die", team(2, own(2)[0], leaving=True), team(1), die="plane")
    after = play(where, "1: keep")
    assert after["teams"][0]["leaving"]
    assert after["teams"][0]["planes"] == 1
    assert start(where).write("1: keep")[0]["rule"] == "EUR-R6"


def test_a_piece_that_has_moved_is_free_again() -> None:
    """[EUR-10c]"""
    where = position("die", team(2, own(2)[0], leaving=True), team(1), die=1)
    assert not play(where, "1: move")["teams"][0]["leaving"]


def test_a_piece_that_could_not_move_still_has_to_leave() -> None:
    """[EUR-10c] [EUR-R4]"""
    city = own(2)[0]
    where = position("die", team(2, city, leaving=True), *others_on([city + 1], 2), die=1)
    assert play(where, "1: move")["teams"][0]["leaving"]


def test_without_the_flags_needed_the_finish_cannot_be_entered() -> None:
    """[EUR-10b]"""
    where = position("die", team(2, N - 3, flags=5), team(1), die=3)
    assert legal(where) == ["pass"]
    assert why_not(where, 0, "move") == "EUR-10b"
    assert legal(where, flags=5) == ["move", "pass"]


def test_no_throw_passes_the_finish() -> None:
    """[EUR-10b] Judged by the square thrown for, not by where the piece would stop."""
    where = position("die", team(2, N - 3, flags=6), *others_on([N - 1], 2), die=4)
    assert legal(where) == ["pass"]
    where = position("die", team(2, N - 3, flags=5), team(1, N - 2), die="plane")
    assert {"keep", "pass"} < set(legal(where))
    assert "move" not in legal(where)


# instructions


def test_a_go_leads_to_a_card_of_that_country_whatever_the_colour() -> None:
    """[EUR-11] [EUR-R7]"""
    for deck, card in instructions("go"):
        city = SQUARES[AT[card["city"]]]
        for route in range(1, 6):
            begun = [c for c in CITIES if c["country"] == deck and c["route"] == route]
            on_route = city["country"] in countries_of(route)
            if city["route"] != route and on_route and begun:
                where = on_a_card(deck, begun[0]["at"], route)
                after = play(where, f"card {card['card']}")
                assert after["teams"][0]["at"] == city["at"]
                assert (after["phase"], after["deck"]) == ("card", city["country"])
                assert "other_colour" in events(where, f"card {card['card']}")
                return
    pytest.fail("no such card on this board")


def test_a_go_to_a_country_of_another_route_ends_the_turn() -> None:
    """[EUR-11]"""
    for deck, card in instructions("go"):
        begun = next(c for c in CITIES if c["country"] == deck)
        city = SQUARES[AT[card["city"]]]
        if city["country"] not in countries_of(begun["route"]):
            after = play(on_a_card(deck, begun["at"], begun["route"]), f"card {card['card']}")
            assert after["teams"][0]["at"] == city["at"]
            assert (after["phase"], after["turn"]) == ("throw", 1)
            return
    pytest.fail("no such card on this board")


@pytest.mark.parametrize("do", ["forward", "back"])
def test_forward_and_back_are_walked(do: str) -> None:
    """[EUR-11] [EUR-5] And taken squares stop them, in the direction they walk."""
    sign = 1 if do == "forward" else -1
    for deck, card in instructions(do):
        for city in (c for c in CITIES if c["country"] == deck):
            at, to = city["at"], city["at"] + sign * card["n"]
            if card["n"] < 2 or not 0 < to < N or not is_plain(to) or not is_plain(to - sign):
                continue
            after = play(on_a_card(deck, at, city["route"]), f"card {card['card']}")
            assert after["teams"][0]["at"] == to
            where = on_a_card(deck, at, city["route"], *others_on([to], city["route"]))
            assert play(where, f"card {card['card']}")["teams"][0]["at"] == to - sign
            return
    pytest.fail("no such card on this board")


def test_miss_skips_the_next_turn_without_an_action() -> None:
    """[EUR-11]"""
    deck, card = instructions("miss")[0]
    city = next(c for c in CITIES if c["country"] == deck)
    where = on_a_card(deck, city["at"], city["route"])
    after = play(where, f"card {card['card']}")
    assert after["teams"][0]["missing"] == 1
    assert (after["phase"], after["turn"]) == ("throw", 1)
    after = play(where, f"card {card['card']}", "1", "2: pass")
    assert after["teams"][0]["missing"] == 0
    assert (after["phase"], after["turn"]) == ("throw", 1)
    assert "missed" in events(where, f"card {card['card']}", "1", "2: pass")


def test_when_everybody_misses_a_turn_the_next_one_plays() -> None:
    """[EUR-11]"""
    deck, card = instructions("miss")[0]
    city = next(c for c in CITIES if c["country"] == deck)
    where = on_a_card(deck, city["at"], city["route"], team(other_route(city["route"]), missing=1))
    after = play(where, f"card {card['card']}")
    assert after["turn"] == 1
    assert [team["missing"] for team in after["teams"]] == [0, 0]


def test_again_leads_to_a_throw_whatever_is_in_reserve() -> None:
    """[EUR-11] [EUR-8]"""
    deck, card = instructions("again")[0]
    city = next(c for c in CITIES if c["country"] == deck)
    where = on_a_card(deck, city["at"], city["route"])
    where["teams"][0]["planes"] = 1
    after = play(where, f"card {card['card']}")
    assert (after["phase"], after["turn"], after["deck"]) == ("throw", 0, None)


@pytest.mark.parametrize("held", [0, 1, 2])
def test_plane_gives_one_more_if_fewer_than_two_are_held(held: int) -> None:
    """[EUR-11]"""
    deck, card = instructions("plane")[0]
    city = next(c for c in CITIES if c["country"] == deck)
    where = on_a_card(deck, city["at"], city["route"])
    where["teams"][0]["planes"] = held
    after = play(where, f"card {card['card']}")
    assert after["teams"][0]["planes"] == min(held + 1, 2)
    assert after["turn"] == 1


# decks


def test_when_the_last_card_is_drawn_all_return() -> None:
    """[EUR-R3] And the card in play is then not in `used`."""
    city = SQUARES[own(2)[0]]
    deck = city["country"]
    card, right, _ = question_in(deck)
    used = [c["card"] for c in DECKS[deck] if c["card"] != card]
    where = on_a_card(deck, city["at"], 2, used={deck: used})
    assert legal(where) == [f"card {card}"]
    after = play(where, f"card {card}")
    assert (after["used"], after["card"]) == ({}, card)
    assert play(where, f"card {card}", f"1: answer {right}")["used"] == {}
    assert why_not(where, TABLE, f"card {used[0]}") == "EUR-R3"


def test_without_instructions_only_questions_are_drawn() -> None:
    """[EUR-R3]"""
    city = SQUARES[own(2)[0]]
    deck = city["country"]
    questions = [c["card"] for c in DECKS[deck] if c["kind"] == "question"]
    where = on_a_card(deck, city["at"], 2)
    assert legal(where, instructions=False) == [f"card {card}" for card in questions]
    where = on_a_card(deck, city["at"], 2, used={deck: questions[:-1]})
    assert play(where, f"card {questions[-1]}", instructions=False)["used"] == {}


def test_cards_are_drawn_evenly() -> None:
    """[EUR-R3]"""
    city = SQUARES[own(2)[0]]
    state = GAME.load(on_a_card(city["country"], city["at"], 2))
    count = len(DECKS[city["country"]])
    assert {chance for _, chance in state.outcomes()} == {Fraction(1, count)}
