"""What people read who never open the rules: reasons in banners, squares in the legend, clauses."""

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
    assert all(banners[key].startswith("! ") for key in ("covered", "covered:seat"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_piece_in_the_well_is_not_said_to_gather(language: str) -> None:
    """[OCA-19]"""
    words = Words("oca", language)
    banner = words.section("banners")["gathered/bearer"]
    said = []
    for start in (flock(31, -1, strays=[7]), flock(31, strays=[7])):
        match = race(start, flock(20))
        throw(match, "4+5")
        (event,) = [one for one in events(match, "gathered") if one["piece"] == "bearer"]
        said.append(banner.format(rule=words.section("words")[event["rule"]], to=event["to"]))
    stays, goes = said
    assert stays.endswith(" 31")
    assert goes.endswith(" 53")
    assert stays.removesuffix(" 31") != goes.removesuffix(" 53")


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
