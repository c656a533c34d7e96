"""Girumgo: what players are told to do, why a move is good, and what they are warned of."""

from typing import Any

from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st

from periplo import TABLE, Dice, State
from periplo.core.state import Seat
from periplo.core.words import LANGUAGES, Words
from periplo.games.girumgo import GAME
from periplo.games.girumgo.board import BOARDS, NO_WHEEL, Wheel
from periplo.games.girumgo.bot import nearest_way, spins_to_cross
from periplo.games.girumgo.rules import GirumgoState
from periplo.play.consequences import consequences

SMALL = BOARDS[2]
OPTIONS: dict[str, Any] = {"radius": 2}
TASKS = (
    "win", "cross", "way", "far", "short", "nearer", "far_one", "short_one", "nearer_one",
    "triangle", "pay", "prepare", "end",
)  # fmt: skip


def state(
    turned: dict[str, int] | None = None,
    at: str = "c3",
    advances: int = 1,
    left: int = 4,
    rival: dict[str, Any] | None = None,
) -> State:
    """Red wants to go west, to c1; all wheels are as at first, but for those that are `turned`."""
    wheels = [0] * SMALL.wheels
    for name, rotation in (turned or {}).items():
        wheels[SMALL.number_of[name]] = rotation
    return GAME.load(
        {
            "phase": "turn", "turn": 0, "die": left or 2, "left": left, "radius": 2,
            "wheels": wheels, "before": wheels, "marks": {}, "counted": [], "struck": [],
            "winner": None,
            "seats": [{"corner": 0, "at": at, "advances": advances},
                      {"corner": 3, "at": "c1", "advances": 0} | (rival or {})],
        },
        OPTIONS,
    )  # fmt: skip


def task(state: State) -> str:
    found = GAME.task(state, 0)
    assert found is not None
    return found["key"]


def reason(state: State, text: str) -> dict[str, Any]:
    found = GAME.reason(state, 0, GAME.parse(state, 0, text))
    assert found is not None
    return {"key": found["key"], **found.get("fields", {})}


# red shows to the west on c3 turned by 3, and c2 shows it beside that when it is turned by 5
OPEN = {"c3": 3, "c2": 5}
SHUT = {"c3": 3, "c2": 4}
FAR = {"c3": 3, "c2": 3}
EITHER = {"c3": 2, "c2": 4}


# blue stands on c4, before its goal, c5, which shows blue beside it
THREAT = {"c4": 2}
RIVAL = {"at": "c4", "advances": 1}


def test_an_open_way_that_can_be_paid_for_is_to_be_crossed() -> None:
    assert task(state(OPEN)) == "task_cross"
    assert task(state({"c2": 3, "c1": 5}, at="c2")) == "task_win"


def test_with_an_advance_and_no_way_the_wheels_to_turn_are_named() -> None:
    """GIR-3: nobody crosses before the next wheel shows red beside red."""
    assert task(state(SHUT)) == "task_way"
    found = GAME.task(state(EITHER), 0)
    assert found is not None
    fields = found["fields"]
    assert (found["key"], fields["at"], fields["wheel"], fields["n"]) == (
        "task_far", "c3", "c2", 2,
    )  # fmt: skip


def test_a_wheel_that_is_right_already_is_not_to_be_turned() -> None:
    """GIR-3: c3 shows red towards c2; of the two only c2 is still to be turned."""
    found = GAME.task(state(FAR), 0)
    assert found is not None
    fields = found["fields"]
    assert (found["key"], fields["turn"], fields["ready"], fields["n"]) == (
        "task_far_one", "c2", "c3", 2,
    )  # fmt: skip


def test_where_the_spins_do_not_reach_it_is_said_how_many_are_missing() -> None:
    """GIR-R6: and nothing is to be collected where the dial is full."""
    found = GAME.task(state(FAR | {"b3": 3, "c4": 2}, left=1), 0)
    assert found is not None
    assert (found["key"], found["fields"]["n"], found["fields"]["left"]) == ("task_short_one", 2, 1)
    assert task(state(FAR | {"b3": 3, "c4": 2}, left=1, advances=6)) == "task_nearer_one"
    assert task(state(FAR, left=1)) in ("task_short_one", "task_nearer_one")


