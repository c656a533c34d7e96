"""Routes, turns, walks, the plane and stars: EUR-1 to EUR-9, EUR-12, EUR-R2, EUR-R4, EUR-R5."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from periplo.core.errors import BadRecord
from periplo.core.state import Seat
from periplo.core.words import Words
from periplo.games.europa.board import Square
from periplo.games.europa.phrases import passed_by
from periplo.games.europa.rules import EuropaState
from periplo.games.europa.state import MOVE
from periplo.games.europa.tests.racing import (
    AT,
    CITIES,
    GAME,
    SQUARES,
    STARS,
    Json,
    N,
    events,
    instructions,
    is_plain,
    legal,
    moved_to,
    on_a_card,
    others_on,
    own,
    play,
    position,
    start,
    team,
    why_not,
)
from periplo.play.match import Match

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


def test_the_words_of_a_move_say_what_stops_it_short() -> None:
    """[EUR-5]"""
    teams = [team(1, 10), *others_on([12, 13], 1)]
    state = GAME.load(position("die", *teams, die=3), {})
    (phrase,) = [one["said"] for one in GAME.choices(state, 0) if one["text"] == "move"]
    said = Words("europa", "en").phrase(phrase, [])
    assert "squares 12, 13 are occupied, so you stop before them" in said
    state = GAME.load(position("die", team(1, 10), team(2, 20), die=3), {})
    (phrase,) = [one["said"] for one in GAME.choices(state, 0) if one["text"] == "move"]
    assert "occupied" not in Words("europa", "en").phrase(phrase, [])


def words_of(where: Json, text: str, **options: Any) -> str:
    """What a choice of the first team is called."""
    choices = GAME.choices(GAME.load(where, options), 0)
    (phrase,) = [one["said"] for one in choices if one["text"] == text]
    return Words("europa", "en").phrase(phrase, [])


def task_of(where: Json) -> str:
    phrase = GAME.task(GAME.load(where, {}), 0)
    assert phrase is not None
    return Words("europa", "en").phrase(phrase, [])


def test_the_words_of_a_move_say_what_it_brings() -> None:
    """[EUR-12] [EUR-10] [EUR-R5]"""
    star, after = STARS[:2]
    said = words_of(position("die", team(1, star - 1), team(2), die=1), "move")
    assert said.startswith(f"move to star {star} and on to star {after}, ")
    city = own(1)[0]
    spain = position("die", team(1, city - 1), team(2), die=1)
    card = ": a card of Spain, usually a question for its flag, sometimes luck or mishap"
    assert words_of(spain, "move").endswith(card)
    question = ": a question for the flag of Spain"
    assert words_of(spain, "move", instructions=False).endswith(question)
    spain["teams"][0]["flags"] = ["spain"]
    assert words_of(spain, "move").endswith(": nothing happens there")
    spain["teams"] = [team(2, city - 1), team(1)]
    assert words_of(spain, "move").endswith(": not your colour, nothing happens there")
    plane = position("die", team(1, own(1)[0]), team(2), die="plane")
    assert words_of(plane, "move").startswith("count it as six: move to ")


def test_the_words_say_what_staying_and_keeping_cost() -> None:
    """[EUR-4] [EUR-7]"""
    where = position("die", team(1, own(1)[0]), team(2), die="plane")
    assert words_of(where, "pass") == "stay here: the plane is lost, your turn ends"
    assert "back to a missed flag (2 at most)" in words_of(where, "keep")
    assert words_of({**where, "die": 1}, "pass") == "stay here: your turn ends"
    where["teams"][0] = team(1, own(1)[-1] + 1, flags=6)
    assert "need no plane" in words_of(where, "keep")


def test_the_words_of_a_move_say_how_far_it_is_home() -> None:
    """[EUR-14]"""
    where = position("die", team(1, N - 5, flags=6), team(2), die=4)
    assert words_of(where, "move").endswith(": then only a 1 brings you home")
    where["die"] = 2
    assert words_of(where, "move").endswith(": then exactly 3 squares to Murcia")
    where["die"] = 5
    assert words_of(where, "move") == "move to Murcia, for the exam"


def test_the_way_home_is_told_once_all_flags_are_won() -> None:
    """[EUR-14]"""

    def home(at: int, **more: Any) -> Any:
        where = position("throw", team(1, at, **more), team(2))
        return GAME.derived(GAME.load(where, {}))["home"].get("1")

    assert home(N - 10, flags=5) is None
    assert home(N - 10, flags=6) == {"at": N, "squares": 10}
    assert home(N - 6, flags=6) == {"at": N, "squares": 6, "throw": "plane"}
    assert home(N - 1, flags=6) == {"at": N, "squares": 1, "throw": 1}
    assert home(N, flags=6, failed=True) == {"at": N, "squares": 0}


def test_the_words_of_a_flight_say_what_it_brings() -> None:
    """[EUR-6] [EUR-10]"""
    city = own(1)[0]
    slug = SQUARES[city]["city"]
    where = position("die", team(1, own(1)[-1]), team(2), die="plane")
    assert ": a card of Spain, usually a question" in words_of(where, f"fly {slug}")
    where["teams"][0]["flags"] = ["spain"]
    assert words_of(where, f"fly {slug}").endswith(": nothing happens there")


def last_of_a_country(route: int) -> int:
    """The last own city of a route's first country."""
    country = SQUARES[own(route)[0]]["country"]
    return max(at for at in own(route) if SQUARES[at]["country"] == country)


