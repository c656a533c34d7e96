"""Events and choices: whoever shows a race needs nothing else to know what moves, and where to."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from setups import wander, wander_to

from periplo.core.dice import Dice
from periplo.core.state import Event, State
from periplo.games.europa.state import PIECE
from periplo.games.europa.tests.racing import (
    AT,
    GAME,
    SQUARES,
    Json,
    N,
    countries_of,
    on_a_card,
    others_on,
    own,
    play,
    position,
    start,
    team,
)

seeds = st.integers(min_value=0, max_value=2**32)


def moved(seat: int, kind: str, path: list[int], **more: Any) -> Event:
    """What is emitted for a piece that moves, but for its clause and the name of the place."""
    return {"kind": kind, "seat": seat, "from": path[0], "to": path[-1], "piece": PIECE,
            "path": path, **more}  # fmt: skip


def motions(logged: list[Event]) -> list[Event]:
    return [
        {field: value for field, value in event.items() if field not in ("rule", "place")}
        for event in logged
        if "path" in event
    ]


def choices(where: Json, **options: Any) -> dict[str, Any]:
    """What seat 0 may choose, by its text."""
    state = GAME.load(where, options)
    return {GAME.text(state, 0, one): GAME.choice(state, 0, one) for one in state.legal(0)}


@st.composite
def crowds(draw: st.DrawFn) -> Json:
    """Teams close together, one of them about to decide."""
    seats = draw(st.integers(2, 5))
    low = draw(st.integers(0, N - 12))
    squares = draw(
        st.lists(st.integers(low, low + 11), min_size=seats, max_size=seats, unique=True)
    )
    routes = draw(st.permutations(range(1, 6)))
    teams = [
        team(route, at, draw(st.integers(0, 6)), planes=draw(st.integers(0, 2)))
        for route, at in zip(routes, squares, strict=False)
    ]
    if draw(st.booleans()):
        teams[-1].update(at=N, flags=countries_of(teams[-1]["route"]), failed=True)
    turn = draw(st.integers(0, seats - 1))
    die = draw(st.sampled_from([1, 2, 3, 4, 5, "plane"]))
    order = draw(st.permutations(range(seats)))
    return position("die", *teams, die=die, turn=turn, order=list(order))


def follow(state: State, dice: Dice, actions: int) -> None:
    """Play on, and know from events alone where everybody is."""
    at = [team["at"] for team in GAME.position(state)["teams"]]
    for _ in range(actions):
        if state.over():
            return
        state.log = []
        state.apply(*wander(GAME, state, dice))
        for event in state.log:
            if "path" in event:
                path = event["path"]
                assert event["piece"] == PIECE
                assert path[0] == at[event["seat"]]
                if event["kind"] == "walked":
                    assert {abs(b - a) for a, b in pairwise(path)} == {1}
                else:
                    assert len(path) == 2
                at[event["seat"]] = path[-1]
        assert at == [team["at"] for team in GAME.position(state)["teams"]]


@given(seed=seeds, which=st.integers(0, 100))
def test_events_alone_say_where_everybody_is_in_a_game(seed: int, which: int) -> None:
    _, state, dice, _ = wander_to(GAME.id, seed, which)
    follow(state, dice, 60)


@given(where=crowds(), seed=seeds)
def test_events_alone_say_where_everybody_is_after_a_loaded_position(
    where: Json, seed: int
) -> None:
    follow(GAME.load(where), Dice(seed), 12)


def check_pick(where: Json, seed: int) -> None:
    state = GAME.load(where)
    actions = state.legal(where["turn"])
    assert state.pick(where["turn"], Dice(seed)) == actions[Dice(seed).below(len(actions))]


@given(where=crowds(), seed=seeds)
def test_one_picks_as_from_the_list_of_legal_actions(where: Json, seed: int) -> None:
    """Although no list is made."""
    check_pick(where, seed)


@pytest.mark.parametrize("phase", ["die", "turn"])
def test_one_never_picks_a_flight_into_murcia(phase: str) -> None:
    """[EUR-7b]"""
    route = min(range(1, 6), key=lambda route: own(route)[0])
    taken = others_on(list(range(1, own(route)[0] + 1)), route)
    die = "plane" if phase == "die" else None
    where = position(phase, team(route, own(route)[2], planes=1), *taken, die=die)
    for seed in range(40):
        check_pick(where, seed)


@given(where=crowds())
def test_a_choice_leads_where_it_says(where: Json) -> None:
    turn = where["turn"]
    for choice in GAME.choices(GAME.load(where), turn):
        match = start(where)
        logged = motions(match.write(f"{turn + 1}: {choice['text']}"))
        if "path" in choice:
            assert logged[0]["path"] == choice["path"]
        elif "to" in choice:
            assert logged == []
            assert choice["to"] == where["teams"][turn]["at"]
        if "target" in choice:  # whoever stops short of it is told so
            assert choice["text"] == f"fly {choice['target']}"
            meant = AT[choice["target"]]
            short = [
                event["taken"] for event in match.events[-1] if event["kind"] == "stopped_short"
            ]
            assert short[:1] == ([meant] if choice["to"] != meant else [])
        elif "to" in choice:
            assert choice["text"] == "move"
        else:
            more = {"passes"} if choice["text"] == "pass" else set()
            assert set(choice) == {"text", "said"} | more
            assert logged == []


def test_a_walk_shows_every_square_really_passed() -> None:
    """[EUR-4] [EUR-5] Not those that it would have passed, had the last one been free."""
    target = next(
        at for at in range(5, N) if {SQUARES[at - i]["kind"] for i in (0, 1)} == {"plain"}
    )
    where = position("die", team(1, target - 4), *others_on([target], 1), die=4)
    path = [target - 4, target - 3, target - 2, target - 1]
    assert motions(start(where).write("1: move")) == [moved(0, "walked", path)]
    assert choices(where)["move"] == {
        "text": "move", "piece": PIECE, "path": path, "to": target - 1
    }  # fmt: skip
    assert choices(where)["pass"] == {"text": "pass", "passes": True}


def test_a_walk_that_is_blocked_has_a_place_but_no_way() -> None:
    """[EUR-R4]"""
    city = own(1)[0]
    where = position("die", team(1, city), *others_on([city + 1, city + 2], 1), die=2)
    assert choices(where)["move"] == {"text": "move", "piece": PIECE, "to": city}
    assert motions(start(where).write("1: move")) == []


def test_a_way_out_of_a_failed_exam_leads_backwards() -> None:
    """[EUR-14]"""
    where = position("die", team(2, N, 6, failed=True), team(1), die=3)
    assert choices(where)["move"]["path"] == [N, N - 1, N - 2, N - 3]


def test_a_flight_has_two_ends() -> None:
    """[EUR-6] [EUR-5] The second is where the plane would really come down."""
    first, second = own(2)[:2]
    city = f"fly {SQUARES[first]['city']}"
    where = position("die", team(2, second), team(1), die="plane")
    assert choices(where)[city] == {
        "text": city, "piece": PIECE, "path": [second, first], "to": first,
        "target": SQUARES[first]["city"],
    }  # fmt: skip
    assert motions(start(where).write(f"1: {city}")) == [moved(0, "flew", [second, first])]
    taken = position("die", team(2, second), *others_on([first], 2), die="plane")
    assert choices(taken)[city]["to"] == first - 1
    assert choices(taken)[city]["target"] == SQUARES[first]["city"]


def test_a_star_is_a_motion_of_its_own() -> None:
    """[EUR-12]"""
    stars = [square["at"] for square in SQUARES if square["kind"] == "star"]
    where = position("die", team(1, stars[0] - 1), team(2), die=1)
    assert motions(start(where).write("1: move")) == [
        moved(0, "walked", [stars[0] - 1, stars[0]]),
        moved(0, "jumped", stars[:2]),
    ]
    assert choices(where)["move"]["to"] == stars[0]


def test_a_card_that_sends_somebody_shows_both_ends() -> None:
    """[EUR-11]"""
    for deck, cards in GAME.board()["decks"].items():
        city = next((square for square in SQUARES if square.get("country") == deck), None)
        for card in cards:
            if card.get("do") != "go" or city is None:
                continue
            begun = next(s for s in SQUARES if s.get("country") == deck and "city" in s)
            to = next(s["at"] for s in SQUARES if s.get("city") == card["city"])
            if to != begun["at"]:
                where = on_a_card(deck, begun["at"], begun["route"])
                logged = motions(start(where).write(f"card {card['card']}"))
                assert logged == [moved(0, "went", [begun["at"], to])]
                return
    pytest.fail("no such card on this board")


def test_spectators_get_the_squares_that_a_throw_leads_to() -> None:
    """[EUR-4] [EUR-10b] They have no choices themselves."""
    where = position("die", team(2, N - 4, 5), team(1), die=3)
    assert GAME.derived(GAME.load(where))["way"] == [N - 4, N - 3, N - 2, N - 1]
    for die in (4, "plane"):  # which may not be moved
        assert "way" not in GAME.derived(GAME.load({**where, "die": die}))
    assert "way" not in GAME.derived(GAME.load({**where, "phase": "throw", "die": None}))


def test_choices_name_the_answers_of_the_question() -> None:
    """[EUR-10]"""
    card = next(card for card in GAME.board()["decks"]["spain"] if card["kind"] == "question")
    city = next(s for s in SQUARES if s.get("country") == "spain" and "city" in s)
    match = start(on_a_card("spain", city["at"], city["route"]))
    match.write(f"card {card['card']}")
    assert [GAME.choice(match.state, 0, one) for one in match.state.legal(0)] == [
        {"text": f"answer {letter}", "answer": letter}
        for letter in GAME.question(match.state, "en")["answers"]
    ]


def test_an_exam_is_shown_as_long_as_it_lasts() -> None:
    """[EUR-14] A country's card is none."""
    where = position("card", team(2, N, 6), team(1), deck="murcia", exam=[1, 0])
    match = start(where)
    assert GAME.derived(match.state)["exam"] == [1, 0]
    card = GAME.board()["decks"]["murcia"][0]
    match.write(f"card {card['card']}")
    assert GAME.derived(match.state)["exam"] == [1, 0]
    match.write(f"1: answer {card['right']}")
    assert match.state.over()
    assert "exam" not in GAME.derived(match.state)
    city = next(s for s in SQUARES if s.get("country") == "spain" and "city" in s)
    assert "exam" not in GAME.derived(GAME.load(on_a_card("spain", city["at"], city["route"])))


def test_an_answer_in_the_exam_shows_how_it_stands() -> None:
    """[EUR-14]"""
    card = next(card for card in GAME.board()["decks"]["murcia"])
    where = position("card", team(2, N, 6), team(1), deck="murcia", exam=[1, 1])
    match = start(where)
    match.write(f"card {card['card']}")
    wrong = "B" if card["right"] == "A" else "A"
    assert match.write(f"1: answer {wrong}")[0]["exam"] == [1, 2]
    assert play(where, f"card {card['card']}", f"1: answer {wrong}")["exam"] == [0, 0]