def test_who_stands_on_the_next_wheel_is_named() -> None:
    """GIR-1: several pieces may be on one wheel."""
    alone, shared = (GAME.task(state(OPEN, rival={"at": at}), 0) for at in ("c1", "c2"))
    assert alone is not None
    assert shared is not None
    assert (alone["fields"].get("other"), shared["fields"].get("other")) == (None, 1)


def test_without_an_advance_a_triangle_is_to_be_made_or_prepared() -> None:
    """GIR-4: b3 lacks a spin to meet c3 and c4."""
    assert task(state({"b3": 3, "c4": 2}, advances=0)) == "task_triangle"
    assert task(state({"c3": 2, "c2": 0, "c4": 4, "b3": 5}, advances=0)) == "task_pay"
    assert task(state(advances=0)) == "task_prepare"


def test_without_spins_the_turn_is_to_be_ended() -> None:
    assert task(state(SHUT, left=0)) == "task_end"


def test_a_hint_says_which_way_it_opens_and_which_it_closes() -> None:
    assert reason(state(SHUT), "spin c2 +") == {"key": "why_way", "wheel": "c2", "hue": "red"}
    nearer = reason(state(FAR), "spin c2 +")
    assert (nearer["key"], nearer["wheel"], nearer["n"]) == ("why_nearer", "c2", 1)
    assert reason(state(THREAT, at="c5", rival=RIVAL), "spin c4 +") == {
        "key": "why_closed", "other": 1, "wheel": "c5",
    }  # fmt: skip


def test_a_hint_says_where_its_triangle_is() -> None:
    made = {"hue": "red", "gap": "b3.c3.c4"}
    assert reason(state({"b3": 3, "c4": 2}), "spin b3 +") == {"key": "why_gained", **made}
    half = reason(state({"b3": 2, "c4": 2}, advances=0), "spin b3 +")
    assert half == {"key": "why_half", **made}


def test_to_end_the_turn_has_its_reason_too() -> None:
    assert reason(state(), "end") == {"key": "why_end"}
    assert reason(state(left=0), "end") == {"key": "why_spent"}


def test_a_hint_says_what_the_rest_of_the_turn_is_meant_to_bring() -> None:
    at = state({"b3": 3, "c4": 2, "c2": 0}, advances=0)
    texts = ["spin c4 +", "spin c4 -", "spin b3 +", "end"]
    assert intent(at, texts[2:]) == ""  # nothing more comes of it
    assert intent(at, texts) == (
        "no spin gains anything at once; this one leaves you the best chances later. "
        "After that, in this turn: triangles to make: 1"
    )
    home = state({"c2": 3, "c1": 4}, at="c2", rival={"at": "b2"})
    assert intent(home, ["spin c1 +", "step c1"]) == (
        "it opens your way to c1: red touches red. After that, in this turn: cross to c1 and win"
    )


def test_a_hint_says_whom_the_rest_of_the_turn_surrounds() -> None:
    """GIR-7: two triangles at c3, each a spin away; the first is the reason, the second the aim."""
    wheels = {"c4": 1, "b3": 4, "c2": 1, "d2": 4}
    at = state(wheels, at="c5", advances=1, rival={"at": "c3", "advances": 0})
    said = intent(at, ["spin c4 +", "spin c2 +", "end"])
    assert said.endswith("in this turn: triangles to make: 1, surround Blue")


def intent(at: State, texts: list[str]) -> str:
    """In words; nothing where the plan has nothing to add."""
    after, plan = at.copy(), []
    for text in texts:
        plan.append(GAME.parse(after, 0, text))
        after.apply(0, plan[-1])
    found = GAME.intent(at, 0, plan)
    return Words("girumgo", "en").phrase(found, ["Red", "Blue"]) if found else ""


def test_every_task_has_its_reason_in_every_language() -> None:
    for language in LANGUAGES:
        phrases = Words("girumgo", language).section("phrases")
        for name in TASKS:
            assert phrases[f"task_{name}"]
            assert phrases[f"more_task_{name}"]


# ---- what boards warn of, and how near a way is


def test_a_rival_who_can_pay_for_its_last_crossing_is_a_threat() -> None:
    """GIR-8"""
    threat = {"seat": 1, "from": "c4", "to": "c5", "open": True}
    assert GAME.derived(state(THREAT, rival=RIVAL))["threats"] == [threat]
    shut = {**threat, "open": False}
    assert GAME.derived(state({"c4": 1}, rival=RIVAL))["threats"] == [shut]
    poor = {**RIVAL, "advances": 0}
    assert GAME.derived(state(THREAT, rival=poor))["threats"] == []