@pytest.mark.parametrize("route", range(1, 6))
def test_the_words_of_a_move_warn_of_a_flag_that_is_left_behind(route: int) -> None:
    """[EUR-6] [EUR-10] Of a country whose flag is lacking, when its last own city is passed."""
    last = last_of_a_country(route)
    square = SQUARES[last]
    others = team(route % 5 + 1)
    where = position("die", team(route, last - 1), others, die=2)
    assert "; passes " in words_of(where, "move")
    assert words_of(where, "move").endswith("): back only by plane")
    assert square["city"] in _passed(where)
    # who stops on it, has its flag, or stands there already leaves nothing behind
    assert "passes" not in words_of({**where, "die": 1}, "move")
    flags = [square["country"]]
    won = position("die", team(route, last - 1, flags), others, die=2)
    assert square["city"] not in _passed(won)
    assert square["city"] not in _passed(position("die", team(route, last), others, die=2))


def _passed(where: Json) -> list[str]:
    state = GAME.load(where, {})
    assert isinstance(state, EuropaState)
    to = state.way_of(Seat(0), MOVE)[-1]
    return [state.board.city[city] for city in passed_by(state, Seat(0), Square(to))]


def test_a_star_that_carries_past_a_flag_is_warned_of() -> None:
    """[EUR-12]"""
    for star, after in pairwise(STARS):
        for route in range(1, 6):
            due = {SQUARES[at]["country"] for at in own(route) if at >= after}
            lost = [
                SQUARES[at]["city"]
                for at in own(route)
                if star <= at < after and SQUARES[at]["country"] not in due
            ]
            if star > 1:
                where = position("die", team(route, star - 1), team(route % 5 + 1), die=1)
                assert _passed(where) == lost


def test_who_walks_back_out_of_murcia_passes_no_flag() -> None:
    """[EUR-14]"""
    where = position("die", team(1, N, flags=6, failed=True), team(2), die=3)
    assert _passed(where) == []


def test_the_task_says_when_one_may_not_stay_or_not_move() -> None:
    """[EUR-10c] [EUR-10b] [EUR-14]"""
    city = own(1)[0]
    assert task_of(position("die", team(1, city), team(2), die=2)).endswith("or stay")
    left = position("die", team(1, city, leaving=True), team(2), die=2)
    assert "you must move on" in task_of(left)
    assert "too far" in task_of(position("die", team(1, N - 1), team(2), die=2))
    failed = position("die", team(1, N, flags=6, failed=True), team(2), die=2)
    assert "exam failed" in task_of(failed)
    full = position("die", team(1, city, planes=2), team(2), die="plane")
    assert "keep" not in task_of(full)


def test_a_flag_lies_behind_once_its_last_city_is_passed() -> None:
    """[EUR-6] While its card is being answered it is neither ahead nor behind."""
    country = SQUARES[own(1)[0]]["country"]
    last = max(at for at in own(1) if SQUARES[at]["country"] == country)

    def lacking(where: Json) -> Any:
        return GAME.derived(GAME.load(where, {}))["lacking"]["1"]

    assert country in lacking(position("throw", team(1, last - 1), team(2)))["ahead"]
    passed = lacking(position("throw", team(1, last + 1), team(2)))
    assert (country in passed["ahead"], passed["behind"]) == (False, [country])
    asked = position("card", team(1, last), team(2), deck=country)
    assert all(country not in found for found in lacking(asked).values())
    home = lacking(position("throw", team(1, last, flags=6), team(2)))
    assert home == {"ahead": [], "behind": []}


def test_the_next_flag_is_the_next_own_city_whose_flag_is_lacked() -> None:
    """[EUR-10]"""
    first, *_ = own(1)
    ahead = GAME.derived(GAME.load(position("throw", team(1), team(2)), {}))["next"]["1"]
    assert (ahead["at"], ahead["squares"]) == (first, first)
    country = SQUARES[first]["country"]
    cities = [at for at in own(1) if SQUARES[at]["country"] == country]
    throws = {at: {"throw": "plane" if at == 6 else at} for at in cities if at <= 6}
    assert ahead["cities"] == [
        {"city": SQUARES[at]["city"], "squares": at, **throws.get(at, {})} for at in cities
    ]
    won = [SQUARES[first]["country"]]
    after = GAME.derived(GAME.load(position("throw", team(1, flags=won), team(2)), {}))["next"]["1"]
    assert after["country"] != won[0]
    home = GAME.load(position("throw", team(1, flags=6), team(2)), {})
    assert "1" not in GAME.derived(home)["next"]


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
