"""Girumgo: what events and choices say."""

from typing import Any

import pytest
from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st

from periplo import TABLE, Dice, Event, State
from periplo.core.words import LANGUAGES, Words
from periplo.games.girumgo import GAME
from periplo.games.girumgo.board import BOARDS, SEAT_CORNERS, slot_of
from periplo.play.consequences import consequences

SMALL = BOARDS[2]
OPTIONS: dict[str, Any] = {"radius": 2}


def act(state: State, dice: Dice) -> list[Event]:
    """Mostly sensible, so that pieces cross and rivals are surrounded; now and then anything."""
    actor = state.next_actor()
    if actor == TABLE:
        action = state.draw(dice)
    elif dice.below(3) == 0:
        action = state.pick(actor, dice)
    else:
        action = GAME.policies()["greedy"].choose(state, actor, dice)
    state.log = []
    state.apply(actor, action)
    return state.log


def shown(state: State) -> dict[str, Any]:
    position = GAME.position(state)
    return {
        "wheels": position["wheels"],
        "marks": position["marks"],
        "at": [seat["at"] for seat in position["seats"]],
        "advances": [seat["advances"] for seat in position["seats"]],
    }


def follow(board: dict[str, Any], event: Event) -> None:
    """What somebody does who knows no rules: wheels, marks, pieces and advances by events alone."""
    match event["kind"]:
        case "set":
            assert SMALL.names[len(board["wheels"])] == event["wheel"]
            board["wheels"].append(event["to"])
        case "spun":
            wheel = SMALL.number_of[event["wheel"]]
            assert board["wheels"][wheel] == event["from"]
            board["wheels"][wheel] = event["to"]
        case "carried":
            assert board["at"][event["seat"]] == event["wheel"]
            corner = SEAT_CORNERS[len(board["at"])][event["seat"]]
            now = board["wheels"][SMALL.number_of[event["wheel"]]]
            assert event["path"] == [event["from"], event["to"]]
            assert event["to"] == slot_of(corner, now)
        case "crossed" | "sent_back":
            assert board["at"][event["seat"]] == event["path"][0]
            board["at"][event["seat"]] = event["path"][-1]
            if "advances" in event:
                board["advances"][event["seat"]] = event["advances"]
        case "gained" | "lost":
            board["advances"][event["seat"]] = event["advances"]
        case "surrounded":
            board["advances"][event["other"]] -= event["loses"]
        case "formed":
            board["marks"][event["gap"]] = event["colour"]
        case "unmarked":
            del board["marks"][event["gap"]]


@at_most(30)
@given(
    seed=st.integers(min_value=0, max_value=2**32),
    seats=st.integers(2, 6),
    skipped=st.integers(0, 300),
)
def test_events_alone_lead_from_any_position_to_the_next(
    seed: int, seats: int, skipped: int
) -> None:
    state, dice = GAME.new(seats, OPTIONS), Dice(seed)
    for _ in range(skipped):
        if not state.over():
            act(state, dice)
    state = GAME.load(GAME.position(state), OPTIONS)
    board = shown(state)
    for _ in range(60):
        if state.over():
            break
        for event in act(state, dice):
            follow(board, event)
        assert board == shown(state)


def position(**changes: Any) -> dict[str, Any]:
    """Seat 1 of two is on turn, on the middle wheel of the small board, with one advance."""
    wheels = [0] * SMALL.wheels
    wheels[SMALL.number_of["c4"]] = 2  # shows colour 0 beside c3
    return {
        "phase": "turn", "turn": 0, "die": 4, "left": 4, "radius": 2, "wheels": wheels,
        "before": wheels, "marks": {}, "counted": [], "struck": [], "winner": None,
        "seats": [{"corner": 0, "at": "c3", "advances": 1},
                  {"corner": 3, "at": "c1", "advances": 1}],
    } | changes  # fmt: skip


def test_a_choice_names_the_wheel_to_spin_and_the_way_of_the_piece() -> None:
    """GIR-2, GIR-3"""
    state = GAME.load(position(), OPTIONS)
    choices = {GAME.text(state, 0, one): GAME.choice(state, 0, one) for one in state.legal(0)}
    assert choices["spin a1 +"] == {"text": "spin a1 +", "to": "a1", "way": "counterclockwise"}
    assert choices["spin a1 -"] == {"text": "spin a1 -", "to": "a1", "way": "clockwise"}
    assert choices["step c4"] == {
        "text": "step c4", "piece": 1, "path": ["c3", "c4"], "to": "c4",
    }  # fmt: skip
    assert choices["end"] == {"text": "end"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["spin a1 +", "spin a1 -"])
