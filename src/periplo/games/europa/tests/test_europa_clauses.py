"""The race round the Union, clause by clause: a position and a sentence.

Squares are looked up on the board, not written down: they may move when the board is tuned.
"""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from periplo.core.errors import BadRecord, IllegalAction
from periplo.core.state import TABLE
from periplo.games import game
from periplo.games.europa import tables
from periplo.games.europa.board import BACK, CITY, FORWARD, GO, PLAIN, QUESTION, STAR, Board
from periplo.play.match import Match

GAME = game("europa")
BOARD = GAME.board()
SQUARES = BOARD["squares"]
DECKS = BOARD["decks"]
N = BOARD["n"]
CITIES = [square for square in SQUARES if square["kind"] == "city"]
STARS = [square["at"] for square in SQUARES if square["kind"] == "star"]
AT = {city["city"]: city["at"] for city in CITIES}
COUNTRIES = list(DECKS)[:-1]

Json = dict[str, Any]


# what the tests are written with


def own(route: int) -> list[int]:
    return [city["at"] for city in CITIES if city["route"] == route]


def countries_of(route: int) -> list[str]:
    return sorted({city["country"] for city in CITIES if city["route"] == route})


def is_plain(square: int) -> bool:
    return bool(SQUARES[square]["kind"] == "plain")


def team(route: int, at: int = 0, flags: Any = (), **more: Any) -> Json:
    """`flags` may be a number: that many of the route."""
    won = countries_of(route)[:flags] if isinstance(flags, int) else list(flags)
    rest = {"planes": 0, "missing": 0, "leaving": False, "failed": False}
    return {"route": route, "at": at, "flags": won, **rest, **more}


def position(phase: str, *teams: Json, **more: Any) -> Json:
    """Seat 0 is on turn, in seat order, unless `more` says otherwise."""
    nothing: Json = {
        "die": None,
        "deck": None,
        "card": None,
        "used": {},
        "exam": [0, 0],
        "winner": None,
    }
    order = list(range(len(teams)))
    return {"phase": phase, "turn": 0, "order": order, **nothing, "teams": list(teams), **more}


def start(where: Json, **options: Any) -> Match:
    seats = [f"team {seat + 1}" for seat in range(len(where["teams"]))]
    return Match(GAME, seats, options, where)


def play(where: Json, *actions: str, **options: Any) -> Json:
    """The position after these actions."""
    match = start(where, **options)
    for action in actions:
        match.write(action)
    return match.position()


def legal(where: Json, **options: Any) -> list[str]:
    (actions,) = start(where, **options).legal().values()
    return actions


def why_not(where: Json, actor: int, text: str, **options: Any) -> str:
    """The clause that forbids an action, which must leave the state as it was."""
    state = GAME.load(where, options)
    with pytest.raises(IllegalAction) as refused:
        state.apply(actor, GAME.parse(state, actor, text))
    assert GAME.position(state) == where
    return refused.value.clause


def events(where: Json, *actions: str, **options: Any) -> list[str]:
    """The kinds of what the last action brought about."""
    match = start(where, **options)
    for action in actions:
        told = match.write(action)
    return [event["kind"] for event in told]


def question_in(deck: str) -> tuple[int, str, str]:
    """The first question of a deck: its card, its right letter and a wrong one."""
    card = next(card for card in DECKS[deck] if card["kind"] == "question")
    return card["card"], card["right"], "B" if card["right"] == "A" else "A"


def instructions(do: str) -> list[tuple[str, Json]]:
    """All cards that say so, with their decks."""
    return [(deck, card) for deck in DECKS for card in DECKS[deck] if card.get("do") == do]


def on_a_card(deck: str, square: int, route: int, *others: Json, **more: Any) -> Json:
    """A team that has come to this city and now draws."""
    return position(
        "card", team(route, square), *(others or [team(_other(route))]), deck=deck, **more
    )


def _other(*routes: int) -> int:
    return next(route for route in range(1, 6) if route not in routes)


def others_on(squares: list[int], route: int) -> list[Json]:
    """Teams of other routes standing there."""
    free = [other for other in range(1, 6) if other != route]
    return [team(other, square) for other, square in zip(free, squares, strict=False)]


