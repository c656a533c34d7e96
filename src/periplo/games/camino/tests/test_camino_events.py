"""El camino: what events and choices say."""

from typing import Any

from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st

from periplo import TABLE, Dice, Event, State
from periplo.games.camino import GAME

seeds = st.integers(min_value=0, max_value=2**32)
HEAD = "head"


def seat(path: str, board: int = 1, **changes: Any) -> dict[str, Any]:
    """A seat whose path runs from tail to head."""
    return {"board": board, "path": path.split(), "end": None, "left": "", "done": False,
            "scored": {}} | changes  # fmt: skip


def position(*seats: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Round 4, card 2 (R G B A): nobody has drawn yet."""
    drawing = [{**each, "left": each["left"] or "RGBA"} for each in seats]
    return {"round": 4, "phase": "draw", "card": 2, "played": [15, 14, 13], "reached": {},
            "seats": drawing} | changes  # fmt: skip


def act_at_random(state: State, dice: Dice) -> list[Event]:
    actors = state.actors()
    actor = actors[dice.below(len(actors))]
    state.log = []
    state.apply(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))
    return state.log


def follow(places: list[dict[str, Any]], event: Event) -> None:
    """What somebody does who knows no rules and keeps boards, paths and points by events alone."""
    match event["kind"]:
        case "dealt":
            places[event["seat"]] |= {"board": event["board"], "path": [event["at"]]}
        case "drew":
            path = places[event["seat"]]["path"]
            came, to = event["path"]
            if event["piece"] == HEAD:
                assert path[-1] == came
                path.append(to)
            else:
                assert path[0] == came
                path.insert(0, to)
        case "scored" | "scored_half":
            places[event["seat"]]["scored"][str(event["number"])] = event["points"]


def places_of(state: State) -> list[dict[str, Any]]:
    return [
        {"board": each["board"], "path": each["path"][:], "scored": dict(each["scored"])}
        for each in GAME.position(state)["seats"]
    ]


@at_most(40)
@given(seed=seeds, seats=st.integers(1, 4), skipped=st.integers(0, 200))
def test_events_alone_lead_from_any_position_to_the_next(
    seed: int, seats: int, skipped: int
) -> None:
    state, dice = GAME.new(seats), Dice(seed)
    for _ in range(skipped):
        if not state.over():
            act_at_random(state, dice)
    state = GAME.load(GAME.position(state))
    places = places_of(state)
    for _ in range(60):
        if state.over():
            break
        for event in act_at_random(state, dice):
            follow(places, event)
        assert places == places_of(state)


def test_a_choice_shows_the_end_its_way_and_what_the_number_brings() -> None:
    """CAM-5: the 3 was reached two rounds before, so it brings 2; by the tail as by the head."""
    other = seat("d5 c4 c3", 2, scored={"3": 3})
    state = GAME.load(position(seat("d4 d3"), other, reached={"3": 2}))
    choices = {GAME.text(state, 0, one): GAME.choice(state, 0, one) for one in state.legal(0)}
    assert choices["stop"] == {"text": "stop", "passes": True}
    assert choices["head c3"] == {
        "text": "head c3", "piece": HEAD, "path": ["d3", "c3"], "to": "c3", "worth": 2,
    }  # fmt: skip
    assert choices["tail c3"]["path"] == ["d4", "c3"]
    assert choices["tail c3"]["worth"] == 2
    assert "worth" not in choices["head e3"]


def test_alone_a_choice_is_worth_half_after_a_higher_number() -> None:
    """CAM-7: the 3 is on the path, so the 2 brings 1."""
    state = GAME.load(position(seat("e6 d5 d4 c3", scored={"3": 3}), reached={"3": 1}))
    worth = {choice["text"]: choice.get("worth") for choice in GAME.choices(state, 0)}
    assert worth["tail e7"] == 1


@at_most(30)
@given(seed=seeds, seats=st.integers(1, 4))
def test_what_a_choice_is_worth_is_what_it_brings(seed: int, seats: int) -> None:
    """CAM-5, CAM-7: and what `derived` says of the same number."""
    state, dice = GAME.new(seats), Dice(seed)
    for _ in range(150):
        if state.over():
            break
        for actor in state.actors():
            worth = GAME.derived(state.seen_by(actor))["worth"]
            for choice in GAME.choices(state, actor):
                if "worth" in choice:
                    after = state.copy()
                    after.log = []
                    after.apply(actor, GAME.parse(state, actor, choice["text"]))
                    assert after.log[-1]["points"] == choice["worth"]
                    assert worth[str(after.log[-1]["number"])] == choice["worth"]
        act_at_random(state, dice)


def test_what_numbers_bring_reveals_nothing_of_this_round() -> None:
    """CAM-2, CAM-5: seat 2 has just reached the 3; for everybody it counts in full all the same."""
    drew = seat("d5 c4 c3", 2, end=HEAD, left="GBA", scored={"3": 3})
    state = GAME.load(position(seat("d4"), drew, reached={"3": 4}))
    worths = [GAME.derived(state.seen_by(viewer))["worth"] for viewer in (0, 1, TABLE)]
    assert worths[0] == worths[1] == worths[2]
    assert worths[0]["3"] == 3


def test_points_empty_cells_and_what_was_drawn_are_given_as_far_as_each_seat_sees_them() -> None:
    """CAM-2, CAM-6: seat 2 has drawn two cells and reached the 3; seat 1 does not see it yet."""
    drew = seat("d5 c4 c3", 2, end=HEAD, left="GB", scored={"3": 3})
    state = GAME.load(position(seat("d4 d3"), drew, reached={"3": 4}))
    first = {"points": 0, "empty": 59, "drawn": [2, 2], "halved": []}
    unseen = {"points": 0, "empty": 60, "drawn": [1, 1], "halved": []}
    seen = {"points": 3, "empty": 58, "drawn": [1, 3], "halved": []}

    def derived(state: State) -> list[dict[str, Any]]:
        return [{key: facts[key] for key in first} for facts in GAME.derived(state)["seats"]]

    assert derived(state.seen_by(0)) == [first, unseen]
    assert derived(state.seen_by(1)) == [first, seen]
    assert derived(state.seen_by(TABLE)) == [first, unseen]


def test_what_bars_a_free_cell_beside_an_end_is_its_colour_or_the_other_end() -> None:
    """CAM-2, CAM-4: the line has grown at its head, to grey c4; its tail is e3."""
    barred = GAME.derived(GAME.load(position(seat("e3 d3 d4 c4", end=HEAD, left="RGB"))))["seats"][
        0
    ]["barred"]
    assert barred.pop("b3") == barred.pop("d5") == "barred_colour"  # yellow, purple
    assert barred == dict.fromkeys(["d2", "e2", "e4", "f2", "f3"], "barred_end")


def test_nothing_bars_cells_from_whoever_does_not_draw() -> None:
    done = position(seat("d4 d3", done=True), seat("d5", 2))
    assert GAME.derived(GAME.load(done))["seats"][0]["barred"] == {}


def test_a_number_brings_half_to_whoever_comes_late_and_all_to_whoever_was_first() -> None:
    """CAM-5: the 3 was reached in round 2, by seat 2 alone; at the end nothing is to be had."""
    other = seat("d5 c4 c3", 2, scored={"3": 3})
    where = position(seat("d4"), other, reached={"3": 2})
    assert [fact["halved"] for fact in GAME.derived(GAME.load(where))["seats"]] == [[3], []]
    late = seat("d4 c3", scored={"3": 2}, left="RGBA")
    over = position(late, other, reached={"3": 2}, round=15, phase="over", card=None,
                    played=[*range(1, 16)])  # fmt: skip
    for each in over["seats"]:
        each["left"] = ""
    assert [fact["halved"] for fact in GAME.derived(GAME.load(over))["seats"]] == [[3], []]


def test_what_speaks_for_a_cell_is_the_next_number_over_free_ones() -> None:
    """Beside d3 is the 3; for a path that has been there the 10 comes next, before 6 and 4."""
    fresh = GAME.load(position(seat("d4")))
    been = GAME.load(position(seat("d4 c3", scored={"3": 3}), reached={"3": 1}))
    for state, end, number, steps in ((fresh, "head", 3, 1), (been, "tail", 10, 3)):
        reason = GAME.reason(state, 0, GAME.parse(state, 0, f"{end} d3"))
        assert reason == {"key": "why_nearer", "fields": {"number": number, "n": steps}}


def test_free_start_cells_are_given_while_boards_are_dealt() -> None:
    """CAM-1"""
    state = GAME.new(2)
    assert GAME.derived(state)["starts"] == ["d4", "d5", "f5", "f4"]
    state.apply(TABLE, GAME.parse(state, TABLE, "board 3"))
    assert GAME.derived(state)["starts"] == ["d4", "d5", "f4"]
    state.apply(TABLE, GAME.parse(state, TABLE, "board 1"))
    assert GAME.derived(state)["starts"] == []


def test_cards_to_come_are_those_that_were_never_turned_up() -> None:
    """CAM-2: the one of this round is not among them, though it is not played yet."""
    state = GAME.load(position(seat("d4")))
    assert GAME.derived(state)["coming"] == [1, *range(3, 13)]
    state.apply(0, GAME.parse(state, 0, "stop"))
    assert GAME.derived(state)["coming"] == [1, *range(3, 13)]
    assert [GAME.text(state, TABLE, action) for action in state.legal(TABLE)] == [
        f"card {card}" for card in GAME.derived(state)["coming"]
    ]


@at_most(30)
@given(seed=seeds, seats=st.integers(1, 4))
def test_points_and_empty_cells_make_the_total(seed: int, seats: int) -> None:
    """CAM-6: and what was drawn this round is the end of the path that events have drawn."""
    state, dice = GAME.new(seats), Dice(seed)
    drawn: list[list[str]] = [[] for _ in range(seats)]
    for _ in range(150):
        if state.over():
            break
        for event in act_at_random(state, dice):
            if event["kind"] == "turned_up":
                drawn = [[] for _ in range(seats)]
            elif event["kind"] == "drew":
                drawn[event["seat"]].append(event["to"])
        facts = GAME.derived(state)["seats"]
        assert [fact["points"] - fact["empty"] for fact in facts] == state.scores()
        if GAME.position(state)["phase"] == "draw":
            places = zip(GAME.position(state)["seats"], facts, drawn, strict=True)
            for place, fact, cells in places:
                first, end = fact["drawn"]
                assert sorted(place["path"][first:end]) == sorted(cells)


def kinds_of_stops(*stops: int, drawn: tuple[int, ...] = ()) -> list[tuple[str, int]]:
    """What comes of it when these seats stop in this order, some of them having drawn a cell."""
    state = GAME.load(position(seat("d4"), seat("d5", 2), seat("f5", 3)))
    for one in drawn:
        state.apply(one, state.legal(one)[1])
    state.log = []
    for one in stops:
        state.apply(one, GAME.parse(state, one, "stop"))
    return [(event["kind"], event.get("seat", -1)) for event in state.log]


def test_who_drew_nothing_comes_out_when_the_round_is_over() -> None:
    """CAM-2: a seat that stops first gives nothing away."""
    assert kinds_of_stops(1, 2, drawn=(0, 2)) == [("stopped", 1), ("stopped", 2)]
    assert kinds_of_stops(1, 2, 0, drawn=(0, 2))[2:] == [
        ("stopped_last", 0), ("drew_nothing", 1), ("round_over", -1),
    ]  # fmt: skip
    assert kinds_of_stops(1, 2, 0)[2:] == [
        ("stopped_last", 0), ("drew_nothing", 0), ("drew_nothing", 1), ("drew_nothing", 2),
        ("round_over", -1),
    ]  # fmt: skip


def test_a_last_seat_that_alone_drew_nothing_just_stops() -> None:
    """CAM-2"""
    assert kinds_of_stops(0, 1, 2, drawn=(0, 1))[2:] == [
        ("stopped", 2), ("drew_nothing", 2), ("round_over", -1),
    ]  # fmt: skip
    assert kinds_of_stops(0, 1, 2, drawn=(0, 1, 2))[2:] == [("stopped", 2), ("round_over", -1)]


def task_of(seated: dict[str, Any], **changes: Any) -> tuple[str, int | None]:
    phrase = GAME.task(GAME.load(position(seated, **changes)), 0)
    assert phrase is not None
    return phrase["key"], phrase.get("fields", {}).get("n")


def test_a_task_says_how_many_cells_can_really_be_drawn() -> None:
    """CAM-2 to CAM-4: a card of five squares, but both ends are in a dead end but for i1."""
    assert task_of(seat("d4")) == ("task_draw", 4)
    assert task_of(seat("d4 d3", end=HEAD, left="RGA")) == ("task_first_on", 3)
    assert task_of(seat("c4 d4 d3", end=HEAD, left="RGA")) == ("task_on", 3)
    shut_in = seat("h1 g2 g3 f4 g4 h4 h3", 4, left="GBYPP", scored={"4": 4})
    assert task_of(shut_in, card=12, reached={"4": 3}) == ("task_one", None)


def why_stuck(path: str, card: int, left: str, end: str | None = HEAD) -> tuple[str, Any]:
    """Why a line of board 3, from f5, can be drawn no more with what is left of a card."""
    where = position(seat(path, 3, end=end), card=card, played=[1, 2, 3])
    where["seats"][0]["left"] = left
    state = GAME.load(where)
    task = GAME.task(state, 0)
    assert task is not None
    assert task["key"] in ("task_stop", "task_nothing", "task_closed")
    stuck = GAME.derived(state)["seats"][0]["stuck"]
    return stuck["key"], stuck.get("fields")


def test_whoever_can_draw_or_has_stopped_is_not_stuck() -> None:
    drawing = GAME.load(position(seat("d4"), seat("d5", 2)))
    stopped = GAME.load(position(seat("d4 d3", done=True), seat("d5", 2)))
    for state in (drawing, stopped):
        assert GAME.derived(state)["seats"][0]["stuck"] is None


def test_who_is_stuck_is_told_why() -> None:
    """CAM-2 to CAM-4: no square, no such cell, no cell at all, or only at the other end."""
    assert why_stuck("f5 e5 d4 d3 e4", 8, "")[0] == "stuck_card"
    assert why_stuck("f5 g5 h4 i4", 13, "P") == ("stuck_colours", {"end": HEAD, "colours": ["P"]})
    assert why_stuck("f5 e6 f6", 10, "RYP") == ("stuck_other", {"end": HEAD, "fits": "tail"})
    shut = "i3 i2 h3 g4 f5 g5 h4 i4"
    assert why_stuck(shut, 8, "BYP", "tail") == ("stuck_end", {"end": "tail"})
    neither = why_stuck("i2 h3 g4 f5 g5 h4", 15, "BYAP", None)
    assert neither == ("stuck_either", {"colours": ["B", "Y", "A", "P"]})


def test_a_line_that_is_shut_in_at_both_ends_never_goes_on() -> None:
    """CAM-3: whatever the cards show."""
    where = position(seat("i3 i2 h3 g4 f5 g5 h5 i4 h4", 3))
    state = GAME.load(where)
    assert GAME.task(state, 0) == {"key": "task_closed"}
    assert GAME.derived(state)["seats"][0]["stuck"] == {"key": "stuck_closed"}


def most_by_trying(state: State, seat: int) -> int:
    most = 0
    for action in state.legal(seat):
        if GAME.text(state, seat, action) != "stop":
            after = state.copy()
            after.apply(seat, action)
            most = max(most, 1 + most_by_trying(after, seat))
    return most


@at_most(20)
@given(seed=seeds, seats=st.integers(1, 4), skipped=st.integers(0, 200))
def test_a_task_names_the_longest_line_that_can_be_drawn(
    seed: int, seats: int, skipped: int
) -> None:
    state, dice = GAME.new(seats), Dice(seed)
    for _ in range(skipped):
        if not state.over():
            act_at_random(state, dice)
    for actor in state.actors():
        if actor != TABLE:
            phrase = GAME.task(state, actor)
            assert phrase is not None
            none = phrase["key"] in ("task_stop", "task_nothing", "task_closed")
            said = 0 if none else phrase.get("fields", {}).get("n", 1)
            assert said == most_by_trying(state, actor)