def test_a_triangle_at_a_rivals_wheel_is_half_of_surrounding_it() -> None:
    """GIR-7: but not on a corner, where nobody can be surrounded."""
    found = {
        rival: {one["text"]: one["new"].get("sieges") for one in consequences(GAME, at, 0)}
        for rival, at in (
            ("c3", state({"b3": 3, "c4": 2}, at="c5", rival={"at": "c3"})),
            ("c1", state({"b3": 3, "c4": 2}, at="c5")),
        )
    }
    assert found["c3"]["spin b3 +"] == [{"seat": 1, "gap": "b3.c3.c4"}]
    assert found["c3"]["spin b3 -"] is None
    assert found["c1"]["spin b3 +"] is None


def test_a_spin_foretells_how_many_more_open_which_way() -> None:
    found = {one["text"]: one for one in consequences(GAME, state(FAR), 0)}
    away = {text: (one["gone"], one["new"]) for text, one in found.items()}
    gone, new = away["spin c2 +"]
    assert gone["spins_away"] == [{"seat": 0, "spins": 2, "to": "c2"}]
    assert new["spins_away"] == [{"seat": 0, "spins": 1, "to": "c2"}]
    assert "spins_away" not in away["spin a1 +"][1]


def test_whose_dial_is_full_is_said() -> None:
    """GIR-R6"""
    assert GAME.derived(state(advances=6))["full"] == [{"seat": 0, "most": 6}]
    assert GAME.derived(state(advances=5))["full"] == []


def kinds(state: State, text: str) -> dict[str, dict[str, Any]]:
    found = {one["text"]: one["events"] for one in consequences(GAME, state, 0)}
    return {event["kind"]: event for event in found[text]}


def test_a_spin_says_which_way_it_opens_and_which_it_closes_to_a_rival() -> None:
    """GIR-3: towards the goal; other ways are no news."""
    opened = kinds(state(SHUT), "spin c2 +")["opened"]
    assert (opened["seat"], opened["to"]) == (0, "c2")
    closed = kinds(state(THREAT, at="c5", rival=RIVAL), "spin c4 +")["closed"]
    assert (closed["seat"], closed["other"], closed["to"]) == (0, 1, "c5")
    assert "opened" not in kinds(state(OPEN), "spin a1 +")
    # red's own way is closed by red itself: a rival's would be told
    assert "closed" not in kinds(state(OPEN), "spin c2 +")


def test_a_spin_says_which_way_it_opens_to_a_rival() -> None:
    """GIR-3: and not the one that lay open before."""
    found = kinds(state({"c4": 1}, at="c5", rival=RIVAL), "spin c4 +")
    assert (found["opened_rival"]["other"], found["opened_rival"]["to"]) == (1, "c5")
    assert "opened_rival" not in kinds(state(THREAT, at="c5", rival=RIVAL), "spin a1 +")
    assert "opened_rival" not in kinds(state(THREAT, at="c5", rival=RIVAL), "spin c4 +")


def test_spins_that_are_left_unused_are_told() -> None:
    """GIR-2"""
    assert kinds(state(left=3), "end")["unused"]["left"] == 3
    assert "unused" not in kinds(state(left=0), "end")


def test_no_sentence_of_a_clause_names_a_code() -> None:
    for language in LANGUAGES:
        words = Words("girumgo", language)
        for clause in words.clause_ids():
            assert "GIR-" not in (words.clause(clause) or ""), clause


@at_most(30)
@given(seed=st.integers(min_value=0, max_value=2**32), skipped=st.integers(20, 200))
def test_the_nearest_way_is_as_many_spins_away_as_bots_reckon(seed: int, skipped: int) -> None:
    game, dice = GAME.new(4, OPTIONS), Dice(seed)
    for _ in range(skipped):
        if not game.over():
            actor = game.next_actor()
            game.apply(actor, game.draw(dice) if actor == TABLE else game.pick(actor, dice))
    assert isinstance(game, GirumgoState)
    for seat in map(Seat, range(4)):
        if not game.over():
            spins, _ = nearest_way(game, seat)
            assert spins == spins_to_cross(game, seat, Wheel(NO_WHEEL), 0)