def moved_to(square: int, route: int, **more: Any) -> Json:
    """The team of this route has thrown a 1, one square before."""
    return position("die", team(route, square - 1, **more), team(_other(route)), die=1)


# the beginning


def test_routes_are_drawn_among_the_free_ones() -> None:
    """[EUR-1]"""
    match = Match.new("europa", 3)
    assert match.state.outcomes() == [(action, Fraction(1, 5)) for action in range(5)]
    match.write("route 3")
    assert match.legal() == {"table": ["route 1", "route 2", "route 4", "route 5"]}
    assert {chance for _, chance in match.state.outcomes()} == {Fraction(1, 4)}
    with pytest.raises(BadRecord, match="EUR-1"):
        match.write("route 3")


def test_the_last_route_is_an_action_too() -> None:
    """[EUR-1]"""
    match = Match.new("europa", 5)
    for route in (5, 4, 3, 2):
        match.write(f"route {route}")
    assert match.legal() == {"table": ["route 1"]}
    match.write("route 1")
    assert match.position()["phase"] == "order"


def test_the_last_in_the_order_of_play_follows_by_itself() -> None:
    """[EUR-3]"""
    match = Match.new("europa", 3)
    for action in ("route 1", "route 2", "route 3", "next 3"):
        match.write(action)
    assert match.position()["order"] == [2]
    assert match.legal() == {"table": ["next 1", "next 2"]}
    match.write("next 1")
    where = match.position()
    assert (where["phase"], where["turn"], where["order"]) == ("throw", 2, [2, 0, 1])
    assert [event["kind"] for event in match.events[-1]] == ["order", "order"]


def test_nobody_is_drawn_twice() -> None:
    """[EUR-3]"""
    match = Match.new("europa", 3)
    for action in ("route 1", "route 2", "route 3", "next 3"):
        match.write(action)
    with pytest.raises(BadRecord, match="EUR-3"):
        match.write("next 3")


# moving


def test_a_team_walks_forward_by_the_die() -> None:
    """[EUR-4]"""
    target = next(square for square in range(4, N) if is_plain(square))
    after = play(position("throw", team(1, target - 4), team(2)), "4", "1: move")
    assert after["teams"][0]["at"] == target
    assert (after["phase"], after["turn"], after["die"]) == ("throw", 1, None)


def test_the_next_in_order_begins_in_turn_if_it_holds_a_plane() -> None:
    """[EUR-4] [EUR-8]"""
    where = position("die", team(1), team(2, planes=1), team(3), die=2, order=[0, 2, 1])
    after = play(where, "1: pass")
    assert (after["turn"], after["phase"]) == (2, "throw")
    after = play(where, "1: pass", "5", "3: pass")
    assert (after["turn"], after["phase"]) == (1, "turn")
    after = play(where, "1: pass", "5", "3: pass", "2: throw", "1", "2: pass")
    assert (after["turn"], after["phase"]) == (0, "throw")


def test_only_cities_of_the_own_colour_count() -> None:
    """[EUR-2] Not even another colour's city in a country of the own route."""
    city = next(c for c in CITIES if c["country"] == "france" and c["route"] == 5)
    after = play(moved_to(city["at"], 3), "1: move")
    assert (after["phase"], after["turn"]) == ("throw", 1)
    after = play(moved_to(city["at"], 5), "1: move")
    assert (after["phase"], after["deck"]) == ("card", "france")


def test_a_walk_stops_on_its_last_free_square() -> None:
    """[EUR-5] Others are passed; only the square to stop on must be free."""
    target = next(square for square in range(5, N) if is_plain(square) and is_plain(square - 1))
    where = position("die", team(1, target - 4), *others_on([target, target - 2], 1), die=4)
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == target - 1
    assert events(where, "1: move") == ["walked", "stopped_short"]


def test_a_walk_that_is_blocked_ends_where_it_began() -> None:
    """[EUR-5] [EUR-R4] `move` is legal all the same, and it is no arrival."""
    city = own(1)[0]
    where = position("die", team(1, city), *others_on([city + 1, city + 2], 1), die=2)
    assert legal(where) == ["move", "pass"]
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == city
    assert (after["phase"], after["turn"]) == ("throw", 1)
    assert events(where, "1: move")[-1] == "no_arrival"