def test_an_action_its_choice_and_its_event_call_the_way_alike(text: str, language: str) -> None:
    """GIR-2"""
    state, words = GAME.load(position(), OPTIONS), Words("girumgo", language)
    (choice,) = [choice for choice in GAME.choices(state, 0) if choice["text"] == text]
    state.log = []
    state.apply(0, GAME.parse(state, 0, text))
    assert state.log[0]["way"] == choice["way"]
    way = words.section("words")[choice["way"]]
    assert words.action(text).endswith(f" a1 {way}")
    assert f" a1 {way}." in words.event(state.log[0], ["Noria", "Girasol"])


def test_links_are_where_two_wheels_show_one_colour_side_by_side() -> None:
    """GIR-3: c4 does so with each of its six neighbours, in a colour of its own."""
    links = GAME.derived(GAME.load(position(), OPTIONS))["links"]
    c3, c4 = SMALL.number_of["c3"], SMALL.number_of["c4"]
    assert {"wheels": [c3, c4], "slots": [0, 2], "colour": 0} in links
    assert all(c4 in link["wheels"] for link in links)
    assert sorted(link["colour"] for link in links) == [0, 1, 2, 3, 4, 5]
    alike = [0] * SMALL.wheels
    level = position(wheels=alike, before=alike)
    assert GAME.derived(GAME.load(level, OPTIONS))["links"] == []


@at_most(30)
@given(seed=st.integers(min_value=0, max_value=2**32), skipped=st.integers(0, 200))
def test_a_piece_with_an_advance_can_cross_along_the_links_of_its_colour(
    seed: int, skipped: int
) -> None:
    """GIR-3: and wheels that are not set yet have none."""
    state, dice = GAME.new(6, OPTIONS), Dice(seed)
    for _ in range(skipped):
        if not state.over():
            act(state, dice)
    where, derived = GAME.position(state), GAME.derived(state)
    links = derived["links"]
    assert all(wheel < len(where["wheels"]) for link in links for wheel in link["wheels"])
    if where["phase"] != "turn":
        return
    own = where["seats"][where["turn"]]
    ends = [(link["wheels"][i], link["wheels"][1 - i], link) for link in links for i in (0, 1)]
    across = [
        SMALL.names[to]
        for at, to, link in ends
        if SMALL.names[at] == own["at"] and link["colour"] == own["corner"]
    ]
    ways = [way["to"] for way in derived["ways"] if way["seat"] == where["turn"]]
    assert sorted(across) == ways
    texts = [choice["text"] for choice in GAME.choices(state, where["turn"])]
    steps = [text for text in texts if text.startswith("step")]
    assert steps == [f"step {to}" for to in ways if own["advances"]]


def test_a_way_says_how_many_crossings_there_are_then_to_go() -> None:
    """GIR-3: the piece in the middle has two to go, and its only way leads back."""
    state = GAME.load(position(), OPTIONS)
    assert GAME.headline(state) == [2, 4]
    back = {"seat": 0, "from": "c3", "to": "c4", "to_go": 3, "nearer": -1}
    assert GAME.derived(state)["ways"] == [back]


def test_a_spin_foretells_its_triangle_and_the_ways_it_opens_and_closes() -> None:
    """GIR-3, GIR-4: b3 lacks a spin to meet c3 and c4."""
    wheels = position()["wheels"]
    wheels[SMALL.number_of["b3"]] = 3
    state = GAME.load(position(wheels=wheels, before=wheels), OPTIONS)
    found = {one["text"]: one for one in consequences(GAME, state, 0)}
    way = {"seat": 0, "from": "c3", "to": "b3", "to_go": 3, "nearer": -1}
    spin = found["spin b3 +"]
    assert [event["kind"] for event in spin["events"]] == ["spun", "formed", "gained"]
    assert (spin["new"]["ways"], spin["gone"].get("ways")) == ([way], None)
    assert found["spin c4 +"]["gone"]["ways"] == [{**way, "to": "c4"}]
    assert [event["kind"] for event in found["step c4"]["events"]] == ["crossed"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "a2, b2 and b3"), ("es", "a2, b2 y b3"), ("it", "a2, b2 e b3")],
)
def test_a_gap_is_said_by_its_wheels(language: str, said: str) -> None:
    for kind in ("formed", "repeated", "unmarked"):
        event: Event = {"kind": kind, "seat": 0, "gap": "a2.b2.b3", "hue": "red"}
        assert f" {said}" in Words("girumgo", language).event(event, ["Noria"])
