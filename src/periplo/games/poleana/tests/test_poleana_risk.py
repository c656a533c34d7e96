"""What choices say of the risk of a capture, and when a seat comes to capture at all."""

import pytest

from periplo.core.state import Seat
from periplo.core.words import LANGUAGES, Words
from periplo.games.poleana import GAME
from periplo.games.poleana.risk import EXPOSED, SAFE, UNREACHED, risk
from periplo.games.poleana.tests.scenarios import IN_CELL, jail, play

NAMES = ["Los Topos", "Las Limas"]


def said(dice: str, text: str, *seats: str) -> str:
    state = jail(*seats, dice=dice)
    choice = next(choice for choice in GAME.choices(state, 0) if choice["text"] == text)
    return Words("poleana", "en").phrase(choice["said"], NAMES)


@pytest.mark.parametrize(
    ("own", "rival", "found"),
    [
        ("2:13 cell cell cell", "1:1 1:1 out out", EXPOSED),  # twelve behind, and nobody celled
        ("2:14 cell cell cell", "1:1 1:1 out out", UNREACHED),  # thirteen
        ("2:13 cell cell cell", "1:1 cell out out", UNREACHED),  # somebody is in the cell
        ("1:9 cell cell cell", "1:8 1:8 out out", SAFE),  # a corner
        ("2/3 cell cell cell", "2:14 2:14 out out", SAFE),
        ("e2 cell cell cell", "4:8 4:8 out out", SAFE),
        ("2:13 2:13 cell cell", "1:1 1:2 out out", SAFE),  # a barrier
        ("3:0 cell cell cell", IN_CELL, EXPOSED),  # whoever breaks out there captures
        ("3:6 cell cell cell", IN_CELL, UNREACHED),
        ("3:6 cell cell cell", "cell out out 1:1", EXPOSED),  # with the last of the cell
        (IN_CELL, "1:1 out out out", UNREACHED),
    ],
)
def test_how_safe_a_reo_is(own: str, rival: str, found: str) -> None:
    """[POL-6] [POL-6a] [POL-R5] [POL-8] [POL-10] [POL-11] [POL-13]"""
    assert risk(jail(own, rival), Seat(0), 0) == found  # type: ignore[arg-type]


def test_a_barrier_between_shelters() -> None:
    """[POL-8]"""
    state = jail("2:13 2:10 2:10 cell", "1:6 1:6 out out")
    assert risk(state, Seat(0), 0) == UNREACHED  # type: ignore[arg-type]


def test_guards_are_a_risk_as_far_as_they_see() -> None:
    """[POL-17] [POL-R3]"""
    for reach, found in (("side", UNREACHED), ("yard", EXPOSED)):
        state = jail("3:12 cell cell cell", IN_CELL, custodians=True, reach=reach)
        assert risk(state, Seat(0), 0) == found  # type: ignore[arg-type]


def test_a_choice_warns_of_a_capture_or_says_that_it_is_safe() -> None:
    """[POL-6] [POL-11]"""
    hunters = "1:0 1:0 out out"
    assert said("1+4", "p1 1", "1:4 cell cell cell", hunters).endswith("could be captured there")
    assert said("1+4", "p1 5", "1:4 cell cell cell", hunters).endswith("blue corner: safe there")
    assert said("1+4", "p1 1", "1:4 cell cell cell", IN_CELL).endswith("to red 5")


def test_a_way_by_the_gallery_says_what_it_costs_and_brings() -> None:
    """[POL-12]"""
    text = said("2+3", "p1 2 up", "2:14 cell cell cell", IN_CELL)
    assert "by the gallery (3 longer, safe from capture)" in text


def test_whoever_empties_the_cell_may_capture_from_then_on() -> None:
    """[POL-6]"""
    state = jail("1:5 1:7 1:8 cell", IN_CELL, dice="2+4")
    state.log = []
    play(state, "out 0")
    assert [event["kind"] for event in state.log] == ["released", "armed"]
    assert GAME.derived(state)["hunters"] == [0]
    for language in LANGUAGES:
        assert "Los Topos" in Words("poleana", language).event(state.log[-1], NAMES)


def test_who_leaves_somebody_behind_may_not_yet() -> None:
    """[POL-6]"""
    state = jail("1:5 1:7 cell cell", IN_CELL, dice="2+4")
    state.log = []
    play(state, "out 0")
    assert "armed" not in [event["kind"] for event in state.log]


@pytest.mark.parametrize(("at", "goes_round"), [("1:0", True), ("1:3", True), ("1:4", False)])
def test_a_barrier_says_whether_a_gallery_goes_round_it(at: str, goes_round: bool) -> None:
    """[POL-8] [POL-12]"""
    before = {"1:0": "cell", "1:3": "1:2", "1:4": "1:2"}[at]
    dice, text = {"1:0": ("2+4", "out 0"), "1:3": ("1+1", "p2 1"), "1:4": ("2+3", "p2 2")}[at]
    state = jail(f"{at} {before} cell cell", IN_CELL, dice=dice)
    state.log = []
    play(state, text)
    barrier = next(event for event in state.log if event["kind"] == "barrier")
    assert ("gallery" in Words("poleana", "en").event(barrier, NAMES)) == goes_round


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clause_shows_a_code(language: str) -> None:
    words = Words("poleana", language)
    for clause in words.clause_ids():
        text = words.clause(clause) or ""
        assert "POL-" not in text
        assert not any(f" :{digit}" in text for digit in range(10))


def test_corners_are_called_by_the_colour_that_they_are_painted_in() -> None:
    """[POL-R1]"""
    words = Words("poleana", "en")
    event = {"rule": "POL-8", "kind": "barrier", "seat": 0, "ways": "closed"}
    colours = ["blue", "yellow", "green", "red"]
    for side, colour in enumerate(colours, start=1):
        assert f"{colour} corner" in words.event({**event, "at": f"{side}:9"}, NAMES)