def test_a_go_to_a_taken_city_stops_on_the_next_lower_free_square() -> None:
    """[EUR-5] [EUR-11]"""
    for deck, card in instructions("go"):
        city = AT[card["city"]]
        starts = [c for c in CITIES if c["country"] == deck and c["at"] not in (city, city - 1)]
        if not starts or not is_plain(city - 1):
            continue
        where = on_a_card(
            deck, starts[0]["at"], starts[0]["route"], *others_on([city], starts[0]["route"])
        )
        after = play(where, f"card {card['card']}")
        assert after["teams"][0]["at"] == city - 1
        assert after["phase"] == "throw"
        return
    pytest.fail("no such card on this board")


def test_a_go_to_a_taken_city_just_ahead_leaves_the_piece_where_it_is() -> None:
    """[EUR-5] [EUR-R4] Its own square counts as free; it is no arrival, so no card either."""
    for deck, card in instructions("go"):
        city = AT[card["city"]]
        for begun in (c for c in CITIES if c["country"] == deck and 0 < city - c["at"] <= 4):
            between = list(range(begun["at"] + 1, city + 1))
            where = on_a_card(
                deck, begun["at"], begun["route"], *others_on(between, begun["route"])
            )
            after = play(where, f"card {card['card']}")
            assert after["teams"][0]["at"] == begun["at"]
            assert not after["teams"][0]["leaving"]
            assert (after["phase"], after["turn"]) == ("throw", 1)
            return
    pytest.fail("no such card on this board")


def test_a_go_to_where_one_stands_is_no_arrival() -> None:
    """[EUR-R4]"""
    deck, card = next(
        found
        for found in instructions("go")
        if SQUARES[AT[found[1]["city"]]]["country"] == found[0]
    )
    city = SQUARES[AT[card["city"]]]
    after = play(on_a_card(deck, city["at"], city["route"]), f"card {card['card']}")
    assert (after["phase"], after["turn"], after["deck"]) == ("throw", 1, None)


# the plane


def test_the_plane_flies_back_to_an_own_city() -> None:
    """[EUR-6] Cities ahead, the one it stands on, and other colours are not offered."""
    cities = own(2)
    where = position("die", team(2, cities[2]), team(1), die="plane")
    flights = [action for action in legal(where) if action.startswith("fly")]
    assert flights == [f"fly {SQUARES[city]['city']}" for city in cities[:2]]
    after = play(where, f"1: {flights[0]}")
    assert after["teams"][0]["at"] == cities[0]
    assert (after["phase"], after["deck"]) == ("card", SQUARES[cities[0]]["country"])
    assert why_not(where, 0, f"fly {SQUARES[cities[3]]['city']}") == "EUR-6"
    assert why_not(where, 0, f"fly {SQUARES[own(1)[0]]['city']}") == "EUR-2"


def test_a_plane_thrown_is_flown_kept_counted_or_declined() -> None:
    """[EUR-7]"""
    at = own(2)[1] + 1
    where = position("die", team(2, at), team(1), die="plane")
    assert legal(where)[-3:] == ["keep", "move", "pass"]
    kept = play(where, "1: keep")
    assert (kept["teams"][0]["planes"], kept["turn"]) == (1, 1)
    assert why_not(position("die", team(2, at), team(1), die=3), 0, "keep") == "EUR-7"
    flight = f"fly {SQUARES[own(2)[0]]['city']}"
    assert why_not(position("die", team(2, at), team(1), die=3), 0, flight) == "EUR-7"


def test_at_most_two_planes_are_held() -> None:
    """[EUR-7]"""
    where = position("die", team(2, 9, planes=2), team(1), die="plane")
    assert "keep" not in legal(where)
    assert why_not(where, 0, "keep") == "EUR-7"


