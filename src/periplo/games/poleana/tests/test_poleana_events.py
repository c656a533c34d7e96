"""Events describe every motion, and choices say what each action will move."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, Event, State
from periplo.games.poleana import GAME
from periplo.games.poleana.tests.scenarios import IN_CELL, anywhere, jail, play

seeds = st.integers(min_value=0, max_value=2**32)


def events(state: State, *texts: str) -> list[Event]:
    state.log = []
    play(state, *texts)
    return state.log


def reos(state: State) -> list[list[str]]:
    return [seat["reos"] for seat in GAME.position(state)["seats"]]


def follow(state: State, dice: Dice, actions: int) -> None:
    """Play on at random; whoever knows the beginning and the events knows where everybody is."""
    known = [list(own) for own in reos(state)]
    for _ in range(actions):
        actor = state.next_actor()
        if actor == NOBODY:
            return
        log: list[Event] = []
        state.log = log
        state.play(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))
        for event in log:
            if "path" in event:
                own = known[event["owner"] if "owner" in event else event["seat"]]
                assert own[event["piece"] - 1] == event["path"][0]
                own[event["piece"] - 1] = event["path"][-1]
        assert known == reos(state)


@given(seed=seeds)
def test_a_game_can_be_followed_by_its_events_alone(seed: int) -> None:
    seats = 2 + seed % 3
    options = {"custodians": seats < 4 and seed % 2 == 0, "reach": ("side", "yard")[seed % 5 % 2]}
    follow(GAME.new(seats, options), Dice(seed), 300)


@given(seed=seeds)
def test_so_can_a_game_that_goes_on_from_anywhere(seed: int) -> None:
    position, options = anywhere(seed)
    follow(GAME.load(position, options), Dice(seed), 20)


def test_a_walk_names_every_square_it_steps_on() -> None:
    """[POL-4] [POL-13]"""
    logged = events(jail("4:8 cell cell cell", IN_CELL, dice="3+5"), "p1 8")
    path = ["4:8", "4:9", "e1", "e2", "e3", "e4", "e5", "e6", "out"]
    moved = {"reo": 1, "piece": 1, "pips": 8, "from": "4:8", "to": "out", "path": path}
    moved["left"] = []
    assert logged[0] == {"rule": "POL-4", "kind": "moved", "seat": 0, **moved}
    assert logged[1] == {"rule": "POL-13", "kind": "freed", "seat": 0, "reo": 1}


def test_two_reos_released_at_once_are_two_events() -> None:
    """[POL-2]"""
    logged = events(jail("2:1 cell cell cell", IN_CELL, dice="6+6"), "out 00")
    released = [event for event in logged if event["kind"] == "released"]
    assert [(event["piece"], event["path"]) for event in released] == [
        (2, ["cell", "1:0"]),
        (3, ["cell", "1:0"]),
    ]


def test_events_show_which_dice_are_left() -> None:
    """[POL-4] [POL-7]"""
    state = jail("1:1 2:5 out e3", "1:3 3:5 cell cell", dice="2+4")
    logged = events(state, "p1 2", "p2 10", "p1 4")
    assert [event["left"] for event in logged if event["kind"] == "moved"] == [[4], [4], []]
    assert events(jail(IN_CELL, IN_CELL, dice="1+2"), "pass")[0]["left"] == []


def test_a_captured_reo_is_named_by_its_owner() -> None:
    """[POL-6]"""
    logged = events(jail("1:1 out out out", "cell 1:3 cell cell", dice="2+4"), "p1 2")
    assert (logged[1]["seat"], logged[1]["owner"], logged[1]["piece"]) == (0, 1, 2)
    assert logged[1]["path"] == ["1:3", "cell"]


def test_a_guard_may_take_the_throwers_own() -> None:
    """[POL-17]"""
    logged = events(jail("4:5 cell cell cell", IN_CELL, custodians=True), "2+6")
    assert "owner" not in logged[1]
    assert (logged[1]["seat"], logged[1]["piece"], logged[1]["path"]) == (0, 1, ["4:5", "cell"])
    logged = events(jail("4:5 cell cell cell", IN_CELL, custodians=True, turn=1), "2+6")
    assert (logged[1]["seat"], logged[1]["owner"], logged[1]["piece"]) == (1, 0, 1)


def choices(state: State) -> list[Any]:
    actor = state.next_actor()
    return [GAME.choice(state, actor, action) for action in state.legal(actor)]


def test_choices_show_who_would_walk_where() -> None:
    """[POL-12]"""
    state = jail("2:13 cell out out", IN_CELL, dice="1+2")
    up = ["2:13", "2:14", "2/1"]
    assert choices(state)[2] == {"text": "p1 2 up", "piece": 1, "path": up, "to": "2/1"}


def test_choices_show_who_would_be_released() -> None:
    """[POL-R4]"""
    state = jail("out cell 2:5 cell", IN_CELL, dice="6+6")
    assert choices(state) == [
        {"text": "out 6", "piece": 2, "path": ["cell", "1:6"], "to": "1:6"},
        {"text": "out 00", "piece": 2, "path": ["cell", "1:0"], "to": "1:0"},
    ]


def test_choices_point_at_whom_a_guard_would_take() -> None:
    """[POL-R6]"""
    state = play(jail("4:5 4:7 cell cell", "4:8 cell cell cell", custodians=True), "4+5")
    assert choices(state)[1:] == [
        {"text": "taken 1.2", "to": "4:7", "takes": [{"seat": 0, "piece": 2, "at": "4:7"}]},
        {"text": "taken 2.1", "to": "4:8", "takes": [{"seat": 1, "piece": 1, "at": "4:8"}]},
    ]


def test_choices_show_whom_a_walk_would_capture() -> None:
    """[POL-6] [POL-7]"""
    rival = "cell 1:3 1:5 1:5"
    state = jail("1:1 out out out", rival, dice="2+6")
    assert [choice["takes"] for choice in choices(state)] == [
        [{"seat": 1, "piece": 2, "at": "1:3"}]
    ]
    state = jail("4:9 1:1 out out", "cell 2:11 cell cell", dice="1+2", phase="bonus", left="2")
    assert [choice.get("takes") for choice in choices(state)] == [
        [{"seat": 1, "piece": 2, "at": "2:11"}],  # p2 10; from its own nine nobody walks so far
        None,
    ]


def test_choices_show_whom_a_release_would_capture() -> None:
    """[POL-6a]"""
    state = jail("cell cell cell 2:5", "cell 1:0 cell cell", dice="6+6")
    assert [choice.get("takes") for choice in choices(state)] == [
        None,
        [{"seat": 1, "piece": 2, "at": "1:0"}],
    ]


@given(seed=seeds)
def test_choices_take_whom_events_then_send_to_the_cell(seed: int) -> None:
    """[POL-6] [POL-6a] [POL-17]"""
    position, options = anywhere(seed)
    state = GAME.load(position, options)
    if state.next_actor() == TABLE:  # so that guards take somebody, too
        state.apply(TABLE, state.draw(Dice(seed)))
    actor = state.next_actor()
    for choice in GAME.choices(state, actor):
        after = state.copy()
        sent = [
            {"seat": event["other"], "piece": event["piece"], "at": event["from"]}
            for event in events(after, choice["text"])
            if event["kind"] in ("captured", "taken")
        ]
        if actor != TABLE:
            assert choice.get("takes", []) == sent


def test_choices_that_move_nobody_are_texts() -> None:
    """[POL-4] [POL-7]"""
    assert choices(jail(IN_CELL, IN_CELL, dice="1+2")) == [{"text": "pass", "passes": True}]
    assert choices(jail(IN_CELL, IN_CELL))[0] == {"text": "1+1", "faces": [1, 1]}
