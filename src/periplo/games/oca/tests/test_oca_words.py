"""What people read who never open the rules: reasons in banners, squares in the legend, clauses."""

from string import Formatter
from typing import Any

import pytest

from periplo.core.words import LANGUAGES, Words
from periplo.games.oca.board import KINDS, SPECIALS
from periplo.games.oca.tests.scenarios import events, flock, race, throw

EXPLAINED = set(KINDS.values()) - {"start"} | {"own"}  # the word START says enough


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_square_of_the_board_is_explained_in_the_legend(language: str) -> None:
    legend = Words("oca", language).section("web")
    assert {key.removeprefix("on_") for key in legend if key.startswith("on_")} == EXPLAINED


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_holds_a_piece_has_a_name(language: str) -> None:
    said = Words("oca", language).section("web")
    holding = {square.kind for square in SPECIALS.values() if square.held != 0}
    assert {key.removeprefix("held_") for key in said if key.startswith("held_")} == holding


@pytest.mark.parametrize("at", [square for square in SPECIALS if square > 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_banner_names_the_square_that_did_it(language: str, at: int) -> None:
    words = Words("oca", language)
    match = race(flock(at - 2), flock(20))
    throw(match, "1+1")
    for key, banner in words.section("banners").items():
        for event in events(match, key.partition("/")[0]):
            assert "{rule}" not in banner or event["rule"] in words.section("words")


@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_explain_in_words_not_by_the_number_of_another(language: str) -> None:
    words = Words("oca", language)
    assert [one for one in words.clause_ids() if "OCA-" in (words.clause(one) or "")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worst_setback_is_told_first(language: str) -> None:
    """[OCA-24]"""
    banners = Words("oca", language).section("banners")
    assert banners["covered"].startswith("! ")


def told(language: str, start: dict[str, Any], dice: str) -> list[str]:
    """What banners say of a flock's bearer when it throws."""
    words = Words("oca", language)
    known, banners = words.section("words"), words.section("banners")
    match = race(start, flock(20))
    throw(match, dice)
    said = []
    for event in match.events[-1]:
        key = f"{event['kind']}/{event.get('piece')}"
        if event.get("piece") == "bearer" and banners.get(key):
            shown = {name: known.get(str(value), value) for name, value in event.items()}
            said.append(banners[key].format(**shown))
    return said


def test_a_walk_names_the_goose_and_the_turn_at_63() -> None:
    """[OCA-3, OCA-5]"""
    assert told("en", flock(53), "1+5") == ["to 59", "goose: on to 63 and 2 back: 61"]
    assert told("en", flock(57), "5+5") == ["to 63 and 4 back: 59", "goose, now backwards: to 49"]
    assert told("en", flock(60), "1+4") == ["to 63 and 2 back: 61"]


def test_squares_say_which_way_they_send() -> None:
    """[OCA-9, OCA-14]"""
    assert told("en", flock(4), "1+1") == ["to 6", "bridge: on to 17"]
    assert told("en", flock(37), "1+1") == ["to 39", "stairs: back to 34"]


def test_a_special_throw_says_which_way_it_leads() -> None:
    """[OCA-6, OCA-19]"""
    assert told("en", flock(46), "3+6") == ["special throw: back to 26"]
    assert told("en", flock(46), "4+5") == ["special throw: on to 53"]
    assert told("en", flock(26), "3+6") == ["special throw: stays on 26"]
    assert told("en", flock(19, 1), "3+6") == ["inn: free again", "special throw: on to 26"]
    (said,) = told("en", flock(31, -1, strays=[7]), "4+5")
    assert said == "special throw, but the well holds on: stays on 31"


def test_what_holds_a_piece_says_for_how_long() -> None:
    """[OCA-12, OCA-17, OCA-20]"""
    assert told("en", flock(17), "1+1")[-1] == "inn: misses the next throw"
    assert told("en", flock(52, 2), "1+1") == ["misses this throw, and the next one, unless 5 or 7"]
    assert told("en", flock(19, 1), "1+1") == ["misses this throw, but not the next one"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dice", ["1+1", "2+3", "3+6", "4+5", "6+6"])
@pytest.mark.parametrize("at", [0, 4, 31, 37, 46, 50, 52, 53, 57, 60])
def test_nothing_is_left_open_in_what_is_told(language: str, dice: str, at: int) -> None:
    """A field that no event fills would be read as its name."""
    held = {31: -1, 52: 2}.get(at, 0)
    words = Words("oca", language)
    match = race(flock(at, held, strays=[26, 7, 1]), flock(20))
    throw(match, dice)
    banners = words.section("banners")
    for event in match.events[-1]:
        assert "{" not in words.event(event, ["Ada", "Bo"])
        for key in (event["kind"], f"{event['kind']}/{event.get('piece')}"):
            named = [name for _, name, *_ in Formatter().parse(banners.get(key, "")) if name]
            assert set(named) - {"n"} <= set(event)


PLEDGE = {"en": "pledge", "es": "prenda", "it": "pegn"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", ["banners", "web", "phrases", "titles"])
def test_in_play_people_read_of_traps_and_strays_not_of_pledges(
    language: str, section: str
) -> None:
    said = Words("oca", language).section(section)
    told = {key: text.replace("{pledges}", "").lower() for key, text in said.items()}
    assert [key for key, text in told.items() if PLEDGE[language] in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_about_a_square_says_first_what_it_does_to_you(language: str) -> None:
    """One plain sentence, before the exact text with the square's number."""
    words = Words("oca", language)
    for square, special in SPECIALS.items():
        plain = str(words.clause(special.rule)).partition(". ")[0]
        assert f"({square})" not in plain
        assert PLEDGE[language] not in plain


JARGON = {
    "en": ("bearer", "flock", "pledge"),
    "es": ("portador", "bandada", "prenda"),
    "it": ("portator", "stormo", "pegn"),
}
AT_A_REAL_TABLE = ("OCA-26",)  # there captains pledge people of their flock


@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_speak_of_your_piece_and_your_people(language: str) -> None:
    words = Words("oca", language)
    for clause in words.clause_ids():
        if not clause.startswith(AT_A_REAL_TABLE):
            text = str(words.clause(clause)).lower()
            assert [word for word in JARGON[language] if word in text] == []