def test_a_plane_just_thrown_leaves_the_reserve_untouched() -> None:
    """[EUR-7] [EUR-8]"""
    cities = own(2)
    flight = f"fly {SQUARES[cities[0]]['city']}"
    thrown = position("die", team(2, cities[2], planes=1), team(1), die="plane")
    assert play(thrown, f"1: {flight}")["teams"][0]["planes"] == 1
    held = position("turn", team(2, cities[2], planes=1), team(1))
    assert play(held, f"1: {flight}")["teams"][0]["planes"] == 0


def test_the_plane_never_leads_into_murcia() -> None:
    """[EUR-7b] Not by being pushed down from a taken first city either."""
    for route in range(1, 6):
        first, second = own(route)[:2]
        if first > 4:
            continue
        below = list(range(1, first + 1))
        where = position("die", team(route, second + 1), *others_on(below, route), die="plane")
        flight = f"fly {SQUARES[first]['city']}"
        assert flight not in legal(where)
        assert why_not(where, 0, flight) == "EUR-7b"
        where["teams"][1]["at"] = N - 1
        assert flight in legal(where)
        return
    pytest.fail("no first city so near the start")


def test_a_plane_counted_as_six_may_enter_the_finish() -> None:
    """[EUR-R5] It is no flight."""
    where = position("die", team(2, N - 6, flags=6), team(1), die="plane")
    after = play(where, "1: move")
    assert (after["teams"][0]["at"], after["phase"], after["deck"]) == (N, "card", "murcia")
    assert events(where, "1: move")[0] == "as_six"


def test_a_team_that_holds_a_plane_decides_first() -> None:
    """[EUR-8] Even with nowhere to fly."""
    where = position("turn", team(2, 0, planes=1), team(1))
    assert legal(where) == ["throw"]
    assert play(where, "1: throw")["phase"] == "throw"
    assert why_not(where, 0, "pass") == "EUR-8"


def test_a_throw_may_be_declined() -> None:
    """[EUR-9]"""
    after = play(position("die", team(2, 9), team(1), die=5), "1: pass")
    assert (after["teams"][0]["at"], after["turn"]) == (9, 1)


def test_a_flight_to_a_taken_city_stops_below_and_a_star_there_acts() -> None:
    """[EUR-5] [EUR-R2] A star square reached by stopping short also acts."""
    city = next(
        (c for c in CITIES if c["at"] - 1 in STARS[:-1] and c["at"] < own(c["route"])[-1]), None
    )
    assert city is not None
    route = city["route"]
    where = position("die", team(route, N - 1), *others_on([city["at"]], route), die="plane")
    after = play(where, f"1: fly {city['city']}")
    assert after["teams"][0]["at"] == STARS[STARS.index(city["at"] - 1) + 1]
    assert start(where).write(f"1: fly {city['city']}")[-1]["rule"] == "EUR-R2"


# cards and questions


@pytest.mark.parametrize("edition", ["2009", "today"])
def test_a_right_answer_wins_the_flag(edition: str) -> None:
    """[EUR-10]"""
    board = GAME.board({"edition": edition})
    city = next(s for s in board["squares"] if s.get("country") == "portugal" and "city" in s)
    card = next(c for c in board["decks"]["portugal"] if c["kind"] == "question")
    where = position("die", team(city["route"], city["at"] - 1), team(_other(city["route"])), die=1)
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
    where = on_a_card(deck, city["at"], city["route"], team(_other(city["route"]), missing=1))
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


# stars


def test_a_star_moves_the_piece_to_the_next_star() -> None:
    """[EUR-12] And the star jumped to does not act."""
    where = moved_to(STARS[0], 1)
    assert play(where, "1: move")["teams"][0]["at"] == STARS[1]
    assert events(where, "1: move") == ["walked", "jumped"]


def test_the_last_star_does_nothing() -> None:
    """[EUR-12]"""
    assert play(moved_to(STARS[-1], 1), "1: move")["teams"][0]["at"] == STARS[-1]


def test_a_jump_to_a_taken_star_stops_on_the_next_lower_free_square() -> None:
    """[EUR-5] [EUR-12]"""
    star, ahead = STARS[:2]
    where = position("die", team(1, star - 1), *others_on([ahead], 1), die=1)
    assert play(where, "1: move")["teams"][0]["at"] == ahead - 1


