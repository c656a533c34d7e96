"""Girumgo by clause: a position and a sentence each.

Wheels that all stand at rotation 0 show no colour side by side, so a scenario starts from such a
board and turns only the wheels it is about.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from every_test import times

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup, IllegalAction
from periplo.core.state import NOBODY, TABLE, Event, State
from periplo.games.girumgo import GAME
from periplo.games.girumgo.board import BOARDS, SEAT_CORNERS

RIVAL = 1
# d4 as the middle of three triangles; the wheels beyond would otherwise make more of them
RING = {"d4": 0, "d5": 2, "c4": 4, "c3": 2, "d3": 4, "e3": 2, "e4": 4}
RING |= dict.fromkeys(("b3", "c5", "e5", "f3", "e2", "c2"), 1)


def lay(gap: str, colour: int, short: str = "", radius: int = 3) -> dict[str, int]:
    """Rotations that make a triangle; the wheel `short` still lacks a spin `+`."""
    slots = GAME.board({"radius": radius})["gaps"][gap]
    return {wheel: (slot - colour - (wheel == short)) % 6 for wheel, slot in slots.items()}


def rotations(radius: int, turned: dict[str, int]) -> list[int]:
    return [turned.get(name, 0) for name in BOARDS[radius].names]


def turn(
    turned: dict[str, int] | None = None,
    at: dict[int, str] | None = None,
    advances: dict[int, int] | None = None,
    *,
    seats: int = 2,
    radius: int = 3,
    seat: int = 0,
    die: int = 6,
    left: int = 6,
    before: dict[str, int] | None = None,
    marks: dict[str, int] | None = None,
    counted: list[list[Any]] | None = None,
    struck: list[int] | None = None,
    **options: Any,
) -> State:
    """A turn of the first seat with six spins; pieces on their corners, no advances."""
    turned = turned or {}
    corners = BOARDS[radius].corners
    position = {
        "phase": "turn",
        "turn": seat,
        "die": die,
        "left": left,
        "radius": radius,
        "wheels": rotations(radius, turned),
        "before": rotations(radius, turned if before is None else before),
        "marks": marks or {},
        "counted": counted or [],
        "struck": struck or [],
        "winner": None,
        "seats": [
            {
                "corner": corner,
                "at": (at or {}).get(i, BOARDS[radius].names[corners[corner]]),
                "advances": (advances or {}).get(i, 0),
            }
            for i, corner in enumerate(SEAT_CORNERS[seats])
        ],
    }
    return GAME.load(position, {"radius": radius, **options})


def play(state: State, *texts: str) -> list[Event]:
    """Actions of whoever is to act; returns what they brought about, without `changes`, which
    `tests/contract/test_paths.py` holds against positions.
    """
    events: list[Event] = []
    for text in texts:
        actor = state.next_actor()
        state.log = events
        state.apply(actor, GAME.parse(state, actor, text))
    state.log = None
    return [{key: fact for key, fact in event.items() if key != "changes"} for event in events]


def texts(state: State) -> list[str]:
    actor = state.next_actor()
    return [GAME.text(state, actor, action) for action in state.legal(actor)]


def steps(state: State) -> list[str]:
    return [text for text in texts(state) if text.startswith("step")]


def seen(state: State, field: str) -> Any:
    return GAME.position(state)[field]


def advances(state: State) -> list[int]:
    return [seat["advances"] for seat in seen(state, "seats")]


def places(state: State) -> list[str]:
    return [seat["at"] for seat in seen(state, "seats")]


def kinds(events: list[Event]) -> list[tuple[str, str]]:
    return [(event["rule"], event["kind"]) for event in events]


def refused(state: State, actor: int, text: str) -> str:
    """The clause that forbids the action; the state is left as it was."""
    before = GAME.position(state)
    with pytest.raises(IllegalAction) as refusal:
        state.apply(actor, GAME.parse(state, actor, text))
    assert GAME.position(state) == before
    return refusal.value.clause


# ---- the start


def test_pieces_start_on_the_wheels_of_their_corners() -> None:
    """[GIR-1]"""
    assert places(GAME.new(6)) == ["d7", "a4", "a1", "d1", "g1", "g4"]
    assert places(GAME.new(4, {"radius": 2})) == ["c5", "a3", "c1", "e1"]


def test_the_table_sets_the_wheels_one_by_one_in_board_order() -> None:
    """[GIR-R5]"""
    state = GAME.new(2, {"radius": 2})
    assert state.outcomes() == [(rotation, Fraction(1, 6)) for rotation in range(6)]
    for rotation in [*range(6), *range(6), *range(6)]:
        play(state, f"set {rotation}")
    assert seen(state, "phase") == "wheels"
    events = play(state, "set 3")
    assert events == [{"rule": "GIR-R5", "kind": "set", "wheel": "e3", "to": 3}]
    assert seen(state, "phase") == "first"
    assert seen(state, "wheels") == seen(state, "before") == [*range(6)] * 3 + [3]


def test_nothing_else_happens_before_the_wheels_are_set() -> None:
    """[GIR-R5]"""
    state = GAME.new(2)
    assert refused(state, TABLE, "first 1") == "GIR-R5"
    assert refused(state, 0, "end") == "GIR-R5"


def test_wheels_may_be_given_and_then_nobody_sets_them() -> None:
    """[GIR-R5]"""
    given = [5, 4, 3, 2, 1, 0] * 3 + [1]
    state = GAME.new(3, {"radius": 2, "wheels": given})
    assert seen(state, "phase") == "first"
    assert seen(state, "wheels") == given
    play(state, "first 1", "1", "spin a1 +")
    assert given[0] == 5, "the option itself is left alone"


def test_the_radius_is_two_three_or_four() -> None:
    """[GIR-R1]"""
    assert [len(GAME.board({"radius": radius})["wheels"]) for radius in (2, 3, 4)] == [19, 37, 61]
    with pytest.raises(BadSetup, match="radius"):
        GAME.new(2, {"radius": 5})


def test_every_wheel_shows_its_colours_in_the_same_order() -> None:
    """[GIR-R2] On wheels of equal rotation nothing meets; 0, 2, 4 round a gap is a triangle."""
    for rotation in range(6):
        even = dict.fromkeys(BOARDS[3].names, rotation)
        state = turn(even, {0: "d4"}, {0: 6})
        assert steps(state) == []
    assert lay("c4.d4.d5", 0) == {"d4": 0, "d5": 2, "c4": 4}
    assert lay("c4.d4.d5", 5) == {"d4": 1, "d5": 3, "c4": 5}


# ---- a turn


def test_a_piece_goes_round_with_its_wheel() -> None:
    """[GIR-1] Colour 0 is in slot 0 of d4, then in slot 1, and meets other wheels."""
    state = turn({"d5": 2, "c3": 5}, {0: "d4"}, {0: 1})
    assert steps(state) == ["step d5"]
    events = play(state, "spin d4 +")
    carried = {"rule": "GIR-1", "kind": "carried", "seat": 0, "wheel": "d4", "from": 0, "to": 1}
    assert {**carried, "other": 0, "piece": 1, "path": [0, 1]} in events
    assert steps(state) == ["step c3"]


def test_several_pieces_may_be_on_one_wheel() -> None:
    """[GIR-1]"""
    state = turn({"d5": 2}, {0: "d4", 1: "d5", 2: "d5"}, {0: 1}, seats=3)
    play(state, "step d5")
    assert places(state) == ["d5", "d5", "d5"]
    assert kinds(play(state, "spin d5 -"))[:4] == [("GIR-2", "spun")] + [("GIR-1", "carried")] * 3


def test_the_die_gives_the_number_of_spins() -> None:
    """[GIR-2]"""
    state = GAME.new(2, {"wheels": [0] * 37})
    play(state, "first 2")
    assert state.outcomes() == [(11 + die, Fraction(1, 6)) for die in range(1, 7)]
    assert kinds(play(state, "5")) == [("GIR-2", "threw")]
    assert (seen(state, "die"), seen(state, "left")) == (5, 5)
    play(state, "spin a1 +", "spin g4 -")
    assert (seen(state, "die"), seen(state, "left")) == (5, 3)
    assert seen(state, "wheels") == [1] + [0] * 35 + [5]
    assert seen(state, "before") == [0] * 37


def test_any_wheel_may_be_spun_either_way_those_with_pieces_included() -> None:
    """[GIR-2]"""
    state = turn()
    names = BOARDS[3].names
    assert texts(state) == [*(f"spin {name} {way}" for name in names for way in "+-"), "end"]
    events = play(state, "spin d1 -", "spin d1 -", "spin d1 +")
    assert seen(state, "wheels")[names.index("d1")] == 5
    assert events[0] == {
        "rule": "GIR-2",
        "kind": "spun",
        "seat": 0,
        "wheel": "d1",
        "way": "clockwise",
        "from": 0,
        "to": 5,
        "left": 5,
    }


def test_no_more_spins_than_the_die_gave() -> None:
    """[GIR-2]"""
    state = turn(die=1, left=1)
    play(state, "spin d4 +")
    assert texts(state) == ["end"]
    assert refused(state, 0, "spin d4 +") == "GIR-2"


def test_spins_may_be_left_unused() -> None:
    """[GIR-2]"""
    state = turn(left=6)
    play(state, "end")
    assert (seen(state, "phase"), seen(state, "die"), seen(state, "left")) == ("die", 0, 0)
    assert refused(state, 1, "spin d4 +") == "GIR-2"


# ---- crossing


@pytest.mark.parametrize("slot", range(6))
def test_a_piece_crosses_to_either_side_of_its_wedge(slot: int) -> None:
    """[GIR-3] To the wheel in direction s that shows the colour in s + 2; to s + 1 with s + 4."""
    around = ["d5", "c4", "c3", "d3", "e3", "e4"]
    first, second = around[slot], around[(slot + 1) % 6]
    quiet = dict.fromkeys(BOARDS[3].names, slot)  # so colour 0 is in slot s of d4
    here, there = {first: (slot + 2) % 6}, {second: (slot + 4) % 6}
    assert steps(turn({**quiet, **here}, {0: "d4"}, {0: 1})) == [f"step {first}"]
    assert steps(turn({**quiet, **there}, {0: "d4"}, {0: 1})) == [f"step {second}"]
    both = sorted([f"step {first}", f"step {second}"])
    assert steps(turn({**quiet, **here, **there}, {0: "d4"}, {0: 1})) == both
    exchanged = {first: (slot + 4) % 6, second: (slot + 2) % 6}
    assert steps(turn({**quiet, **exchanged}, {0: "d4"}, {0: 1})) == []


def test_a_piece_of_another_colour_crosses_by_its_own_wedge() -> None:
    """[GIR-3] Colour 3 on a wheel of rotation 0 is in slot 3, towards d3 and e3."""
    state = turn({"d3": 2, "e3": 4}, {1: "d4"}, {1: 2}, seat=1)
    assert steps(state) == ["step d3", "step e3"]


def test_at_the_rim_the_third_wheel_may_be_missing() -> None:
    """[GIR-3] From a2 along the rim to a3, the wedge pointing beyond the board."""
    state = turn({"a3": 2}, {0: "a2"}, {0: 1})
    assert steps(state) == ["step a3"]
    state = turn({"a2": 5, "a3": 3}, {0: "a2"}, {0: 1})
    assert steps(state) == ["step a3"], "by the gap below, with slots 5 and 3"


def test_crossing_costs_one_advance() -> None:
    """[GIR-3]"""
    state = turn({"d5": 2}, {0: "d4"}, {0: 2})
    crossed = {"rule": "GIR-3", "kind": "crossed", "seat": 0, "from": "d4", "to": "d5"}
    way = {"piece": 1, "path": ["d4", "d5"], "advances": 1}
    assert play(state, "step d5") == [{**crossed, **way}]
    assert advances(state) == [1, 0]
    assert steps(state) == ["step d4"], "the way back is open as well"
    play(state, "step d4")
    assert advances(state) == [0, 0]
    assert steps(state) == []
    assert refused(state, 0, "step d5") == "GIR-3"


def test_no_crossing_where_the_colours_do_not_meet() -> None:
    """[GIR-3]"""
    state = turn({"d5": 3}, {0: "d4"}, {0: 2})
    assert refused(state, 0, "step d5") == "GIR-3"
    assert refused(state, 0, "step g4") == "GIR-3"


def test_crossing_is_possible_before_between_and_after_spins() -> None:
    """[GIR-3]"""
    state = turn({"d5": 2}, {0: "d4"}, {0: 6}, die=2, left=2)
    play(state, "step d5", "spin a1 +", "step d4", "spin a1 +", "step d5")
    assert seen(state, "left") == 0
    assert places(state)[0] == "d5"


def test_crossing_is_for_after_the_throw() -> None:
    """[GIR-3]"""
    state = turn({"d5": 2}, {1: "d4"}, {1: 1})
    play(state, "end")
    assert state.legal(1) == []
    assert refused(state, 1, "step d5") == "GIR-2"


# ---- triangles


def test_forming_a_triangle_gives_an_advance_and_a_mark() -> None:
    """[GIR-4]"""
    state = turn(lay("c4.d4.d5", 2, short="d4"))
    events = play(state, "spin d4 +")
    assert advances(state) == [1, 0]
    assert seen(state, "marks") == {"c4.d4.d5": 2}
    assert seen(state, "counted") == [["c4.d4.d5", 2]]
    green = {"gap": "c4.d4.d5", "colour": 2, "hue": "green"}
    assert events[1:] == [
        {"rule": "GIR-4", "kind": "formed", "seat": 0, **green},
        {"rule": "GIR-4", "kind": "gained", "seat": 0, "advances": 1},
    ]


def test_an_advance_just_won_can_be_spent_at_once() -> None:
    """[GIR-4]"""
    state = turn(lay("c4.d4.d5", 0, short="d4"), {0: "d5"})
    assert steps(state) == []
    play(state, "spin d4 +")
    assert steps(state) == ["step c4", "step d4"]


def test_one_spin_may_form_three_triangles_written_alphabetically() -> None:
    """[GIR-4]"""
    state = turn({**RING, "d4": 5})
    play(state, "spin d4 +")
    assert advances(state) == [3, 0]
    assert seen(state, "counted") == [["c3.d3.d4", 2], ["c4.d4.d5", 0], ["d4.e3.e4", 4]]


def test_a_triangle_that_stood_when_the_turn_began_does_not_count_again() -> None:
    """[GIR-5]"""
    state = turn(lay("c4.d4.d5", 2), marks={"c4.d4.d5": 2})
    events = play(state, "spin d4 +", "spin d4 -")
    assert advances(state) == [0, 0]
    assert seen(state, "counted") == []
    assert kinds(events)[-1] == ("GIR-5", "repeated")


def test_another_colour_in_the_same_gap_counts() -> None:
    """[GIR-5]"""
    state = turn(lay("c4.d4.d5", 2), marks={"c4.d4.d5": 2})
    play(state, "spin d4 +", "spin d5 +", "spin c4 +")
    assert advances(state) == [1, 0]
    assert seen(state, "marks") == {"c4.d4.d5": 1}
    assert seen(state, "counted") == [["c4.d4.d5", 1]]


def test_triangles_that_the_start_left_unmarked_are_barred_as_well() -> None:
    """[GIR-R7]"""
    state = turn(lay("c4.d4.d5", 2))
    play(state, "spin c4 -", "spin c4 +")
    assert advances(state) == [0, 0]
    assert seen(state, "marks") == {}


def test_spinning_to_and_fro_counts_once() -> None:
    """[GIR-R7]"""
    state = turn(lay("c4.d4.d5", 2, short="d4"))
    play(state, "spin d4 +", "spin d4 -", "spin d4 +")
    assert advances(state) == [1, 0]
    assert seen(state, "counted") == [["c4.d4.d5", 2]]


def test_in_a_later_turn_it_counts_anew_if_it_was_broken_when_that_began() -> None:
    """[GIR-5]"""
    state = turn(lay("c4.d4.d5", 2, short="d4"))
    play(state, "spin d4 +", "spin d4 -", "end", "1", "spin d4 +")
    assert advances(state) == [1, 1]
    play(state, "end", "2", "spin d4 -", "spin d4 +")
    assert advances(state) == [1, 1], "now it stood when the turn began"


def test_whoever_breaks_a_marked_triangle_takes_the_mark_away() -> None:
    """[GIR-6]"""
    state = turn({**lay("c4.d4.d5", 2), **lay("a1.a2.b2", 1)}, marks={"c4.d4.d5": 2, "a1.a2.b2": 1})
    events = play(state, "spin d5 -")
    assert seen(state, "marks") == {"a1.a2.b2": 1}
    green = {"gap": "c4.d4.d5", "colour": 2, "hue": "green"}
    assert events[1:] == [{"rule": "GIR-6", "kind": "unmarked", "seat": 0, **green}]


def test_a_mark_does_not_come_back_with_a_triangle_that_does_not_count() -> None:
    """[GIR-6]"""
    state = turn(lay("c4.d4.d5", 2, short="d4"))
    play(state, "spin d4 +", "spin d4 -", "spin d4 +")
    assert seen(state, "marks") == {}
    state = turn(lay("c4.d4.d5", 2), marks={"c4.d4.d5": 2})
    play(state, "spin d4 +", "spin d4 -")
    assert seen(state, "marks") == {}
    play(state, "spin d4 +", "end", "1", "spin d4 -")
    assert seen(state, "marks") == {"c4.d4.d5": 2}, "one that counts is marked anew"


def test_what_goes_beyond_the_dial_is_lost_but_the_triangle_counts() -> None:
    """[GIR-R6]"""
    state = turn(lay("c4.d4.d5", 2, short="d4"), advances={0: 6})
    events = play(state, "spin d4 +")
    assert advances(state) == [6, 0]
    assert seen(state, "marks") == {"c4.d4.d5": 2}
    assert seen(state, "counted") == [["c4.d4.d5", 2]]
    assert kinds(events)[-1] == ("GIR-R6", "lost")


@pytest.mark.parametrize(("dial", "after"), [(0, 10**20 + 1), (10**20 + 1, 10**20 + 1)])
def test_a_dial_of_zero_has_no_limit_and_others_may_be_as_large_as_one_likes(
    dial: int, after: int
) -> None:
    """[GIR-R6]"""
    state = turn(lay("c4.d4.d5", 2, short="d4"), advances={0: 10**20}, dial=dial)
    play(state, "spin d4 +")
    assert advances(state)[0] == after


# ---- surrounding

# d4 has these triangles opposite each other; the second lacks one spin of d3
OPPOSITE = {**lay("c4.d4.d5", 0), **lay("d3.d4.e3", 3, short="d3")}
FIRST = ["c4.d4.d5", 0]


def half_surrounded(*, fallen: bool = False, **more: Any) -> State:
    """The first triangle at d4 was counted by a spin of d5, and `fallen` by one of c4."""
    before = {**OPPOSITE, "d5": OPPOSITE["d5"] + 1}
    wheels = {**OPPOSITE, "c4": OPPOSITE["c4"] + 1} if fallen else OPPOSITE
    left = 4 if fallen else 5
    at = more.pop("at", {1: "d4"})
    return turn(wheels, at, before=before, counted=[FIRST], left=left, **more)


def test_two_triangles_that_include_a_rivals_wheel_surround_it() -> None:
    """[GIR-7] One more advance for the seat; the rival loses four."""
    state = half_surrounded(advances={1: 6})
    events = play(state, "spin d3 +")
    assert advances(state) == [2, 2]
    assert places(state) == ["d7", "d4"]
    assert seen(state, "struck") == [RIVAL]
    assert {
        "rule": "GIR-7",
        "kind": "surrounded",
        "seat": 0,
        "other": 1,
        "at": "d4",
        "loses": 4,
    } in events
    assert kinds(events)[-1] == ("GIR-7", "gained")


def test_a_rival_with_exactly_four_advances_loses_them_and_stays() -> None:
    """[GIR-7]"""
    state = half_surrounded(advances={1: 4})
    play(state, "spin d3 +")
    assert advances(state) == [2, 0]
    assert places(state)[RIVAL] == "d4"


@pytest.mark.parametrize("held", [0, 1, 2, 3])
def test_a_rival_with_three_or_fewer_loses_all_and_goes_back_to_its_start(held: int) -> None:
    """[GIR-7]"""
    state = half_surrounded(advances={1: held})
    events = play(state, "spin d3 +")
    assert advances(state) == [2, 0]
    assert places(state) == ["d7", "d1"]
    sent = {"rule": "GIR-7", "kind": "sent_back", "seat": 1, "from": "d4", "to": "d1"}
    assert {**sent, "piece": 1, "path": ["d4", "d1"]} in events


def test_both_triangles_may_come_from_one_spin() -> None:
    """[GIR-7]"""
    opposite = {**lay("c4.d4.d5", 0), **lay("d3.d4.e3", 3), "d4": 5}
    state = turn(opposite, {1: "d4"}, {1: 5})
    play(state, "spin d4 +")
    assert advances(state) == [3, 1]
    assert seen(state, "counted") == [["c4.d4.d5", 0], ["d3.d4.e3", 3]]


def test_the_earlier_triangle_must_still_stand() -> None:
    """[GIR-7]"""
    state = half_surrounded(fallen=True, advances={1: 6})
    assert seen(state, "counted") == [FIRST]
    play(state, "spin d3 +")
    assert advances(state) == [1, 6]
    play(state, "spin c4 -")
    assert seen(state, "struck") == [], "made again it stands, but it is not counted now"


def test_a_counted_triangle_that_was_broken_and_made_again_stands() -> None:
    """[GIR-7]"""
    state = half_surrounded(fallen=True, advances={1: 6})
    play(state, "spin c4 -", "spin d3 +")
    assert seen(state, "struck") == [RIVAL]


def test_a_triangle_that_stood_before_the_turn_helps_nobody() -> None:
    """[GIR-7]"""
    state = turn(OPPOSITE, {1: "d4"}, {1: 6}, marks={"c4.d4.d5": 0})
    play(state, "spin d3 +")
    assert advances(state) == [1, 6]


def test_ones_own_piece_is_not_surrounded() -> None:
    """[GIR-7]"""
    state = half_surrounded(at={0: "d4"})
    play(state, "spin d3 +")
    assert advances(state) == [1, 0]
    assert places(state) == ["d4", "d1"]
    assert seen(state, "struck") == []


def test_every_rival_there_pays_for_itself() -> None:
    """[GIR-7] In ascending order, and the seat gets one advance for each."""
    state = half_surrounded(
        seats=4, seat=1, at={0: "d4", 2: "d4", 3: "d4"}, advances={0: 6, 2: 1, 3: 4}
    )
    events = play(state, "spin d3 +")
    assert advances(state) == [2, 4, 0, 0]
    assert places(state) == ["d4", "a4", "d1", "d4"]
    assert seen(state, "struck") == [0, 2, 3]
    assert [event["other"] for event in events if event["kind"] == "surrounded"] == [0, 2, 3]


def test_a_rival_is_struck_once_a_turn() -> None:
    """[GIR-R8] Though a third triangle at its wheel would surround it again."""
    short = {"d5": RING["d5"] - 1, "c3": RING["c3"] - 1, "e3": RING["e3"] - 1}
    state = turn({**RING, **short}, {1: "d4"}, {1: 12}, dial=0)
    play(state, "spin d5 +", "spin c3 +")
    assert advances(state) == [3, 8]
    play(state, "spin e3 +")
    assert advances(state) == [4, 8]
    assert len(seen(state, "counted")) == 3
    play(state, "end", "1", "end", "2", "spin e3 +", "spin e3 -")
    assert advances(state) == [4, 8], "in another turn nothing of this is counted"


def test_a_rival_struck_earlier_this_turn_is_left_alone() -> None:
    """[GIR-R8] Another one beside it is not."""
    before = {**OPPOSITE, "d5": OPPOSITE["d5"] + 1}
    state = turn(
        OPPOSITE,
        {1: "d4", 2: "d4"},
        {1: 6, 2: 6},
        seats=3,
        left=5,
        before=before,
        counted=[FIRST, ["a1.a2.b2", 5]],
        struck=[2],
    )
    play(state, "spin d3 +")
    assert advances(state) == [2, 2, 6]
    assert seen(state, "struck") == [1, 2]


def test_the_advances_for_surrounding_end_with_the_dial() -> None:
    """[GIR-R6]"""
    state = half_surrounded(advances={0: 5, 1: 6})
    events = play(state, "spin d3 +")
    assert advances(state) == [6, 2]
    assert kinds(events)[-1] == ("GIR-R6", "lost")


# one triangle of colour 0 at d4 itself, one beyond two of its neighbours
BEYOND = {**lay("c4.d4.d5", 0), **lay("d3.e2.e3", 0, short="e2")}


def same_colour(wheels: dict[str, int], **more: Any) -> State:
    before = {**wheels, "c4": wheels["c4"] + 1}
    return turn(wheels, {1: "d4"}, {1: 6}, left=5, before=before, counted=[FIRST], **more)


def test_with_same_colour_two_triangles_flank_the_rivals_wheel() -> None:
    """[GIR-R3] Each with two of its neighbours; the wheel itself may be the third."""
    state = same_colour(BEYOND, surround="same-colour")
    play(state, "spin e2 +")
    assert seen(state, "counted") == [FIRST, ["d3.e2.e3", 0]]
    assert advances(state) == [2, 2]
    assert seen(state, "struck") == [RIVAL]


def test_with_same_colour_both_triangles_may_lie_beyond() -> None:
    """[GIR-R3]"""
    wheels = {**lay("c4.c5.d5", 1, short="c5"), **lay("d3.e2.e3", 1, short="e2")}
    state = turn(wheels, {1: "d4"}, {1: 4}, surround="same-colour")
    play(state, "spin c5 +")
    assert seen(state, "struck") == []
    play(state, "spin e2 +")
    assert seen(state, "struck") == [RIVAL]
    assert advances(state) == [3, 0]


def test_with_same_colour_two_colours_do_not_surround() -> None:
    """[GIR-R3]"""
    other = {**lay("c4.d4.d5", 0), **lay("d3.e2.e3", 4, short="e2")}
    state = same_colour(other, surround="same-colour")
    play(state, "spin e2 +")
    assert len(seen(state, "counted")) == 2
    assert seen(state, "struck") == []
    state = half_surrounded(advances={1: 6}, surround="same-colour")
    play(state, "spin d3 +")
    assert seen(state, "struck") == [], "two triangles at the wheel itself never share a colour"


def test_with_touching_a_triangle_beyond_does_not_surround() -> None:
    """[GIR-R3]"""
    state = same_colour(BEYOND)
    play(state, "spin e2 +")
    assert len(seen(state, "counted")) == 2
    assert seen(state, "struck") == []


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_pieces_on_corner_wheels_can_never_be_surrounded(radius: int) -> None:
    """[GIR-7] Two triangles there would need one wheel to stand in two ways at once."""
    board = BOARDS[radius]
    for corner in board.corners:
        for around, colours in ((board.including, range(6)), (board.flanking, range(1))):
            gaps = [gap for gap in range(board.gaps) if around[gap * board.wheels + corner]]
            for one, other in combinations((board.gap_names[gap] for gap in gaps), 2):
                for colour in colours:
                    here, there = lay(one, 0, radius=radius), lay(other, colour, radius=radius)
                    assert any(here[wheel] != there[wheel] for wheel in here if wheel in there)


# ---- winning


def test_reaching_the_wheel_opposite_wins_at_once() -> None:
    """[GIR-8] Only the place, the advances, the phase and the winner change."""
    state = turn({"d2": 3, "d1": 5}, {0: "d2"}, {0: 3}, left=4, die=4)
    before = GAME.position(state)
    assert steps(state) == ["step d1"]
    events = play(state, "step d1")
    assert kinds(events) == [("GIR-3", "crossed"), ("GIR-8", "won")]
    before["seats"][0].update(at="d1", advances=2)
    assert GAME.position(state) == {**before, "phase": "over", "winner": 0}
    assert state.next_actor() == NOBODY
    assert state.legal(0) == state.legal(NOBODY) == []
    assert state.outcomes() == []
    assert state.over()
    assert (state.scores(), state.winners()) == ([1, 0], [0])
    end = GAME.parse(state, 0, "end")
    with pytest.raises(IllegalAction, match="over"):
        state.apply(0, end)


def test_no_other_corner_wins() -> None:
    """[GIR-8] For the seat of corner 0 the goal is d1; a1 is the start of a rival."""
    state = turn({"a2": 3, "a1": 5}, {0: "a2"}, {0: 3}, seats=3)
    play(state, "step a1")
    assert seen(state, "phase") == "turn"
    assert (state.scores(), state.winners()) == ([0, 0, 0], [])


# ---- whose turn it is


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_table_draws_who_begins(seats: int) -> None:
    """[GIR-R4]"""
    state = GAME.new(seats, {"wheels": [0] * 37})
    assert texts(state) == [f"first {seat}" for seat in range(1, seats + 1)]
    assert state.outcomes() == [(6 + seat, Fraction(1, seats)) for seat in range(seats)]
    dice = Dice("begins")
    drawn = Counter(state.draw(dice) - 6 for _ in range(200 * seats))
    assert sorted(drawn) == list(range(seats))
    assert state.is_legal(TABLE, state.pick(TABLE, dice))
    assert min(drawn.values()) > 140
    assert refused(state, TABLE, "6") == "GIR-9"
    assert play(state, f"first {seats}") == [{"rule": "GIR-9", "kind": "begins", "seat": seats - 1}]
    assert (seen(state, "phase"), seen(state, "turn")) == ("die", seats - 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_play_goes_clockwise_which_is_down_the_seats(seats: int) -> None:
    """[GIR-9]"""
    state = GAME.new(seats, {"wheels": [0] * 37})
    play(state, "first 2")
    order = []
    for _ in range(seats + 1):
        order.append(seen(state, "turn"))
        play(state, "1", "end")
    assert order == [(1 - i) % seats for i in range(seats + 1)]


def test_nobody_acts_out_of_turn() -> None:
    """[GIR-9]"""
    state = turn(seats=3)
    assert state.actors() == [0]
    assert state.legal(1) == state.legal(TABLE) == []
    assert refused(state, 1, "end") == "GIR-9"
    assert refused(state, TABLE, "3") == "GIR-9"


def test_ending_clears_what_belongs_to_the_turn() -> None:
    """[GIR-9]"""
    state = half_surrounded(advances={1: 6})
    play(state, "spin d3 +")
    assert kinds(play(state, "end")) == [("GIR-2", "unused"), ("GIR-9", "ended")]
    position = GAME.position(state)
    assert (position["counted"], position["struck"]) == ([], [])
    assert position["before"] == position["wheels"]
    assert len(position["marks"]) == 1, "marks stay on the board"


# ---- acting in general


def test_a_seat_can_only_spin_step_or_end() -> None:
    """[GIR-2]"""
    state = turn()
    with pytest.raises(IllegalAction) as refusal:
        state.apply(0, 3)
    assert refusal.value.clause == "GIR-2"


@pytest.mark.parametrize(
    ("actor", "text"),
    [
        (0, "spin h1 +"),
        (0, "spin d4"),
        (0, "spin d4 *"),
        (0, "spin d4 + "),
        (0, "step d8"),
        (0, "step"),
        (0, "pass"),
        (0, "3"),
        (TABLE, "end"),
        (TABLE, "7"),
        (TABLE, "0"),
        (TABLE, "set 6"),
        (TABLE, "first 0"),
        (TABLE, "first 7"),
        (TABLE, "٣"),
    ],
)
def test_texts_that_mean_nothing_are_refused(actor: int, text: str) -> None:
    with pytest.raises(IllegalAction, match="no action"):
        GAME.parse(turn(), actor, text)


def test_picking_takes_every_legal_action_as_often_as_any_other() -> None:
    state = turn({"d5": 2, "c4": 4}, {0: "d4"}, {0: 1}, die=6, left=0)
    legal = state.legal(0)
    assert texts(state) == ["step c4", "step d5", "end"]
    dice = Dice("pick")
    picked = Counter(state.pick(0, dice) for _ in range(900))
    assert sorted(picked) == legal
    assert min(picked.values()) > 240
    state = turn({"d5": 2}, {0: "d4"}, {0: 1})
    picked = Counter(state.pick(0, dice) for _ in range(76 * 40))
    assert sorted(picked) == state.legal(0)
    assert len(picked) == 76


def test_random_games_keep_legal_and_is_legal_together() -> None:
    for seats in range(2, 7):
        state = GAME.new(seats, {"radius": 2})
        dice = Dice("agree", seats)
        for _ in times(300):
            actor = state.next_actor()
            if actor == NOBODY:
                break
            for other in (NOBODY, TABLE, *range(seats)):
                legal = state.legal(other)
                assert legal == [a for a in range(-1, 210) if state.is_legal(other, a)]
            copy = state.copy()
            written = GAME.position(state)
            state.play(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))
            assert GAME.position(copy) == written
