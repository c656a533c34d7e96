"""The board and its decks: EUR-R1, EUR-13."""

from itertools import pairwise

import pytest

from periplo.games.europa.tests.racing import (
    AT,
    CITIES,
    COUNTRIES,
    GAME,
    SQUARES,
    N,
)

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
    ordered = set()
    for deck, cards in board["decks"].items():
        assert [card["card"] for card in cards] == list(range(1, len(cards) + 1))
        questions = [card for card in cards if card["kind"] == "question"]
        orders = [card for card in cards if card["kind"] == "instruction"]
        assert len(questions) >= 3
        assert all(card["right"] in "ABCD" for card in questions)
        assert len(orders) >= 4 if deck != "murcia" else not orders
        ordered |= {card["do"] for card in orders}
        for card in orders:
            if card["do"] == "go":
                assert card["city"] in cities
            elif card["do"] in ("forward", "back"):
                assert card["n"] >= 1
    assert ordered == {"go", "forward", "back", "miss", "again", "plane"}


def test_murcia_is_no_city() -> None:
    """[EUR-13]"""
    assert SQUARES[0] == {"at": 0, "kind": "start"}
    assert SQUARES[N] == {"at": N, "kind": "finish"}
    assert "murcia" not in AT