def test_a_city_reached_by_a_star_jump_counts() -> None:
    """[EUR-R2]"""
    for star, ahead in pairwise(STARS):
        city = SQUARES[ahead - 1]
        if city["kind"] == "city":
            route = city["route"]
            where = position("die", team(route, star - 1), *others_on([ahead], route), die=1)
            after = play(where, "1: move")
            assert after["teams"][0]["at"] == ahead - 1
            assert (after["phase"], after["deck"]) == ("card", city["country"])
            return
    pytest.fail("no city before a star")


def test_murcia_is_no_city() -> None:
    """[EUR-13]"""
    assert SQUARES[0] == {"at": 0, "kind": "start"}
    assert SQUARES[N] == {"at": N, "kind": "finish"}
    assert "murcia" not in AT


# the exam


def exam(right: int, wrong: int, **more: Any) -> Json:
    return position(
        "card", team(2, N, flags=6), team(1), deck="murcia", exam=[right, wrong], **more
    )


def test_the_finish_is_entered_by_exact_count() -> None:
    """[EUR-14]"""
    where = position("die", team(2, N - 3, flags=6), team(1), die=3)
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == N
    assert (after["phase"], after["deck"], after["exam"]) == ("card", "murcia", [0, 0])


def test_a_taken_finish_holds_nobody_else() -> None:
    """[EUR-5] The finish holds one: the walk stops before it."""
    where = position(
        "die", team(2, N - 3, flags=6), team(1, N, flags=6, failed=True), die=3, turn=0
    )
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == N - 1
    assert after["phase"] == "throw"


def test_two_right_answers_win() -> None:
    """[EUR-14]"""
    card, right, wrong = question_in("murcia")
    after = play(exam(1, 1), f"card {card}", f"1: answer {right}")
    assert (after["phase"], after["turn"], after["winner"]) == ("over", 0, 0)
    assert (after["exam"], after["deck"], after["card"]) == ([2, 1], None, None)
    match = start(exam(1, 0))
    match.write(f"card {card}")
    match.write(f"1: answer {right}")
    assert match.state.scores() == [7, 0]
    assert match.state.winners() == [0]
    assert match.legal() == {}
    assert play(exam(0, 0), f"card {card}", f"1: answer {wrong}")["exam"] == [0, 1]


def test_two_wrong_answers_fail() -> None:
    """[EUR-14]"""
    card, _, wrong = question_in("murcia")
    after = play(exam(1, 1), f"card {card}", f"1: answer {wrong}")
    assert after["teams"][0]["failed"]
    assert (after["phase"], after["turn"], after["exam"]) == ("throw", 1, [0, 0])


def test_a_team_that_failed_must_leave_backwards() -> None:
    """[EUR-14] It can neither decline nor keep a plane."""
    where = position("die", team(2, N, flags=6, failed=True), team(1), die=2)
    assert legal(where) == ["move"]
    assert why_not(where, 0, "pass") == "EUR-14"
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == N - 2
    assert not after["teams"][0]["failed"]
    where = position("die", team(2, N, flags=6, failed=True), team(1), die="plane")
    assert legal(where) == [*(f"fly {SQUARES[city]['city']}" for city in own(2)), "move"]
    assert why_not(where, 0, "keep") == "EUR-14"


def test_a_failed_team_that_is_blocked_stays_failed() -> None:
    """[EUR-5] [EUR-14]"""
    where = position("die", team(2, N, flags=6, failed=True), *others_on([N - 1, N - 2], 2), die=2)
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == N
    assert after["teams"][0]["failed"]


def test_a_failed_team_may_fly_from_its_reserve_and_come_in_again() -> None:
    """[EUR-14]"""
    where = position("turn", team(2, N, flags=6, failed=True, planes=1), team(1))
    after = play(where, f"1: fly {SQUARES[own(2)[-1]]['city']}")
    assert after["teams"][0]["at"] == own(2)[-1]
    assert not after["teams"][0]["failed"]
    assert after["phase"] == "throw"


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


# a small board, where things are as near as some clauses need them

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
    deeds = [QUESTION, FORWARD, BACK, BACK, GO, GO, QUESTION, QUESTION, QUESTION]
    beside = [0, 9, 1, 9, city.index("uno"), city.index("cinque"), 0, 1, 2]
    board = Board(
        "small",
        "none",
        SMALL_COUNTRIES,
        [*kind, PLAIN],
        [*country, -1],
        [*colour, 0],
        [*city, ""],
        [deeds] * 5,
        [beside] * 5,
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


# the board


EDITIONS = ("2009", "today")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_board_keeps_to_its_ruling(edition: str) -> None:
    """[EUR-R1]"""
    squares = GAME.board({"edition": edition})["squares"]
    n = len(squares) - 1
    assert 110 <= n <= 130
    assert [square["at"] for square in squares] == list(range(n + 1))
    inner = squares[1:-1]
    visited = [square["country"] for square in inner]
    countries = list(dict.fromkeys(visited))
    assert visited == sorted(visited, key=countries.index)
    stars = [square["at"] for square in inner if square["kind"] == "star"]
    assert len(stars) == 12
    assert all(b - a > 1 for a, b in pairwise(stars))
    cities = [square for square in inner if square["kind"] == "city"]
    assert len({city["city"] for city in cities}) == len(cities)
    counts: dict[str, dict[int, int]] = {country: {} for country in countries}
    for city in cities:
        colours = counts[city["country"]]
        colours[city["route"]] = colours.get(city["route"], 0) + 1
        assert 34 < city["lat"] < 70
        assert -11 < city["lon"] < 35
    assert all(1 <= count <= 4 for colours in counts.values() for count in colours.values())
    assert sum(sum(colours.values()) == 1 for colours in counts.values()) >= 4
    shared = {country for country, colours in counts.items() if len(colours) == 2}
    assert shared == {"germany", "italy", "france"}
    for i, country in enumerate(countries):
        assert i % 5 + 1 in counts[country]
        assert len(counts[country]) == (2 if country in shared else 1)
    for route in range(1, 6):
        assert sum(route in colours for colours in counts.values()) == 6


def test_the_countries_come_in_travelling_order() -> None:
    """[EUR-R1]"""
    sheet = [
        "spain",
        "portugal",
        "france",
        "ireland",
        "united-kingdom",
        "belgium",
        "luxembourg",
        "netherlands",
        "germany",
        "denmark",
        "sweden",
        "finland",
        "estonia",
        "latvia",
        "lithuania",
        "poland",
        "czechia",
        "slovakia",
        "austria",
        "slovenia",
        "hungary",
        "romania",
        "bulgaria",
        "greece",
        "cyprus",
        "malta",
        "italy",
    ]
    assert sheet == COUNTRIES
    routes = {country: {c["route"] for c in CITIES if c["country"] == country} for country in sheet}
    assert routes["germany"] == {4, 3}
    assert routes["italy"] == {2, 4}
    assert routes["france"] == {3, 5}
    sheet.remove("united-kingdom")
    sheet.insert(sheet.index("slovenia") + 1, "croatia")
    assert list(GAME.board({"edition": "today"})["decks"]) == [*sheet, "murcia"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_decks_keep_to_the_board_file(edition: str) -> None:
    """[EUR-R1] [EUR-11] Every kind of instruction, none in murcia, cities that are there."""
    board = GAME.board({"edition": edition})
    cities = {square.get("city") for square in board["squares"]}
    deeds = set()
    for deck, cards in board["decks"].items():
        assert [card["card"] for card in cards] == list(range(1, len(cards) + 1))
        questions = [card for card in cards if card["kind"] == "question"]
        orders = [card for card in cards if card["kind"] == "instruction"]
        assert len(questions) >= 3
        assert all(card["right"] in "ABCD" for card in questions)
        assert len(orders) >= 4 if deck != "murcia" else not orders
        deeds |= {card["do"] for card in orders}
        for card in orders:
            if card["do"] == "go":
                assert card["city"] in cities
            elif card["do"] in ("forward", "back"):
                assert card["n"] >= 1
    assert deeds == {"go", "forward", "back", "miss", "again", "plane"}
